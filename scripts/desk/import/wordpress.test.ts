import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { ImportedAuthor, ImportedItem, ImportedPost, ImportFailure } from './imported.ts'
import { harmIn, rendered } from './rendered.ts'
import { readWordPress, type WordPressOptions } from './wordpress.ts'

const samples = join(import.meta.dirname, 'samples')
const folder = mkdtempSync(join(tmpdir(), 'wordpress-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Read = {
  readonly posts: readonly ImportedPost[]
  readonly authors: readonly ImportedAuthor[]
  readonly leftOut: readonly Extract<ImportedItem, { item: 'left-out' }>[]
  readonly failure: ImportFailure | undefined
}

async function read(path: string, options: WordPressOptions = {}): Promise<Read> {
  const items: ImportedItem[] = []
  let failure: ImportFailure | undefined
  for await (const result of readWordPress(options)(path)) {
    expect(failure).toBeUndefined()
    if (result.ok) items.push(result.value)
    else failure = result.failure
  }
  const posts = items.flatMap((item) => (item.item === 'post' ? [item.post] : []))
  for (const { body } of posts) expect(harmIn(rendered(body))).toEqual([])
  return {
    posts,
    authors: items.flatMap((item) => (item.item === 'author' ? [item.author] : [])),
    leftOut: items.flatMap((item) => (item.item === 'left-out' ? [item] : [])),
    failure,
  }
}

const sample = (name: string, options?: WordPressOptions) => read(join(samples, name), options)

function readText(content: string | Uint8Array, options?: WordPressOptions) {
  const path = join(folder, 'export.xml')
  writeFileSync(path, content)
  return read(path, options)
}

/** An export of one post, with more parts of an item if wanted. */
const wxr = (content: string, { declaration = '', before = '', more = '' } = {}) =>
  `<?xml version="1.0"${declaration}?>${before}<rss version="2.0"><channel><wp:wxr_version>1.2</wp:wxr_version>
<item><title>One</title><wp:post_id>1</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${more}
<content:encoded><![CDATA[${content}]]></content:encoded></item></channel></rss>`

describe('an export of WordPress', () => {
  it('is read from before there were blocks (1.1)', async () => {
    const { posts, authors, leftOut, failure } = await sample('classic-1.1.xml')
    expect(failure).toBeUndefined()
    expect(authors).toEqual([
      {
        key: 'meher',
        name: 'Meher & Co',
        slug: 'meher',
        bio: null,
        portrait: null,
        formerAddresses: ['/author/meher/'],
      },
    ])
    expect(posts[0]).toEqual({
      kind: 'article',
      sourceId: 'wordpress:11',
      slug: 'water',
      title: 'Water & what it carries',
      dek: 'A boat, a river …',
      body: expect.any(String),
      image: {
        src: 'http://ferry.example/wp-content/uploads/mist.png',
        alt: null,
        caption: null,
        credit: null,
      },
      authors: ['meher'],
      categories: ['river'],
      tags: ['boats'],
      status: 'published',
      visibility: null,
      publishedAt: new Date('2014-05-01T08:30:00Z'),
      updatedAt: null,
      formerAddresses: ['/2014/05/water/', '/2014/05/the-water/'],
      notes: [
        'its featured picture has no alternative text',
        'it was pinned to the front page',
        'its series “Ferries” was left behind',
        '2 comments left behind',
        'its own fields were left behind: mood',
        'a picture has no alternative text',
        'a picture of a gallery could not be found in the export',
        'a gallery became 2 figures',
        'a shortcode [weather_box] was left out',
        'a <script> was left out',
      ],
    })
    expect(posts[0]!.body).toBe(
      [
        'The boat left at **six**.\\\nIt came back at ten.',
        '<!-- more -->',
        '::figure{src="http://ferry.example/wp-content/uploads/boat.jpg" alt="A flat boat" caption="The boat, empty"}',
        'As [we wrote](/2014/04/mud/), nobody was on it \\[sic].',
        '::figure{src="http://ferry.example/wp-content/uploads/boat.jpg" alt="A flat boat from above" caption="The boat at the lower ghat"}',
        '::figure{src="http://ferry.example/wp-content/uploads/mist.png" alt=""}',
        '::embed{url="https://www.youtube.com/watch?v=aBcDeFgHiJk" title="Video on YouTube"}',
        'The end of a CDATA, ]]>, is two.',
      ].join('\n\n'),
    )
    expect(leftOut.map(({ title, reason }) => `${title}: ${reason}`)).toEqual([
      'In the bin: is in the trash',
      'Ticket to the far bank: is a “product”; posts and pages are taken along',
      '1 of type nav_menu_item: is a part of WordPress, not of the publication',
    ])
  })

  it('is read with its blocks (1.2)', async () => {
    const { posts, authors } = await sample('blocks-1.2.xml')
    expect(authors.map(({ name }) => name)).toEqual(['Meher Bano', 'Guest Cook'])
    const [first, page] = posts
    expect(first).toMatchObject({
      title: 'Ilish, twice',
      dek: 'Mustard, then steam.',
      authors: ['meher', 'guest-cook'],
      categories: ['food', 'river'],
      status: 'scheduled',
      publishedAt: new Date('2024-07-01T10:00:00Z'),
      updatedAt: new Date('2024-07-02T10:00:00Z'),
      notes: [
        'a block “latest-posts” was left out: it has no text of its own',
        'a gallery became 2 figures',
      ],
    })
    expect(first!.body).toContain('First with mustard.[^1]')
    expect(first!.body).toContain('[^1]: Ground *that morning*.')
    expect(first!.body).toContain(':::pullquote{by="The cook"}\nBones are the point.\n:::')
    expect(first!.body).toContain('title="The market at five"')
    expect(first!.body).toContain('```\nfry([ilish]);\n\neat();\n```')
    expect(page).toMatchObject({
      kind: 'page',
      publishedAt: null,
      notes: ['“2024-02-30 10:00:00” is no date'],
    })
  })

  it('is read from the days of 1.0, which lists no authors', async () => {
    const { posts, authors, failure } = await sample('oldest-1.0.xml')
    expect(failure).toBeUndefined()
    expect(authors.map(({ key }) => key)).toEqual(['Meher Bano'])
    expect(posts[0]).toMatchObject({
      categories: ['river'],
      tags: ['boats'],
      authors: ['Meher Bano'],
    })
  })

  it('never makes public what was not', async () => {
    const { posts } = await sample('blocks-1.2.xml')
    expect(posts.at(-1)).toMatchObject({
      status: 'private',
      title: '',
      slug: '%e0%a6%a8%e0%a6%a6%e0%a7%80',
      formerAddresses: [],
    })
    const classic = await sample('classic-1.1.xml')
    const behindPassword = classic.posts.find(({ title }) => title === 'Notes for nobody')!
    expect(behindPassword.status).toBe('behind-password')
    expect(JSON.stringify(behindPassword)).not.toContain('sesame')
    expect(JSON.stringify(classic)).not.toMatch(/home\.example|meher@/)
  })

  it('reads dates without a zone by the clock that it is given', async () => {
    const dated = async (zone?: string) => {
      const { posts } = await sample('classic-1.1.xml', { zone })
      return posts.find(({ slug }) => slug === 'notes')!
    }
    expect((await dated()).notes).toContain(
      'its date has no zone: 2014-05-03 10:00:00 was taken as UTC',
    )
    expect((await dated('Asia/Kolkata')).publishedAt).toEqual(new Date('2014-05-03T04:30:00Z'))
    expect((await dated('America/New_York')).publishedAt).toEqual(new Date('2014-05-03T14:00:00Z'))
    expect((await sample('classic-1.1.xml', { zone: 'Mars/Olympus' })).failure?.reason).toContain(
      'Mars/Olympus',
    )
  })

  it('yields two posts of one slug, and leaves it to the editor', async () => {
    const { posts } = await readText(
      wxr('a', {
        more: '<wp:post_name>s</wp:post_name></item><item><wp:post_id>2</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_name>s</wp:post_name>',
      }),
    )
    expect(posts.map(({ slug }) => slug)).toEqual(['s', 's'])
  })
})

describe('a broken or hostile export of WordPress', () => {
  it('may be cut off anywhere: what is whole comes, then a failure with its line', async () => {
    const whole = readFileSync(join(samples, 'classic-1.1.xml'))
    const all = (await sample('classic-1.1.xml')).posts
    for (let length = 500; length < whole.length - 10; length += 1000) {
      const { posts, failure } = await readText(whole.subarray(0, length))
      expect(failure?.reason, `${length} bytes`).toMatch(/cut off|well-formed/)
      expect(failure?.line).toBeGreaterThan(0)
      // Pictures that stand after the cut cannot be known; the posts are the same ones.
      expect(posts.map(({ sourceId }) => sourceId)).toEqual(
        all.slice(0, posts.length).map(({ sourceId }) => sourceId),
      )
    }
  })

  it.each([
    [
      'entities that multiply',
      wxr('a', { before: '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' }),
      'entities',
    ],
    [
      'entities from elsewhere',
      wxr('a', {
        before: '<!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        more: '<excerpt:encoded>&a;</excerpt:encoded>',
      }),
      'entities',
    ],
    ['a feed', '<rss><channel><item><title>a</title></item></channel></rss>', 'is an RSS feed'],
    ['an empty feed', '<rss><channel></channel></rss>', 'not an export'],
    ['a page', '<html><body></body></html>', '<html>'],
    ['JSON', '{"db":[]}', 'well-formed'],
    ['nothing', '', 'well-formed'],
    [
      'an unknown version',
      '<rss><channel><wp:wxr_version>7</wp:wxr_version></channel></rss>',
      'version 7',
    ],
    ['an unknown encoding', wxr('a', { declaration: ' encoding="klingon"' }), 'klingon'],
    ['tags that cross', wxr('a', { more: '<a><b></a></b>' }), 'well-formed'],
    ['elements without an end', `<rss><channel>${'<a>'.repeat(100_000)}`, 'deeper'],
    ['too many parts', wxr('a', { more: '<wp:postmeta></wp:postmeta>'.repeat(100_001) }), 'parts'],
  ])('is refused: %s', async (_, content, reason) => {
    const { failure } = await readText(content)
    expect(failure?.reason).toContain(reason)
  })

  it('is refused where its bytes are not of its encoding, with the line', async () => {
    const content = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<rss>\n<channel>\n<title>caf'),
      Buffer.from([0xe9]),
      Buffer.from('</title>\n'),
    ])
    expect((await readText(content)).failure).toEqual({
      reason: 'holds bytes that are not UTF-8',
      line: 4,
    })
  })

  it.each([
    [
      'UTF-8 with its mark',
      Buffer.from(`\uFEFF${wxr('é “x”', { declaration: ' encoding="UTF-8"' })}`),
    ],
    [
      'UTF-16 with its mark',
      Buffer.from(`\uFEFF${wxr('é “x”', { declaration: ' encoding="UTF-16"' })}`, 'utf16le'),
    ],
    ['UTF-16, the other way', Buffer.from(`\uFEFF${wxr('é “x”')}`, 'utf16le').swap16()],
    [
      'Windows’s Latin',
      Buffer.from(wxr('é \u0093x\u0094', { declaration: ' encoding="windows-1252"' }), 'latin1'),
    ],
    [
      'ISO’s Latin, as browsers read it',
      Buffer.from(wxr('é \u0093x\u0094', { declaration: " encoding='ISO-8859-1'" }), 'latin1'),
    ],
  ])('is read in %s', async (_, content) => {
    const { posts, failure } = await readText(content)
    expect(failure).toBeUndefined()
    expect(posts[0]!.body).toBe('é “x”')
  })

  it('loses its control characters, and says so', async () => {
    const { posts, failure } = await readText(wxr('a\u0008b\u001fc\uffffd'))
    expect(failure).toBeUndefined()
    expect(posts[0]).toMatchObject({ body: 'abcd', notes: ['3 control characters were taken out'] })
  })

  it('may hold a post of 50 MB: it is left out with its size, and the next one comes', async () => {
    const next =
      ']]></content:encoded></item><item><wp:post_id>2</wp:post_id><wp:post_type>post</wp:post_type><content:encoded><![CDATA[b'
    const { posts, leftOut, failure } = await readText(
      wxr(`${'<p>word</p>\n'.repeat(4_200_000)}${next}`),
    )
    expect(failure).toBeUndefined()
    expect(leftOut).toEqual([
      expect.objectContaining({
        sourceId: 'wordpress:1',
        reason: expect.stringContaining('50,400,000 characters'),
      }),
    ])
    expect(posts.map(({ body }) => body)).toEqual(['b'])
  })

  it('leaves no script in any place that is shown', async () => {
    const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    const { posts } = await readText(
      wxr(`${script}<svg onload=alert(1)>`, {
        more: `<excerpt:encoded><![CDATA[${script}]]></excerpt:encoded>`,
      }).replace('One', `<![CDATA[${script}Two]]>`),
    )
    expect(posts[0]).toMatchObject({ title: 'Two', dek: null, body: '::figure{src="/x" alt=""}' })
  })
})
