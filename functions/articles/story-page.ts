/** The pages that the Worker renders: a story, or the page that says there isn't one. */
import type { Absence, EdgeStory } from '../../src/contracts/edge-page.ts'
import type { EdgeContext } from '../http/context.ts'

/** `src/pages/preview/[slug].astro` shows every story that no build has, whatever its address. */
export function storyPage(context: EdgeContext, story: EdgeStory): Promise<Response> {
  const { env, executionCtx, var: edge } = context
  return edge.services.renderPage({ story }, env, executionCtx)
}

/** There is a story, which Firestore does not give right now. */
export async function awayPage(context: EdgeContext): Promise<Response> {
  const page = await absencePage(context, { kind: 'away' })
  page.headers.set('Retry-After', '10')
  return page
}

/** Of a kind that `domain/missing-page.ts` knows, or that Firestore can't be reached. */
export function absencePage(
  { env, executionCtx, var: { services } }: EdgeContext,
  absence: Absence,
): Promise<Response> {
  return services.absencePages.answer(
    absence,
    (shown) => services.renderPage({ absence: shown }, env, executionCtx),
    (work) => executionCtx.waitUntil(work),
  )
}
