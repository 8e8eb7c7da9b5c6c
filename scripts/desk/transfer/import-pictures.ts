/**
 * The pictures of a source: fetched or read, measured and named, and stored once it is known whether
 * they stand in the open. Between the two they wait on disk, not in memory.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { largestPicture } from '../../../src/contracts/publishing.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { Desk } from '../environment.ts'
import { measurePicture, pictureId, putPicture, type StoredPicture } from '../pictures.ts'
import { fetchFile } from './fetch-picture.ts'
import type { PictureLedger } from './picture-ledger.ts'
import { readInside } from './source-file.ts'

export type PictureProblem = {
  readonly reason: string
  /** Whether another run may have more luck. */
  readonly passing: boolean
}

export type ImportPictures = {
  /** Fetches a picture, or finds it stored already, and answers what pages have to know of it. */
  look(src: string): Promise<Result<StoredPicture, PictureProblem>>
  /** Stores what has been looked at. A picture that anything open shows is open. */
  store(src: string, closed: boolean): Promise<Result<void, PictureProblem>>
  end(): void
}

type Options = {
  readonly desk: Desk
  /** Where the source lies: paths are of files in there. */
  readonly folder: string
  /** Where the old site was: paths that are not in the folder are fetched from there. */
  readonly oldSite: string | null
  readonly privateHosts: boolean
  readonly dryRun: boolean
  readonly ledger: PictureLedger
  /** Fetched and stored at a time. */
  readonly atOnce?: number
}

/** For the whole of a picture, redirects included. */
const patience = 60_000
/** Seconds between attempts to store one: the site takes so many a minute. */
const waits = [2, 8, 20]

export function importPictures(options: Options): ImportPictures {
  const { desk, folder, oldSite, privateHosts, dryRun, ledger, atOnce = 6 } = options
  const waiting = mkdtempSync(join(tmpdir(), 'desk-import-'))
  const placeOf = (src: string) => join(waiting, createHash('sha256').update(src).digest('hex'))
  const looks = new Map<string, Promise<Result<StoredPicture, PictureProblem>>>()
  const stamps = new Map<string, string>()
  const inTurn = turns(atOnce)

  async function bytesOf(src: string) {
    const isAddress = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(src)
    if (!isAddress) {
      const path = decodedPath(src)
      const read = await readInside(folder, path, largestPicture)
      if (read.ok) return read
      if (!oldSite || read.failure !== 'is not there') {
        return fail({ reason: read.failure, passing: false })
      }
    }
    const address = isAddress ? src.replace(/^\/\//, 'https://') : new URL(src, oldSite!).href
    const limits = { bytes: largestPicture, milliseconds: patience, redirects: 5, privateHosts }
    const fetched = await fetchFile(address, limits)
    return fetched.ok ? succeed({ bytes: fetched.value, stamp: '' }) : fetched
  }

  async function take(src: string): Promise<Result<StoredPicture, PictureProblem>> {
    const read = await bytesOf(src)
    if (!read.ok) return read
    const { bytes, stamp } = read.value
    stamps.set(src, stamp)
    const known = ledger.find(src, stamp)
    if (known) return succeed({ id: known.id, width: known.width, height: known.height })
    const measured = await measurePicture(bytes)
    if (!measured.ok) return fail({ reason: measured.failure.reason, passing: false })
    if (!dryRun) await writeFile(placeOf(src), bytes)
    const name = decodedPath(src.replace(/[?#].*$/s, ''))
    const { width, height } = measured.value
    return succeed({ id: pictureId(bytes, name), width, height })
  }

  function look(src: string): Promise<Result<StoredPicture, PictureProblem>> {
    const begun = looks.get(src)
    if (begun) return begun
    const known = ledger.find(src, '')
    const found = known
      ? Promise.resolve(succeed({ id: known.id, width: known.width, height: known.height }))
      : inTurn(() => take(src))
    looks.set(src, found)
    return found
  }

  async function put(src: string, closed: boolean): Promise<Result<void, PictureProblem>> {
    const looked = await look(src)
    if (!looked.ok) return looked
    const stamp = stamps.get(src) ?? ''
    const known = ledger.find(src, stamp)
    // What was closed for one article may stand in the open in another; never the other way round.
    if (dryRun || (known && (!known.closed || closed))) return succeed(undefined)
    let bytes = await readFile(placeOf(src)).catch(() => null)
    if (!bytes) {
      const read = await bytesOf(src)
      if (!read.ok) return read
      bytes = Buffer.from(read.value.bytes)
    }
    const content = new Uint8Array(bytes)
    const measured = await measurePicture(content)
    if (!measured.ok) return fail({ reason: measured.failure.reason, passing: false })
    const { id, width, height } = looked.value
    let stored = await putPicture(desk, id, content, measured.value, closed)
    for (const seconds of waits) {
      if (stored.ok || stored.failure.kind !== 'away') break
      await wait(seconds * 1000)
      stored = await putPicture(desk, id, content, measured.value, closed)
    }
    if (!stored.ok) {
      return fail({ reason: stored.failure.reason, passing: stored.failure.kind === 'away' })
    }
    ledger.note({ src, stamp, id, width, height, closed })
    await unlink(placeOf(src)).catch(() => {})
    return succeed(undefined)
  }

  return {
    look,
    store: (src, closed) => inTurn(() => put(src, closed)),
    end: () => rmSync(waiting, { recursive: true, force: true }),
  }
}

function decodedPath(src: string): string {
  try {
    return decodeURIComponent(src)
  } catch {
    return src
  }
}

/** Lets so many at a time work; the others wait their turn. */
function turns(atOnce: number) {
  let free = atOnce
  const queue: (() => void)[] = []
  return async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (free === 0) await new Promise<void>((resolve) => queue.push(resolve))
    else free--
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free++
    }
  }
}
