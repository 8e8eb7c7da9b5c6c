import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { formatNote } from '../../items/note.ts'
import { readExport } from '../testing/read-export.ts'
import { createWordPressReader, type WordPressOptions } from './read-wordpress.ts'

const samples = join(import.meta.dirname, '../testing/samples')
const folder = createTestFolder()

const read = (path: string, options: WordPressOptions = {}) =>
  readExport(createWordPressReader(options), path)
const sample = (name: string, options?: WordPressOptions) => read(join(samples, name), options)

function readText(content: string | Uint8Array, options?: WordPressOptions) {
  const path = join(folder, 'export.xml')
  writeFileSync(path, content)
  return read(path, options)
}

const buildWxr = (content: string, { declaration = '', before = '', more = '' } = {}) =>
  `<?xml version="1.0"${declaration}?>${before}<rss version="2.0"><channel><wp:wxr_version>1.2</wp:wxr_version>
<item><title>One</title><wp:post_id>1</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${more}
<content:encoded><![CDATA[${content}]]></content:encoded></item></channel></rss>`

describe('createWordPressReader', () => {
  it('reads classic posts (WXR 1.1)', async () => {
    const { posts, authors, excluded, failure } = await sample('classic-1.1.xml')
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
        'was pinned to the front page',
        'series “Ferries” not imported',
        '2 comments not imported',
        'custom fields not imported: mood',
        'a picture of a gallery not found in the export',
        'a gallery became 2 figures',
        'a shortcode [weather_box] was removed',
        'a <script> was removed',
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
    expect(excluded.map(({ title, reason }) => `${title}: ${reason}`)).toEqual([
      'In the bin: is in the trash',
      'Ticket to the far bank: has the type “product”; only posts and pages are imported',
      '1 of type nav_menu_item: excluded: internal to WordPress',
    ])
  })

  it('reads blocks (WXR 1.2)', async () => {
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
      notes: ['a block “latest-posts” was removed, without any text', 'a gallery became 2 figures'],
    })
    expect(first!.body).toContain('First with mustard.[^1]')
    expect(first!.body).toContain('[^1]: Ground *that morning*.')
    expect(first!.body).toContain(':::pullquote{by="The cook"}\nBones are the point.\n:::')
    expect(first!.body).toContain('title="The market at five"')
    expect(first!.body).toContain('```\nfry([ilish]);\n\neat();\n```')
    expect(page).toMatchObject({
      kind: 'page',
      publishedAt: null,
      notes: ['“2024-02-30 10:00:00” isn’t a valid date'],
    })
  })

  it('reads WXR 1.0, which lists no authors', async () => {
    const { posts, authors, failure } = await sample('oldest-1.0.xml')
    expect(failure).toBeUndefined()
    expect(authors.map(({ key }) => key)).toEqual(['Meher Bano'])
    expect(posts[0]).toMatchObject({
      categories: ['river'],
      tags: ['boats'],
      authors: ['Meher Bano'],
    })
  })

  it('names the blog, not the network that it belongs to', async () => {
    const whole = readFileSync(join(samples, 'classic-1.1.xml'), 'utf8')
    const readSite = async (text: string) => {
      const path = join(folder, 'network.xml')
      writeFileSync(path, text)
      return (await readExport(createWordPressReader(), path)).site?.address
    }
    const blog = '<wp:base_blog_url>http://ferry.example/blog</wp:base_blog_url>'
    expect(await readSite(whole.replace(/<wp:base_blog_url>.*/, blog))).toBe(
      'http://ferry.example/blog',
    )
    expect((await sample('oldest-1.0.xml')).site?.address).toBe('http://ferry.example')
  })

  it.each([
    '[restrict]a[/restrict]',
    '<!-- wp:premium-content/subscriber-view --><p>a</p><!-- /wp:premium-content/subscriber-view -->',
    '<!-- wp:jetpack/paywall /--><p>a</p>',
  ])('publishes no post with a part for some readers only: %s', async (content) => {
    const { posts } = await readText(buildWxr(content))
    const note = 'a part that only some readers could see: imported as a draft'
    expect(posts).toMatchObject([{ status: 'draft', notes: expect.arrayContaining([note]) }])
  })

  it('never publishes a private or password-protected post', async () => {
    const { posts } = await sample('blocks-1.2.xml')
    expect(posts.at(-1)).toMatchObject({
      status: 'private',
      title: '',
      slug: '%e0%a6%a8%e0%a6%a6%e0%a7%80',
      formerAddresses: [],
    })
    const classic = await sample('classic-1.1.xml')
    const behindPassword = classic.posts.find(({ title }) => title === 'Notes for nobody')!
    expect(behindPassword.status).toBe('password-protected')
    expect(JSON.stringify(behindPassword)).not.toContain('sesame')
    expect(JSON.stringify(classic)).not.toMatch(/home\.example|meher@/)
  })

  it('reads dates without a zone in the given time zone', async () => {
    const dated = async (timeZone?: string) => {
      const { posts } = await sample('classic-1.1.xml', { timeZone })
      return posts.find(({ slug }) => slug === 'notes')!
    }
    expect((await dated()).notes).toContain(
      'date without a time zone: 2014-05-03 10:00:00 read as UTC',
    )
    expect((await dated('Asia/Kolkata')).publishedAt).toEqual(new Date('2014-05-03T04:30:00Z'))
    expect((await dated('America/New_York')).publishedAt).toEqual(new Date('2014-05-03T14:00:00Z'))
    expect(
      (await sample('classic-1.1.xml', { timeZone: 'Mars/Olympus' })).failure?.reason,
    ).toContain('Mars/Olympus')
  })
})

