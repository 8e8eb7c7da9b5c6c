import { recordingPolicy } from '../../src/contracts/pages/security-headers.ts'
import { imageIdPattern } from '../../src/domain/image/image.ts'
import { isPageWithinLimit } from '../identity/caller-limits.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { createErrorResponse } from '../platform/http/error-response.ts'
import type { ImagesDeps } from './images-deps.ts'
import { findStoredFile, permanentCacheControl } from './stored-files.ts'
import { tryStorage } from './try-storage.ts'

type ByteRange = { readonly offset: number; readonly length: number }

/** Returns null for the whole file, which is also the response to several ranges and to an invalid header. */
function parseRange(header = '', size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header) ?? []
  if (first === '' && last === '') return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const offset = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return offset < end ? { offset, length: end - offset } : 'unsatisfiable'
}

/**
 * GET /audio/{id}. Safari plays only recordings that are served in ranges. Cloudflare's cache isn't used: it can't
 * store parts of a file, and a closed recording must not be in it.
 */
export async function getAudio(context: EdgeContext<ImagesDeps>): Promise<Response> {
  const { deps } = context.var
  const { id = '' } = context.req.param()
  if (!imageIdPattern.test(id)) return createErrorResponse('not_found')
  if (!(await isPageWithinLimit(deps, 'image'))) return createErrorResponse('too_many_requests')
  const found = await findStoredFile(deps, id, 'audio')
  if (!found.ok) return createErrorResponse(found.failure.code)
  const { object, isClosed } = found.value
  const { size, httpEtag, httpMetadata } = object
  const headers = new Headers({
    'Content-Type': httpMetadata?.contentType ?? '',
    'Cache-Control': permanentCacheControl[isClosed ? 'closed' : 'open'],
    'Accept-Ranges': 'bytes',
    'Content-Security-Policy': recordingPolicy,
    ETag: httpEtag,
    ...(isClosed ? { Vary: 'Cookie' } : {}),
  })
  const isSameFile = [undefined, httpEtag].includes(context.req.header('If-Range'))
  const range = isSameFile ? parseRange(context.req.header('Range'), size) : null
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  }
  const read = await tryStorage(deps, id, () => deps.env.MEDIA.get(id, range ? { range } : {}))
  if (!read.ok) return createErrorResponse(read.failure.code)
  if (!read.value) return createErrorResponse('not_found')
  headers.set('Content-Length', String(range?.length ?? size))
  if (!range) return new Response(read.value.body, { headers })
  const { offset, length } = range
  headers.set('Content-Range', `bytes ${offset}-${offset + length - 1}/${size}`)
  return new Response(read.value.body, { status: 206, headers })
}
