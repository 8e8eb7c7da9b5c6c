import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildWxr, readText, sample, samples } from './testing/wordpress-export.ts'

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
      '1 of type nav_menu_item: internal to WordPress',
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
      notes: [
        'a block “latest-posts” was removed: not in the export',
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

  it('names the blog, not the network to which it belongs', async () => {
    const whole = readFileSync(join(samples, 'classic-1.1.xml'), 'utf8')
    const readSite = async (text: string) => (await readText(text)).site?.address
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
  ])('doesn’t publish a post that has a part for some readers only: %s', async (content) => {
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
