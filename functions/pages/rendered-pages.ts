import type { Next } from 'hono'
import type { LimitName } from '../../src/contracts/endpoints/endpoint.ts'
import { rateLimitResponse } from '../../src/contracts/endpoints/endpoint-path.ts'
import type { MissingPageReason } from '../../src/contracts/pages/on-demand-page.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { isWithinLimit } from '../platform/http/guards.ts'
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

/** For pages, also those whose address is a secret; endpoints answer in JSON (error-response.ts). */
export async function renderTooManyRequestsPage(deps: PagesDeps): Promise<Response> {
  const page = await renderErrorPage(deps, { kind: 'tooManyRequests' })
  page.headers.set('Retry-After', String(rateLimitResponse.retryAfterSeconds))
  return keepSecret(page)
}

export function limitPageRequests(limit: LimitName, counter: string) {
  return async ({ var: { deps } }: EdgeContext<PagesDeps>, next: Next) =>
    (await isWithinLimit(deps, limit, counter)) ? next() : renderTooManyRequestsPage(deps)
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
