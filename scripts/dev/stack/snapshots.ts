/**
 * Copies each finished build, so that no request sees a half-written site. Unchanged files are hard
 * links to the previous snapshot, so a snapshot costs only what changed.
 */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'

function listSnapshotNumbers(folder: string): number[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other)
}

function copyTree(from: string, to: string, previous: string | null) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // Secrets beside the build's output are for deploying, not for serving.
    if (entry.name.startsWith('.dev.vars')) continue
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    const previousFile = previous && join(previous, entry.name)
    if (entry.isDirectory()) {
      copyTree(source, target, previousFile)
      continue
    }
    const { size, mtime, mtimeMs, atime } = statSync(source)
    const before = previousFile ? statSync(previousFile, { throwIfNoEntry: false }) : undefined
    // In whole milliseconds, the precision of utimes.
    if (previousFile && before?.size === size && Math.abs(before.mtimeMs - mtimeMs) < 1) {
      linkSync(previousFile, target)
    } else {
      copyFileSync(source, target)
      utimesSync(target, atime, mtime)
    }
  }
}

/** The newest complete snapshot, or null. */
export function findLatestSnapshot(folder: string): string | null {
  const last = listSnapshotNumbers(folder).at(-1)
  return last === undefined ? null : join(folder, String(last))
}

/** Returns the new snapshot's folder. Keeps the previous one too. */
export function takeSnapshot(output: string, folder: string): string {
  const earlier = listSnapshotNumbers(folder)
  const next = join(folder, String((earlier.at(-1) ?? 0) + 1))
  const draft = `${next}.draft`
  rmSync(draft, { recursive: true, force: true })
  copyTree(output, draft, findLatestSnapshot(folder))
  renameSync(draft, next)
  for (const number of earlier.slice(0, -1)) {
    rmSync(join(folder, String(number)), { recursive: true, force: true })
  }
  return next
}
