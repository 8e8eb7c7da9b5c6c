/**
 * Addresses that have moved, as the build leaves them to the edge: in files by a hash of the address,
 * so that a lookup reads one small file, however many there are. Never served: see `run_worker_first`.
 */
import { z } from 'zod'

export function movesPath(shard: number): string {
  return `/moved/${shard}`
}

export const movesSchema = z.object({
  /** How many files there are: every one says so, and the first is where to ask. */
  of: z.int().positive(),
  /** Normal addresses (domain/redirect.ts), each with the path where it leads in the end. */
  moves: z.record(z.string(), z.string()),
})
export type Moves = z.infer<typeof movesSchema>

/** Moves in a file, on average and at most, while there are no more files than below. */
const perShard = 128
const mostShards = 1024

/** A power of two, so that one more move seldom changes it. */
export function shardsFor(moves: number): number {
  return Math.min(mostShards, 2 ** Math.max(0, Math.ceil(Math.log2(moves / perShard))))
}

/** `key` is that of the redirect: redirectKey in domain/redirect.ts. */
export function shardOf(key: string, of: number): number {
  return Number.parseInt(key.slice(0, 8), 16) % of
}
