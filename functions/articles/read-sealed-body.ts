/** Reads the encrypted bodies that are served, from the site's files or from R2 (sealed-body-index.ts). */
import { hashBody } from '../../src/contracts/signing/desk-signature.ts'
import { getSealedBodyPath } from '../../src/contracts/signing/sealed-body.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { type Refusal, refuseUnavailable } from '../identity/handler.ts'
import { getErrorName } from '../platform/error-name.ts'
import type { BodyDeps } from './body-deps.ts'
import { getSealedBodyKey } from './sealed-body-key.ts'

export type SealedBytes = Uint8Array<ArrayBuffer>

/** Returns null if this version has no body with this name, and a refusal if a body is missing that should exist. */
export async function readSealedBody(
  deps: BodyDeps,
  name: string,
): Promise<Result<SealedBytes | null, Refusal<'unavailable'>>> {
  try {
    const place = await deps.buildManifest.findSealedBody(name)
    if (place.kind === 'file') return await readFile(deps, name)
    if (place.hash === null) return succeed(null)
    const cached = await readCache(deps, place.hash).catch(() => null)
    const sealed = cached ?? (await readObject(deps, place.hash))
    if (sealed) return succeed(sealed)
    return refuseUnavailable(deps, 'sealed_body_missing', { slug: name })
  } catch (error) {
    const reason = getErrorName(error)
    return refuseUnavailable(deps, 'sealed_body_unavailable', { slug: name, reason })
  }
}

async function readFile(deps: BodyDeps, name: string) {
  const { env, request } = deps
  const asset = await env.ASSETS.fetch(new URL(getSealedBodyPath(name), request.url))
  if (asset.status === 404) return succeed(null)
  if (asset.ok) return succeed(new Uint8Array(await asset.arrayBuffer()))
  await asset.body?.cancel()
  const reason = `status ${asset.status}`
  return refuseUnavailable(deps, 'sealed_body_unavailable', { slug: name, reason })
}

/** In seconds. Limits only how long an unused body is cached, because a body never changes under its hash. */
const cacheSeconds = 7 * 24 * 60 * 60

/**
 * Opens a separate cache that never answers browsers' requests. Its addresses are also below `/sealed/`, where the
 * Worker responds to everything with 404.
 */
const openCache = () => caches.open('sealed-bodies')
const createCacheKey = ({ request }: BodyDeps, hash: string) =>
  new URL(`/sealed/${hash}`, request.url)

async function readCache(deps: BodyDeps, hash: string): Promise<SealedBytes | null> {
  const cache = await openCache()
  const cached = await cache.match(createCacheKey(deps, hash))
  const sealed = cached && new Uint8Array(await cached.arrayBuffer())
  // Damaged bytes are read from R2 again.
  return sealed && (await hashBody(sealed)) === hash ? sealed : null
}

async function readObject(deps: BodyDeps, hash: string): Promise<SealedBytes | null> {
  const object = await deps.env.MEDIA.get(getSealedBodyKey(hash))
  if (!object) return null
  const sealed = new Uint8Array(await object.arrayBuffer())
  // The body stays encrypted, so that the cache contains nothing that can be read without a key.
  const response = new Response(sealed, { headers: { 'Cache-Control': `max-age=${cacheSeconds}` } })
  const stored = openCache().then((cache) => cache.put(createCacheKey(deps, hash), response))
  deps.execution.waitUntil(
    stored.catch((error) => deps.log('sealed_body_not_cached', { reason: error.name })),
  )
  return sealed
}
