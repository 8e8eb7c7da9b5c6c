import { describe, expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { createExportReader } from '../testing/read-export.ts'
import { readMediumExport } from './read-medium.ts'

const { read, readZip } = createExportReader(readMediumExport)

const footer = `<footer>
  <p class="p-tags">Tagged in <a href="https://medium.com/tag/cold-food" class="p-tag">Cold Food</a>, <a href="https://medium.com/tag/ice" class="p-tag">Ice</a></p>
  <p>By <a href="https://medium.com/@MeherBano" class="p-author h-card">Meher Bano</a> on
    <a href="https://medium.com/p/efefef121212"><time class="dt-published" datetime="2018-08-11T11:23:34.123Z">August 11, 2018</time></a>.</p>
  <p><a href="https://medium.com/@MeherBano/on-ice-efefef121212" class="p-canonical">Canonical link</a></p>
  <p>Exported from <a href="https://medium.com">Medium</a> on September 21, 2018.</p></footer>`
const draftFooter =
  '<footer><p><a href="https://medium.com/p/ababab121212">View original.</a></p></footer>'

const page = (
  content: string,
  { title = 'On ice', subtitle = 'By night', end = footer } = {},
) => `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${title}</title><style>a { b: c }</style></head><body>
<article class="h-entry"><header><h1 class="p-name">${title}</h1></header>
<section data-field="subtitle" class="p-summary">${subtitle}</section>
<section data-field="body" class="e-content"><section name="1" class="section section--body section--first">
<div class="section-divider"><hr class="section-divider"></div><div class="section-content">
<div class="section-inner sectionLayout--insetColumn">${content}</div></div></section></section>
${end}</article></body></html>`

const heading = '<h3 id="1a" class="graf graf--h3 graf--leading graf--title">On ice</h3>'
const file = 'posts/2018-08-11_On-ice-efefef121212.html'

async function readPost(content: string, more: Parameters<typeof page>[1] = {}, name = file) {
  const { posts } = await readZip({ [name]: page(content, more) })
  return posts[0]!
}

describe('a Medium story', () => {
  it('has the data of its page', async () => {
    const post = await readPost(
      `${heading}<h4 class="graf graf--h4 graf--subtitle">By night</h4><p class="graf graf--p">Night work.</p>`,
    )
    expect(post).toEqual({
      kind: 'article',
      sourceId: 'medium:efefef121212',
      slug: 'on-ice',
      title: 'On ice',
      dek: 'By night',
      body: 'Night work.',
      image: null,
      authors: ['meherbano'],
      categories: ['cold-food', 'ice'],
      tags: ['cold-food', 'ice'],
      status: 'published',
      visibility: null,
      publishedAt: new Date('2018-08-11T11:23:34Z'),
      updatedAt: null,
      formerAddresses: [],
      notes: [],
    })
  })

  it('keeps pictures in full size, and its cover separately', async () => {
    const cdn = 'https://cdn-images-1.medium.com'
    const { image, body, notes } = await readPost(`${heading}
      <figure id="2b" class="graf graf--figure"><img class="graf-image" data-is-featured="true" alt="Blocks" src="${cdn}/max/800/1*cover.jpeg">
        <figcaption class="imageCaption">Photo by Meher Bano</figcaption></figure>
      <p class="graf graf--p">Night work.</p>
      <figure id="3c" class="graf graf--figure"><div class="aspectRatioPlaceholder"><img class="graf-image" alt="Saw" src="${cdn}/max/600/1*saw.jpeg"></div>
        <figcaption class="imageCaption">The <em>saw</em></figcaption></figure>`)
    expect(image).toEqual({
      src: `${cdn}/max/2560/1*cover.jpeg`,
      alt: 'Blocks',
      caption: null,
      credit: 'Photo by Meher Bano',
    })
    expect(body).toBe(
      `Night work.\n\n::figure{src="${cdn}/max/2560/1*saw.jpeg" alt="Saw" caption="The saw"}`,
    )
    expect(notes).toEqual([])
  })

  it('keeps its cover in the text if other text precedes it', async () => {
    const { image, body } = await readPost(
      `${heading}<p>Night work.</p><figure id="2b"><img data-is-featured="true" alt="a" src="https://ice.example/a.jpg"></figure>`,
    )
    expect(image?.src).toBe('https://ice.example/a.jpg')
    expect(body).toContain('::figure{src="https://ice.example/a.jpg"')
  })

  it('keeps quotations, code, embeds and dividers', async () => {
    const { body, notes } = await readPost(`${heading}
      <blockquote class="graf graf--pullquote">Salt is cold.</blockquote>
      <blockquote class="graf graf--blockquote">It melts.</blockquote>
      <pre data-code-block-lang="python" class="graf graf--pre graf--preV2"><span class="pre--content">a = 1<br>b = 2</span></pre>
      <div class="graf graf--mixtapeEmbed"><a href="https://salt.example/a" class="markup--anchor markup--mixtapeEmbed-anchor"><strong class="markup--strong">Salt</strong><br><em class="markup--em">All of it</em>salt.example</a><a href="https://salt.example/a" class="js-mixtapeImage mixtapeImage"></a></div>
      <figure class="graf graf--figure graf--iframe"><iframe src="https://cdn.embedly.com/widgets/media.html?src=https%3A%2F%2Fwww.youtube.com%2Fembed%2FaBcDeFgHiJk&amp;url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DaBcDeFgHiJk"></iframe></figure>
      <figure class="graf graf--figure graf--iframe"><script src="https://gist.github.com/meher/0a1b2c3d.js"></script></figure>
      <div class="section-divider"><hr class="section-divider"></div>
      <p class="graf graf--p">End.</p>`)
    expect(body.split('\n\n')).toEqual([
      ':::pullquote\nSalt is cold.\n:::',
      '> It melts.',
      '```python\na = 1\nb = 2\n```',
      '::embed{url="https://salt.example/a" title="Salt"}',
      '::embed{url="https://www.youtube.com/watch?v=aBcDeFgHiJk" title="Video on YouTube"}',
      '::embed{url="https://gist.github.com/meher/0a1b2c3d" title="Code on GitHub"}',
      '---',
      'End.',
    ])
    expect(notes).toEqual([])
  })

  it('has no excerpt if Medium cut it from the text', async () => {
    const post = await readPost(`${heading}<p>Night work is long and cold.</p>`, {
      subtitle: 'Night work is…',
    })
    expect(post.dek).toBeNull()
  })

  it('is a draft if the file says so, with the profile’s author', async () => {
    const { posts, items, site } = await readZip({
      'posts/draft_Salt-ababab121212.html': page('<p>Not yet.</p>', {
        title: 'Salt',
        end: draftFooter,
      }),
      'profile/profile.html': `<html><body><section class="h-card"><h3 class="p-name">Meher Bano</h3>
        <img class="u-photo" src="https://cdn-images-1.medium.com/fit/c/200/200/1*me.jpeg">
        <li><a class="u-url" href="https://medium.com/@meherbano">@meherbano</a></li>
        <li><b>Email address:</b> meher@ice.example</li></section></body></html>`,
      'bookmarks/bookmarks-0001.html': '<p>a</p>',
      'claps/claps-0001.html': '<p>a</p>',
    })
    expect(site?.address).toBe('https://medium.com/@meherbano')
    expect(posts[0]).toMatchObject({
      sourceId: 'medium:ababab121212',
      slug: 'salt',
      status: 'draft',
      publishedAt: null,
      authors: ['meherbano'],
    })
    expect(items[0]).toEqual({
      item: 'author',
      author: {
        key: 'meherbano',
        name: 'Meher Bano',
        slug: 'meherbano',
        bio: null,
        portrait: {
          src: 'https://cdn-images-1.medium.com/fit/c/200/200/1*me.jpeg',
          alt: null,
          caption: null,
          credit: null,
        },
        formerAddresses: [],
      },
    })
    expect(items.at(-1)).toMatchObject({ item: 'excluded', title: '2 other files' })
    expect(JSON.stringify(items)).not.toContain('meher@')
  })

  it.each([
    ['https://ice.example/on-ice-efefef121212', ['/on-ice-efefef121212'], []],
    ['https://ice.medium.com/on-ice-efefef121212', [], []],
    ['https://older.example/ice', [], ['has another canonical address: https://older.example/ice']],
    ['javascript:a()', [], []],
  ])('redirects from %s to itself if possible', async (canonical, formerAddresses, notes) => {
    const end = footer.replace(/https:\/\/medium.com\/@MeherBano\/on-ice-\w+/, canonical)
    expect(await readPost(`${heading}<p>a</p>`, { end })).toMatchObject({ formerAddresses, notes })
  })
})

describe('a response to another story', () => {
  const short = 'So true, and so cold as well.'
  it('is left out, and reported', async () => {
    const { items } = await readZip({
      [file]: page(`<p class="graf graf--p graf--leading">${short}</p>`, {
        title: 'So true, and…',
        subtitle: '',
      }),
    })
    expect(items).toEqual([
      {
        item: 'excluded',
        sourceId: 'medium:efefef121212',
        title: 'So true, and…',
        reason: 'is a response to another story',
      },
    ])
  })

  it('is a draft if it is long enough for a story', async () => {
    const long = `<p>${short}</p>${`<p>${'More of it. '.repeat(30)}</p>`.repeat(6)}`
    const post = await readPost(long, { title: short, subtitle: '' })
    expect(post).toMatchObject({
      status: 'draft',
      notes: [expect.stringContaining('may be a response')],
    })
  })

  it('doesn’t include a short story with a title or a picture', async () => {
    const figure = '<figure><img src="https://ice.example/a.jpg" alt="a"></figure>'
    for (const content of [`${heading}<p>On ice.</p>`, `<p>On ice.</p>${figure}`])
      expect(await readPost(content)).toMatchObject({ status: 'published' })
  })
})

describe('a Medium export', () => {
  it('is read from its unpacked folder', async () => {
    const root = createTestFolder({ [`medium-export/${file}`]: page(`${heading}<p>a</p>`) })
    expect((await read(root)).posts).toHaveLength(1)
  })

  it('names pages that aren’t posts', async () => {
    const { items } = await readZip({ [file]: '<p>a</p>', 'posts/latin.html': page('<p> </p>') })
    expect(items).toMatchObject([
      { item: 'excluded', reason: 'isn’t a page of a Medium export' },
      { item: 'excluded', reason: 'has no text' },
    ])
  })

  it('is refused if it has no posts', async () => {
    const { failure } = await readZip({ 'posts.csv': 'a' })
    expect(failure?.reason).toContain('isn’t a Medium export')
  })
})
