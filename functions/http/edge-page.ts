/**
 * Pages that no build has, rendered by Astro. It is loaded when the first is needed, so the API starts
 * without it.
 *
 * Astro's adapter answers more than our pages: `/_image`, `/_server-islands`, the files of the site. So
 * nothing of a reader's request reaches it. Each page has a fixed address, and its content is passed
 * beside the request; what is rendered depends on nothing else, and may be cached.
 */
import {
  absencePath,
  type EdgePage,
  type EdgePageLocals,
  storyPath,
} from '../../src/contracts/edge-page.ts'
import { staticHeaders } from '../../src/contracts/security-headers.ts'
import type { Bindings } from '../env.ts'

export type RenderPage = (
  page: EdgePage,
  env: Bindings,
  execution: Pick<ExecutionContext, 'waitUntil' | 'passThroughOnException'>,
) => Promise<Response>

export const renderPage: RenderPage = async (page, env, execution) => {
  const [{ FetchState, astro }, { cf, finalize }] = await Promise.all([
    import('astro/fetch'),
    import('@astrojs/cloudflare/fetch'),
  ])
  const path = 'story' in page ? storyPath(page.story.article.slug) : absencePath
  const request = new Request(new URL(path, 'https://site.invalid'))
  const state = new FetchState(request as never)
  const asset = await cf(state, env as never, execution as never)
  // After the adapter, which sets locals of its own.
  Object.assign(state.locals, page satisfies EdgePageLocals)
  const rendered = asset ?? finalize(state, await astro(state))
  const response = new Response(
    rendered.body as unknown as BodyInit,
    rendered as unknown as ResponseInit,
  )
  const policy = response.headers.get('Content-Security-Policy')
  for (const [name, value] of Object.entries(staticHeaders)) response.headers.set(name, value)
  if (policy) {
    const own = staticHeaders['Content-Security-Policy']
    response.headers.set('Content-Security-Policy', `${policy.trimEnd().replace(/;$/, '')}; ${own}`)
  }
  return response
}
