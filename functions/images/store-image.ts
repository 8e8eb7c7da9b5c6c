/** Verifies the signature before reading the body, then streams the body into R2, which checks its hash. */
import type { MediaFields } from '../../src/contracts/endpoints/publishing-endpoints.ts'
import { imageIdPattern } from '../../src/domain/image/image.ts'
import { succeed } from '../../src/domain/result.ts'
import { maxAudioBytes, maxImageBytes } from '../../src/domain/upload-limits.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Handle, refuse, refuseUnavailable, respond } from '../identity/handler.ts'
import { getErrorName } from '../platform/error-name.ts'
import { createUpload, type ImageUpload } from './image-upload.ts'
import { deleteVariants } from './image-variants.ts'
import { findRemoval, type Removal } from './removed-images.ts'

export const storeImage: Handle<'PUT /api/media/:id'> = async (
  { id, ...fields },
  { bodyHash },
  deps,
) => {
  const { env, request } = deps
  if (!imageIdPattern.test(id)) return refuse('bad_request')
  if (!id.endsWith(`-${bodyHash.slice(0, 16)}`)) {
    return refuse(
      'bad_request',
      'The id doesn’t end in the file’s hash. Upload the original file again.',
    )
  }
  const length = Number(request.headers.get('Content-Length'))
  const maxBytes = 'width' in fields ? maxImageBytes : maxAudioBytes
  if (length > maxBytes) return refuse('too_large')
  // Without this check, R2 would accept an empty stream before its type is checked.
  if (!request.body || !(length > 0)) {
    return refuse(
      'bad_request',
      'The request is empty, or has no Content-Length header. Upload the file again.',
    )
  }

  let upload: ImageUpload | undefined
  try {
    const removal = await findRemoval(env, id)
    if (removal) {
      await request.body.pipeTo(new WritableStream())
      return refuseRemoved(removal)
    }
    const stored = await env.MEDIA.head(id)
    const isOpen = stored && stored.customMetadata?.closed !== '1'
    // A closed file is cached by its readers only, so opening it leaves no stale response.
    if (isOpen || (stored && fields.closed === '1')) {
      await request.body.pipeTo(new WritableStream())
      return succeed(undefined)
    }
    upload = createUpload(request.body, length, { kind: fields.kind, bodyHash })
    const storedObject = await env.MEDIA.put(id, upload.stream, {
      ...createMetadata(fields),
      sha256: bodyHash,
    })
    const removedMeanwhile = await findRemoval(env, id).catch(async (error) => {
      // The image may have been removed, so it's deleted again. If it wasn't removed, the editor only has to upload it
      // again.
      if (storedObject) await env.MEDIA.delete(id)
      throw error
    })
    if (removedMeanwhile) {
      await env.MEDIA.delete(id)
      return refuseRemoved(removedMeanwhile)
    }
    if (stored && storedObject) deps.execution.waitUntil(removeClosedVariants(deps, id))
    return respond(undefined, { status: storedObject && !stored ? 201 : 204 })
  } catch (error) {
    if (upload?.problem() === 'kind')
      return refuse('bad_request', `This isn’t a file of type ${fields.kind}. Choose another file.`)
    if (upload?.problem() === 'hash') return refuse('bad_signature')
    const reason = getErrorName(error)
    return refuseUnavailable(deps, 'image_not_stored', { id, reason })
  }
}

/** The desk shows this message to the editor. */
export function refuseRemoved({ at, by, message }: Removal) {
  const reason = message === undefined ? '' : `: ${message}`
  return refuse('not_possible', `${by} removed this file on ${at.slice(0, 10)}${reason}`)
}

/** Removes the closed variants of an open image, which are no longer used. */
async function removeClosedVariants({ env, log }: Deps, id: string) {
  try {
    await deleteVariants(env, id, true)
  } catch (error) {
    log('closed_variants_not_deleted', {
      id,
      reason: getErrorName(error),
    })
  }
}

function createMetadata(fields: MediaFields): R2PutOptions {
  const { kind, closed } = fields
  const size: Record<string, string> =
    'width' in fields ? { width: String(fields.width), height: String(fields.height) } : {}
  const httpMetadata = { contentType: kind }
  if (closed === '0') return { httpMetadata, customMetadata: size }
  // The bucket ensures that a closed file never replaces an open one.
  const onlyIf = { etagDoesNotMatch: '*' }
  return { httpMetadata, customMetadata: { ...size, closed }, onlyIf }
}
