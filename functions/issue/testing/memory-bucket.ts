/** R2 in memory: what the audience store uses of it. */
import type { AudienceBucket } from '../audience-store.ts'

export function createMemoryBucket(): AudienceBucket & { readonly objects: Map<string, string> } {
  const objects = new Map<string, string>()
  return {
    objects,
    async get(key) {
      const stored = objects.get(key)
      return stored === undefined ? null : { text: async () => stored }
    },
    async put(key, value, options) {
      if (options?.onlyIf && objects.has(key)) return null
      objects.set(key, value)
      return {}
    },
  }
}
