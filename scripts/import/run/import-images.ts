/** Fetches and measures images, and stores them later, once their access is known. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLimiter } from '../../../functions/platform/map-concurrently.ts'
import { detectImageType } from '../../../src/contracts/endpoints/image-type.ts'
import { maxImageBytes } from '../../../src/contracts/endpoints/publishing-endpoints.ts'
import { decodePercentEncoding } from '../../../src/domain/percent-encoding.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import {
  createImageId,
  measureImage,
  putImage,
  type StoredImage,
} from '../../desk/site/image-storage.ts'
import { repeatWhile } from '../../shared/repeat-while.ts'
import { readFileInside } from '../sources/source-file.ts'
import { drawSvg } from './draw-svg.ts'
import type { ImageLedger } from './image-ledger.ts'
import { createRemoteFetcher } from './remote-fetcher.ts'

export type ImageProblem = {
  readonly reason: string
  readonly isTemporary: boolean
}

export type ImageImporter = {
  /** Fetches a picture, unless it is already stored. */
  load(src: string): Promise<Result<StoredImage, ImageProblem>>
  /** Stores a loaded picture. A picture shown in any open text is open. */
  store(src: string, isClosed: boolean): Promise<Result<void, ImageProblem>>
  dispose(): void
}

type ImageImporterOptions = {
  readonly desk: Desk
  /** The source's folder, which paths are relative to; null if no file may be read. */
  readonly folder: string | null
  /** Fetches paths that the folder doesn't have. */
  readonly oldSite: string | null
  /** See FetchLimits; null outside tests and the benchmark. */
  readonly localOrigin: string | null
  readonly dryRun: boolean
  readonly ledger: ImageLedger
  /** Called for each picture that was fetched or read, with null if that succeeded, and for each that isn't stored. */
  readonly onLoad?: (src: string, failure: ImageProblem | null) => void
}

/** Milliseconds, redirects included. */
const downloadTimeout = 60_000
/** Milliseconds between attempts where the site doesn't answer. */
const delays = [2_000, 8_000, 20_000]
const maxConcurrent = 6

export function createImageImporter(options: ImageImporterOptions): ImageImporter {
  const { desk, folder, oldSite, localOrigin, dryRun, ledger, onLoad } = options
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'desk-import-'))
  const temporaryFileFor = (src: string) =>
    join(temporaryFolder, createHash('sha256').update(src).digest('hex'))
  const loads = new Map<string, Promise<Result<StoredImage, ImageProblem>>>()
  const fileStamps = new Map<string, string>()
  const enqueue = createLimiter(maxConcurrent)
  const fetcher = createRemoteFetcher({
    limits: { maxBytes: maxImageBytes, timeout: downloadTimeout, maxRedirects: 5, localOrigin },
  })

  async function readBytes(src: string) {
    const read = await readFileBytes(src)
    return read.ok ? succeed({ ...read.value, bytes: await drawSvg(read.value.bytes) }) : read
  }

  async function readFileBytes(src: string) {
    const isAddress = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(src)
    if (!isAddress) {
      const path = decodePercentEncoding(src)
      const read =
        folder === null ? fail('was not found') : await readFileInside(folder, path, maxImageBytes)
      if (read.ok) return read
      if (!oldSite || read.failure !== 'was not found') {
        return fail({ reason: read.failure, isTemporary: false })
      }
    }
    const address = isAddress ? src.replace(/^\/\//, 'https://') : new URL(src, oldSite!).href
    const fetched = await fetcher.fetchFile(address)
    return fetched.ok ? succeed({ bytes: fetched.value, stamp: '' }) : fetched
  }

  async function readAndMeasure(src: string): Promise<Result<StoredImage, ImageProblem>> {
    const read = await readBytes(src)
    if (!read.ok) return read
    const { bytes, stamp } = read.value
    fileStamps.set(src, stamp)
    const known = ledger.find(src, stamp)
    if (known) return succeed({ id: known.id, width: known.width, height: known.height })
    const measured = await measureImage(bytes)
    if (!measured.ok) return fail({ reason: measured.failure.reason, isTemporary: false })
    if (!dryRun) await writeFile(temporaryFileFor(src), bytes)
    const name = decodePercentEncoding(src.replace(/[?#].*$/s, ''))
    const { width, height } = measured.value
    return succeed({ id: createImageId(bytes, name), width, height })
  }

  function load(src: string): Promise<Result<StoredImage, ImageProblem>> {
    const pendingLoad = loads.get(src)
    if (pendingLoad) return pendingLoad
    const known = ledger.find(src, '')
    const found = known
      ? Promise.resolve(succeed({ id: known.id, width: known.width, height: known.height }))
      : enqueue(async () => {
          const read = await readAndMeasure(src)
          onLoad?.(src, read.ok ? null : read.failure)
          return read
        })
    loads.set(src, found)
    return found
  }

  async function uploadImage(src: string, isClosed: boolean): Promise<Result<void, ImageProblem>> {
    const loaded = await load(src)
    if (!loaded.ok) return loaded
    const stamp = fileStamps.get(src) ?? ''
    const known = ledger.find(src, stamp)
    // A closed picture may become open for another article, but never the reverse.
    if (dryRun || (known && (!known.isClosed || isClosed))) return succeed(undefined)
    let bytes = await readFile(temporaryFileFor(src)).catch(() => null)
    if (!bytes) {
      const read = await readBytes(src)
      if (!read.ok) return read
      bytes = Buffer.from(read.value.bytes)
    }
    const content = new Uint8Array(bytes)
    const kind = detectImageType(content)
    // Measured once, when it was loaded; other bytes than then don't match the id, and the site refuses them.
    if (!kind)
      return fail({ reason: 'has changed, and is no longer a picture', isTemporary: false })
    const { id, width, height } = loaded.value
    const measured = { kind, width, height }
    const stored = await repeatWhile(
      (answer) => !answer.ok && answer.failure.kind === 'unavailable',
      () => putImage(desk, id, content, measured, isClosed),
      { delays },
    )
    if (!stored.ok) {
      return fail({
        reason: stored.failure.reason,
        isTemporary: stored.failure.kind === 'unavailable',
      })
    }
    ledger.record({ src, stamp, id, width, height, isClosed })
    await unlink(temporaryFileFor(src)).catch(() => {})
    return succeed(undefined)
  }

  return {
    load,
    store: (src, isClosed) =>
      enqueue(async () => {
        const stored = await uploadImage(src, isClosed)
        if (!stored.ok) {
          const reason = `couldn’t be stored: ${stored.failure.reason}`
          onLoad?.(src, { ...stored.failure, reason })
        }
        return stored
      }),
    dispose: () => rmSync(temporaryFolder, { recursive: true, force: true }),
  }
}
