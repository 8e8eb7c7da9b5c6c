import { archiveAddress } from '../../src/domain/archive-address.ts'
import { missingPage } from '../../src/domain/missing-page.ts'
import { addressOnSite } from '../../src/domain/redirect.ts'
import { reservedSlugs, slugSchema } from '../../src/domain/slug.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { isWithinLimit } from '../http/guards.ts'
import { patience } from '../publishing/changed-list.ts'
import { loadPublished, storyOf } from './load-article.ts'
import { absencePage, awayPage, storyPage } from './story-page.ts'

/** The slug of an article that may be at this path. */
function slugAt(pathname: string): string | null {
  const slug = slugSchema.safeParse(pathname.slice(1))
  return slug.success && !reservedSlugs.has(slug.data) ? slug.data : null
}

/**
 * GET of what is no file and no route: an article that was published since the build, an address that
 * has moved, an archive in another spelling, or nothing, which costs no read.
 */
export async function unbuilt(context: EdgeContext): Promise<Response> {
  const { method, url } = context.req
  if (method !== 'GET' && method !== 'HEAD') {
    return new Response('Method not allowed', { status: 405, headers: { Allow: 'GET, HEAD' } })
  }
  const { pathname, search } = new URL(url)
  const slug = slugAt(pathname)
  const published = slug && (await publishedSince(context, slug))
  // Redirects that editors have stored come first.
  const response = published || (await moved(context, pathname))
  if (response) return response
  const archive = archiveAddress(pathname)
  // The page is the same, so its query belongs to it.
  if (archive !== null) return context.redirect(archive + search, 301)
  return absencePage(context, missingPage(pathname))
}

/** Null where no such article was published since the build. */
async function publishedSince(context: EdgeContext, slug: string): Promise<Response | null> {
  const { services } = context.var
  const keepAlive = (work: Promise<unknown>) => context.executionCtx.waitUntil(work)
  const change = await services.changedList.find(slug, patience.missing, keepAlive)
  if (change?.status !== 'published') return null
  if (!(await isWithinLimit(context, 'LOOK_UP_LIMIT', 'page'))) {
    return errorResponse('too_many_requests')
  }
  const loaded = await loadPublished(services, slug)
  if (!loaded.ok) return awayPage(context)
  if (!loaded.value) return null
  const story = await storyOf(services, slug, loaded.value)
  if (!story.ok) return awayPage(context)
  return story.value && storyPage(context, story.value)
}

/** 301, whatever the query was: it belonged to the old address. */
async function moved(context: EdgeContext, pathname: string): Promise<Response | null> {
  const { siteNotes, log } = context.var.services
  try {
    const to = await siteNotes.movedTo(pathname)
    if (to === null) return null
    const address = addressOnSite(to)
    return address === null ? null : context.redirect(address, 301)
  } catch (error) {
    log('moves_unreadable', { error: error instanceof Error ? error.name : 'unknown' })
    return null
  }
}
