/**
 * Copies each finished build, so that no request sees a half-written site. A snapshot costs only the changed files,
 * because it reuses the one before the last, which is no longer served.
 */
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
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

type FileVersion = { readonly size: number; readonly mtimeMs: number; isFile(): boolean }

function isSameVersion(one: FileVersion, other: FileVersion | undefined): boolean {
  // Compares times in whole milliseconds, the precision of utimes.
  return (
    other?.isFile() === true && one.size === other.size && Math.abs(one.mtimeMs - other.mtimeMs) < 1
  )
}

const readEntry = (path: string) => lstatSync(path, { throwIfNoEntry: false })

/** Makes `to` equal to `from`, with hard links to those files of `previous` that haven't changed. */
function updateTree(from: string, to: string, previous: string | null) {
  mkdirSync(to, { recursive: true })
  const outdated = new Map(
    readdirSync(to, { withFileTypes: true }).map((file) => [file.name, file]),
  )
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // Secrets beside the build's output are for deploying, not for serving.
    if (entry.name.startsWith('.dev.vars')) continue
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    const previousFile = previous && join(previous, entry.name)
    const existing = outdated.get(entry.name)
    outdated.delete(entry.name)
    if (entry.isDirectory()) {
      if (existing && !existing.isDirectory()) rmSync(target)
      const isInPrevious = previousFile && readEntry(previousFile)?.isDirectory()
      updateTree(source, target, isInPrevious ? previousFile : null)
      continue
    }
    const wanted = lstatSync(source)
    if (existing?.isFile() && isSameVersion(wanted, lstatSync(target))) continue
    // Never write to these files: the snapshot that is being served may share their bytes.
    if (existing) rmSync(target, { recursive: true })
    if (previousFile && isSameVersion(wanted, readEntry(previousFile))) {
      linkSync(previousFile, target)
    } else {
      copyFileSync(source, target)
      utimesSync(target, wanted.atime, wanted.mtime)
    }
  }
  for (const name of outdated.keys()) rmSync(join(to, name), { recursive: true })
}

/** Returns the newest complete snapshot, or null. */
export function findLatestSnapshot(folder: string): string | null {
  const last = listSnapshotNumbers(folder).at(-1)
  return last === undefined ? null : join(folder, String(last))
}

/** Returns the new snapshot's folder. Keeps the previous one too. */
export function takeSnapshot(output: string, folder: string): string {
  const earlier = listSnapshotNumbers(folder)
  const last = earlier.at(-1)
  const next = join(folder, String((last ?? 0) + 1))
  // An interrupted call leaves an incomplete draft, which this call can reuse.
  const draft = join(folder, 'draft')
  const unused = earlier.slice(0, -1).map((number) => join(folder, String(number)))
  if (!existsSync(draft) && unused.length > 0) renameSync(unused.pop()!, draft)
  updateTree(output, draft, last === undefined ? null : join(folder, String(last)))
  renameSync(draft, next)
  for (const snapshot of unused) rmSync(snapshot, { recursive: true, force: true })
  return next
}
