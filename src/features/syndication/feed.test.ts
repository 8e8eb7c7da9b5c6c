import { describe, expect, it } from 'vitest'
import { site } from '../../publication/identity.ts'
import { categories } from '../../publication/sections.ts'
import { createFeed, type FeedStory } from './feed.ts'
import { renderJsonFeed } from './json-feed.ts'
import { renderRss } from './rss.ts'
import { respondWithFeed } from './story-feeds.ts'
import { buildCategoryFeedLink } from './syndication-paths.ts'
import { findRssErrors } from './testing/validate-xml.ts'

const origin = new URL('https://verandah.example')

const story: FeedStory = {
  slug: 'dal-and-rain',
  title: 'Dal & <rain> ]]> \u0007 “quoted”',
  dek: 'A dek',
  category: 'film-and-tv',
  tags: [{ name: 'Sri Lanka' }],
  authors: [
    { slug: 'a-writer', name: 'A. Writer' },
    { slug: 'another', name: 'An & Other' },
  ],
  image: { id: 'x-0123456789abcdef', alt: 'A picture', credit: 'Somebody', width: 3, height: 2 },
  publishedAt: new Date('2026-11-01T04:05:06Z'),
  corrections: [{ at: new Date('2026-11-03T00:00:00Z'), text: 'It was a Tuesday.' }],
}
const older = { ...story, slug: 'older', publishedAt: new Date('2026-10-01'), corrections: [] }

const page = { path: '/category/film-and-tv', description: 'Films', subjects: ['Film & TV'] }
const readFreePreview = () => '<p>Free preview, <a href="/about">about</a></p>'
const makeFeed = (stories: readonly FeedStory[]) =>
  createFeed(buildCategoryFeedLink('film-and-tv'), page, stories, readFreePreview, origin)

describe('a feed', () => {
  it('has the dates of its stories', () => {
    expect(makeFeed([story, older])).toMatchObject({
      publishedAt: story.publishedAt,
      changedAt: new Date('2026-11-03T00:00:00Z'),
      feedUrl: 'https://verandah.example/category/film-and-tv/feed',
      pageUrl: 'https://verandah.example/category/film-and-tv',
    })
    expect(renderRss(makeFeed([story]), origin)).toBe(renderRss(makeFeed([story]), origin))
  })

  it('is valid RSS, whatever its titles, without a picture description, and when empty', async () => {
    const undescribed = { ...story, slug: 'b', image: { ...story.image, alt: '' } }
    const documents = [[story, older], [undescribed], []].map((stories, index) => ({
      fileName: `${index}.xml`,
      contents: renderRss(makeFeed(stories), origin),
    }))
    expect(await findRssErrors(documents)).toEqual([])
    expect(documents[0]!.contents).toContain('<media:description type="plain">A picture<')
    expect(documents[1]!.contents).not.toContain('media:description')
    expect(documents[0]!.contents).toContain('<pubDate>Sun, 01 Nov 2026 04:05:06 GMT</pubDate>')
    expect(documents[0]!.contents).toContain('<dc:creator>An &amp; Other</dc:creator>')
  })

  it('leaves out fields that a story doesn’t have', async () => {
    const bare = { ...story, dek: '', image: { ...story.image, alt: '', credit: '' } }
    const contents = renderRss(makeFeed([bare]), origin)
    expect(await findRssErrors([{ fileName: 'bare.xml', contents }])).toEqual([])
    const [, item] = contents.split('<item>')
    expect(item).not.toMatch(/<media:(description|credit)/)
    expect(item).toContain('<description>Free preview, about</description>')
  })

  it('fails validation if it is broken', async () => {
    const validDocument = renderRss(makeFeed([story]), origin)
    const mutations: [RegExp, string][] = [
      [/<link>https:[^<]*<\/link>/, ''],
      [/GMT<\/pubDate>/, 'Z</pubDate>'],
      [/isPermaLink="true"/, ''],
      [/<height>144</, '<height>401<'],
      [/<item>/, '<item><comments>x</comments>'],
    ]
    for (const [pattern, replacement] of mutations) {
      const contents = validDocument.replace(pattern, replacement)
      expect(await findRssErrors([{ fileName: 'broken.xml', contents }])).not.toEqual([])
    }
  })

  it('keeps the id of a story at a new address, and gives another story there its own id', async () => {
    const moved = { ...story, slug: 'moved', identifier: story.slug }
    const another = {
      ...older,
      slug: story.slug,
      identifier: '0f8b0f0e-6b0e-4c43-9d8e-2f7f6f1c0a11',
    }
    const feeds = [[story], [moved, another]].map(makeFeed)
    const [before, after] = feeds.map((feed) =>
      JSON.parse(renderJsonFeed(feed, origin)).items.map(({ id }: { id: string }) => id),
    )
    expect(before).toEqual([`${origin.origin}/${story.slug}`])
    expect(after).toEqual([...before, `${origin.origin}/${another.identifier}`])
    const rss = feeds.map((feed) => renderRss(feed, origin))
    expect(rss[0]).toContain(`<guid isPermaLink="true">${before[0]}</guid>`)
    for (const id of after) expect(rss[1]).toContain(`<guid isPermaLink="false">${id}</guid>`)
    expect(await findRssErrors([{ fileName: 'moved.xml', contents: rss[1]! }])).toEqual([])
  })

  it('states the language of a story with its text', () => {
    const feed = makeFeed([{ ...story, language: 'ur' }, older])
    const [urdu, english] = JSON.parse(renderJsonFeed(feed, origin)).items
    expect(urdu).toMatchObject({
      language: 'ur',
      content_html: expect.stringMatching(/^<div lang="ur" dir="rtl"><p>Free preview.*<\/div><p>/),
    })
    expect(english).not.toHaveProperty('language')
    expect(english.content_html).toMatch(/^<p>/)
  })

  it('has the same content as JSON', () => {
    const { items, ...channel } = JSON.parse(renderJsonFeed(makeFeed([story]), origin))
    // JSON Feed 1.1 requires the version, the title and the items.
    expect(channel).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: `${site.name}: Film & TV`,
      home_page_url: 'https://verandah.example/category/film-and-tv',
      feed_url: 'https://verandah.example/category/film-and-tv/feed',
      description: 'Films',
      icon: 'https://verandah.example/icons/512.png',
      favicon: 'https://verandah.example/icons/144.png',
      authors: [{ name: site.name, url: 'https://verandah.example/' }],
      language: 'en',
    })
    expect(items).toEqual([
      {
        id: 'https://verandah.example/dal-and-rain',
        url: 'https://verandah.example/dal-and-rain',
        title: story.title,
        summary: 'A dek',
        content_html: expect.stringContaining('Free preview'),
        image: 'https://verandah.example/images/x-0123456789abcdef/1200x630',
        date_published: '2026-11-01T04:05:06.000Z',
        date_modified: '2026-11-03T00:00:00.000Z',
        authors: [
          { name: 'A. Writer', url: 'https://verandah.example/author/a-writer' },
          { name: 'An & Other', url: 'https://verandah.example/author/another' },
        ],
        tags: ['Film & TV', 'Sri Lanka'],
      },
    ])
  })
})

