/** Pages that no build has, rendered by Astro. Loaded when one is wanted, so that the API starts without. */
import type { EdgePageLocals } from '../../src/contracts/edge-page.ts'
import { staticHeaders } from '../../src/contracts/security-headers.ts'
import type { Bindings } from '../env.ts'

export type EdgePage = (
  request: Request,
  env: Bindings,
  execution: Pick<ExecutionContext, 'waitUntil' | 'passThroughOnException'>,
  locals?: EdgePageLocals,
) => Promise<Response>

export const renderPage: EdgePage = async (request, env, execution, locals = {}) => {
  const [{ FetchState, astro }, { cf, finalize }] = await Promise.all([
    import('astro/fetch'),
    import('@astrojs/cloudflare/fetch'),
  ])
  const state = new FetchState(request as never)
  const asset = await cf(state, env as never, execution as never)
  // After the adapter, which puts locals of its own there.
  Object.assign(state.locals, locals)
  const page = asset ?? finalize(state, await astro(state))
  const response = new Response(page.body as unknown as BodyInit, page as unknown as ResponseInit)
  const policy = response.headers.get('Content-Security-Policy')
  for (const [name, value] of Object.entries(staticHeaders)) response.headers.set(name, value)
  if (policy) {
    const own = staticHeaders['Content-Security-Policy']
    response.headers.set('Content-Security-Policy', `${policy.replace(/;?\s*$/, ';')} ${own}`)
  }
  return response
}
