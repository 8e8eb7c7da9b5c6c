/** Decrypted bodies, cached within one isolate. Only for handlers that have checked the entitlement. */
import { createLruCache, type LruCache } from '../lru-cache.ts'

/** Of the isolate's 128 MB; several hundred articles. */
const defaultMaxBytes = 8 * 1024 * 1024

export type BodyCache = LruCache<string, Uint8Array<ArrayBuffer>>

export function createBodyCache(maxBytes = defaultMaxBytes): BodyCache {
  return createLruCache(maxBytes, (body) => body.length)
}
