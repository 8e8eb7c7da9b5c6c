import { bodyAccessHeader, openedByPass } from '../../src/contracts/endpoints/body-access-header.ts'
import { signClosedFiles } from '../../src/contracts/signing/closed-file-address.ts'
import type { AccessDecision } from '../../src/domain/access.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { confirmGivenPass } from '../gift-link/given-pass.ts'
import { readGivenCookies } from '../identity/cookies.ts'
import {
  type Answer,
  type Handle,
  type Refusal,
  refuse,
  refuseUnavailable,
} from '../identity/handler.ts'
import { type AccessCaller, decideForCaller, refuseClosed } from '../paywall/decide-for-caller.ts'
import { type Change, maxWait } from '../publishing/recent-changes.ts'
import { findCurrentSlug, findFormerSlugs } from '../publishing/renamed-stories.ts'
import type { ArticlesDeps } from './articles-deps.ts'
import type { BodyDeps } from './body-deps.ts'
import { gzip, respondWithGzippedHtml } from './gzipped-html.ts'
import { loadPublished } from './load-article.ts'
import { openSealedBody } from './open-sealed-body.ts'

type Body = Answer<'GET /api/articles/:slug/body'>

/** A page that was loaded before its story was renamed gets the text too. */
export const getArticleBody: Handle<
  'GET /api/articles/:slug/body',
  ArticlesDeps & BodyDeps
> = async ({ slug }, caller, deps) => {
  const reader = caller.kind === 'reader' ? caller : null
  const body = await getBodyAt(deps, reader, slug)
  if (body.ok || body.failure.code !== 'not_found') return body
  const current = await findCurrentSlug(deps, slug)
  return current === slug ? body : getBodyAt(deps, reader, current)
}

async function getBodyAt(
  deps: ArticlesDeps & BodyDeps,
  reader: AccessCaller | null,
  slug: string,
): Promise<Body> {
  const decision = await decideForText(deps, reader, slug)
  if (!decision.ok) return decision
  if (!decision.value.open) return refuseClosed(decision.value)
  const body = await loadBody(deps, slug)
  const isOpenedByPass = decision.value.until !== null
  if (body.ok && isOpenedByPass) body.value.headers.set(bodyAccessHeader, openedByPass)
  return body
}

/** Reads a gift link's state only if nothing else grants access to the article. */
async function decideForText(
  deps: ArticlesDeps & BodyDeps,
  reader: AccessCaller | null,
  slug: string,
): Promise<Result<AccessDecision, Refusal<'unavailable' | 'too_many_requests'>>> {
  // Only metered articles can be unlocked.
  const article = { slug, access: 'metered' } as const
  const decision = await decideForCaller(deps, reader, article, { given: null })
  if (decision.open) return succeed(decision)
  const formerSlugs = await findFormerSlugs(deps, slug, readGivenCookies(deps.request).keys())
  for (const givenSlug of [slug, ...formerSlugs]) {
    const given = await confirmGivenPass(deps, givenSlug)
    if (!given.ok) {
      if (given.failure.kind === 'limited') return refuse('too_many_requests')
      return refuseUnavailable(deps, 'gift_link_unavailable', { reason: given.failure.kind })
    }
    if (!given.value) continue
    return succeed(
      await decideForCaller(deps, reader, article, { given: { ...given.value, slug } }),
    )
  }
  return succeed(decision)
}

/**
 * A withdrawn article is refused, whatever the build or the cache contains. Refusals wait for the newest list, because
 * the article may just have been published.
 */
export async function loadBody(deps: ArticlesDeps & BodyDeps, slug: string): Promise<Body> {
  const { recentChanges, execution } = deps
  const keepAlive = (work: Promise<unknown>) => execution.waitUntil(work)
  const findNewest = () => recentChanges.find(slug, maxWait.unbuiltPath, keepAlive)
  const known = await recentChanges.find(slug, maxWait.builtArticle, keepAlive)
  const change = isUnpublished(known) ? await findNewest() : known
  if (isUnpublished(change)) return refuseUnpublished(change)
  const built = await openSealedBody(deps, slug)
  if (built) return built
  const newest = change ?? (await findNewest())
  return isUnpublished(newest) ? refuseUnpublished(newest) : renderUnbuiltBody(deps, slug, newest)
}

const isUnpublished = (change: Change | null): change is Change =>
  change !== null && change.status !== 'published'

/** The response doesn't reveal drafts. */
const refuseUnpublished = ({ status }: Change) =>
  refuse(status === 'withdrawn' ? 'withdrawn' : 'not_found')

/** Costs one read for an article published since the build, and none for any other. */
async function renderUnbuiltBody(
  deps: ArticlesDeps & BodyDeps,
  slug: string,
  change: Change | null,
) {
  if (!change) return refuse('not_found')
  const loaded = await loadPublished(deps, slug)
  if (!loaded.ok) return refuse('unavailable')
  // A public article's page contains its text.
  if (!loaded.value || loaded.value.article.access === 'public') return refuse('not_found')
  const html = await signClosedFiles(slug, loaded.value.body.rest, await deps.sealingKeys)
  return succeed(respondWithGzippedHtml(await gzip(html), deps.request))
}
