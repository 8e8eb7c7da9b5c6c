/** An in-memory R2 bucket with the methods that the audience store uses. */
import { createHash } from 'node:crypto'
import type { AudienceBucket } from '../audience-store.ts'

export function createMemoryBucket(): AudienceBucket & { readonly objects: Map<string, string> } {
  const objects = new Map<string, string>()
  const getTag = (text: string) => createHash('md5').update(text).digest('hex')
  return {
    objects,
    async get(key) {
      const stored = objects.get(key)
      return stored === undefined ? null : { etag: getTag(stored), text: async () => stored }
    },
    async put(key, value, options) {
      const stored = objects.get(key)
      const { onlyIf } = options ?? {}
      if (onlyIf && 'etagDoesNotMatch' in onlyIf && stored !== undefined) return null
      const expected = onlyIf && 'etagMatches' in onlyIf ? onlyIf.etagMatches : null
      if (expected !== null && (stored === undefined || getTag(stored) !== expected)) return null
      objects.set(key, value)
      return {}
    },
  }
}
