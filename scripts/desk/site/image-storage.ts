/** Measures images, names them by their content and uploads them. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { getEndpointPath } from '../../../src/contracts/endpoints/endpoint-path.ts'
import { detectImageType } from '../../../src/contracts/endpoints/image-type.ts'
import {
  type ImageType,
  imageHashLength,
  imageTypes,
  imageUploadQuerySchema,
  maxImageBytes,
} from '../../../src/contracts/endpoints/publishing-endpoints.ts'
import { createImageId as nameImage } from '../../../src/domain/image/image-id.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { fetchSigned, readRefusal } from '../../shared/fetch-signed.ts'
import { repeatWhile } from '../../shared/repeat-while.ts'
import type { Desk } from '../command-line/desk-environment.ts'
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

export type ImageFailure =
  /** The file isn't an image, or is an unsupported, too large or damaged one. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }

const failUnusable = (reason: string) => fail({ kind: 'unusable', reason } as const)

/** Judges by the bytes, not by the file name. */
export async function measureImage(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<MeasuredImage, ImageFailure>> {
  if (bytes.length > maxImageBytes) {
    return failUnusable(`has ${bytes.length} bytes; the limit is ${maxImageBytes}`)
  }
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
    if (!size.success) return failUnusable('is wider or higher than 20,000 pixels')
    return succeed({ kind, ...size.data })
  } catch {
    return damaged
  }
}

export const createImageId = (bytes: Uint8Array, nameHint: string): string =>
  nameImage(nameHint, createHash('sha256').update(bytes).digest('hex').slice(0, imageHashLength))

/** Bulk uploads wait for the site's limit of uploads per minute. Uploading the same image again is harmless. */
export async function putImage(
  desk: Desk,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
  { kind, width, height }: MeasuredImage,
  isClosed: boolean,
): Promise<Result<void, ImageFailure>> {
  const closed = isClosed ? '1' : '0'
  const path = getEndpointPath('PUT /api/media/:id', { id, width, height, kind, closed })
  const call = { method: 'PUT', path, file: { bytes, type: kind }, timeout: 120_000 }
  const sent = await repeatWhile(isSiteBusy, () => sendImage(desk, call))
  if (sent.ok) return sent
  const { status, reason } = sent.failure
  return fail({ kind: status === null || isBusy(status) ? 'unavailable' : 'refused', reason })
}

/** `status` is null if the site doesn't answer. */
type SendFailure = { readonly status: number | null; readonly reason: string }

const isBusy = (status: number) => status === 429 || status >= 500

const isSiteBusy = (sent: Result<void, SendFailure>) =>
  !sent.ok && sent.failure.status !== null && isBusy(sent.failure.status)

async function sendImage(
  desk: Desk,
  call: Parameters<typeof fetchSigned>[1],
): Promise<Result<void, SendFailure>> {
  const response = await fetchSigned(desk, call).catch(describeNetworkError)
  if (typeof response === 'string')
    return fail({ status: null, reason: `the site doesn’t answer (${response})` })
  const { ok, status, body } = response
  if (ok) {
    await body?.cancel()
    return succeed(undefined)
  }
  const { error, description } = await readRefusal(response)
  // The picture was removed from the site.
  const reason = error?.code === 'not_possible' ? error.message : `the site ${description}`
  return fail({ status, reason })
}
