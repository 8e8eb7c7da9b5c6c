import type { Next } from 'hono'
import { rateLimitResponse } from '../../src/contracts/endpoints/endpoint-path.ts'
import type { MissingPageReason } from '../../src/contracts/pages/on-demand-page.ts'
import { isPageWithinLimit } from '../identity/caller-limits.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import type { LimitedPage } from '../platform/http/call-costs.ts'
import { keepSecret } from '../platform/http/keep-secret.ts'
import type { PagesDeps } from './pages-deps.ts'

export async function renderUnavailablePage(
  deps: PagesDeps,
  kind: 'unavailable' | 'profileUnavailable' = 'unavailable',
): Promise<Response> {
  const page = await renderErrorPage(deps, { kind })
  page.headers.set('Retry-After', '10')
  return page
}

/** Responds to requests for pages, even at a secret address. Endpoints respond in JSON (error-response.ts). */
export async function renderTooManyRequestsPage(deps: PagesDeps): Promise<Response> {
  const page = await renderErrorPage(deps, { kind: 'tooManyRequests' })
  page.headers.set('Retry-After', String(rateLimitResponse.retryAfterSeconds))
  return keepSecret(page)
}

export function limitPageRequests(page: LimitedPage) {
  return async ({ var: { deps } }: EdgeContext<PagesDeps>, next: Next) =>
    (await isPageWithinLimit(deps, page)) ? next() : renderTooManyRequestsPage(deps)
}

export function renderErrorPage(
  { env, execution, renderPage, errorPages }: PagesDeps,
  reason: MissingPageReason,
): Promise<Response> {
  return errorPages.respond(
    reason,
    (missingPage) => renderPage({ missingPage }, env, execution),
    (work) => execution.waitUntil(work),
  )
}
