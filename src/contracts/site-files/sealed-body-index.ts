/**
 * An index of the encrypted bodies in R2 that belong to one version of the site, if the bodies aren't files of the
 * site. The index is sharded (shards.ts), and never served: see `run_worker_first`. A version that the site is rolled
 * back to has its own index.
 */
import { z } from 'zod'

/** No body's name contains a dot (sealed-body.ts). */
export function getSealedIndexPath(shard: number): string {
  return `/sealed/${shard}.json`
}

export const sealedIndexSchema = z.object({
  /** The number of files, which every file contains. The first file always exists. */
  shardCount: z.int().positive(),
  /** SHA-256 of the encrypted bytes in hex, by body name. */
  hashes: z.record(z.string(), z.hash('sha256')),
})
export type SealedIndex = z.infer<typeof sealedIndexSchema>