/** Lists names and texts in order, up to the first story. */
function readChannelElements(rss: string): (readonly [name: string, text: string])[] {
  const [channel = ''] = rss.split('<item>')
  return [...channel.matchAll(/<(\w+)>([^<>]*)<\/\1>/g)].map(([, name = '', text = '']) => [
    name,
    text.replaceAll('&amp;', '&'),
  ])
}

describe('a list’s feed', () => {
  const author = { slug: 'a-writer', name: 'A. Writer', role: 'critic', place: 'Colombo' }
  const food = categories.food.name
  const { name, description } = site
  type Case = readonly [
    feed: Parameters<typeof respondWithFeed>[0],
    channel: Record<'title' | 'path' | 'description', string>,
    subjects: readonly string[],
    length: number,
  ]
  const cases: readonly Case[] = [
    [
      { kind: 'rss' },
      { title: name, path: '/', description },
      Object.values(categories).map((category) => category.name),
      40,
    ],
    [
      { kind: 'category', slug: 'food' },
      {
        title: `${name}: ${food}`,
        path: '/category/food',
        description: `${food} in ${name}. ${description}`,
      },
      [food],
      20,
    ],
    [
      { kind: 'author', author },
      {
        title: `${name}: A. Writer`,
        path: '/author/a-writer',
        description: `A. Writer, critic of ${name}, Colombo.`,
      },
      [],
      20,
    ],
  ]

  it.each(cases)(
    'has its names, dates and newest stories: %j',
    async (feed, channel, subjects, length) => {
      const { title, path, description } = channel
      const render = (stories: readonly FeedStory[]) =>
        respondWithFeed(feed, stories, readFreePreview, origin).text()
      const link = `https://verandah.example${path}`
      const names = [
        ['title', title],
        ['link', link],
        ['description', description],
        ['language', 'en'],
      ]
      const editor = ['managingEditor', `${site.editorsEmail} (${name})`]
      const rest = [
        ...subjects.map((subject) => ['category', subject]),
        ['docs', 'https://www.rssboard.org/rss-specification'],
        ['ttl', '60'],
        ['url', 'https://verandah.example/icons/144.png'],
        ['title', title],
        ['link', link],
        ['width', '144'],
        ['height', '144'],
      ]
      const full = await render([story, ...Array<FeedStory>(40).fill(older)])
      expect(readChannelElements(full)).toEqual([
        ...names,
        ['copyright', `© 2026 ${name}`],
        editor,
        ['pubDate', 'Sun, 01 Nov 2026 04:05:06 GMT'],
        ['lastBuildDate', 'Tue, 03 Nov 2026 00:00:00 GMT'],
        ...rest,
      ])
      expect(full.match(/<item>/g)).toHaveLength(length)
      // A channel without stories has no dates, and no copyright.
      expect(readChannelElements(await render([]))).toEqual([...names, editor, ...rest])
    },
  )
})
