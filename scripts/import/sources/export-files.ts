/**
 * Reads the files of an export: a ZIP file, or the folder unpacked from one. Files are read into memory one at a time
 * and never written to disk, so no name in an archive can lead anywhere.
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { ImportFailure } from '../items/imported-item.ts'
import { formatMegabytes, megabyte } from './megabyte.ts'
import { readFileInside } from './source-file.ts'

export type ExportFiles = {
  /** Paths with slashes, relative to the folder that holds `marker`. */
  readonly names: readonly string[]
  /** UTF-8. The failure is worded to follow the file's name. */
  readText(name: string): Promise<Result<string, string>>
  close(): void
}

export type ExportLimits = {
  readonly maxFiles: number
  /** Bytes, uncompressed, of all files of a ZIP. */
  readonly maxTotalBytes: number
  /** Bytes of each file that is read. */
  readonly maxFileBytes: number
}

export const defaultExportLimits: ExportLimits = {
  maxFiles: 100_000,
  maxTotalBytes: 4000 * megabyte,
  maxFileBytes: 50 * megabyte,
}
/** The deepest nesting of folders. Exports have two or three levels. */
const maxDepth = 8

/**
 * Opens an export. `marker` matches a path that it has to contain, such as `posts.csv`; any folder before the match
 * wraps the export, and isn't part of the names.
 */
export async function openExportFiles(
  path: string,
  marker: RegExp,
  limits: ExportLimits = defaultExportLimits,
): Promise<Result<ExportFiles, ImportFailure>> {
  let opened: Result<ExportFiles, ImportFailure>
  try {
    opened = (await stat(path)).isDirectory()
      ? await openFolder(path, limits)
      : await openZip(path, limits)
  } catch (error) {
    return fail({ reason: `can’t be read: ${error instanceof Error ? error.message : error}` })
  }
  return opened.ok ? succeed(unwrapFolder(opened.value, marker)) : opened
}

function unwrapFolder(files: ExportFiles, marker: RegExp): ExportFiles {
  const prefixes = files.names.flatMap((name) => {
    const at = marker.exec(name)?.index ?? -1
    return at === 0 || name[at - 1] === '/' ? [name.slice(0, at)] : []
  })
  // Chooses the outermost folder, in case one inside the export has the same names.
  const prefix = prefixes.sort((one, other) => one.length - other.length)[0] ?? ''
  if (prefix === '') return files
  return {
    ...files,
    names: files.names
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length)),
    readText: (name) => files.readText(prefix + name),
  }
}

function decodeUtf8(bytes: Uint8Array): Result<string, string> {
  try {
    return succeed(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return fail('contains bytes that aren’t UTF-8')
  }
}

const unpackAdvice = 'Unpack it, and import the folder.'

const describeTooMany = (maxFiles: number): ImportFailure => ({
  reason: `has more than ${maxFiles.toLocaleString('en-GB')} files. Remove those that aren’t posts.`,
})

async function openFolder(
  folder: string,
  { maxFiles, maxFileBytes }: ExportLimits,
): Promise<Result<ExportFiles, ImportFailure>> {
  const names: string[] = []
  const pending = [{ path: '', depth: 0 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const entry of await readdir(join(folder, next.path), { withFileTypes: true })) {
      const path = next.path === '' ? entry.name : `${next.path}/${entry.name}`
      // Links are skipped, so that nothing outside the folder is read.
      if (entry.isDirectory() && next.depth < maxDepth)
        pending.push({ path, depth: next.depth + 1 })
      else if (entry.isFile()) names.push(path)
      if (names.length > maxFiles) return fail(describeTooMany(maxFiles))
    }
  }
  return succeed({
    names: names.sort(),
    async readText(name) {
      const read = await readFileInside(folder, name, maxFileBytes)
      return read.ok ? decodeUtf8(read.value.bytes) : read
    },
    close: () => {},
  })
}

async function openZip(
  path: string,
  { maxFiles, maxTotalBytes, maxFileBytes }: ExportLimits,
): Promise<Result<ExportFiles, ImportFailure>> {
  let zip: ZipFile
  try {
    zip = await yauzl.openPromise(path, { autoClose: false, strictFileNames: true })
  } catch {
    return fail({ reason: 'isn’t a ZIP file, or is incomplete. Export it again.' })
  }
  const failAndClose = (reason: string) => {
    zip.close()
    return fail({ reason })
  }
  if (zip.entryCount > maxFiles) return failAndClose(describeTooMany(maxFiles).reason)
  const entries = new Map<string, Entry>()
  let totalBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      if (entry.isEncrypted()) return failAndClose(`is protected with a password. ${unpackAdvice}`)
      if (entries.has(entry.fileName))
        return failAndClose(`has two files named ${entry.fileName}. ${unpackAdvice}`)
      totalBytes += entry.uncompressedSize
      if (totalBytes > maxTotalBytes)
        return failAndClose(
          `unpacks to more than ${formatMegabytes(maxTotalBytes)}. ${unpackAdvice}`,
        )
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return failAndClose(
      /relative path|absolute path|invalid characters/.test(message)
        ? `has a file name that leads out of the archive. ${unpackAdvice}`
        : 'is a damaged ZIP file. Export it again.',
    )
  }
  return succeed({
    names: [...entries.keys()].sort(),
    async readText(name) {
      const entry = entries.get(name)
      if (!entry) return fail('was not found')
      if (entry.uncompressedSize > maxFileBytes)
        return fail(`is larger than ${formatMegabytes(maxFileBytes)}`)
      const bytes = await readEntry(zip, entry)
      return bytes.ok ? decodeUtf8(bytes.value) : bytes
    },
    close: () => zip.close(),
  })
}

/** yauzl ends the stream with an error if an entry has more or fewer bytes than it states. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Result<Uint8Array, string>> {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    return succeed(Buffer.concat(chunks))
  } catch {
    return fail('is damaged in the ZIP file')
  }
}
