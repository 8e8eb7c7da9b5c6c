/**
 * Serves the page of a story that isn't a static file as if it were one. The page is rendered once per data centre, and
 * never from the database.
 */
import { createHash } from 'node:crypto'
import { olderStorySchema } from '../../src/contracts/site-files/older-stories.ts'
import { decodePercentEncoding } from '../../src/domain/percent-encoding.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import { isPageWithinLimit } from '../identity/caller-limits.ts'
import { renderTooManyRequestsPage, renderUnavailablePage } from '../pages/rendered-pages.ts'
import { getErrorName } from '../platform/error-name.ts'
import { fetchAsset } from '../platform/http/read-asset.ts'
import { type RenderedFile, renderAsFile, respondWithFile } from '../platform/http/rendered-file.ts'
import { maxWait } from '../publishing/recent-changes.ts'
import type { ArticlesDeps } from './articles-deps.ts'
import type { StoredStory } from './older-stories.ts'
import { readFromDataCentre, storeInDataCentre } from './older-story-page-cache.ts'

/** Returns null if the story doesn't exist or is no longer published. The caller then looks up the slug elsewhere. */
export async function serveOlderStory(deps: ArticlesDeps, slug: string): Promise<Response | null> {
  const { olderStories, recentChanges, execution, request, log } = deps
  try {
    if (!(await olderStories.mayHave(slug))) return null
    const keepAlive = (work: Promise<unknown>) => execution.waitUntil(work)
    const change = await recentChanges.find(slug, maxWait.builtArticle, keepAlive)
    if (change && change.status !== 'published') return null
    const page = await findPage(deps, slug)
    if (page === 'limited') return await renderTooManyRequestsPage(deps)
    return page && respondWithFile(request, page)
  } catch (error) {
    const reason = getErrorName(error)
    log('older_story_unavailable', { slug, reason })
    return renderUnavailablePage(deps)
  }
}

/**
 * Redirects to the canonical path as Cloudflare does for files: `/story.html`, `/story/`, `/Story` and others to
 * `/story`, and `/events/one/` to `/events/one`. Null for any other path.
 */
export async function findPlainPath(deps: ArticlesDeps, pathname: string): Promise<string | null> {
  const [, nested] = /^((?:\/[a-z0-9-]+){2,})\/$/i.exec(pathname) ?? []
  if (nested) return (await hasFile(deps, nested).catch(() => false)) ? nested : null
  const spelled = /^\/+([a-z0-9-]+)(?:\.html|\/index(?:\.html)?|\/+)?$/i.exec(
    decodePercentEncoding(pathname),
  )
  const slug = slugSchema.safeParse(spelled?.[1]?.toLowerCase())
  if (!slug.success || pathname === `/${slug.data}`) return null
  try {
    const path = `/${slug.data}`
    return (await deps.olderStories.mayHave(slug.data)) || (await hasFile(deps, path)) ? path : null
  } catch {
    return null
  }
}

async function hasFile({ env }: ArticlesDeps, path: string): Promise<boolean> {
  // A redirect means that this path is another spelling, such as `/story/index`.
  const file = await fetchAsset(env.ASSETS, path, { method: 'HEAD', redirect: 'manual' })
  await file.body?.cancel()
  return file.ok
}

async function findPage(
  deps: ArticlesDeps,
  slug: string,
): Promise<RenderedFile | 'limited' | null> {
  const { olderStories, olderStoryPages, execution } = deps
  const known = olderStoryPages.known.get(slug)
  if (known) return known
  const stored = await olderStories.find(slug)
  if (!stored) return null
  const key = createCacheKey(deps, stored)
  const cached = await readFromDataCentre(key).catch(() => null)
  if (cached) {
    olderStoryPages.known.set(slug, cached)
    return cached
  }
  // Only pages that the data centre hasn't cached are counted, because cached ones cost no more than reading a shard.
  if (!(await isPageWithinLimit(deps, 'older-story'))) return 'limited'
  const renderAndRemember = async () => {
    const page = await render(deps, stored, key)
    olderStoryPages.known.set(slug, page)
    return page
  }
  const keepAlive = (work: Promise<unknown>) => execution.waitUntil(work)
  const page = await olderStoryPages.shareRendering(slug, renderAndRemember, keepAlive)
  if (!page) throw new Error('The page took too long to render.')
  return page
}

async function render(
  deps: ArticlesDeps,
  { model, json }: StoredStory,
  key: URL,
): Promise<RenderedFile> {
  const story = olderStorySchema.parse(JSON.parse(json))
  const page = await renderAsFile({ story: { ...story, preview: null } }, `/${model}`, deps)
  const stored = storeInDataCentre(key, page)
  deps.execution.waitUntil(
    stored.catch((error) => deps.log('older_story_not_cached', { reason: error.name })),
  )
  return page
}

/** Returns a key that covers everything the page depends on: the templates, the story, and the year in its footer. */
function createCacheKey({ request, now }: ArticlesDeps, { version, json }: StoredStory): URL {
  const year = now().getUTCFullYear()
  const hash = createHash('sha256').update(`${version} ${year} ${json}`).digest('hex')
  return new URL(`/older-stories/${hash}`, request.url)
}
