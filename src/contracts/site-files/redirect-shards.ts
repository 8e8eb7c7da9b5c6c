/** Paths of the files to which the build writes redirects (shards.ts). Never served: see `run_worker_first`. */
import { z } from 'zod'

export function getRedirectShardPath(shard: number): string {
  return `/moved/${shard}`
}

export const redirectShardSchema = z.object({
  /** The number of files, the same in each; the first one always exists. */
  shardCount: z.int().positive(),
  /** Final targets by normalised path (domain/redirect.ts). The hash for shards.ts is `hashRedirectPath`. */
  redirects: z.record(z.string(), z.string()),
})
export type RedirectShard = z.infer<typeof redirectShardSchema>
