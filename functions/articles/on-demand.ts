import { parseCutFontPath } from '../../src/contracts/site-files/cut-fonts.ts'
import { resolveArchivePath } from '../../src/domain/archive/archive-path.ts'
import { parseMissingPage } from '../../src/domain/missing-page.ts'
import { decodePercentEncoding } from '../../src/domain/percent-encoding.ts'
import { resolveSitePath } from '../../src/domain/redirect.ts'
import { reservedSlugs, slugSchema } from '../../src/domain/slug.ts'
import { isPageWithinLimit } from '../identity/caller-limits.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import {
  renderErrorPage,
  renderTooManyRequestsPage,
  renderUnavailablePage,
} from '../pages/rendered-pages.ts'
import { getErrorName } from '../platform/error-name.ts'
import { maxWait } from '../publishing/recent-changes.ts'
import type { ArticlesDeps } from './articles-deps.ts'
import { loadPublished, loadStory } from './load-article.ts'
import { findPlainPath, serveOlderStory } from './older-story-page.ts'
import { renderStoryPage } from './render-story-page.ts'

/** Returns null if no article can have this path. */
function parseSlug(pathname: string): string | null {
  const slug = slugSchema.safeParse(pathname.slice(1))
  return slug.success && !reservedSlugs.has(slug.data) ? slug.data : null
}

/** Serves addresses without a file and a route. The error page costs no read. */
export async function serveOnDemand(context: EdgeContext<ArticlesDeps>): Promise<Response> {
  const { method, url } = context.req
  if (method !== 'GET' && method !== 'HEAD') {
    return new Response('Method not allowed', { status: 405, headers: { Allow: 'GET, HEAD' } })
  }
  const { pathname, search } = new URL(url)
  // The next build creates the file; until then browsers load the whole font.
  if (parseCutFontPath(pathname)) return new Response(null, { status: 404 })
  const { deps } = context.var
  const slug = parseSlug(pathname)
  const storyResponse =
    slug && ((await serveOlderStory(deps, slug)) ?? (await serveUnbuiltArticle(deps, slug)))
  // Editors' redirects take precedence.
  const response = storyResponse || (await serveRedirect(context, pathname))
  if (response instanceof Response) return response
  const plainPath = await findPlainPath(deps, pathname)
  if (plainPath !== null) {
    // Redirects capitals and a trailing slash permanently, unless an editor's redirect may take precedence, and other
    // spellings temporarily, as Cloudflare does for files.
    const isForEver = pathname.endsWith('/') || /[A-Z]/.test(decodePercentEncoding(pathname))
    return context.redirect(plainPath + search, isForEver && response === null ? 301 : 307)
  }
  const tags = await deps.loadTags()
  const archivePath = resolveArchivePath(pathname, tags)
  // Keeps the query, because the page is the same.
  if (archivePath !== null) return context.redirect(archivePath + search, 301)
  return renderErrorPage(deps, parseMissingPage(pathname, tags))
}

async function serveUnbuiltArticle(deps: ArticlesDeps, slug: string): Promise<Response | null> {
  const keepAlive = (work: Promise<unknown>) => deps.execution.waitUntil(work)
  const change = await deps.recentChanges.find(slug, maxWait.unbuiltPath, keepAlive)
  if (change?.status !== 'published') return null
  if (!(await isPageWithinLimit(deps, 'page'))) {
    return renderTooManyRequestsPage(deps)
  }
  const loaded = await loadPublished(deps, slug)
  if (!loaded.ok) return renderUnavailablePage(deps)
  if (!loaded.value) return null
  const story = await loadStory(deps, slug, loaded.value)
  if (!story.ok) return renderUnavailablePage(deps)
  return renderStoryPage(deps, story.value)
}

/** Follows an editor's redirect; null if there is none. Drops the query, which applied to the old address. */
async function serveRedirect(
  context: EdgeContext<ArticlesDeps>,
  pathname: string,
): Promise<Response | null | 'unreadable'> {
  const { buildManifest, log } = context.var.deps
  try {
    const target = await buildManifest.findRedirect(pathname)
    if (target === null) return null
    const address = resolveSitePath(target)
    return address === null ? null : context.redirect(address, 301)
  } catch (error) {
    log('redirects_unreadable', { error: getErrorName(error) })
    return 'unreadable'
  }
}
