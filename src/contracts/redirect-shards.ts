/**
 * Split by a hash of the address, so that a lookup reads one small file. Never served: see
 * `run_worker_first`.
 */
import { z } from 'zod'

export function getRedirectShardPath(shard: number): string {
  return `/moved/${shard}`
}

export const redirectShardSchema = z.object({
  /** The number of files, the same in each; the first one always exists. */
  shardCount: z.int().positive(),
  /** Final targets by normalised path (domain/redirect.ts). */
  redirects: z.record(z.string(), z.string()),
})
export type RedirectShard = z.infer<typeof redirectShardSchema>

/** On average. */
const redirectsPerShard = 128
const maxShards = 1024

/** A power of two, so that it seldom changes. */
export function getShardCount(redirects: number): number {
  return Math.min(maxShards, 2 ** Math.max(0, Math.ceil(Math.log2(redirects / redirectsPerShard))))
}

/** `key`: hashRedirectPath in domain/redirect.ts. */
export function getShard(key: string, shardCount: number): number {
  return Number.parseInt(key.slice(0, 8), 16) % shardCount
}
