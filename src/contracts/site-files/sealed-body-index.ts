/**
 * An index of the encrypted bodies of R2 that belong to one version of the site, if they aren't files of it. In shards
 * (shards.ts), and never served: see `run_worker_first`. A version that is rolled back to has its own.
 */
import { z } from 'zod'

/** No name of a body contains a dot (sealed-body.ts). */
export function getSealedIndexPath(shard: number): string {
  return `/sealed/${shard}.json`
}

export const sealedIndexSchema = z.object({
  /** The number of files, the same in each; the first one always exists. */
  shardCount: z.int().positive(),
  /** SHA-256 of the sealed bytes, in hex, by the body's name. */
  hashes: z.record(z.string(), z.hash('sha256')),
})
export type SealedIndex = z.infer<typeof sealedIndexSchema>
