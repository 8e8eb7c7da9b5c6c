/**
 * Checks which stories and issues exist. Otherwise a browser could fill the database with invented slugs. Costs no
 * database read except for the list of recent changes, which page views share.
 */
import { getIssuePath } from '../../src/domain/issue/issue.ts'
import { reservedSlugs } from '../../src/domain/slug.ts'
import { type Assets, fetchAsset } from '../platform/http/read-asset.ts'
import { createLruCache } from '../platform/lru-cache.ts'
import { maxWait, type RecentChanges } from '../publishing/recent-changes.ts'
import type { PublishedPages } from '../statistics/collecting/handle-event-messages.ts'
import type { OlderStories } from './older-stories.ts'

/** Pages found in this version of the site, at about 100 bytes each. */
const maxCached = 20_000

export function createPublishedPages(
  assets: Assets,
  {
    olderStories,
    recentChanges,
  }: {
    readonly olderStories: Pick<OlderStories, 'find'>
    readonly recentChanges: Pick<RecentChanges, 'find'>
  },
): PublishedPages {
  const found = createLruCache<string, true>(maxCached, () => 1)

  /** Throws if the build can't be read. */
  async function hasFile(path: string): Promise<boolean> {
    if (found.get(path)) return true
    const file = await fetchAsset(assets, path, { method: 'HEAD' })
    await file.body?.cancel()
    // Any other response, such as a redirect, is final: one story must not delay a delivery.
    if (file.status >= 500) throw new Error('the build couldn’t be read')
    if (file.ok) found.set(path, true)
    return file.ok
  }

  async function hasOlderStory(slug: string): Promise<boolean> {
    if ((await olderStories.find(slug)) === null) return false
    found.set(`/${slug}`, true)
    return true
  }

  /** A no-op, because a queue's consumer waits for everything anyway. */
  const keepAlive = () => {}

  return {
    async hasStory(slug) {
      if (reservedSlugs.has(slug)) return false
      if (await hasFile(`/${slug}`)) return true
      if (await hasOlderStory(slug)) return true
      const change = await recentChanges.find(slug, maxWait.unbuiltPath, keepAlive)
      return change?.status === 'published'
    },
    hasIssue: (slug) => hasFile(getIssuePath(slug)),
  }
}
