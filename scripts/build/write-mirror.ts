/** Writes the mirror of the published content, which pages read through src/content/mirror.ts. */
import { existsSync, readdirSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import {
  loadRecentChanges,
  type Mirror,
  type MirrorKey,
  mirrorPaths,
  type RecentChanges,
  rememberSavedMirror,
} from '../../src/content/mirror.ts'
import { writeFileAtomically } from '../shared/write-file-atomically.ts'

export function createMirror(pipeline: string, project: string): Mirror {
  return {
    pipeline,
    project,
    syncedAt: null,
    articles: new Map(),
    authors: new Map(),
    events: new Map(),
    issues: new Map(),
    pages: new Map(),
    front: new Map(),
    redirects: new Map(),
  }
}

/** With more recent changes, the whole mirror is saved. */
const maxRecentChanges = 500

/** Returns false if the whole mirror has to be saved. */
function saveRecentChanges(state: string, mirror: Mirror, changed: readonly MirrorKey[]): boolean {
  const earlier = loadRecentChanges(state)?.records ?? []
  const keys = new Map<string, MirrorKey>(
    [...earlier, ...changed].map(([collection, slug]) => [
      `${collection}/${slug}`,
      [collection, slug],
    ]),
  )
  const records = [...keys.values()].map(
    ([collection, slug]) => [collection, slug, mirror[collection].get(slug)] as const,
  )
  // Removals need a save of the whole mirror.
  if (records.length > maxRecentChanges || records.some(([, , record]) => !record)) return false
  writeFileAtomically(
    mirrorPaths.recentChanges(state),
    serialize({ syncedAt: mirror.syncedAt, records } satisfies RecentChanges),
  )
  return true
}

function removeUnusedBodies(state: string, mirror: Mirror) {
  const folder = mirrorPaths.bodies(state)
  if (!existsSync(folder)) return
  const used = new Set([...mirror.articles.values()].map(({ bodyPlace }) => bodyPlace.file))
  for (const file of readdirSync(folder)) {
    if (!used.has(file)) unlinkSync(join(folder, file))
  }
}

/** Removes unused bodies last. `changed`: differences from the loaded mirror; null if unknown. */
export function saveMirror(state: string, mirror: Mirror, changed: readonly MirrorKey[] | null) {
  if (!changed || !saveRecentChanges(state, mirror, changed)) {
    // After an interruption in between, the older mirror is loaded and synced from its own time.
    rmSync(mirrorPaths.recentChanges(state), { force: true })
    writeFileAtomically(mirrorPaths.whole(state), serialize(mirror))
  }
  rememberSavedMirror(state, mirror)
  removeUnusedBodies(state, mirror)
}
