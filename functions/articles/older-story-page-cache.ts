/** Caches rendered pages of older stories, in the isolate's memory and, through the Cache API, in each data centre. */
import { createEtag, type RenderedFile } from '../platform/http/rendered-file.ts'
import { createLruCache } from '../platform/lru-cache.ts'
import { createSingleFlight } from '../platform/single-flight.ts'

/** In bytes; an isolate has 128 MB. */
const maxCachedBytes = 8_000_000

export type OlderStoryPages = ReturnType<typeof createOlderStoryPages>

export const createOlderStoryPages = () => ({
  /** Keyed by slug alone, because an isolate runs one version of the site. */
  known: createLruCache<string, RenderedFile>(maxCachedBytes, ({ body }) => body.byteLength),
  shareRendering: createSingleFlight<RenderedFile>(),
})

/** In seconds. Limits only how long an unused page is cached, because a page never changes under its key. */
const cacheSeconds = 7 * 24 * 60 * 60

/**
 * Opens a separate cache that never answers browsers' requests. Its addresses are also below `/older-stories/`, where
 * the Worker responds to everything with 404.
 */
const openCache = () => caches.open('older-stories')

/** The page's headers are stored in a header, because the cache would interpret them. */
const headersName = 'Page-Headers'

export async function readFromDataCentre(key: URL): Promise<RenderedFile | null> {
  const cached = await (await openCache()).match(key)
  if (!cached) return null
  const { etag, headers } = JSON.parse(cached.headers.get(headersName) ?? '{}')
  const body = new Uint8Array(await cached.arrayBuffer())
  // A damaged page is rendered again.
  return createEtag(body) === etag ? { body, etag, headers } : null
}

export async function storeInDataCentre(key: URL, { body, etag, headers }: RenderedFile) {
  const stored = new Response(body, {
    headers: {
      'Cache-Control': `max-age=${cacheSeconds}`,
      [headersName]: JSON.stringify({ etag, headers }),
    },
  })
  await (await openCache()).put(key, stored)
}
