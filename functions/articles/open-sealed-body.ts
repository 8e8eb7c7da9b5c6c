import { decryptSealedBody, getSealedBodyPath } from '../../src/contracts/sealed-body.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Deps } from '../http/edge-context.ts'
import { type Refusal, refuse } from '../http/handler.ts'
import { respondWithGzippedHtml } from './gzipped-html.ts'

type OpenedBody = Result<Response, Refusal<'unavailable' | 'internal'>>

/** Only for handlers that have checked the entitlement. Null if the build contains no body of this name. */
export async function openSealedBody(deps: Deps, name: string): Promise<OpenedBody | null> {
  const { bodyCache, sealingKeys, env, request, log } = deps
  const cached = bodyCache.get(name)
  if (cached) return succeed(respondWithGzippedHtml(cached, request))
  const asset = await env.ASSETS.fetch(new URL(getSealedBodyPath(name), request.url))
  if (asset.status === 404) return null
  if (!asset.ok) return refuse('unavailable')
  const sealed = new Uint8Array(await asset.arrayBuffer())
  const gzipped = await decryptSealedBody(name, sealed, await sealingKeys)
  if (!gzipped) {
    log('sealed_body_unreadable', { slug: name })
    return refuse('internal')
  }
  bodyCache.set(name, gzipped)
  return succeed(respondWithGzippedHtml(gzipped, request))
}
