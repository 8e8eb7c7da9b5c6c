/**
 * A backup's file: gzipped lines of JSON. The first says what it is, the last how many documents
 * stand between and the SHA-256 of all lines before it, so that a file that is cut off or altered is
 * known. Written under another name and renamed when whole; readable by its owner alone, because it
 * holds readers' data.
 *
 *     {"format":"firestore-documents","version":1,"project":"…","begun":"2026-11-20T12:00:00.000Z"}
 *     {"path":"articles/a-slug","fields":{"title":{"stringValue":"…"}, …}}
 *     {"documents":123,"ended":"2026-11-20T12:00:09.000Z","sha256":"…"}
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { pipeline as pipe, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import type { RawDocument } from './database.ts'
import { comparePaths } from './document-order.ts'
import { Refusal } from './refusal.ts'

const format = 'firestore-documents'
const version = 1

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
const closingSchema = z.object({
  documents: z.int(),
  ended: z.iso.datetime(),
  sha256: z.string(),
})

export type BackupSummary = {
  /** The project whose database it is. */
  readonly project: string
  /** When reading began and ended, as ISO 8601: the backup holds states from in between. */
  readonly begun: string
  readonly ended: string
  readonly documents: number
}

/** Throws a refusal where the file exists. What fails leaves no file behind. */
export async function writeBackup(
  path: string,
  project: string,
  documents: AsyncIterable<RawDocument>,
): Promise<void> {
  if (existsSync(path)) throw new Refusal(`${path} exists already: name another file.`)
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
    const closing = { documents: count, ended: new Date().toISOString() }
    yield `${JSON.stringify({ ...closing, sha256: hash.digest('hex') })}\n`
  }
  const draft = `${path}.part`
  try {
    const file = createWriteStream(draft, { mode: 0o600, flush: true })
    await pipeline(Readable.from(lines()), createGzip(), file)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Throws what zlib and the file system say as a refusal. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const unzipped = createGunzip().setEncoding('utf8')
  pipe(createReadStream(path), unzipped, () => {
    // A failure of either comes out of the loop below.
  })
  let rest = ''
  try {
    for await (const chunk of unzipped) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      yield* lines
    }
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Refusal(`There is no file ${path}.`)
    if (code === 'Z_BUF_ERROR') throw new Refusal(`${path} is cut off: it is not a whole backup.`)
    throw new Refusal(`${path} cannot be read (${code}): it is damaged, or no backup.`)
  }
  if (rest) throw new Refusal(`${path} is cut off: it is not a whole backup.`)
}

function parseLine<Line>(path: string, schema: z.ZodType<Line>, line: string, what: string): Line {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    // Never quotes the line: it may be a reader's record.
    throw new Refusal(`${path} is not a backup, or has been altered: ${what} is not one.`)
  }
}

/**
 * The documents of a backup, ordered by path. Throws a refusal at whatever is not as it was written;
 * that the file is whole is known at the end only, so read it once before you act upon it.
 */
export async function* readBackup(path: string): AsyncGenerator<RawDocument, BackupSummary> {
  const hash = createHash('sha256')
  let header: z.infer<typeof headerSchema> | undefined
  let closing: z.infer<typeof closingSchema> | undefined
  let last: RawDocument | undefined
  let documents = 0
  for await (const line of linesOf(path)) {
    if (closing) throw new Refusal(`${path} has been altered: it goes on after its end.`)
    if (line.startsWith('{"documents":')) {
      closing = parseLine(path, closingSchema, line, 'its last line')
      continue
    }
    hash.update(`${line}\n`)
    if (!header) {
      header = parseLine(path, headerSchema, line, 'its first line')
      if (header.version > version) {
        throw new Refusal(`${path} was made by a newer version of this program: use that one.`)
      }
      continue
    }
    const document = parseLine(path, documentSchema, line, `document ${documents + 1}`)
    if (last && comparePaths(last.path, document.path) >= 0) {
      throw new Refusal(`${path} has been altered: its documents are out of order.`)
    }
    last = document
    documents++
    yield document
  }
  if (!header || !closing) throw new Refusal(`${path} is cut off: it is not a whole backup.`)
  if (closing.documents !== documents || closing.sha256 !== hash.digest('hex')) {
    throw new Refusal(`${path} has been altered: it is not what was written.`)
  }
  return { project: header.project, begun: header.begun, ended: closing.ended, documents }
}

/** Reads a backup from end to end. Throws a refusal unless all of it is as it was written. */
export async function checkBackup(path: string): Promise<BackupSummary> {
  const reading = readBackup(path)
  for (;;) {
    const next = await reading.next()
    if (next.done) return next.value
  }
}
