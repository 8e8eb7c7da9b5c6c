/**
 * GET /g/{code}: grants access to the article in this browser and redirects to its page, so that the code leaves the
 * address bar. Costs one database read, plus a count for each new browser. An expired or revoked link also redirects to
 * the page, which shows why it has no effect.
 */
import { endedGiftParameter } from '../../src/contracts/cookies/given-article-cookie.ts'
import { parseGiftLinkCode } from '../../src/domain/gift-link/gift-link-code.ts'
import { getGiftLinkState } from '../../src/domain/gift-link/given-articles.ts'
import { addLinkSource } from '../../src/domain/statistics/link-source.ts'
import { createGivenCookies } from '../identity/cookies.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { renderErrorPage, renderUnavailablePage } from '../pages/rendered-pages.ts'
import { keepSecret } from '../platform/http/keep-secret.ts'
import { isPersonNavigating } from '../platform/http/visitor.ts'
import { findCurrentSlug } from '../publishing/renamed-stories.ts'
import type { GiftLinkDeps } from './gift-link-deps.ts'
import { countOpening, type GiftLink, readGiftLink } from './gift-link-record.ts'
import { readGivenPass, setGivenCookies } from './given-pass.ts'

export async function followGiftLink(context: EdgeContext<GiftLinkDeps>): Promise<Response> {
  const { deps } = context.var
  return keepSecret(await respondToLink(deps, context.req.param('code') ?? ''))
}

async function respondToLink(deps: GiftLinkDeps, input: string): Promise<Response> {
  const code = parseGiftLinkCode(input)
  if (!code) return renderErrorPage(deps, { kind: 'page' })
  const link = await readGiftLink(deps.firestore, code)
  if (!link.ok) {
    deps.log('gift_link_unavailable', { reason: link.failure.kind })
    return renderUnavailablePage(deps)
  }
  if (!link.value) return renderErrorPage(deps, { kind: 'page' })
  const isWorking = getGiftLinkState(link.value, deps.now()) === 'working'
  const current = { ...link.value, slug: await findCurrentSlug(deps, link.value.slug) }
  await (isWorking ? open(deps, code, current) : close(deps, code, current))
  const path = `/${current.slug}`
  return new Response(null, {
    status: 302,
    headers: {
      Location: isWorking ? addLinkSource(path, 'gift') : `${path}?${endedGiftParameter}`,
    },
  })
}

async function open(deps: GiftLinkDeps, code: string, link: GiftLink) {
  const { slug, until } = link
  const known = await readGivenPass(deps, slug)
  await setGivenCookies(deps, { slug, code, until }, link)
  if (known?.code === code || !isPersonNavigating(deps.request)) return
  const counted = await countOpening(deps.firestore, code)
  if (!counted.ok) deps.log('gift_link_not_counted', { reason: counted.failure.kind })
}

async function close(deps: GiftLinkDeps, code: string, { slug }: GiftLink) {
  // Another link may have already opened the same article.
  const known = await readGivenPass(deps, slug)
  if (known?.code === code) deps.setCookies(createGivenCookies(slug, null))
}
