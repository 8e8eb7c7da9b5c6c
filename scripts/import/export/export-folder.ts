/** Writes an export to an empty folder, or updates an earlier one. Unchanged files aren't touched. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DeskError } from '../../desk/command-line/exit-status.ts'
import { writeFileAtomically } from '../../shared/write-file-atomically.ts'
import { formatManifest, isExport, manifestFile } from './export-manifest.ts'

export type ExportFolder = {
  readonly path: string
  /** `name` is a relative path made of our own words and slugs. */
  write(name: string, content: string | Uint8Array): void
  /** Returns a file of an earlier export, which then counts as written; null if missing. */
  readExisting(name: string): Uint8Array | null
  /** Removes obsolete files, and marks the export as complete. */
  finish(counts: Readonly<Record<string, number>>): void
}

const exportFolders = 'articles authors events issues pages tags images history'.split(' ')

/** Throws unless the folder is empty or an earlier export. */
export function openExportFolder(path: string): ExportFolder {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new DeskError(
      `${path} isn’t a folder and can’t be created (${code}). Choose another folder.`,
    )
  }
  if (readdirSync(path).length > 0 && !isExport(path)) {
    throw new DeskError(`${path} isn’t empty and isn’t an export. Choose an empty folder.`)
  }
  for (const name of exportFolders) {
    const folder = join(path, name)
    if (existsSync(folder) && !lstatSync(folder).isDirectory()) {
      throw new DeskError(
        `${folder} is a link or isn’t a folder. Remove it or choose another folder.`,
      )
    }
  }
  // The manifest is written first, so that an interrupted export is recognised.
  writeFileAtomically(join(path, manifestFile), formatManifest(false, {}))
  const writtenNames = new Set<string>()
  return {
    path,
    write(name, content) {
      writtenNames.add(name)
      const file = join(path, name)
      const before = existsSync(file) ? readFileSync(file) : null
      if (!before?.equals(Buffer.from(content as Uint8Array))) writeFileAtomically(file, content)
    },
    readExisting(name) {
      const file = join(path, name)
      if (!existsSync(file) || !lstatSync(file).isFile()) return null
      writtenNames.add(name)
      return readFileSync(file)
    },
    finish(counts) {
      for (const folder of exportFolders) {
        for (const name of listFilesBelow(path, folder)) {
          if (!writtenNames.has(name)) rmSync(join(path, name), { force: true })
        }
      }
      writeFileAtomically(join(path, manifestFile), formatManifest(true, counts))
    },
  }
}

/** Lists paths relative to the root. Must not follow links. */
export function listFilesBelow(root: string, folder: string): string[] {
  const path = join(root, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory()) return listFilesBelow(root, name)
    return entry.isFile() ? [name] : []
  })
}
