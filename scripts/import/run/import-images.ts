/** Fetches and checks images and recordings, and stores them later, once their access is known. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLimiter } from '../../../functions/platform/map-concurrently.ts'
import { detectAudioType } from '../../../src/contracts/endpoints/audio-type.ts'
import { detectImageType } from '../../../src/contracts/endpoints/image-type.ts'
import { decodePercentEncoding } from '../../../src/domain/percent-encoding.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { maxAudioBytes, maxImageBytes } from '../../../src/domain/upload-limits.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import {
  checkRecording,
  createImageId,
  measureImage,
  putFile,
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
  loadRecording(src: string): Promise<Result<Pick<StoredImage, 'id'>, ImageProblem>>
  /** Stores a loaded picture or recording. It's open if any open text contains it. */
  store(src: string, isClosed: boolean): Promise<Result<void, ImageProblem>>
  dispose(): void
}

type ImageImporterOptions = {
  readonly desk: Desk
  /** The source's folder, which paths are relative to; null if no file may be read. */
  readonly folder: string | null
  /** The site to fetch paths from if the folder doesn't have them. */
  readonly oldSite: string | null
  /** See FetchLimits; null outside tests and the benchmark. */
  readonly localOrigin: string | null
  readonly dryRun: boolean
  readonly ledger: ImageLedger
  /**
   * Called for each file that was fetched or read, with null after success, and for each that couldn't be stored.
   */
  readonly onLoad?: (src: string, failure: ImageProblem | null) => void
}

/** Limits for fetched files. Timeouts are in milliseconds, including redirects. */
const expectedFiles = {
  image: { accept: 'image/*', maxBytes: maxImageBytes, timeout: 60_000 },
  audio: { accept: 'audio/*', maxBytes: maxAudioBytes, timeout: 600_000 },
}
type FileKind = keyof typeof expectedFiles

/** A picture has a size, and a recording has none. */
type LoadedFile = {
  readonly id: string
  readonly width?: number | undefined
  readonly height?: number | undefined
}

const failAs = (reason: string) => fail({ reason, isTemporary: false })
/** Milliseconds between attempts while the site isn't responding. */
const delays = [2_000, 8_000, 20_000]
const maxConcurrent = 6

export function createImageImporter(options: ImageImporterOptions): ImageImporter {
  const { desk, folder, oldSite, localOrigin, dryRun, ledger, onLoad } = options
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'desk-import-'))
  const temporaryFileFor = (src: string) =>
    join(temporaryFolder, createHash('sha256').update(src).digest('hex'))
  const loads = new Map<string, Promise<Result<LoadedFile, ImageProblem>>>()
  const fileStamps = new Map<string, string>()
  const enqueue = createLimiter(maxConcurrent)
  const fetcher = createRemoteFetcher({
    limits: { ...expectedFiles.image, maxRedirects: 5, localOrigin },
  })

  async function readBytes(src: string, kind: FileKind) {
    const read = await readFileBytes(src, kind)
    return read.ok && kind === 'image'
      ? succeed({ ...read.value, bytes: await drawSvg(read.value.bytes) })
      : read
  }

  async function readFileBytes(src: string, kind: FileKind) {
    const isAddress = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(src)
    if (!isAddress) {
      const path = decodePercentEncoding(src)
      const read =
        folder === null
          ? fail('was not found')
          : await readFileInside(folder, path, expectedFiles[kind].maxBytes)
      if (read.ok) return read
      if (!oldSite || read.failure !== 'was not found') {
        return failAs(read.failure)
      }
    }
    const address = isAddress ? src.replace(/^\/\//, 'https://') : new URL(src, oldSite!).href
    const fetched = await fetcher.fetchFile(address, expectedFiles[kind])
    return fetched.ok ? succeed({ bytes: fetched.value, stamp: '' }) : fetched
  }

  async function readAndCheck(
    src: string,
    kind: FileKind,
  ): Promise<Result<LoadedFile, ImageProblem>> {
    const read = await readBytes(src, kind)
    if (!read.ok) return read
    const { bytes, stamp } = read.value
    fileStamps.set(src, stamp)
    const known = ledger.find(src, stamp)
    if (known) return succeed(known)
    const checked = kind === 'audio' ? checkRecording(bytes) : await measureImage(bytes)
    if (!checked.ok) return failAs(checked.failure.reason)
    if (!dryRun) await writeFile(temporaryFileFor(src), bytes)
    const name = decodePercentEncoding(src.replace(/[?#].*$/s, ''))
    const { kind: _, ...size } = checked.value
    return succeed({ id: createImageId(bytes, name), ...size })
  }

  function loadFile(src: string, kind: FileKind): Promise<Result<LoadedFile, ImageProblem>> {
    const pendingLoad = loads.get(src)
    if (pendingLoad) return pendingLoad
    const known = ledger.find(src, '')
    const found = known
      ? Promise.resolve(succeed(known))
      : enqueue(async () => {
          const read = await readAndCheck(src, kind)
          onLoad?.(src, read.ok ? null : read.failure)
          return read
        })
    loads.set(src, found)
    return found
  }

  async function load(src: string): Promise<Result<StoredImage, ImageProblem>> {
    const loaded = await loadFile(src, 'image')
    if (!loaded.ok) return loaded
    const { id, width, height } = loaded.value
    return width && height ? succeed({ id, width, height }) : failAs('isn’t a picture')
  }

  async function loadRecording(src: string) {
    const loaded = await loadFile(src, 'audio')
    return loaded.ok && loaded.value.width ? failAs('isn’t a recording') : loaded
  }

  async function uploadFile(src: string, isClosed: boolean): Promise<Result<void, ImageProblem>> {
    const loaded = await loadFile(src, 'image')
    if (!loaded.ok) return loaded
    const { id, width, height } = loaded.value
    const expectedKind = width ? 'image' : 'audio'
    const stamp = fileStamps.get(src) ?? ''
    const known = ledger.find(src, stamp)
    // A closed picture may become open for another article, but never the reverse.
    if (dryRun || (known && (!known.isClosed || isClosed))) return succeed(undefined)
    let bytes = await readFile(temporaryFileFor(src)).catch(() => null)
    if (!bytes) {
      const read = await readBytes(src, expectedKind)
      if (!read.ok) return read
      bytes = Buffer.from(read.value.bytes)
    }
    const content = new Uint8Array(bytes)
    const [image, audio] = [detectImageType(content), detectAudioType(content)]
    // The file was measured when it was loaded. If it has changed, its id doesn't match, and the site refuses it.
    const checked =
      width && height ? image && { kind: image, width, height } : audio && { kind: audio }
    if (!checked)
      return failAs(`has changed, and is no longer a ${width ? 'picture' : 'recording'}`)
    const stored = await repeatWhile(
      (answer) => !answer.ok && answer.failure.kind === 'unavailable',
      () => putFile(desk, id, content, checked, isClosed),
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
    loadRecording,
    store: (src, isClosed) =>
      enqueue(async () => {
        const stored = await uploadFile(src, isClosed)
        if (!stored.ok) {
          const reason = `couldn’t be stored: ${stored.failure.reason}`
          onLoad?.(src, { ...stored.failure, reason })
        }
        return stored
      }),
    dispose: () => rmSync(temporaryFolder, { recursive: true, force: true }),
  }
}
