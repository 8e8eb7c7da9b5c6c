/**
 * Bodies that this isolate opened lately. Its files are those of one deployed version and never
 * change, so what was opened once stays right as long as the isolate lives. Holds closed text: only
 * for handlers that have decided that the reader may have it.
 */

/** Bytes, of the 128 MB that an isolate has: some hundreds of articles. */
const roomByDefault = 8 * 1024 * 1024

export type OpenedBodies = {
  get(slug: string): Uint8Array<ArrayBuffer> | undefined
  keep(slug: string, body: Uint8Array<ArrayBuffer>): void
}

export function createOpenedBodies(room = roomByDefault): OpenedBodies {
  // In the order of their last use: a Map keeps the order of insertion.
  const bodies = new Map<string, Uint8Array<ArrayBuffer>>()
  let taken = 0
  function drop(slug: string) {
    taken -= bodies.get(slug)?.length ?? 0
    bodies.delete(slug)
  }
  function keep(slug: string, body: Uint8Array<ArrayBuffer>) {
    drop(slug)
    if (body.length > room) return
    bodies.set(slug, body)
    taken += body.length
    for (const oldest of bodies.keys()) {
      if (taken <= room) return
      drop(oldest)
    }
  }
  return {
    get(slug) {
      const body = bodies.get(slug)
      if (body) keep(slug, body)
      return body
    },
    keep,
  }
}
