/**
 * GET /reader/{handle}. The page is the same for everyone, including its reader. An unknown handle, a page that is
 * switched off and a page that an operator has hidden get the same response, at the cost of the same reads.
 */
import type { OnDemandProfile } from '../../src/contracts/pages/on-demand-page.ts'
import { createOwnerKey } from '../../src/contracts/signing/profile-owner.ts'
import { getProfilePath, handleSchema } from '../../src/domain/profile/handle.ts'
import { isProfileShown } from '../../src/domain/profile/reader-profile.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { isPageWithinLimit } from '../identity/caller-limits.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import {
  renderErrorPage,
  renderTooManyRequestsPage,
  renderUnavailablePage,
} from '../pages/rendered-pages.ts'
import { findCurrentArticles } from '../saved/current-articles.ts'
import { readAuthorNames } from './author-names.ts'
import type { ProfileDeps } from './profile-deps.ts'
import type { RenderedProfile } from './profile-page-cache.ts'
import { findProfileByHandle, type ProfileFailure } from './profile-records.ts'

/**
 * Costs a read for the profile, one for each story (three if it was renamed), and one for each author newer than the
 * build, at most once a minute per isolate.
 */
export async function getProfilePage(context: EdgeContext<ProfileDeps>): Promise<Response> {
  const { deps } = context.var
  const requested = context.req.param('handle') ?? ''
  const parsed = handleSchema.safeParse(requested)
  if (!parsed.success) return renderMissing(deps)
  const handle = parsed.data
  if (handle !== requested) return context.redirect(getProfilePath(handle), 301)
  const cached = deps.profilePages.get(handle)
  if (cached) return respond(deps, cached)
  if (!(await isPageWithinLimit(deps, 'profile-page'))) {
    return renderTooManyRequestsPage(deps)
  }
  const readAt = deps.now().getTime()
  const profile = await loadProfile(deps, handle)
  if (!profile.ok) {
    deps.log('profile_page_unavailable', { reason: profile.failure.kind })
    return renderUnavailablePage(deps, 'profileUnavailable')
  }
  const page = profile.value ? await render(deps, profile.value) : 'missing'
  deps.profilePages.set(handle, page, readAt)
  return respond(deps, page)
}

const renderMissing = (deps: ProfileDeps) => renderErrorPage(deps, { kind: 'profile' })

function respond(
  deps: ProfileDeps,
  page: RenderedProfile | 'missing',
): Response | Promise<Response> {
  if (page === 'missing') return renderMissing(deps)
  return new Response(page.html, { headers: page.headers.map(([name, value]) => [name, value]) })
}

async function loadProfile(
  { env, firestore }: ProfileDeps,
  handle: string,
): Promise<Result<OnDemandProfile | null, ProfileFailure>> {
  const found = await findProfileByHandle(firestore, handle)
  if (!found.ok) return found
  if (!found.value || !isProfileShown(found.value.profile)) return succeed(null)
  const { uid, profile } = found.value
  const { name, bio, isIndexed, recommended } = profile
  const knownNames = new Map(Object.entries((await readAuthorNames(env)) ?? {}))
  const articles = await findCurrentArticles({ firestore }, knownNames, recommended)
  if (!articles.ok) return articles
  const stories = new Map(
    recommended.flatMap((recommendation) => {
      const article = articles.value.get(recommendation.slug)
      // The cards are keyed by the current slug, because a renamed story can be recommended again.
      return article?.card ? [[article.slug, { ...article.card, slug: article.slug }] as const] : []
    }),
  )
  const ownerKey = await createOwnerKey(handle, uid)
  return succeed({ handle, name, bio, isIndexed, ownerKey, stories: [...stories.values()] })
}

async function render(
  { env, execution, renderPage }: ProfileDeps,
  profile: OnDemandProfile,
): Promise<RenderedProfile> {
  const response = await renderPage({ profile }, env, execution)
  // Astro responds with 500 if a template throws.
  if (!response.ok) throw new Error('The page couldn’t be rendered.')
  if (!profile.isIndexed) response.headers.set('X-Robots-Tag', 'noindex')
  return { html: await response.text(), headers: [...response.headers] }
}
