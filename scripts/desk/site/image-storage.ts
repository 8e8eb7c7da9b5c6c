/** Checks images and recordings, names them by their content and uploads them. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { detectAudioType } from '../../../src/contracts/endpoints/audio-type.ts'
import { getEndpointPath } from '../../../src/contracts/endpoints/endpoint-path.ts'
import { detectImageType } from '../../../src/contracts/endpoints/image-type.ts'
import {
  type AudioType,
  audioTypes,
  type ImageType,
  imageHashLength,
  imageTypes,
  imageUploadQuerySchema,
} from '../../../src/contracts/endpoints/publishing-endpoints.ts'
import { createImageId as nameImage } from '../../../src/domain/image/image-id.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { maxAudioBytes, maxImageBytes } from '../../../src/domain/upload-limits.ts'
import {
  fetchSigned,
  readRefusal,
  type SignedSite,
  type SiteFile,
} from '../../shared/fetch-signed.ts'
import { repeatWhile } from '../../shared/repeat-while.ts'
import { isCompleteGif } from './complete-gif.ts'
import { describeNetworkError } from './site-client.ts'

export type StoredImage = {
  readonly id: string
  readonly width: number
  readonly height: number
}

export type MeasuredImage = {
  readonly kind: ImageType
  /** The size after applying the photograph's rotation. */
  readonly width: number
  readonly height: number
}

export type CheckedFile = MeasuredImage | { readonly kind: AudioType }

export type FileFailure =
  /** The file isn't an image or a recording, has an unsupported format, is too large, or is damaged. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }

const failUnusable = (reason: string) => fail({ kind: 'unusable', reason } as const)
const failTooLarge = ({ length }: Uint8Array, limit: number) =>
  failUnusable(`has ${length} bytes; the limit is ${limit}`)

/** Checks the bytes, not the file name. */
export function checkRecording(
  bytes: Uint8Array<ArrayBuffer>,
): Result<{ readonly kind: AudioType }, FileFailure> {
  if (bytes.length > maxAudioBytes) return failTooLarge(bytes, maxAudioBytes)
  const kind = detectAudioType(bytes)
  if (kind) return succeed({ kind })
  return failUnusable(`isn’t a recording in a supported format (${audioTypes.join(', ')})`)
}

/** Detects the format from the bytes, not from the file name. */
export async function measureImage(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<MeasuredImage, FileFailure>> {
  if (bytes.length > maxImageBytes) return failTooLarge(bytes, maxImageBytes)
  const kind = detectImageType(bytes)
  if (!kind) return failUnusable(`isn’t a picture in a supported format (${imageTypes.join(', ')})`)
  const damaged = failUnusable('is damaged and can’t be read to the end')
  if (kind === 'image/gif' && !isCompleteGif(bytes)) return damaged
  try {
    const decoder = sharp(bytes, { failOn: 'error', sequentialRead: true })
    const { autoOrient, height } = await decoder.metadata()
    // Decoding every row finds truncated files. The tiny size keeps memory low.
    const resizeOptions = { fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false } as const
    await decoder.resize(8, height, resizeOptions).raw().toBuffer()
    const size = imageUploadQuerySchema.pick({ width: true, height: true }).safeParse(autoOrient)
    if (!size.success) return failUnusable('is wider or taller than 20,000 pixels')
    return succeed({ kind, ...size.data })
  } catch {
    return damaged
  }
}

export const createImageId = (bytes: Uint8Array, nameHint: string): string =>
  nameImage(nameHint, createHash('sha256').update(bytes).digest('hex').slice(0, imageHashLength))

/** Bytes per second: slower uploads are given up. */
const slowestUpload = 100_000

/** Returns milliseconds. */
export const getUploadTimeout = ({ bytes }: SiteFile) =>
  120_000 + Math.ceil(bytes.length / slowestUpload) * 1000

/** Bulk uploads wait for the site's limit of uploads per minute. Uploading the same file again is harmless. */
export async function putFile(
  site: SignedSite,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
  checked: CheckedFile,
  isClosed: boolean,
): Promise<Result<void, FileFailure>> {
  const closed = isClosed ? '1' : '0'
  const query =
    'width' in checked
      ? { kind: checked.kind, width: checked.width, height: checked.height }
      : { kind: checked.kind }
  const path = getEndpointPath('PUT /api/media/:id', { id, ...query, closed })
  const file = { bytes, type: query.kind }
  const call = { method: 'PUT', path, file, timeout: getUploadTimeout(file) }
  const sent = await repeatWhile(isSiteBusy, () => sendFile(site, call))
  if (sent.ok) return sent
  const { status, reason } = sent.failure
  return fail({ kind: status === null || isBusy(status) ? 'unavailable' : 'refused', reason })
}

/** `status` is null if the site isn't responding. */
type SendFailure = { readonly status: number | null; readonly reason: string }

const isBusy = (status: number) => status === 429 || status >= 500

const isSiteBusy = (sent: Result<void, SendFailure>) =>
  !sent.ok && sent.failure.status !== null && isBusy(sent.failure.status)

async function sendFile(
  site: SignedSite,
  call: Parameters<typeof fetchSigned>[1],
): Promise<Result<void, SendFailure>> {
  const response = await fetchSigned(site, call).catch(describeNetworkError)
  if (typeof response === 'string')
    return fail({ status: null, reason: `the site isn’t responding (${response})` })
  const { ok, status, body } = response
  if (ok) {
    await body?.cancel()
    return succeed(undefined)
  }
  const { error, description } = await readRefusal(response)
  // The file was removed from the site.
  const reason = error?.code === 'not_possible' ? error.message : `the site ${description}`
  return fail({ status, reason })
}
