/** The pages that the edge renders: a story, or that there is none. */
import type { EdgeStory } from '../../src/contracts/edge-page.ts'
import type { EdgeContext } from '../http/context.ts'

/** `src/pages/preview/[slug].astro` shows every story that no build has, whatever its address. */
export function storyPage(context: EdgeContext, story: EdgeStory): Promise<Response> {
  return pageAt(context, `/preview/${story.article.slug}`, { story })
}

/** A page that says so, by the words that the path calls for; its status is 404. */
export function missingPage(context: EdgeContext, path?: string): Promise<Response> {
  return pageAt(context, path ?? context.req.raw.url)
}

/** There is a story, which Firestore does not give right now. */
export async function awayPage(context: EdgeContext): Promise<Response> {
  const page = await pageAt(context, context.req.raw.url, { isAway: true })
  page.headers.set('Retry-After', '10')
  return page
}

function pageAt(
  { req, env, executionCtx, var: { services } }: EdgeContext,
  address: string,
  locals?: Parameters<typeof services.renderPage>[3],
): Promise<Response> {
  const request = new Request(new URL(address, req.url), req.raw)
  return services.renderPage(request, env, executionCtx, locals)
}
