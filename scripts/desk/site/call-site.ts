import type { ApiErrorCode } from '../../../src/contracts/endpoints/api-error.ts'
import type { Endpoint, InputOf, OutputOf } from '../../../src/contracts/endpoints/endpoint.ts'
import {
  type Fields,
  formatQuery,
  resolveRoute,
} from '../../../src/contracts/endpoints/endpoint-path.ts'
import { type Api, type ApiRoute, api } from '../../../src/contracts/endpoints/endpoints.ts'
import {
  fetchAsStaff,
  fetchSigned,
  type KeySite,
  readRefusal,
  type SignedSite,
  type SiteFile,
} from '../../shared/fetch-signed.ts'
import { repeatWhile } from '../../shared/repeat-while.ts'
import { formatDeskCommand } from '../command-line/command.ts'
import { DeskError, type ExitStatus } from '../command-line/exit-status.ts'
import { getUploadTimeout } from './image-storage.ts'
import { describeNetworkError } from './site-client.ts'

/** Messages for editors, where the site's own message is for readers. */
const wordsForEditors: Partial<Record<ApiErrorCode, string>> = {
  bad_request:
    'The site can’t read the request. Check what you typed and, if you upload encrypted bodies, SEALING_KEYS.',
}

/** Messages about resources that weren't found, by route. Other routes find everything that the desk requests. */
const missingThings: Partial<Record<ApiRoute, (input: Fields) => string>> = {
  'GET /api/issues/:slug/sending': describeMissingApproval,
  'PUT /api/issues/:slug/schedule': describeMissingApproval,
  'POST /api/issues/:slug/pause': describeMissingApproval,
  'POST /api/issues/:slug/resume': describeMissingApproval,
  'POST /api/issues/:slug/cancel': describeMissingApproval,
  'POST /api/issues/:slug/recipient': describeMissingApproval,
  'GET /api/statistics/stories/:slug': ({ slug }) =>
    describeMissingDocument({ collection: 'articles', slug }),
  'PUT /api/accounts/movements/:id': ({ id }) =>
    `${id}: not found, or already explained. For open entries: ${formatDeskCommand('accounts')}`,
  'GET /api/desk/documents/:collection/:slug': describeMissingDocument,
  'GET /api/desk/documents/:collection/:slug/revisions': describeMissingDocument,
  'POST /api/desk/documents/:collection/:slug/withdraw': describeMissingDocument,
  'POST /api/desk/documents/:collection/:slug/rename': describeMissingDocument,
  'POST /api/desk/documents/:collection/:slug/corrections': describeMissingDocument,
  'POST /api/desk/documents/:collection/:slug/preview': describeMissingDocument,
  'POST /api/desk/documents/:collection/:slug/unpublish': describeMissingDocument,
  'POST /api/desk/documents/:collection/:slug/duplicate': describeMissingDocument,
  'POST /api/desk/readers/find': describeMissingReader,
  'POST /api/desk/readers/support': describeMissingReader,
  'POST /api/desk/readers/refund': describeMissingReader,
  'POST /api/desk/readers/money': describeMissingReader,
  'DELETE /api/media/:id': ({ id }) => `${id}: not found. Check the picture’s address or ID.`,
}

function describeMissingDocument({ collection, slug }: Fields): string {
  const list = formatDeskCommand(`list --collection ${collection}`)
  return `${collection}/${slug}: not found. For a list: ${list}`
}

function describeMissingReader({ reader }: Fields): string {
  return `Reader not found: ${reader}. Check the spelling.`
}

function describeMissingApproval({ slug }: Fields): string {
  const command = formatDeskCommand('weekly approve FILE')
  return `No issue ${slug} has been approved for sending. To approve it: ${command}`
}

export type Site = SignedSite | KeySite

/** The site's refusal. */
class RefusedCall extends DeskError {
  readonly code: ApiErrorCode | null

  constructor(message: string, exitStatus: ExitStatus, code: ApiErrorCode | null) {
    super(message, exitStatus)
    this.code = code
  }
}

