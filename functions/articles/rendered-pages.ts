import type { MissingPageReason, OnDemandStory } from '../../src/contracts/on-demand-page.ts'
import type { Deps } from '../http/edge-context.ts'

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
