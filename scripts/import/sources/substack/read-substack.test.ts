import { describe, expect, it } from 'vitest'
import { createExportReader } from '../testing/read-export.ts'
import { readSubstackExport } from './read-substack.ts'

const { readZip } = createExportReader(readSubstackExport)

const header =
  'post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url'
const defaults = {
  post_date: '2023-04-05T06:07:08.901Z',
  is_published: 'true',
  type: 'newsletter',
  audience: 'everyone',
  title: 'On ice',
}
const row = (post_id: string, more: Readonly<Record<string, string>> = {}) => {
  const cells: Readonly<Record<string, string>> = { post_id, ...defaults, ...more }
  return header
    .split(',')
    .map((column) => cells[column] ?? '')
    .join(',')
}
const table = (...rows: readonly string[]) => [header, ...rows].join('\n')
const data = (value: unknown) =>
  JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Returns the only post of an export. */
async function readPost(html: string, more: Readonly<Record<string, string>> = {}) {
  const { posts, excluded, failure } = await readZip({
    'posts.csv': table(row('12.on-ice', more)),
    'posts/12.on-ice.html': html,
  })
  expect([failure, excluded]).toEqual([undefined, []])
  return posts[0]!
}

describe('a Substack post', () => {
  it('has the data of its row', async () => {
    const post = await readPost('<p>Night work.</p>', {
      title: '"Ice, &amp; salt"',
      subtitle: 'By night &#x2019;til noon',
    })
    expect(post).toEqual({
      kind: 'article',
      sourceId: 'substack:12',
      slug: 'on-ice',
      title: 'Ice, & salt',
      dek: 'By night ’til noon',
      body: 'Night work.',
      image: null,
      authors: [],
      categories: [],
      tags: [],
      status: 'published',
      visibility: 'public',
      publishedAt: new Date('2023-04-05T06:07:08Z'),
      updatedAt: null,
      formerAddresses: ['/p/on-ice'],
      notes: [],
    })
  })

  it.each([
    ['everyone', 'public', []],
    ['only_free', 'metered', []],
    ['only_paid', 'members', []],
    ['founding', 'members', ['was for founding members only: now for all subscribers']],
    ['__proto__', 'members', ['unknown audience “__proto__”: now for subscribers']],
  ])('has its audience %s imported as %s', async (audience, visibility, notes) => {
    expect(await readPost('<p>a</p>', { audience })).toMatchObject({ visibility, notes })
  })

  it.each([
    [{ is_published: 'false' }, { status: 'draft', formerAddresses: [] }],
    [
      { is_published: 'false', post_date: '', title: '' },
      { publishedAt: null, notes: ['has no title'] },
    ],
    [{ type: 'page' }, { kind: 'page', status: 'published' }],
    [{ type: 'adhoc_email' }, { status: 'draft', formerAddresses: [] }],
    [{ type: 'thread' }, { notes: [expect.stringContaining('comments aren’t in the export')] }],
    [{ post_date: 'soon' }, { publishedAt: null, notes: ['“soon” isn’t a valid date'] }],
  ])('is read according to its row’s %o', async (more, expected) => {
    expect(await readPost('<p>a</p>', more)).toMatchObject(expected)
  })

  it('fetches recordings stored with Substack', async () => {
    const id = '34fd1f0e-b9f1-4ee8-a994-b5e8bf86af35'
    const html = `<div class="native-audio-embed" data-attrs='{"label":null,"mediaUploadId":"${id}"}'></div>`
    const post = await readPost(html)
    const src = `https://api.substack.com/api/v1/audio/upload/${id}/src`
    expect(post.body).toBe(`::audio{src="${src}" title="Recording"}`)
  })

  it.each([
    ['everyone', (recording: string) => `${recording}\n\nListen.\n\n<!-- more -->\n\nAll.`],
    ['only_paid', (recording: string) => `Listen.\n\n<!-- more -->\n\nAll.\n\n${recording}`],
  ])('for %s has its recording where all of its readers can hear it', async (audience, arrange) => {
    const podcast = 'https://api.substack.com/feed/podcast/12/ice.mp3'
    const html = '<p>Listen.</p><div class="paywall-jump"></div><p>All.</p>'
    const post = await readPost(html, {
      type: 'podcast',
      audience,
      podcast_url: podcast,
    })
    expect(post.body).toBe(arrange(`::audio{src="${podcast}" title="On ice"}`))
  })

  it('keeps pictures at the size in which they were uploaded, with captions', async () => {
    const stored = 'https://substack-post-media.s3.amazonaws.com/public/images/ice_800x600.jpeg'
    const copy = `https://substackcdn.com/image/fetch/w_1456,c_limit/${encodeURIComponent(stored)}`
    const { body, notes } = await readPost(`
      <div class="captioned-image-container"><figure>
        <a class="image-link image2 is-viewable-img" target="_blank" href="${copy}"><div class="image2-inset">
          <picture><source type="image/webp" srcset="${copy} 1456w"><img src="${copy}"
            srcset="${copy} 424w, ${copy} 1456w" data-attrs="${data({ src: stored, alt: null })}" alt="Blocks of ice"></picture>
          <div class="image-link-expand"><button><svg><path d="M0"></path></svg></button></div></div></a>
        <figcaption class="image-caption">The saw</figcaption></figure></div>
      <img src="${copy.replace('substack-post-media', 'bucketeer-1234')}" alt="Older">
      <div class="image-gallery-embed" data-attrs="${data({
        gallery: {
          images: [{ src: copy }, { src: stored }, null],
          caption: 'Two more',
          alt: 'Salt',
        },
      })}"></div>`)
    expect(body.split('\n\n')).toEqual([
      `::figure{src="${stored}" alt="Blocks of ice" caption="The saw"}`,
      `::figure{src="${stored}" alt="Older"}`,
      `::figure{src="${stored}" alt="Salt"}`,
      `::figure{src="${stored}" alt="Salt"}`,
      'Two more',
    ])
    expect(notes).toEqual(['a gallery became 2 figures'])
  })

  it('keeps footnotes, pull quotes and the place of the paywall', async () => {
    const { body } = await readPost(
      `<p>Ice<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a> melts.</p>
      <div class="paywall-jump" data-component-name="PaywallToDOM"></div>
      <div class="pullquote"><p>Salt is cold.</p></div>
      <div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a>
        <div class="footnote-content"><p>Slowly.</p></div></div>`,
      { audience: 'only_paid' },
    )
    expect(body).toBe(
      'Ice[^1] melts.\n\n<!-- more -->\n\n:::pullquote\nSalt is cold.\n:::\n\n[^1]: Slowly.',
    )
  })

  it('keeps embeds', async () => {
    const { body, notes } = await readPost(`
      <div class="youtube-wrap" data-attrs="${data({ videoId: 'aBcDeFgHiJk' })}"></div>
      <div class="vimeo-wrap" data-attrs="${data({ videoId: '76979871' })}"><iframe src="https://player.vimeo.com/video/76979871"></iframe></div>
      <div class="tweet" data-attrs="${data({ url: 'https://twitter.com/ice/status/1?s=20', full_text: 'It melts', name: 'Ice' })}"></div>
      <div class="instagram" data-attrs="${data({ instagram_id: 'Cx_1' })}"></div>
      <div class="spotify-wrap" data-attrs="${data({ url: 'https://open.spotify.com/episode/1', title: 'Cold' })}"></div>
      <div class="embedded-post-wrap" data-attrs="${data({ url: 'https://salt.example/p/salt?utm_source=x', title: 'Salt', truncated_body_text: 'Salt is …' })}"><a class="embedded-post" href="https://salt.example/p/salt">Salt</a></div>
      <div class="file-embed-wrapper"><div class="file-embed-details-h1">Prices</div><a class="file-embed-button wide" href="https://ice.example/api/v1/file/prices.pdf">Download</a></div>
      <div class="latex-rendered" data-attrs="${data({ persistentExpression: 'E = mc^2' })}"></div>
      <p>Thanks to <span class="mention-wrap" data-attrs="${data({ name: 'Meher' })}"></span>.</p>`)
    expect(body.split('\n\n')).toEqual([
      '::embed{url="https://www.youtube.com/watch?v=aBcDeFgHiJk" title="Video on YouTube"}',
      '::embed{url="https://vimeo.com/76979871" title="Video on Vimeo"}',
      '> It melts\n>\n> — Ice\n>\n> [Post on X](https://twitter.com/ice/status/1)',
      '::embed{url="https://www.instagram.com/p/Cx_1/" title="Post on Instagram"}',
      '::embed{url="https://open.spotify.com/episode/1" title="Cold"}',
      '::embed{url="https://salt.example/p/salt" title="Salt"}',
      '[Prices](https://ice.example/api/v1/file/prices.pdf)',
      '```\nE = mc^2\n```',
      'Thanks to Meher.',
    ])
    expect(notes).toEqual([
      'a link card lost the description',
      'a file became a link',
      'a formula became code',
    ])
  })

  it('loses widgets that only Substack supports, and each is reported', async () => {
    const { body, notes } = await readPost(`
      <p>Before.</p>
      <div class="subscription-widget-wrap-editor" data-attrs="${data({ url: 'https://ice.substack.com/subscribe?' })}">
        <div class="subscription-widget show-subscribe"><p class="cta-caption">Sign up!</p><form><input type="email"></form></div></div>
      <p class="button-wrapper"><a class="button primary" href="https://ice.substack.com/subscribe?"><span>Subscribe now</span></a></p>
      <p class="button-wrapper"><a class="button primary" href="https://ice.substack.com/p/a?utm_source=substack&amp;action=share"><span>Share</span></a></p>
      <p class="button-wrapper"><a class="button primary" href="%%half_magic_comments_url%%"><span>Leave a comment</span></a></p>
      <p class="button-wrapper"><a class="button primary" href="https://shop.example/salt"><span>Buy salt</span></a></p>
      <div class="poll-embed" data-attrs="{}"></div>
      <div class="native-video-embed" data-attrs="{}"></div>
      <div class="community-chat" data-attrs="{}"><p>Join the chat</p></div>
      <p>Reply to <a href="%%share_url%%">this</a>, or read <a href="https://ice.substack.com/p/salt">on</a>.</p>`)
    expect(body).toBe(
      'Before.\n\n[Buy salt](https://shop.example/salt)\n\nReply to this, or read [on](/p/salt).',
    )
    expect(notes).toEqual([
      'a subscription form was removed',
      '3 subscribe, share or comment buttons were removed',
      'a poll was removed',
      'a recording stored with Substack was removed',
      'a Substack widget was removed',
    ])
  })

  it('shows broken and hostile widgets as their text, or not at all', async () => {
    const { body } = await readPost(`
      <div class="youtube-wrap" data-attrs="{"></div>
      <div class="tweet" data-attrs="[1]">A tweet</div>
      <div class="spotify-wrap" data-attrs="${data({ url: 'javascript:a()' })}">Cold</div>
      <div class="instagram" data-attrs="${data({ instagram_id: '../../x' })}">Ice</div>
      <div class="image-gallery-embed" data-attrs="${data({ gallery: { images: { a: 1 } } })}">Salt</div>
      <img data-attrs="${data({ src: { a: 1 } })}" src="javascript:a()" alt="Nothing">
      <script>a()</script><p onclick="b()">End</p>`)
    expect(body).toBe('A tweet\n\nCold\n\nIce\n\nSalt\n\nNothing\n\nEnd')
  })
})

