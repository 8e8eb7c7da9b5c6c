import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faultsInSitemaps } from './grammar.ts'
import {
  byMonth,
  latestOf,
  newsAt,
  newsSitemapDocument,
  type SitemapEntry,
  sitemapDocument,
  sitemapIndexDocument,
  splitSitemap,
} from './sitemap.ts'

const origin = new URL('https://verandah.example')
const entry = (path: string): SitemapEntry => ({ path, changedAt: null, picture: null })
const now = new Date('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600_000)
const story = (slug: string, publishedAt: Date) => ({ slug, publishedAt, title: `On ${slug} & co` })

describe('sitemaps', () => {
  it('hold every entry once and never more than the limit', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 50 }), (count, limit) => {
        const entries = Array.from({ length: count }, (_, index) => entry(`/${index}`))
        const sitemaps = splitSitemap('2026-11', entries, limit)
        expect(sitemaps.flatMap((sitemap) => sitemap.entries)).toEqual(entries)
        expect(sitemaps.every((sitemap) => sitemap.entries.length <= limit)).toBe(true)
        expect(new Set(sitemaps.map(({ name }) => name)).size).toBe(sitemaps.length)
      }),
    )
  })

  it('of earlier months and of full files stay as they are when a story comes', () => {
    const before = [story('a', new Date('2026-10-31T23:59:59Z')), story('b', hoursAgo(9))]
    const after = [...before, story('c', hoursAgo(1))]
    expect([...byMonth(after).keys()]).toEqual(['2026-10', '2026-11'])
    expect(byMonth(after).get('2026-10')).toEqual(byMonth(before).get('2026-10'))
    const [full] = splitSitemap('x', [entry('/1'), entry('/2')], 2)
    expect(splitSitemap('x', [entry('/1'), entry('/2'), entry('/3')], 2)).toEqual([
      full,
      { name: 'x-2', entries: [entry('/3')] },
    ])
  })

  it('stay below 50 MB with 50,000 entries of the longest addresses', () => {
    const one = { path: `/${'x'.repeat(120)}`, changedAt: now, picture: 'y'.repeat(140) }
    const document = sitemapDocument({ name: 'x', entries: [one] }, origin)
    expect(document.length * 50_000).toBeLessThan(50 * 1024 * 1024)
  })

  it('know when they last changed', () => {
    const old = { ...entry('/a'), changedAt: hoursAgo(50) }
    expect(latestOf([old, { ...entry('/b'), changedAt: now }, entry('/c')])).toEqual(now)
    expect(latestOf([entry('/c')])).toBe(null)
  })
})

describe('the news', () => {
  it('is that of two days, newest first, at most a thousand', () => {
    const stories = [1, 47.9, 48.1, 100].map((hours) => story(`h${hours}`, hoursAgo(hours)))
    const early = story('early', hoursAgo(-1))
    expect(newsAt([early, ...stories], now).map(({ slug }) => slug)).toEqual(['h1', 'h47.9'])
    const many = Array.from({ length: 1500 }, (_, index) => story(`s${index}`, hoursAgo(1)))
    expect(newsAt(many, now)).toEqual(many.slice(0, 1000))
  })
})

describe('the documents', () => {
  const urls = sitemapDocument(
    {
      name: '2026-11',
      entries: [{ path: '/a', changedAt: now, picture: 'p-0123456789abcdef' }, entry('/b')],
    },
    origin,
  )

  it('keep to their grammar', async () => {
    const news = newsAt([story('a', hoursAgo(2))], now)
    const documents = [
      urls,
      newsSitemapDocument(news, origin),
      newsSitemapDocument([], origin),
      sitemapIndexDocument([{ name: 'news', changedAt: now }], origin),
    ].map((contents, index) => ({ fileName: `${index}.xml`, contents }))
    expect(await faultsInSitemaps(documents)).toEqual([])
    expect(documents[1]!.contents).toContain('<news:title>On a &amp; co</news:title>')
  })

  it('are told from broken ones by it', async () => {
    const breaks: [string, string][] = [
      ['<loc>https://verandah.example/b</loc>', '<loc>/b</loc>'],
      ['<loc>https://verandah.example/b</loc>', '<loc>https://verandah.example/a</loc>'],
      ['.000Z</lastmod>', ' o’clock</lastmod>'],
      ['<lastmod>', '<priority>1</priority><lastmod>'],
      ['image:loc', 'image:location'],
    ]
    for (const [what, instead] of breaks) {
      const contents = urls.replaceAll(what, instead)
      expect(contents).not.toBe(urls)
      expect(await faultsInSitemaps([{ fileName: 'broken.xml', contents }])).not.toEqual([])
    }
  })
})
