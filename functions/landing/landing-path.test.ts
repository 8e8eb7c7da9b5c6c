import { describe, expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { getListName } from '../../src/domain/archive/story-list.ts'
import { isLandingRoute, landingPaths, parseLandingPath } from './landing-path.ts'

const parse = (path: string) => {
  const parsed = parseLandingPath(path)
  return parsed && [getListName(parsed.subject), parsed.format]
}

it.each([
  ['/', true],
  ['/latest', true],
  ['/category/food/2', true],
  ['/author/somebody', true],
  ['/landing/lists/front', false],
  ['/latest/2', false],
  ['/category', false],
  ['/sealed/latest', false],
])('%s is a route of landing pages: %s', (path, expected) => {
  expect(isLandingRoute(path)).toBe(expected)
})

describe('the path of a landing page', () => {
  it.each([
    ['/', 'front', 'page'],
    ['/latest', 'latest', 'page'],
    ['/feed', 'latest', 'rss'],
    ['/feed.json', 'latest', 'json'],
    ['/sitemaps/news.xml', 'news', 'news'],
    ['/category/culture', 'category/culture', 'page'],
    ['/category/culture/feed', 'category/culture', 'rss'],
    ['/tag/sriLanka', 'tag/sriLanka', 'page'],
    ['/author/asha-rao', 'author/asha-rao', 'page'],
    ['/author/asha-rao/feed', 'author/asha-rao', 'rss'],
  ])('can be %s', (path, list, format) => {
    expect(parse(path)).toEqual([list, format])
  })

  it.each([
    '',
    '//',
    '/latest/',
    '/latest/2',
    '/Latest',
    '/category',
    '/category/gossip',
    '/category/culture/2',
    '/category/culture/feed/',
    '/category/constructor',
    '/tag/sri_lanka',
    '/tag/-nepal',
    '/tag/nepal/feed',
    '/author/',
    '/author/Asha',
    '/author/../feed',
    '/author/asha-rao/2',
    '/author/asha-rao/feed/x',
    '/author/%2e%2e',
    `/author/${'a'.repeat(121)}`,
    '/newsletter/feed',
    '/sitemaps/pages.xml',
    '/toString',
  ])('can’t be “%s”', (path) => {
    expect(parse(path)).toBeNull()
  })

  it('is routed to the Worker in wrangler.toml', () => {
    const { assets } = unstable_readConfig({ config: 'wrangler.toml' })
    expect(assets?.run_worker_first).toEqual(expect.arrayContaining([...landingPaths]))
  })
})
