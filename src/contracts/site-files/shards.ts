/** A large table in many small files, chosen by a hash of the key, so that a lookup reads one of them. */

import { encodeHex } from '../signing/desk-signature.ts'

/** Entries of a file, on average. */
const entriesPerShard = 128
const maxShards = 1024

/** A power of two, so that it seldom changes. */
export function getShardCount(entries: number): number {
  return Math.min(maxShards, 2 ** Math.max(0, Math.ceil(Math.log2(entries / entriesPerShard))))
}

/** In hex. */
export async function hashKey(key: string): Promise<string> {
  return encodeHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)))
}

/** `hash` in hex. */
export function getShard(hash: string, shardCount: number): number {
  return Number.parseInt(hash.slice(0, 8), 16) % shardCount
}
