/**
 * Renders pages that aren't in the build. Astro's adapter also serves `/_image`, `/_server-islands` and files, so no
 * part of a reader's request is passed to it: paths are fixed, and content is passed separately. The result may be
 * cached.
 */
import {
  elsewherePath,
  getDraftPreviewPath,
  getLandingPath,
  getStoryPath,
  missingPagePath,
  type OnDemandPage,
  type OnDemandPageLocals,
} from '../../../src/contracts/pages/on-demand-page.ts'
import { staticHeaders } from '../../../src/contracts/pages/security-headers.ts'
import { getProfilePath } from '../../../src/domain/profile/handle.ts'
import type { LoadTags } from './tag-list.ts'

/** `env` is the Worker's bindings, for Astro's adapter. */
export type RenderPage = (
  page: OnDemandPage,
  env: object,
  execution: Pick<ExecutionContext, 'waitUntil' | 'passThroughOnException'>,
) => Promise<Response>

function getPath(page: OnDemandPage): string {
  if ('story' in page) return getStoryPath(page.story.article.slug)
  if ('elsewhere' in page) return elsewherePath
  if ('draft' in page) return getDraftPreviewPath(page.draft)
  if ('landing' in page) return getLandingPath(page.landing)
  if ('deskPage' in page) return page.deskPage.path
  return 'profile' in page ? getProfilePath(page.profile.handle) : missingPagePath
}

export const createRenderPage =
  (loadTags: LoadTags): RenderPage =>
  async (page, env, execution) => {
    const [{ FetchState, astro }, { cf, finalize }, tags] = await Promise.all([
      import('astro/fetch'),
      import('@astrojs/cloudflare/fetch'),
      loadTags(),
    ])
    const path = getPath(page)
    const request = new Request(new URL(path, 'https://site.invalid'))
    const state = new FetchState(request as never)
    const asset = await cf(state, env as never, execution as never)
    // Runs after the adapter, which sets its own locals.
    Object.assign(state.locals, { tags, ...(page satisfies OnDemandPageLocals) })
    const rendered = asset ?? finalize(state, await astro(state))
    const response = new Response(
      rendered.body as unknown as BodyInit,
      rendered as unknown as ResponseInit,
    )
    const policy = response.headers.get('Content-Security-Policy')
    for (const [name, value] of Object.entries(staticHeaders)) response.headers.set(name, value)
    if (policy) {
      const staticPolicy = staticHeaders['Content-Security-Policy']
      response.headers.set(
        'Content-Security-Policy',
        `${policy.trimEnd().replace(/;$/, '')}; ${staticPolicy}`,
      )
    }
    return response
  }
