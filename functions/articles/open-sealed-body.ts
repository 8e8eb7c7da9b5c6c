import { decryptSealedBody } from '../../src/contracts/signing/sealed-body.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { type Refusal, refuse } from '../identity/handler.ts'
import type { BodyDeps } from './body-deps.ts'
import { respondWithGzippedHtml } from './gzipped-html.ts'
import { readSealedBody } from './read-sealed-body.ts'

type OpenedBody = Result<Response, Refusal<'unavailable' | 'internal'>>

/** Callers must have checked the entitlement. Returns null if the build contains no body with this name. */
export async function openSealedBody(deps: BodyDeps, name: string): Promise<OpenedBody | null> {
  const { bodyCache, sealingKeys, request, log } = deps
  const cached = bodyCache.get(name)
  if (cached) return succeed(respondWithGzippedHtml(cached, request))
  const sealed = await readSealedBody(deps, name)
  if (!sealed.ok) return sealed
  if (!sealed.value) return null
  const gzipped = await decryptSealedBody(name, sealed.value, await sealingKeys)
  if (!gzipped) {
    log('sealed_body_unreadable', { slug: name })
    return refuse('internal')
  }
  bodyCache.set(name, gzipped)
  return succeed(respondWithGzippedHtml(gzipped, request))
}
