import { describe, expect, it } from 'vitest'
import { categoryFeed } from './addresses.ts'
import { createFeed, type FeedStory, withWholeAddresses } from './feed.ts'
import { faultsInRss } from './grammar.ts'
import { jsonFeedDocument } from './json-feed.ts'
import { rssDocument } from './rss.ts'

const origin = new URL('https://verandah.example')

const story: FeedStory = {
  slug: 'dal-and-rain',
  title: 'Dal & <rain> ]]> \u0007 “quoted”',
  dek: 'A dek',
  category: 'film-and-tv',
  tags: ['sriLanka'],
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
const leadInOf = () => '<p>Lead-in, <a href="/about">about</a></p>'
const feed = (stories: readonly FeedStory[]) =>
  createFeed(categoryFeed('film-and-tv'), page, stories, leadInOf, origin)

describe('a feed', () => {
  it('has the dates of its stories, not of a clock', () => {
    expect(feed([story, older])).toMatchObject({
      publishedAt: story.publishedAt,
      changedAt: new Date('2026-11-03T00:00:00Z'),
      feedUrl: 'https://verandah.example/category/film-and-tv/feed',
      pageUrl: 'https://verandah.example/category/film-and-tv',
    })
    expect(rssDocument(feed([story]), origin)).toBe(rssDocument(feed([story]), origin))
  })

  it('is sound RSS, whatever a title holds, and with nothing in it', async () => {
    const documents = [[story, older], []].map((stories, index) => ({
      fileName: `${index}.xml`,
      contents: rssDocument(feed(stories), origin),
    }))
    expect(await faultsInRss(documents)).toEqual([])
    expect(documents[0]!.contents).toContain('<pubDate>Sun, 01 Nov 2026 04:05:06 GMT</pubDate>')
    expect(documents[0]!.contents).toContain('<dc:creator>An &amp; Other</dc:creator>')
  })

  it('is told from a broken one by its grammar', async () => {
    const sound = rssDocument(feed([story]), origin)
    const breaks: [RegExp, string][] = [
      [/<link>https:[^<]*<\/link>/, ''],
      [/GMT<\/pubDate>/, 'Z</pubDate>'],
      [/isPermaLink="true"/, ''],
      [/<height>144</, '<height>401<'],
      [/<item>/, '<item><comments>x</comments>'],
    ]
    for (const [what, instead] of breaks) {
      const contents = sound.replace(what, instead)
      expect(await faultsInRss([{ fileName: 'broken.xml', contents }])).not.toEqual([])
    }
  })

  it('says the same as JSON', () => {
    const json = JSON.parse(jsonFeedDocument(feed([story]), origin))
    expect(json.items).toEqual([
      {
        id: 'https://verandah.example/dal-and-rain',
        url: 'https://verandah.example/dal-and-rain',
        title: story.title,
        summary: 'A dek',
        content_html: expect.stringContaining('Lead-in'),
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

describe('addresses in what is read elsewhere', () => {
  it.each([
    ['<a href="/about">', '<a href="https://verandah.example/about">'],
    ['<a href="#fn1">', '<a href="https://verandah.example/story#fn1">'],
    ['<a href="mailto:a@example.com">', '<a href="mailto:a@example.com">'],
    ['<a href="https://x.example/?a=1&amp;b=2">', '<a href="https://x.example/?a=1&amp;b=2">'],
    ['<a href="https://[bad">', '<a href="">'],
    [
      '<img src="/images/a/1080" srcset="/images/a/384 384w" sizes="100vw" loading="lazy" alt="A">',
      '<img src="https://verandah.example/images/a/1080" alt="A">',
    ],
    ['<p>href=&quot;/about&quot;</p>', '<p>href=&quot;/about&quot;</p>'],
  ])('%s', (html, whole) => {
    expect(withWholeAddresses(html, 'https://verandah.example/story')).toBe(whole)
  })
})
