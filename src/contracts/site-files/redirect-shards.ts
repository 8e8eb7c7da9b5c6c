/** Paths of files with redirects from the build (shards.ts). The files are never served: see `run_worker_first`. */
import { z } from 'zod'

export function getRedirectShardPath(shard: number): string {
  return `/moved/${shard}`
}

export const redirectShardSchema = z.object({
  /** The number of files, which every file contains. The first file always exists. */
  shardCount: z.int().positive(),
  /** Final targets by normalised path (domain/redirect.ts). `hashRedirectPath` is the hash for shards.ts. */
  redirects: z.record(z.string(), z.string()),
})
export type RedirectShard = z.infer<typeof redirectShardSchema>