/** Calls an endpoint of the desk. If the site refuses, throws an error with the site's message. */
export async function callSite<Route extends ApiRoute>(
  site: Site,
  route: Route,
  input: InputOf<Api[Route]>,
  file?: SiteFile,
): Promise<OutputOf<Api[Route]>> {
  const response = await repeatWhile(
    (answer) => discardIfBusy(answer, uploads.has(route)),
    () => send(site, route, input as Fields, file),
  )
  return readAnswer(site, route, input as Fields, response)
}

/** Returns null if the site doesn't find the resource. */
export async function findOnSite<Route extends ApiRoute>(
  ...call: Parameters<typeof callSite<Route>>
): Promise<OutputOf<Api[Route]> | null> {
  try {
    return await callSite<Route>(...call)
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'not_found') return null
    throw error
  }
}

const confirmationError = ({ siteUrl }: Site, message: string, page: string) =>
  new DeskError(`${message}\n\n  ${siteUrl}${page}\n\nThen run the same command again.`)

/** With an invalid key, the site answers as if the resource didn't exist. */
async function requireValidKey(site: KeySite) {
  const { status, body } = await send(site, 'GET /api/desk/me', {})
  await body?.cancel()
  if (status !== 404) return
  throw new DeskError(
    `${site.siteUrl} doesn’t accept this access key: it was revoked, or you no longer have a role. ` +
      `Create another at ${site.siteUrl}/desk/keys, then run: ${formatDeskCommand('login')}`,
  )
}

/** Uploads are retried: repeats are safe, and a single failure would end a long series of uploads. */
const uploads: ReadonlySet<ApiRoute> = new Set([
  'PUT /api/desk/uploads/:upload/:part',
  'POST /api/desk/pictures',
  'POST /api/desk/recordings',
])

async function discardIfBusy({ status, body }: Response, isUpload: boolean): Promise<boolean> {
  if (status !== 429 && !(isUpload && status >= 500)) return false
  await body?.cancel()
  return true
}

async function send(site: Site, route: ApiRoute, input: Fields, file?: SiteFile) {
  const { method, path: plainPath, rest } = resolveRoute(route, input)
  const { request }: Endpoint = api[route]
  const hasContent = !file && typeof request === 'object'
  const path = hasContent ? plainPath : plainPath + formatQuery(rest)
  try {
    const call = file
      ? { method, path, file, timeout: getUploadTimeout(file) }
      : { method, path, ...(hasContent ? { content: rest } : {}) }
    return await ('keys' in site ? fetchSigned(site, call) : fetchAsStaff(site, call))
  } catch (error) {
    throw new DeskError(
      `${site.siteUrl} isn’t responding (${describeNetworkError(error)}). Check the address, then run the same command again.`,
      'unavailable',
    )
  }
}

function getExitStatus(status: number, code: ApiErrorCode | undefined): ExitStatus {
  if (code === 'outdated') return 'conflict'
  return status >= 500 ? 'unavailable' : 'refused'
}

async function readAnswer<Route extends ApiRoute>(
  site: Site,
  route: Route,
  input: Fields,
  response: Response,
): Promise<OutputOf<Api[Route]>> {
  if (!response.ok) {
    const { error, description } = await readRefusal(response)
    if (error?.page !== undefined) throw confirmationError(site, error.message, error.page)
    if (response.status === 404 && 'accessKey' in site) await requireValidKey(site)
    const missing = response.status === 404 ? missingThings[route] : undefined
    const message = error
      ? (missing?.(input) ?? wordsForEditors[error.code] ?? error.message)
      : `The site ${description}. Run the same command again.`
    throw new RefusedCall(message, getExitStatus(response.status, error?.code), error?.code ?? null)
  }
  const { response: schema } = api[route]
  if (typeof schema !== 'string') return schema.parse(await response.json()) as OutputOf<Api[Route]>
  await response.body?.cancel()
  return undefined as OutputOf<Api[Route]>
}
