import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectNews } from '../../domain/archive/news.ts'
import {
  findLatestChange,
  groupByMonth,
  renderNewsSitemap,
  renderSitemap,
  renderSitemapIndex,
  type SitemapEntry,
  splitSitemap,
} from './sitemap.ts'
import { findSitemapErrors } from './testing/validate-xml.ts'

const origin = new URL('https://verandah.example')
const makeEntry = (path: string): SitemapEntry => ({ path, changedAt: null, imageId: null })
const now = new Date('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600_000)
const makeStory = (slug: string, publishedAt: Date) => ({
  slug,
  publishedAt,
  title: `On ${slug} & co`,
})

describe('sitemaps', () => {
  it('contain every entry once, within the limit', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 50 }), (count, limit) => {
        const entries = Array.from({ length: count }, (_, index) => makeEntry(`/${index}`))
        const sitemaps = splitSitemap('2026-11', entries, limit)
        expect(sitemaps.flatMap((sitemap) => sitemap.entries)).toEqual(entries)
        expect(sitemaps.every((sitemap) => sitemap.entries.length <= limit)).toBe(true)
        expect(sitemaps.every((sitemap) => sitemap.entries.length > 0)).toBe(true)
        expect(new Set(sitemaps.map(({ name }) => name)).size).toBe(sitemaps.length)
      }),
    )
  })

  it('don’t change with a new story if they’re full or of earlier months', () => {
    const before = [makeStory('a', new Date('2026-10-31T23:59:59Z')), makeStory('b', hoursAgo(9))]
    const after = [...before, makeStory('c', hoursAgo(1))]
    expect([...groupByMonth(after).keys()]).toEqual(['2026-10', '2026-11'])
    expect(groupByMonth(after).get('2026-10')).toEqual(groupByMonth(before).get('2026-10'))
    const [full] = splitSitemap('x', [makeEntry('/1'), makeEntry('/2')], 2)
    expect(splitSitemap('x', [makeEntry('/1'), makeEntry('/2'), makeEntry('/3')], 2)).toEqual([
      full,
      { name: 'x-2', entries: [makeEntry('/3')] },
    ])
  })

  it('stay below 50 MB with 50,000 entries of the longest addresses', () => {
    const one = { path: `/${'x'.repeat(120)}`, changedAt: now, imageId: 'y'.repeat(140) }
    const document = renderSitemap({ name: 'x', entries: [one] }, origin)
    expect(document.length * 50_000).toBeLessThan(50 * 1024 * 1024)
  })

  it('state when they last changed', () => {
    const old = { ...makeEntry('/a'), changedAt: hoursAgo(50) }
    expect(
      findLatestChange([old, { ...makeEntry('/b'), changedAt: now }, makeEntry('/c')]),
    ).toEqual(now)
    expect(findLatestChange([makeEntry('/c')])).toBe(null)
  })
})

describe('the news sitemap', () => {
  it('contains the news of two days, newest first, and at most a thousand stories', () => {
    const stories = [1, 47.9, 48.1, 100].map((hours) => makeStory(`h${hours}`, hoursAgo(hours)))
    const future = makeStory('early', hoursAgo(-1))
    expect(selectNews([future, ...stories], now).map(({ slug }) => slug)).toEqual(['h1', 'h47.9'])
    const many = Array.from({ length: 1500 }, (_, index) => makeStory(`s${index}`, hoursAgo(1)))
    expect(selectNews(many, now)).toEqual(many.slice(0, 1000))
  })
})

describe('the sitemaps’ XML', () => {
  const urls = renderSitemap(
    {
      name: '2026-11',
      entries: [{ path: '/a', changedAt: now, imageId: 'p-0123456789abcdef' }, makeEntry('/b')],
    },
    origin,
  )

  it('is valid', async () => {
    const news = selectNews([makeStory('a', hoursAgo(2))], now)
    const documents = [
      urls,
      renderNewsSitemap(news, origin),
      renderNewsSitemap([], origin),
      renderSitemapIndex([{ name: 'news', changedAt: now }], origin),
    ].map((contents, index) => ({ fileName: `${index}.xml`, contents }))
    expect(await findSitemapErrors(documents)).toEqual([])
    expect(documents[1]!.contents).toContain('<news:title>On a &amp; co</news:title>')
  })

  it('fails validation if it is broken', async () => {
    const mutations: [string, string][] = [
      ['<loc>https://verandah.example/b</loc>', '<loc>/b</loc>'],
      ['<loc>https://verandah.example/b</loc>', '<loc>https://verandah.example/a</loc>'],
      ['.000Z</lastmod>', ' o’clock</lastmod>'],
      ['<lastmod>', '<priority>1</priority><lastmod>'],
      ['image:loc', 'image:location'],
    ]
    for (const [pattern, replacement] of mutations) {
      const contents = urls.replaceAll(pattern, replacement)
      expect(contents).not.toBe(urls)
      expect(await findSitemapErrors([{ fileName: 'broken.xml', contents }])).not.toEqual([])
    }
  })
})
