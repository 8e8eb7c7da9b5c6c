import type { OnDemandStory } from '../../src/contracts/pages/on-demand-page.ts'
import type { ArticlesDeps } from './articles-deps.ts'

/** `src/pages/preview/[slug].astro` renders every article that isn't in the build. */
export function renderStoryPage(
  { env, execution, renderPage }: ArticlesDeps,
  story: OnDemandStory,
): Promise<Response> {
  return renderPage({ story }, env, execution)
}
