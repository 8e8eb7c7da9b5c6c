/** Handles requests about the articles that a reader has given, and their links. */
import type { GivenArticlesResponse } from '../../src/contracts/endpoints/gift-link-endpoints.ts'
import { listedArticleSchema } from '../../src/domain/article.ts'
import { createGiftLinkCode } from '../../src/domain/gift-link/gift-link-code.ts'
import {
  countLeft,
  type GivenArticle,
  getGiftLinkState,
  giveArticle,
  isGivenThisMonth,
  revokeGiftLink,
} from '../../src/domain/gift-link/given-articles.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { site } from '../../src/publication/identity.ts'
import { givenArticlesPerMonth } from '../../src/publication/offer.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { getPublicName } from '../identity/public-name.ts'
import { findFormerSlugs } from '../publishing/renamed-stories.ts'
import type { GiftLinkDeps } from './gift-link-deps.ts'
import { changeGivenArticles, type GiftLinkFailure, readGivenArticles } from './gift-link-record.ts'

const { timeZone } = site

const articleSchema = listedArticleSchema.pick({ title: true, access: true })

const createCode = () => createGiftLinkCode(() => crypto.getRandomValues(new Uint8Array(32)))

const refuseFailed = (deps: Deps, { kind }: GiftLinkFailure, problem: string) =>
  refuseUnavailable(
    deps,
    'gift_links_unavailable',
    { reason: kind },
    `${problem} Try again in a minute.`,
  )

const notCreated = 'We couldn’t create a gift link.'

function toResponse(given: readonly GivenArticle[], now: Date): GivenArticlesResponse {
  return {
    left: countLeft(given, now, timeZone),
    given: given.map((article) => ({
      code: article.code,
      slug: article.slug,
      title: article.title,
      givenAt: article.givenAt.toISOString(),
      until: article.until.toISOString(),
      state: getGiftLinkState(article, now),
      isOfThisMonth: isGivenThisMonth(article, now, timeZone),
    })),
  }
}

/** Costs one database read, besides those that identify the reader. */
export const listGiftLinks: Handle<'GET /api/gift-links'> = async (_, { uid }, deps) => {
  const found = await readGivenArticles(deps.firestore, uid)
  if (!found.ok) return refuseFailed(deps, found.failure, 'We can’t get your gift links right now.')
  return succeed(toResponse(found.value.given, deps.now()))
}

/** Costs two database reads and one write, besides those that identify the reader. */
export const createGiftLink: Handle<'POST /api/gift-links', GiftLinkDeps> = async (
  { slug },
  reader,
  deps,
) => {
  const { firestore, now } = deps
  if (!reader.entitlement.entitled)
    return refuse('not_entitled', 'You need an active subscription to give a story.')
  const stored = await firestore.getAll([`articles/${slug}`], ['status', 'title', 'access'])
  if (!stored.ok) return refuseFailed(deps, stored.failure, notCreated)
  const fields = stored.value[0]?.fields
  if (fields?.status === 'withdrawn') return refuse('withdrawn')
  const article = articleSchema.safeParse(fields)
  if (fields?.status !== 'published' || !article.success) {
    return refuse('not_found', 'This story is no longer available.')
  }
  const { title, access } = article.data
  if (access === 'public') {
    return refuse('not_possible', 'Everyone can read this story, so you can simply share it.')
  }
  const code = createCode()
  const changed = await changeGivenArticles(
    firestore,
    { uid: reader.uid, giver: getPublicName(reader.reader.first_name) },
    async (given) => {
      const recorded = given.map((article) => article.slug)
      const [formerSlug] = await findFormerSlugs(deps, slug, recorded)
      const isKnown = recorded.includes(slug) || formerSlug === undefined
      const story = { slug: isKnown ? slug : formerSlug, title, code }
      const giving = giveArticle(given, story, now(), timeZone)
      return giving.ok ? succeed(giving.value.given) : giving
    },
  )
  if (changed.ok) return succeed(toResponse(changed.value, now()))
  if ('failed' in changed.failure) return refuseFailed(deps, changed.failure.failed, notCreated)
  return refuse(
    'not_possible',
    `You’ve given ${givenArticlesPerMonth} stories this month. You can give more next month.`,
  )
}

/** To the caller, another reader's link doesn't exist. */
export const revokeOwnGiftLink: Handle<'DELETE /api/gift-links/:code'> = async (
  { code },
  reader,
  deps,
) => {
  const { firestore, now } = deps
  const isOwn = (given: readonly GivenArticle[]) => given.some((article) => article.code === code)
  const changed = await changeGivenArticles(
    firestore,
    { uid: reader.uid, giver: getPublicName(reader.reader.first_name) },
    (given) => (isOwn(given) ? succeed(revokeGiftLink(given, code, now())) : fail('unknown')),
  )
  if (changed.ok) return succeed(toResponse(changed.value, now()))
  if ('failed' in changed.failure)
    return refuseFailed(deps, changed.failure.failed, 'We couldn’t turn off the link.')
  return refuse('not_found', 'We couldn’t find this gift link. Reload the page and try again.')
}
