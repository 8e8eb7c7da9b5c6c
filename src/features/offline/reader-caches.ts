/** The part of device-caches.ts that guests load too, to delete a former reader's data. */
import type { CacheName } from '../../contracts/device-storage.ts'

export const cacheNames = {
  assets: 'assets',
  pages: 'pages',
  articles: 'articles',
  bodies: 'bodies',
} as const satisfies Readonly<Record<CacheName, CacheName>>

const articleParameter = 'for'

export const openArticles = () => caches.open(cacheNames.articles)

export const cacheKey = (slug: string, path: string) => `${path}?${articleParameter}=${slug}`

/** Returns null for a request that belongs to no article. */
export function readSlug({ url }: Request): string | null {
  return new URL(url).searchParams.get(articleParameter)
}

export async function deleteReaderCaches() {
  const { bodies, articles, pages } = cacheNames
  await Promise.all([bodies, articles, pages].map((name) => caches.delete(name)))
}

/** Returns whether the caches contain anything that only a signed-in reader can have stored. */
export async function hasReaderData(): Promise<boolean> {
  if (await caches.has(cacheNames.bodies)) return true
  // Opening a cache creates it, so its entries count.
  return (await (await openArticles()).keys()).length > 0
}
