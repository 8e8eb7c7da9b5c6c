/**
 * The folder that an export is written into: empty, or one that an export made. Each file appears
 * whole or not at all, one that is as it was is not touched, and what belongs no longer goes.
 */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../../src/content/mirror.ts'
import { Stop } from '../ending.ts'
import { isExport, manifestFile, manifestText } from './export-manifest.ts'

export type ExportFolder = {
  readonly path: string
  /** `name` is relative to the folder and made of our own words and slugs. */
  write(name: string, content: string | Uint8Array): void
  /** What a file of an earlier export holds; null where there is none. It counts as written. */
  keep(name: string): Uint8Array | null
  /** Removes what was not written, and says that the export is whole. */
  complete(counts: Readonly<Record<string, number>>): void
}

const folders = ['articles', 'authors', 'events', 'pages', 'pictures', 'history'] as const

/** Throws a stop where something else lies in the folder. */
export function openExportFolder(path: string): ExportFolder {
  mkdirSync(path, { recursive: true })
  if (readdirSync(path).length > 0 && !isExport(path)) {
    throw new Stop(`${path} is not empty, and no export: name an empty folder.`)
  }
  for (const name of folders) {
    const folder = join(path, name)
    if (existsSync(folder) && !lstatSync(folder).isDirectory()) {
      throw new Stop(`${folder} is a link, or no folder: what lies behind it is left alone.`)
    }
  }
  // First of all, so that a folder whose export was interrupted is known for one.
  writeWhole(join(path, manifestFile), manifestText(false, {}))
  const written = new Set<string>()
  return {
    path,
    write(name, content) {
      written.add(name)
      const file = join(path, name)
      const before = existsSync(file) ? readFileSync(file) : null
      if (!before?.equals(Buffer.from(content as Uint8Array))) writeWhole(file, content)
    },
    keep(name) {
      const file = join(path, name)
      if (!existsSync(file) || !lstatSync(file).isFile()) return null
      written.add(name)
      return readFileSync(file)
    },
    complete(counts) {
      for (const folder of folders) {
        for (const name of filesBelow(path, folder)) {
          if (!written.has(name)) rmSync(join(path, name), { force: true })
        }
      }
      writeWhole(join(path, manifestFile), manifestText(true, counts))
    },
  }
}

/** Names relative to the root, with slashes. Follows no link. */
export function filesBelow(root: string, folder: string): string[] {
  const path = join(root, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesBelow(root, name)
    return entry.isFile() ? [name] : []
  })
}
