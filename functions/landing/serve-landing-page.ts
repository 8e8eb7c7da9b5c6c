import { staticHeaders } from '../../src/contracts/pages/security-headers.ts'
import { serveOnDemand } from '../articles/on-demand.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { respondWithFile } from '../platform/http/rendered-file.ts'
import type { LandingDeps } from './landing-deps.ts'
import { parseLandingPath } from './landing-path.ts'

/** Serves the built file, unless the page has changed since the build. */
export async function serveLandingPage(context: EdgeContext<LandingDeps>): Promise<Response> {
  const { deps } = context.var
  const { request, freshPages } = deps
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const path = isRead ? parseLandingPath(new URL(request.url).pathname) : null
  const fresh = path && (await freshPages.find(path, deps))
  return fresh ? respondWithFile(request, fresh) : serveBuilt(context)
}

async function serveBuilt(context: EdgeContext<LandingDeps>): Promise<Response> {
  const { request, env } = context.var.deps
  const file = await env.ASSETS.fetch(request)
  // Cloudflare's redirect for a trailing slash is temporary.
  const hasLastSlash = file.status === 307 && new URL(request.url).pathname.endsWith('/')
  if (file.status === 404 || hasLastSlash) {
    await file.body?.cancel()
    return serveOnDemand(context)
  }
  const response = new Response(file.body, file)
  // Otherwise, the API's headers would be added.
  for (const [name, value] of Object.entries(staticHeaders)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}
