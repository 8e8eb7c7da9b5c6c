/**
 * Gzipped lines of JSON: a header, documents, and a line with their number and the SHA-256 of all lines before, which
 * reveals truncated and altered files. The file is renamed when complete. Only its owner may read it, because it has
 * readers' data.
 *
 *     {"format":"firestore-documents","version":3,"project":"…","begun":"2026-11-20T12:00:00.000Z"}
 *     {"path":"articles/a-slug","fields":{"title":{"stringValue":"…"}, …}}
 *     {"figures":"daily","row":["2026-11-19","a-slug", …]}
 *     {"documents":123,"figures":45,"ended":"2026-11-20T12:00:09.000Z","sha256":"…"}
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { pipeline as pipe, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { statisticsRowSchema } from '../../../src/contracts/endpoints/statistics-backup-endpoints.ts'
import { statisticsTables } from '../../../src/domain/statistics/stored-statistics.ts'
import { CommandError } from '../../shared/command-error.ts'
import { comparePaths } from './document-order.ts'
import type { RawDocument } from './raw-database.ts'

const format = 'firestore-documents'
/** Version 1 had other field names; version 2 had no statistics. */
const version = 3
const oldestVersion = 2

const headerSchema = z.object({
  format: z.literal(format),
  version: z.int(),
  project: z.string().min(1),
  begun: z.iso.datetime(),
})
const documentSchema = z.object({
  path: z.string().regex(/^[^/]+\/[^/]+(?:\/[^/]+\/[^/]+)*$/),
  fields: z.record(z.string(), z.record(z.string(), z.unknown())),
})
const statisticsSchema = z.object({ figures: z.enum(statisticsTables), row: statisticsRowSchema })
const footerSchema = z.object({
  documents: z.int(),
  figures: z.int().default(0),
  ended: z.iso.datetime(),
  sha256: z.string(),
})

export type StoredRow = z.infer<typeof statisticsSchema>

export type BackupSummary = {
  readonly project: string
  /** The times when reading began and ended, in ISO 8601. Documents may have changed in between. */
  readonly begun: string
  readonly ended: string
  readonly documents: number
  /** Rows of the editors' statistics. */
  readonly figures: number
}

/** Throws if the file exists. A failure leaves no file. */
export async function writeBackup(
  path: string,
  project: string,
  documents: AsyncIterable<RawDocument>,
  figures: AsyncIterable<StoredRow> | readonly StoredRow[] = [],
): Promise<void> {
  if (existsSync(path)) throw new CommandError(`${path} already exists. Name another file.`)
  async function* lines() {
    const hash = createHash('sha256')
    let count = 0
    const line = (content: unknown) => {
      const text = `${JSON.stringify(content)}\n`
      hash.update(text)
      return text
    }
    yield line({ format, version, project, begun: new Date().toISOString() })
    for await (const document of documents) {
      count++
      yield line(document)
    }
    let rows = 0
    for await (const stored of figures) {
      rows++
      yield line(stored)
    }
    const footer = { documents: count, figures: rows, ended: new Date().toISOString() }
    yield `${JSON.stringify({ ...footer, sha256: hash.digest('hex') })}\n`
  }
  const temporaryPath = `${path}.part`
  try {
    const file = createWriteStream(temporaryPath, { mode: 0o600, flush: true })
    await pipeline(Readable.from(lines()), createGzip(), file)
    renameSync(temporaryPath, path)
  } catch (error) {
    rmSync(temporaryPath, { force: true })
    const { syscall, code } = error as NodeJS.ErrnoException
    if (syscall !== 'open' && syscall !== 'write') throw error
    throw new CommandError(`${path} can’t be written (${code}). Name a file in another folder.`)
  }
}

/** Throws zlib and file system errors as CommandErrors. */
async function* readLines(path: string): AsyncGenerator<string> {
  const unzipped = createGunzip().setEncoding('utf8')
  pipe(createReadStream(path), unzipped, () => {
    // The loop below throws the errors of both streams.
  })
  let partialLine = ''
  try {
    for await (const chunk of unzipped) {
      const lines = (partialLine + chunk).split('\n')
      partialLine = lines.pop()!
      yield* lines
    }
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new CommandError(`${path}: not found. Name an existing backup.`)
    if (code === 'Z_BUF_ERROR')
      throw new CommandError(`${path} is incomplete: its end is missing. Use another backup.`)
    throw new CommandError(
      `${path} can’t be read (${code}). It is damaged or isn’t a backup. Use another file.`,
    )
  }
  if (partialLine)
    throw new CommandError(`${path} is incomplete: its end is missing. Use another backup.`)
}

function parseLine<Line>(path: string, schema: z.ZodType<Line>, line: string, what: string): Line {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    // The line isn't quoted, because it may be a reader's record.
    throw new CommandError(
      `${path} isn’t a backup, or has been altered: ${what} is invalid. Use another file.`,
    )
  }
}

/**
 * Yields a backup's documents, ordered by path, and then the statistics. Throws if anything was altered; truncation is
 * detected only at the end, so read the file once before acting on it.
 */
async function* readContents(path: string): AsyncGenerator<RawDocument | StoredRow, BackupSummary> {
  const hash = createHash('sha256')
  let header: z.infer<typeof headerSchema> | undefined
  let footer: z.infer<typeof footerSchema> | undefined
  let last: RawDocument | undefined
  let documents = 0
  let figures = 0
  for await (const line of readLines(path)) {
    if (footer)
      throw new CommandError(
        `${path} has been altered: there is data after its last line. Use another backup.`,
      )
    if (line.startsWith('{"documents":')) {
      footer = parseLine(path, footerSchema, line, 'its last line')
      continue
    }
    hash.update(`${line}\n`)
    if (!header) {
      header = parseLine(path, headerSchema, line, 'its first line')
      if (header.version > version) {
        throw new CommandError(
          `${path} was created by a newer version of this program. Use that version.`,
        )
      }
      if (header.version < oldestVersion) {
        throw new CommandError(
          `${path} was created by an older version of this program. Use that version.`,
        )
      }
      continue
    }
    if (line.startsWith('{"figures":')) {
      figures++
      yield parseLine(path, statisticsSchema, line, `row ${figures} of the statistics`)
      continue
    }
    const document = parseLine(path, documentSchema, line, `document ${documents + 1}`)
    if (last && comparePaths(last.path, document.path) >= 0) {
      throw new CommandError(
        `${path} has been altered: its documents are out of order. Use another backup.`,
      )
    }
    last = document
    documents++
    yield document
  }
  if (!header || !footer)
    throw new CommandError(`${path} is incomplete: its end is missing. Use another backup.`)
  const isComplete = footer.documents === documents && footer.figures === figures
  if (!isComplete || footer.sha256 !== hash.digest('hex')) {
    throw new CommandError(
      `${path} has been altered: its checksum doesn’t match. Use another backup.`,
    )
  }
  return { project: header.project, begun: header.begun, ended: footer.ended, documents, figures }
}

export async function* readBackup(path: string): AsyncGenerator<RawDocument> {
  for await (const content of readContents(path)) if ('path' in content) yield content
}

export async function* readStatistics(path: string): AsyncGenerator<StoredRow> {
  for await (const content of readContents(path)) if ('figures' in content) yield content
}

/** Reads a backup from end to end. Throws if any part was altered. */
export async function checkBackup(path: string): Promise<BackupSummary> {
  const contents = readContents(path)
  for (;;) {
    const next = await contents.next()
    if (next.done) return next.value
  }
}
