/** Pages of the desk in a browser: the only place that decides who sees them. */
import type { DeskPage } from '../../src/contracts/pages/desk-page.ts'
import { createDeskPolicy } from '../../src/contracts/pages/security-headers.ts'
import type { Result } from '../../src/domain/result.ts'
import { serveOnDemand } from '../articles/on-demand.ts'
import { limitPageRequests, renderUnavailablePage } from '../articles/rendered-pages.ts'
import type { Deps, EdgeApp, EdgeContext } from '../http/edge-context.ts'
import { identifyByRecord } from '../http/identify-reader.ts'

export type DeskFailure =
  | { readonly kind: 'notFound' }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Loads what the page shows, for an editor. Parameters of the path are unchecked. */
export type LoadDeskPage = (
  deps: Deps,
  params: Readonly<Record<string, string>>,
) => Promise<Result<DeskPage, DeskFailure>>

/** Without any sign that the page exists. */
const refuseAsMissing = (context: EdgeContext) => serveOnDemand(context)

/**
 * The role is read from the database for each page, so revoking it works at once. A guest costs no read, any other
 * caller two.
 */
async function serveDeskPage(context: EdgeContext, load: LoadDeskPage): Promise<Response> {
  const { deps } = context.var
  const caller = await identifyByRecord(deps)
  if (!caller.ok) return renderUnavailablePage(deps)
  if (caller.value?.reader.role !== 'editor') return refuseAsMissing(context)
  const page = await load(deps, context.req.param() as Readonly<Record<string, string>>)
  if (page.ok) {
    return addDeskHeaders(await deps.renderPage({ deskPage: page.value }, deps.env, deps.execution))
  }
  if (page.failure.kind === 'notFound') return refuseAsMissing(context)
  deps.log('desk_page_unavailable', { reason: page.failure.reason })
  return renderUnavailablePage(deps)
}

function addDeskHeaders(response: Response): Response {
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  response.headers.set('Content-Security-Policy', createDeskPolicy(policy))
  response.headers.set('Referrer-Policy', 'same-origin')
  response.headers.set('X-Robots-Tag', 'noindex')
  response.headers.set('Cache-Control', 'no-store')
  return response
}

export function serveDeskPages(app: EdgeApp, pages: Readonly<Record<string, LoadDeskPage>>) {
  for (const [path, load] of Object.entries(pages)) {
    app.get(path, limitPageRequests('desk'), (context) => serveDeskPage(context, load))
  }
}
