/** Drafts behind signed links. An invalid link and a missing draft get the same response. */
import { tokenParameter, verifyPreview } from '../../src/contracts/signing/desk-signature.ts'
import type { SigningKeys } from '../../src/contracts/signing/signed-token.ts'
import { succeed } from '../../src/domain/result.ts'
import { slugPattern } from '../../src/domain/slug.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { type Handle, refuse } from '../identity/handler.ts'
import { signDraftImages } from '../images/preview-images.ts'
import { renderErrorPage, renderUnavailablePage } from '../pages/rendered-pages.ts'
import { keepSecret } from '../platform/http/keep-secret.ts'
import type { ArticlesDeps } from './articles-deps.ts'
import { gzip, respondWithGzippedHtml } from './gzipped-html.ts'
import { loadArticle, loadStory } from './load-article.ts'
import { renderStoryPage } from './render-story-page.ts'

type PreviewDeps = ArticlesDeps & { readonly deskKeys: Promise<SigningKeys> }

type PreviewLink = { readonly slug: string; readonly token: string; readonly until: Date }

async function verifyLink(
  { deskKeys, now, request }: PreviewDeps,
  slug: string,
): Promise<PreviewLink | null> {
  if (!slugPattern.test(slug)) return null
  const token = new URL(request.url).searchParams.get(tokenParameter)
  const until = await verifyPreview(slug, token, await deskKeys, now())
  return token && until ? { slug, token, until } : null
}

/** GET /preview/{slug}. Costs one read, and one for each author and tag. */
export async function getPreviewPage(context: EdgeContext<PreviewDeps>): Promise<Response> {
  const { deps } = context.var
  const missing = () => renderErrorPage(deps, { kind: 'draft' })
  const link = await verifyLink(deps, context.req.param('slug') ?? '')
  if (!link) return keepSecret(await missing())
  const { slug, token, until } = link
  const loaded = await loadArticle(deps, slug)
  if (!loaded.ok) return keepSecret(await renderUnavailablePage(deps))
  if (!loaded.value) return keepSecret(await missing())
  const { status } = loaded.value.article
  const story = await loadStory(deps, slug, loaded.value, { status, until, token })
  if (!story.ok) return keepSecret(await renderUnavailablePage(deps))
  return keepSecret(await renderStoryPage(deps, story.value))
}

/** Costs one read. */
export const getPreviewBody: Handle<'GET /api/preview/:slug/body', PreviewDeps> = async (
  { slug },
  _,
  deps,
) => {
  const link = await verifyLink(deps, slug)
  if (!link) return refuse('not_found')
  const loaded = await loadArticle(deps, slug)
  if (!loaded.ok) return refuse('unavailable')
  if (!loaded.value || loaded.value.article.access === 'public') return refuse('not_found')
  const rest = await signDraftImages(loaded.value.body.rest, link, await deps.deskKeys)
  return succeed(keepSecret(respondWithGzippedHtml(await gzip(rest), deps.request)))
}