describe('a Substack export', () => {
  it('names rows without a text, texts without a row, and rows that can’t be read', async () => {
    const { posts, excluded } = await readZip({
      'posts.csv': `\uFEFF${table(row('1.here'), row('2.gone'), row('1.here'), row('about-us'), '', row('3.empty'))}`,
      'posts/1.here.html': '<p>a</p>',
      'posts/3.empty.html': '<p> </p>',
      'posts/9.unlisted.html': '<p>b</p>',
      'posts/1.here.opens.csv': 'a',
      'email_list.csv': 'meher@ice.example',
    })
    expect(posts.map(({ sourceId }) => sourceId)).toEqual(['substack:1'])
    expect(excluded.map(({ sourceId, reason }) => [sourceId, reason])).toEqual([
      ['substack:2', 'has no HTML in the export: export the publication again'],
      ['substack:1', 'is in posts.csv twice'],
      ['substack:row:4', 'has no valid post_id'],
      ['substack:3', 'has no text'],
      ['substack:posts/9', 'isn’t in posts.csv'],
    ])
  })

  it.each([
    [
      'another archive',
      { 'a.txt': 'a' },
      'isn’t a Substack export: it has no posts.csv. Export the publication again.',
    ],
    [
      'an open quotation',
      { 'posts.csv': `${header}\n1.a,"b\n` },
      'isn’t a valid CSV file: error in line',
    ],
    [
      'a million rows',
      { 'posts.csv': `${header}\n${'1.\n'.repeat(1_000_000)}` },
      'posts.csv has more than 100,000 rows',
    ],
  ])('is refused: %s', async (_, files, reason) => {
    const { posts, failure } = await readZip(files)
    expect([posts, failure?.reason]).toEqual([[], expect.stringContaining(reason)])
  })

  it('has no posts if the columns are missing', async () => {
    const { posts, excluded } = await readZip({ 'posts.csv': 'a,b\n1,2' })
    expect([posts, excluded.length]).toEqual([[], 1])
  })
})
