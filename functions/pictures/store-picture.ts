/**
 * PUT /api/media/{id}: stores a picture for articles to come, with what picture.ts has to know of it.
 * Calling it again is harmless, in any order: what was open once stays open. The signature is verified
 * before a byte of the body is read, and the body streams into object storage, which checks its hash.
 */
import {
  largestPicture,
  type StoredPictureQuery,
  storedPictureQuerySchema,
} from '../../src/contracts/publishing.ts'
import { pictureIdPattern } from '../../src/domain/picture.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { verifySignature } from '../publishing/signed-request.ts'
import { type PictureUpload, uploadOf } from './picture-upload.ts'

const refuse = (message: string) => errorResponse('bad_request', { message })

export async function storePicture(context: EdgeContext): Promise<Response> {
  const signed = await verifySignature(context)
  if (!signed.ok) return signed.failure
  const { bodyHash } = signed.value
  const id = context.req.param('id') ?? ''
  const query = storedPictureQuerySchema.safeParse(context.req.query())
  if (!pictureIdPattern.test(id) || !query.success) return errorResponse('bad_request')
  if (!id.endsWith(`-${bodyHash.slice(0, 16)}`)) return refuse('The id does not end in the hash.')
  const length = Number(context.req.header('Content-Length'))
  if (length > largestPicture) return errorResponse('too_large')
  const { body } = context.req.raw
  // Storage takes an empty stream for a whole one before its kind has been checked.
  if (!body || !(length > 0)) return refuse('The request is empty, or states no length.')

  const { MEDIA } = context.env
  let upload: PictureUpload | undefined
  try {
    const stored = await MEDIA.head(id)
    const isOpen = stored && stored.customMetadata?.closed !== '1'
    // A closed picture is cached by its readers alone, so opening it leaves no stale answer behind.
    if (isOpen || (stored && query.data.closed === '1')) {
      await body.pipeTo(new WritableStream())
      return context.body(null, 204)
    }
    upload = uploadOf(body, length, { kind: query.data.kind, bodyHash })
    const made = await MEDIA.put(id, upload.stream, { ...metadataOf(query.data), sha256: bodyHash })
    return context.body(null, made && !stored ? 201 : 204)
  } catch (error) {
    if (upload?.problem() === 'kind') return refuse(`This is not ${query.data.kind}.`)
    if (upload?.problem() === 'hash') return errorResponse('bad_signature')
    const reason = error instanceof Error ? error.name : 'unknown'
    context.var.services.log('picture_not_stored', { id, reason })
    return errorResponse('unavailable')
  }
}

function metadataOf({ kind, width, height, closed }: StoredPictureQuery): R2PutOptions {
  const size = { width: String(width), height: String(height) }
  const httpMetadata = { contentType: kind }
  if (closed === '0') return { httpMetadata, customMetadata: size }
  // The bucket itself makes sure that a closed picture never replaces an open one.
  const onlyIf = { etagDoesNotMatch: '*' }
  return { httpMetadata, customMetadata: { ...size, closed }, onlyIf }
}
