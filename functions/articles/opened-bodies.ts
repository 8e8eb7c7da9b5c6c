/**
 * Bodies that this isolate has decrypted lately. They are closed text: only for handlers that have
 * decided that the reader may have it.
 */
import { createRecentlyUsed, type RecentlyUsed } from '../recently-used.ts'

/** Bytes, of the 128 MB that an isolate has: some hundreds of articles. */
const roomByDefault = 8 * 1024 * 1024

export type OpenedBodies = RecentlyUsed<string, Uint8Array<ArrayBuffer>>

export function createOpenedBodies(room = roomByDefault): OpenedBodies {
  return createRecentlyUsed(room, (body) => body.length)
}
