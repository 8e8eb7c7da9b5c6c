/** Writes the content copy of the published content, which pages read through src/content/content-copy.ts. */
import { existsSync, readdirSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import {
  type ContentCopy,
  type ContentKey,
  contentCopyPaths,
  loadRecentChanges,
  type RecentChanges,
  rememberSavedContentCopy,
} from '../../src/content/content-copy.ts'
import { writeFileAtomically } from '../shared/write-file-atomically.ts'

export function createContentCopy(pipeline: string, project: string): ContentCopy {
  return {
    pipeline,
    project,
    syncedAt: null,
    articles: new Map(),
    authors: new Map(),
    tags: new Map(),
    events: new Map(),
    issues: new Map(),
    pages: new Map(),
    front: new Map(),
    redirects: new Map(),
    leftOut: new Map(),
  }
}

/** With more recent changes than this, the whole content copy is saved. */
const maxRecentChanges = 500

/** Returns false if the whole content copy has to be saved. */
function saveRecentChanges(
  state: string,
  contentCopy: ContentCopy,
  changed: readonly ContentKey[],
): boolean {
  const earlier = loadRecentChanges(state)?.records ?? []
  const keys = new Map<string, ContentKey>(
    [...earlier, ...changed].map(([collection, slug]) => [
      `${collection}/${slug}`,
      [collection, slug],
    ]),
  )
  const records = [...keys.values()].map(
    ([collection, slug]) => [collection, slug, contentCopy[collection].get(slug)] as const,
  )
  // Removals need a save of the whole content copy.
  if (records.length > maxRecentChanges || records.some(([, , record]) => !record)) return false
  const { syncedAt, leftOut } = contentCopy
  writeFileAtomically(
    contentCopyPaths.recentChanges(state),
    serialize({ syncedAt, records, leftOut } satisfies RecentChanges),
  )
  return true
}

function removeUnusedBodies(state: string, contentCopy: ContentCopy) {
  const folder = contentCopyPaths.bodies(state)
  if (!existsSync(folder)) return
  const used = new Set([...contentCopy.articles.values()].map(({ bodyPlace }) => bodyPlace.file))
  for (const file of readdirSync(folder)) {
    if (!used.has(file)) unlinkSync(join(folder, file))
  }
}

/** Removes unused bodies last. `changed`: differences from the loaded content copy; null if unknown. */
export function saveContentCopy(
  state: string,
  contentCopy: ContentCopy,
  changed: readonly ContentKey[] | null,
) {
  if (!changed || !saveRecentChanges(state, contentCopy, changed)) {
    // If the build stops between these steps, the next one loads the older content copy and syncs from its time.
    rmSync(contentCopyPaths.recentChanges(state), { force: true })
    writeFileAtomically(contentCopyPaths.whole(state), serialize(contentCopy))
  }
  rememberSavedContentCopy(state, contentCopy)
  removeUnusedBodies(state, contentCopy)
}
