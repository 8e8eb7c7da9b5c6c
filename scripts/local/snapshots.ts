/**
 * What is served is never the folder that a build writes to: each finished build is copied aside,
 * and the edge switches from one whole snapshot to the next. Files that did not change share their
 * bytes with the snapshot before, so a snapshot costs what changed.
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

function numbers(folder: string): number[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other)
}

function copyTree(from: string, to: string, previous: string | null) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // Secrets that the build copies beside its output are for deploying, not for serving.
    if (entry.name.startsWith('.dev.vars')) continue
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    const twin = previous && join(previous, entry.name)
    if (entry.isDirectory()) {
      copyTree(source, target, twin)
      continue
    }
    const { size, mtime, mtimeMs, atime } = statSync(source)
    const before = twin ? statSync(twin, { throwIfNoEntry: false }) : undefined
    // To the millisecond, which is what utimes keeps.
    if (twin && before?.size === size && Math.abs(before.mtimeMs - mtimeMs) < 1) {
      linkSync(twin, target)
    } else {
      copyFileSync(source, target)
      utimesSync(target, atime, mtime)
    }
  }
}

/** The newest whole snapshot, or null before the first. */
export function latestSnapshot(folder: string): string | null {
  const last = numbers(folder).at(-1)
  return last === undefined ? null : join(folder, String(last))
}

/** Copies a finished build aside and answers the snapshot's folder. Keeps the one before as well. */
export function takeSnapshot(output: string, folder: string): string {
  const earlier = numbers(folder)
  const next = join(folder, String((earlier.at(-1) ?? 0) + 1))
  const draft = `${next}.draft`
  rmSync(draft, { recursive: true, force: true })
  copyTree(output, draft, latestSnapshot(folder))
  renameSync(draft, next)
  for (const number of earlier.slice(0, -1)) {
    rmSync(join(folder, String(number)), { recursive: true, force: true })
  }
  return next
}
