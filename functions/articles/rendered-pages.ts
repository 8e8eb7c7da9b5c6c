import { createMiddleware } from 'hono/factory'
import { rateLimitResponse } from '../../src/contracts/endpoints/endpoint-path.ts'
import type { MissingPageReason, OnDemandStory } from '../../src/contracts/pages/on-demand-page.ts'
import type { LimitedPage } from '../http/call-costs.ts'
import type { Deps, Environment } from '../http/edge-context.ts'
import { isPageWithinLimit } from '../http/guards.ts'
import { keepSecret } from '../http/keep-secret.ts'

/** `src/pages/preview/[slug].astro` renders every article that isn't in the build. */
export function renderStoryPage(
  { env, execution, renderPage }: Deps,
  story: OnDemandStory,
): Promise<Response> {
  return renderPage({ story }, env, execution)
}

export async function renderUnavailablePage(
  deps: Deps,
  kind: 'unavailable' | 'profileUnavailable' = 'unavailable',
): Promise<Response> {
  const page = await renderErrorPage(deps, { kind })
  page.headers.set('Retry-After', '10')
  return page
}

/** For pages, also those whose address is a secret; endpoints answer in JSON (error-response.ts). */
export async function renderTooManyRequestsPage(deps: Deps): Promise<Response> {
  const page = await renderErrorPage(deps, { kind: 'tooManyRequests' })
  page.headers.set('Retry-After', String(rateLimitResponse.retryAfterSeconds))
  return keepSecret(page)
}

export function limitPageRequests(page: LimitedPage) {
  return createMiddleware<Environment>(async ({ var: { deps } }, next) =>
    (await isPageWithinLimit(deps, page)) ? next() : renderTooManyRequestsPage(deps),
  )
}

export function renderErrorPage(
  { env, execution, renderPage, errorPages }: Deps,
  reason: MissingPageReason,
): Promise<Response> {
  return errorPages.respond(
    reason,
    (missingPage) => renderPage({ missingPage }, env, execution),
    (work) => execution.waitUntil(work),
  )
}
