import { bodyLimit } from 'hono/body-limit'
import { apiHeaders } from '../../../src/contracts/pages/security-headers.ts'
import { createErrorResponse } from './error-response.ts'

/** Counts the bytes as they arrive, because Content-Length may be wrong. */
export function limitBody(bytes: number) {
  return bodyLimit({ maxSize: bytes, onError: () => createErrorResponse('too_large') })
}

/** More than readers' endpoints accept, so that a caller whose body is too large still gets the response. */
const maxDrainedBytes = 256 * 1024

/**
 * Reads the rest of the body. Otherwise workerd closes the connection after a refusal, and the caller's next request
 * fails.
 */
export async function drainRequestBody(request: Request) {
  const length = request.headers.get('Content-Length')
  if (request.bodyUsed || length === null || Number(length) > maxDrainedBytes) return
  // The caller may have disconnected.
  await request.body?.pipeTo(new WritableStream()).catch(() => {})
}

/** Browsers set Origin on every request that can change data, and pages can't forge it. */
export const isSameOrigin = ({ headers, url }: Request) =>
  headers.get('Origin') === new URL(url).origin

/** Skips pages, which set their own policy. */
export function setSecurityHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(apiHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
  return response
}
