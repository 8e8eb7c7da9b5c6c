/**
 * Readers' records refer to a story by its address at the time. The address is resolved when a record is read, so
 * renaming a story changes no record. Costs at most the query for recent changes, and never fails.
 */
import { slugPattern } from '../../src/domain/slug.ts'
import { getErrorName } from '../platform/error-name.ts'
import type { Log } from '../platform/log.ts'
import type { BuildManifest } from './build-manifest.ts'
import { maxWait, type RecentChanges } from './recent-changes.ts'

export type RenamedStoriesDeps = {
  readonly buildManifest: BuildManifest
  readonly recentChanges: RecentChanges
}

type CurrentSlugDeps = {
  readonly buildManifest: Pick<BuildManifest, 'findRedirect'>
  readonly log: Log
}

type FormerSlugsDeps = RenamedStoriesDeps & {
  readonly execution: { waitUntil(work: Promise<unknown>): void }
  readonly log: Log
}

/** The story may have been renamed since it was recorded. */
export async function findCurrentSlug(
  { buildManifest, log }: CurrentSlugDeps,
  slug: string,
): Promise<string> {
  try {
    const target = (await buildManifest.findRedirect(`/${slug}`))?.slice(1) ?? ''
    return slugPattern.test(target) ? target : slug
  } catch (error) {
    log('redirects_unreadable', { error: getErrorName(error) })
    return slug
  }
}

/** Selects the recorded slugs that the story at `slug` had before, even if it was renamed after the build. */
export async function findFormerSlugs(
  deps: FormerSlugsDeps,
  slug: string,
  recordedSlugs: Iterable<string>,
): Promise<readonly string[]> {
  const others = [...new Set(recordedSlugs)].filter((recorded) => recorded !== slug)
  if (others.length === 0) return []
  const change = await deps.recentChanges.find(slug, maxWait.renamedStory, (work) =>
    deps.execution.waitUntil(work),
  )
  const current = await Promise.all(others.map((recorded) => findCurrentSlug(deps, recorded)))
  return others.filter(
    (recorded, index) => current[index] === slug || recorded === change?.identifier,
  )
}
