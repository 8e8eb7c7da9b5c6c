/** Serves the desk's browser pages. */
import type { DeskPage, DeskPerson } from '../../src/contracts/pages/desk-page.ts'
import { getLoginPath } from '../../src/contracts/pages/login-paths.ts'
import { createDeskPolicy } from '../../src/contracts/pages/security-headers.ts'
import { getFullName } from '../../src/domain/reader.ts'
import type { Result } from '../../src/domain/result.ts'
import type { Permission } from '../../src/domain/staff/staff.ts'
import { serveOnDemand } from '../articles/on-demand.ts'
import type { Staff } from '../identity/caller.ts'
import { readSessionUid } from '../identity/caller-limits.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { admitStaff, confirmParameter, readConfirmation } from '../identity/identify-staff.ts'
import { renderUnavailablePage } from '../pages/rendered-pages.ts'
import type { DeskDeps } from './desk-deps.ts'

/** The only address of the desk that leads guests to the login page. */
const deskPath = '/desk'

export type DeskFailure =
  | { readonly kind: 'notFound' }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** A redirect to another page of the desk. */
type Elsewhere = { readonly kind: 'elsewhere'; readonly path: string }

/** Loads a page's data. Path parameters aren't validated. */
export type LoadDeskPage = (
  deps: DeskDeps,
  params: Readonly<Record<string, string>>,
  staff: Staff,
) => Promise<Result<DeskPage, DeskFailure | Elsewhere>>

/** Responds as if the page didn't exist. */
const refuseAsMissing = (context: EdgeContext<DeskDeps>) => serveOnDemand(context)

/** Costs no read for a guest, and two for any other caller. */
async function serveDeskPage(
  context: EdgeContext<DeskDeps>,
  permission: Permission,
  load: LoadDeskPage,
): Promise<Response> {
  const { deps } = context.var
  const staff = await admitStaff(deps, permission)
  if (!staff.ok) return refusePage(context, permission, staff.failure.code)
  const params = context.req.param() as Readonly<Record<string, string>>
  const page = await load(deps, params, staff.value)
  if (page.ok) return renderDeskPage(deps, page.value, staff.value)
  if (page.failure.kind === 'notFound') return refuseAsMissing(context)
  if (page.failure.kind === 'elsewhere') return context.redirect(page.failure.path, 303)
  deps.log('desk_page_unavailable', { reason: page.failure.reason })
  return renderUnavailablePage(deps)
}

/** Only staff learn that a page exists; guests at /desk are sent to the login. */
async function refusePage(
  context: EdgeContext<DeskDeps>,
  permission: Permission,
  code: string,
): Promise<Response> {
  const { deps } = context.var
  if (code === 'unavailable') return renderUnavailablePage(deps)
  if (code === 'forbidden') {
    const staff = await admitStaff(deps, 'ownAccess')
    if (staff.ok)
      return renderDeskPage(deps, { path: '/desk/forbidden', permission }, staff.value, 403)
  }
  const login = await findLogin(deps)
  return login === null ? refuseAsMissing(context) : context.redirect(login, 302)
}

async function renderDeskPage(deps: DeskDeps, deskPage: DeskPage, staff: Staff, status = 200) {
  const deskPerson: DeskPerson = { name: getFullName(staff.reader), role: staff.role }
  const rendered = await deps.renderPage({ deskPage, deskPerson }, deps.env, deps.execution)
  return addDeskHeaders(new Response(rendered.body, { status, headers: rendered.headers }))
}

/**
 * Returns the login page's address for guests who open the desk's first page, and for owners of an access key who open
 * a command's link before logging in. Null for everybody else.
 */
async function findLogin(deps: DeskDeps): Promise<string | null> {
  const { pathname, search, searchParams } = new URL(deps.request.url)
  const token = searchParams.get(confirmParameter)
  if ((token === null && pathname !== deskPath) || (await readSessionUid(deps)) !== null)
    return null
  const isExpected = token === null || (await readConfirmation(deps, token)) !== null
  return isExpected ? getLoginPath(pathname + search) : null
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
