/** Stores a large table in many small files, chosen by a hash of the key, so that each look-up reads only one. */

import { encodeHex } from '../signing/desk-signature.ts'

/** The average number of entries per file. */
const entriesPerShard = 128
const maxShards = 1024

/** Returns a power of two, so that the number rarely changes. */
export function getShardCount(entries: number): number {
  return Math.min(maxShards, 2 ** Math.max(0, Math.ceil(Math.log2(entries / entriesPerShard))))
}

/** Returns a hash in hex. */
export async function hashKey(key: string): Promise<string> {
  return encodeHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)))
}

/** `hash` is in hex. */
export function getShard(hash: string, shardCount: number): number {
  return Number.parseInt(hash.slice(0, 8), 16) % shardCount
}
