/** The pages that the Worker renders while the build is out of date. Other pages cost no read. */
import {
  getAuthorFeedPath,
  getCategoryFeedPath,
  storyFeedPath,
  storyJsonFeedPath,
} from '../../src/contracts/site-files/feeds.ts'
import type { StoryListSubject } from '../../src/domain/archive/story-list.ts'
import { tagSlugSchema } from '../../src/domain/article.ts'
import { categorySlugs } from '../../src/domain/category.ts'
import { slugSchema } from '../../src/domain/slug.ts'

export type LandingPath = {
  readonly path: string
  readonly subject: StoryListSubject
  readonly format: 'page' | 'rss' | 'json' | 'news'
}

const newsSitemapPath = '/sitemaps/news.xml'

const fixedPaths = new Map<string, Omit<LandingPath, 'path'>>([
  ['/', { subject: { kind: 'front' }, format: 'page' }],
  ['/latest', { subject: { kind: 'latest' }, format: 'page' }],
  [storyFeedPath, { subject: { kind: 'latest' }, format: 'rss' }],
  [storyJsonFeedPath, { subject: { kind: 'latest' }, format: 'json' }],
  [newsSitemapPath, { subject: { kind: 'news' }, format: 'news' }],
  ...categorySlugs.flatMap((slug) => {
    const subject = { kind: 'category', slug } as const
    return [
      [`/category/${slug}`, { subject, format: 'page' }],
      [getCategoryFeedPath(slug), { subject, format: 'rss' }],
    ] as const
  }),
])

/** The paths listed as `run_worker_first` in wrangler.toml. */
export const landingPaths = [
  '/',
  '/latest',
  '/category/*',
  '/tag/*',
  '/author/*',
  storyFeedPath,
  storyJsonFeedPath,
  newsSitemapPath,
] as const

export const isLandingRoute = (path: string): boolean =>
  landingPaths.some((route) =>
    route.endsWith('/*') ? path.startsWith(route.slice(0, -1)) : path === route,
  )

/** Returns null for any other path. Whether a tag or an author exists is decided by the build's list. */
export function parseLandingPath(path: string): LandingPath | null {
  const fixed = fixedPaths.get(path)
  if (fixed) return { path, ...fixed }
  const [, folder, slug = ''] = path.split('/', 3)
  if (path === `/tag/${slug}` && tagSlugSchema.safeParse(slug).success) {
    return { path, subject: { kind: 'tag', slug }, format: 'page' }
  }
  if (folder !== 'author' || !slugSchema.safeParse(slug).success) return null
  const subject = { kind: 'author', slug } as const
  if (path === `/author/${slug}`) return { path, subject, format: 'page' }
  return path === getAuthorFeedPath(slug) ? { path, subject, format: 'rss' } : null
}
