/**
 * Creates a request as Cloudflare passes it on, with the caller's country and the body's length. By default, the
 * country doesn't require consent.
 */
export function createRequestFrom(url: string, init: RequestInit, country = 'US'): Request {
  const request = new Request(url, init)
  if (typeof init.body === 'string')
    request.headers.set('Content-Length', String(new TextEncoder().encode(init.body).length))
  Object.defineProperty(request, 'cf', { value: { country } })
  return request
}
