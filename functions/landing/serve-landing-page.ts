import { staticHeaders } from '../../src/contracts/security-headers.ts'
import { serveOnDemand } from '../articles/on-demand.ts'
import type { EdgeContext } from '../http/edge-context.ts'
import { parseLandingPath } from './landing-path.ts'
import type { RenderedLanding } from './render-landing.ts'

/** Serves the site's file, unless the page has changed since the build. */
export async function serveLandingPage(context: EdgeContext): Promise<Response> {
  const { deps } = context.var
  const { request, freshPages } = deps
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const path = isRead ? parseLandingPath(new URL(request.url).pathname) : null
  const fresh = path && (await freshPages.find(path, deps))
  return fresh ? respond(request, fresh) : serveBuilt(context)
}

function respond(request: Request, { body, etag, headers }: RenderedLanding): Response {
  const all = new Headers([
    ...headers.map(([name, value]): [string, string] => [name, value]),
    ['ETag', etag],
  ])
  if (hasEtag(request.headers.get('If-None-Match'), etag)) {
    return new Response(null, { status: 304, headers: all })
  }
  return new Response(request.method === 'HEAD' ? null : body, { headers: all })
}

/** Compression makes our tag a weak one. */
const hasEtag = (ifNoneMatch: string | null, etag: string) =>
  ifNoneMatch
    ?.split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag === etag || tag === `W/${etag}`) ?? false

async function serveBuilt(context: EdgeContext): Promise<Response> {
  const { request, env } = context.var.deps
  const file = await env.ASSETS.fetch(request)
  if (file.status === 404) {
    await file.body?.cancel()
    return serveOnDemand(context)
  }
  const response = new Response(file.body, file)
  // Not those of the API, which would be added otherwise.
  for (const [name, value] of Object.entries(staticHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}
