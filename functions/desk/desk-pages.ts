/** Pages of the desk in a browser. */
import type { DeskPage } from '../../src/contracts/pages/desk-page.ts'
import { getLoginPath } from '../../src/contracts/pages/login-paths.ts'
import { createDeskPolicy } from '../../src/contracts/pages/security-headers.ts'
import type { Result } from '../../src/domain/result.ts'
import type { Permission } from '../../src/domain/staff/staff.ts'
import { serveOnDemand } from '../articles/on-demand.ts'
import type { Staff } from '../identity/caller.ts'
import { readSessionUid } from '../identity/caller-limits.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { admitStaff, confirmParameter, readConfirmation } from '../identity/identify-staff.ts'
import { renderUnavailablePage } from '../pages/rendered-pages.ts'
import type { DeskDeps } from './desk-deps.ts'

export type DeskFailure =
  | { readonly kind: 'notFound' }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Loads what the page shows. Parameters of the path are unchecked. */
export type LoadDeskPage = (
  deps: DeskDeps,
  params: Readonly<Record<string, string>>,
  staff: Staff,
) => Promise<Result<DeskPage, DeskFailure>>

/** The response doesn't reveal that the page exists. */
const refuseAsMissing = (context: EdgeContext<DeskDeps>) => serveOnDemand(context)

/** A guest costs no read, any other caller two. */
async function serveDeskPage(
  context: EdgeContext<DeskDeps>,
  permission: Permission,
  load: LoadDeskPage,
): Promise<Response> {
  const { deps } = context.var
  const staff = await admitStaff(deps, permission)
  if (!staff.ok) {
    if (staff.failure.code === 'unavailable') return renderUnavailablePage(deps)
    const login = await findLogin(deps)
    return login === null ? refuseAsMissing(context) : context.redirect(login, 302)
  }
  const params = context.req.param() as Readonly<Record<string, string>>
  const page = await load(deps, params, staff.value)
  if (page.ok) {
    return addDeskHeaders(await deps.renderPage({ deskPage: page.value }, deps.env, deps.execution))
  }
  if (page.failure.kind === 'notFound') return refuseAsMissing(context)
  deps.log('desk_page_unavailable', { reason: page.failure.reason })
  return renderUnavailablePage(deps)
}

/** For the owner of an access key who opens the link of a command before logging in. Null for everybody else. */
async function findLogin(deps: DeskDeps): Promise<string | null> {
  const { pathname, search, searchParams } = new URL(deps.request.url)
  const token = searchParams.get(confirmParameter)
  if (token === null || (await readSessionUid(deps)) !== null) return null
  return (await readConfirmation(deps, token)) && getLoginPath(pathname + search)
}

function addDeskHeaders(response: Response): Response {
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  response.headers.set('Content-Security-Policy', createDeskPolicy(policy))
  response.headers.set('Referrer-Policy', 'same-origin')
  response.headers.set('X-Robots-Tag', 'noindex')
  response.headers.set('Cache-Control', 'no-store')
  return response
}

export const createDeskPageHandler =
  (permission: Permission, load: LoadDeskPage) => (context: EdgeContext<DeskDeps>) =>
    serveDeskPage(context, permission, load)
