/**
 * Serves the page of a story that has no file, as if it had one: rendered once in each data centre, and never from the
 * database.
 */
import { createHash } from 'node:crypto'
import { olderStorySchema } from '../../src/contracts/older-stories.ts'
import { decodePercentEncoding } from '../../src/domain/percent-encoding.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import type { Deps } from '../http/edge-context.ts'
import { createErrorResponse } from '../http/error-response.ts'
import { isWithinLimit } from '../http/guards.ts'
import {
  createEtag,
  type RenderedFile,
  renderAsFile,
  respondWithFile,
} from '../http/rendered-file.ts'
import { createLruCache, type LruCache } from '../lru-cache.ts'
import { maxWait } from '../publishing/recent-changes.ts'
import type { StoredStory } from './older-stories.ts'
import { renderUnavailablePage } from './rendered-pages.ts'

/** Bytes: of the isolate's 128 MB. */
const maxCachedBytes = 8_000_000

/** By slug: an isolate belongs to one version of the site. */
export type OlderStoryPages = LruCache<string, RenderedFile>

export const createOlderStoryPages = (): OlderStoryPages =>
  createLruCache(maxCachedBytes, ({ body }) => body.byteLength)

/** Null if there is no such story, or it isn't published any longer: then the slug is looked for elsewhere. */
export async function serveOlderStory(deps: Deps, slug: string): Promise<Response | null> {
  const { olderStories, recentChanges, execution, request, log } = deps
  try {
    if (!(await olderStories.mayHave(slug))) return null
    const keepAlive = (work: Promise<unknown>) => execution.waitUntil(work)
    const change = await recentChanges.find(slug, maxWait.builtArticle, keepAlive)
    if (change && change.status !== 'published') return null
    const page = await findPage(deps, slug)
    if (page === 'limited') return createErrorResponse('too_many_requests')
    return page && respondWithFile(request, page)
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    log('older_story_unavailable', { slug, reason })
    return renderUnavailablePage(deps)
  }
}

/** As Cloudflare does for files: `/story.html`, `/story/` and others lead to `/story`. Null for any other path. */
export async function findPlainPath(deps: Deps, pathname: string): Promise<string | null> {
  const spelled = /^\/+(.+?)(?:\.html|\/index(?:\.html)?|\/+)?$/.exec(
    decodePercentEncoding(pathname),
  )
  const slug = slugSchema.safeParse(spelled?.[1])
  if (!slug.success || pathname === `/${slug.data}`) return null
  try {
    return (await deps.olderStories.mayHave(slug.data)) ? `/${slug.data}` : null
  } catch {
    return null
  }
}

async function findPage(deps: Deps, slug: string): Promise<RenderedFile | 'limited' | null> {
  const { olderStories, olderStoryPages } = deps
  const known = olderStoryPages.get(slug)
  if (known) return known
  const stored = await olderStories.find(slug)
  if (!stored) return null
  const key = createCacheKey(deps, stored)
  const page = (await readCache(key).catch(() => null)) ?? (await render(deps, stored, key))
  if (page && page !== 'limited') olderStoryPages.set(slug, page)
  return page
}

async function render(deps: Deps, { model, json }: StoredStory, key: URL) {
  // Only what costs computing time: pages that are cached are like files.
  if (!(await isWithinLimit(deps, 'LOOK_UP_LIMIT', 'older-story'))) return 'limited'
  const story = olderStorySchema.parse(JSON.parse(json))
  const page = await renderAsFile({ story: { ...story, preview: null } }, `/${model}`, deps)
  const stored = writeCache(key, page)
  deps.execution.waitUntil(
    stored.catch((error) => deps.log('older_story_not_cached', { reason: error.name })),
  )
  return page
}

/** Seconds. A page never changes under its key; this bounds how long an unused one is cached. */
const cacheSeconds = 7 * 24 * 60 * 60

/**
 * A cache of its own, which no request of a browser is answered from. Its addresses are also below `/older-stories/`,
 * where the Worker answers everything with 404.
 */
const openCache = () => caches.open('older-stories')

/** Of all that a page shows: templates, story, and the year in its footer. */
function createCacheKey({ request, now }: Deps, { version, json }: StoredStory): URL {
  const year = now().getUTCFullYear()
  const hash = createHash('sha256').update(`${version} ${year} ${json}`).digest('hex')
  return new URL(`/older-stories/${hash}`, request.url)
}

/** The cache would interpret the page's own headers. */
const headersName = 'Page-Headers'

async function readCache(key: URL): Promise<RenderedFile | null> {
  const cached = await (await openCache()).match(key)
  if (!cached) return null
  const { etag, headers } = JSON.parse(cached.headers.get(headersName) ?? '{}')
  const body = new Uint8Array(await cached.arrayBuffer())
  // A damaged page is rendered again.
  return createEtag(body) === etag ? { body, etag, headers } : null
}

async function writeCache(key: URL, { body, etag, headers }: RenderedFile) {
  const stored = new Response(body, {
    headers: {
      'Cache-Control': `max-age=${cacheSeconds}`,
      [headersName]: JSON.stringify({ etag, headers }),
    },
  })
  await (await openCache()).put(key, stored)
}
