/**
 * Drafts behind signed links, for editors and whom they send one. A link opens one article, of
 * whatever status, as it is now, until its time is over. Whatever is wrong with a link, and whether
 * there is such a draft, the answer is the same.
 */
import { verifyPreview } from '../../src/contracts/desk-signature.ts'
import { previewBodyPath } from '../../src/contracts/preview.ts'
import { slugPattern } from '../../src/domain/slug.ts'
import type { EdgeContext } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { signPictures } from '../pictures/preview-pictures.ts'
import { gzip, gzippedHtml } from './gzipped-html.ts'
import { loadArticle, storyOf } from './load-article.ts'
import { absencePage, awayPage, storyPage } from './story-page.ts'

type Link = { readonly slug: string; readonly query: URLSearchParams; readonly until: Date }

async function openLink(context: EdgeContext): Promise<Link | null> {
  const { deskKeys, now } = context.var.services
  const slug = context.req.param('slug') ?? ''
  const query = new URL(context.req.url).searchParams
  if (!slugPattern.test(slug)) return null
  if (!(await verifyPreview(slug, query, await deskKeys, now()))) return null
  return { slug, query, until: new Date(Number(query.get('until')) * 1000) }
}

/** GET /preview/{slug}. Costs one read and one for each author. */
export async function previewPage(context: EdgeContext): Promise<Response> {
  const { services } = context.var
  const missing = () => absencePage(context, { kind: 'draft' })
  const link = await openLink(context)
  if (!link) return unlisted(await missing())
  const { slug, query, until } = link
  const loaded = await loadArticle(services, slug)
  if (!loaded.ok) return unlisted(await awayPage(context))
  if (!loaded.value) return unlisted(await missing())
  const { status } = loaded.value.article
  const bodyPath = previewBodyPath(slug, query)
  const story = await storyOf(services, slug, loaded.value, { status, until, bodyPath })
  if (!story.ok) return unlisted(await awayPage(context))
  return unlisted(story.value ? await storyPage(context, story.value) : await missing())
}

/** GET /api/preview/{slug}/body. Costs one read. */
export async function previewBody(context: EdgeContext): Promise<Response> {
  const link = await openLink(context)
  if (!link) return errorResponse('not_found')
  const loaded = await loadArticle(context.var.services, link.slug)
  if (!loaded.ok) return errorResponse('unavailable')
  if (!loaded.value || loaded.value.article.access === 'public') return errorResponse('not_found')
  const rest = await signPictures(loaded.value.body.rest, link, await context.var.services.deskKeys)
  const accepted = context.req.header('Accept-Encoding') ?? ''
  return unlisted(gzippedHtml(await gzip(rest), accepted))
}

/** What opens a draft stands in its address: nothing on the page may tell it to anybody. */
function unlisted(response: Response): Response {
  response.headers.set('Referrer-Policy', 'no-referrer')
  response.headers.set('X-Robots-Tag', 'noindex')
  response.headers.set('Cache-Control', 'no-store')
  return response
}