describe('createWordPressReader with a broken or hostile export', () => {
  it('yields the complete posts of a truncated file, then a failure with its line', async () => {
    const whole = readFileSync(join(samples, 'classic-1.1.xml'))
    const all = (await sample('classic-1.1.xml')).posts
    for (let length = 500; length < whole.length - 10; length += 1000) {
      const { posts, failure } = await readText(whole.subarray(0, length))
      expect(failure?.reason, `${length} bytes`).toMatch(/incomplete|well-formed/)
      expect(failure?.line).toBeGreaterThan(0)
      // Only pictures after the cut may differ.
      expect(posts.map(({ sourceId }) => sourceId)).toEqual(
        all.slice(0, posts.length).map(({ sourceId }) => sourceId),
      )
    }
  })

  it.each([
    [
      'entities that multiply',
      buildWxr('a', { before: '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' }),
      'entities',
    ],
    [
      'entities from elsewhere',
      buildWxr('a', {
        before: '<!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        more: '<excerpt:encoded>&a;</excerpt:encoded>',
      }),
      'entities',
    ],
    ['a feed', '<rss><channel><item><title>a</title></item></channel></rss>', 'is an RSS feed'],
    ['an empty feed', '<rss><channel></channel></rss>', 'isn’t a WordPress export'],
    ['a page', '<html><body></body></html>', '<html>'],
    ['JSON', '{"db":[]}', 'is JSON, not a WordPress export'],
    ['nothing', '', 'well-formed'],
    [
      'an unknown version',
      '<rss><channel><wp:wxr_version>7</wp:wxr_version></channel></rss>',
      'WXR 7',
    ],
    ['an unknown encoding', buildWxr('a', { declaration: ' encoding="klingon"' }), 'klingon'],
    ['tags that cross', buildWxr('a', { more: '<a><b></a></b>' }), 'well-formed'],
    ['elements without an end', `<rss><channel>${'<a>'.repeat(100_000)}`, 'nested too deeply'],
    [
      'too many parts',
      buildWxr('a', { more: '<wp:postmeta></wp:postmeta>'.repeat(100_001) }),
      'parts',
    ],
  ])('refuses %s', async (_, content, reason) => {
    const { failure } = await readText(content)
    expect(failure?.reason).toContain(reason)
  })

  it('refuses bytes that aren’t in its encoding, with the line', async () => {
    const content = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<rss>\n<channel>\n<title>caf'),
      Buffer.from([0xe9]),
      Buffer.from('</title>\n'),
    ])
    expect((await readText(content)).failure).toEqual({
      reason: 'contains bytes that aren’t UTF-8',
      line: 4,
    })
  })

  it.each([
    [
      'UTF-8 with its mark',
      Buffer.from(`\uFEFF${buildWxr('é “x”', { declaration: ' encoding="UTF-8"' })}`),
    ],
    [
      'UTF-16 with its mark',
      Buffer.from(`\uFEFF${buildWxr('é “x”', { declaration: ' encoding="UTF-16"' })}`, 'utf16le'),
    ],
    ['UTF-16, the other way', Buffer.from(`\uFEFF${buildWxr('é “x”')}`, 'utf16le').swap16()],
    [
      'Windows’s Latin',
      Buffer.from(
        buildWxr('é \u0093x\u0094', { declaration: ' encoding="windows-1252"' }),
        'latin1',
      ),
    ],
    [
      'ISO’s Latin, as browsers read it',
      Buffer.from(buildWxr('é \u0093x\u0094', { declaration: " encoding='ISO-8859-1'" }), 'latin1'),
    ],
  ])('reads %s', async (_, content) => {
    const { posts, failure } = await readText(content)
    expect(failure).toBeUndefined()
    expect(posts[0]!.body).toBe('é “x”')
  })

  it('removes control characters with a note of the line', async () => {
    const { posts, items, failure } = await readText(buildWxr('a\u0008b\u001fc\uffffd'))
    expect(failure).toBeUndefined()
    expect(posts[0]).toMatchObject({ body: 'abcd', notes: [] })
    const notes = items.flatMap((item) => (item.item === 'note' ? [formatNote(item.note)] : []))
    expect(notes).toEqual(['control characters were removed in line 3'])
  })

  it('excludes a post of 50 MB, and continues with the next', async () => {
    const next =
      ']]></content:encoded></item><item><wp:post_id>2</wp:post_id><wp:post_type>post</wp:post_type><content:encoded><![CDATA[b'
    const { posts, excluded, failure } = await readText(
      buildWxr(`${'<p>word</p>\n'.repeat(4_200_000)}${next}`),
    )
    expect(failure).toBeUndefined()
    expect(excluded).toEqual([
      expect.objectContaining({
        sourceId: 'wordpress:1',
        reason: expect.stringContaining('longer than 4,000,000 characters'),
      }),
    ])
    expect(posts.map(({ body }) => body)).toEqual(['b'])
  })

  it('removes scripts from every field', async () => {
    const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    const { posts } = await readText(
      buildWxr(`${script}<svg onload=alert(1)>`, {
        more: `<excerpt:encoded><![CDATA[${script}]]></excerpt:encoded>`,
      }).replace('One', `<![CDATA[${script}Two]]>`),
    )
    expect(posts[0]).toMatchObject({ title: 'Two', dek: null, body: '::figure{src="/x" alt=""}' })
  })
})
