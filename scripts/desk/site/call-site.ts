import type { ApiErrorCode } from '../../../src/contracts/endpoints/api-error.ts'
import type { InputOf, OutputOf } from '../../../src/contracts/endpoints/endpoint.ts'
import {
  type Fields,
  formatQuery,
  resolveRoute,
} from '../../../src/contracts/endpoints/endpoint-path.ts'
import { type Api, type ApiRoute, api } from '../../../src/contracts/endpoints/endpoints.ts'
import { fetchSigned, readRefusal, type SignedSite } from '../../shared/fetch-signed.ts'
import { repeatWhile } from '../../shared/repeat-while.ts'
import { formatDeskCommand } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { describeNetworkError } from './site-client.ts'

/** The site's own words are for readers, in these cases. */
const wordsForEditors: Partial<Record<ApiErrorCode, string>> = {
  bad_request:
    'The site can’t read the request. Check what you typed. For sealed bodies: check SEALING_KEYS.',
}

/** Descriptions of what isn't found, by route. Other routes find everything that the desk asks for. */
const missingThings: Partial<Record<ApiRoute, (input: Fields) => string>> = {
  'GET /api/issues/:slug/sending': describeMissingApproval,
  'PUT /api/issues/:slug/schedule': describeMissingApproval,
  'POST /api/issues/:slug/pause': describeMissingApproval,
  'POST /api/issues/:slug/resume': describeMissingApproval,
  'POST /api/issues/:slug/cancel': describeMissingApproval,
  'POST /api/issues/:slug/recipient': describeMissingApproval,
  'GET /api/statistics/stories/:slug': ({ slug }) => `articles/${slug}: not found`,
  'PUT /api/accounts/movements/:id': ({ id }) =>
    `${id}: not found, or explained already. For what is open: ${formatDeskCommand('accounts')}`,
  'DELETE /api/media/:id': ({ id }) => `${id}: not found. Check the picture’s address or id.`,
}

function describeMissingApproval({ slug }: Fields): string {
  const command = formatDeskCommand('weekly approve FILE')
  return `No issue ${slug} has been approved for sending. To approve it: ${command}`
}

/** Calls an endpoint of the desk. Throws with the site's words if it refuses. */
export async function callSite<Route extends ApiRoute>(
  site: SignedSite,
  route: Route,
  input: InputOf<Api[Route]>,
): Promise<OutputOf<Api[Route]>> {
  const response = await repeatWhile(discardIfRateLimited, () => send(site, route, input as Fields))
  return readAnswer(route, input as Fields, response)
}

async function discardIfRateLimited({ status, body }: Response): Promise<boolean> {
  if (status !== 429) return false
  await body?.cancel()
  return true
}

async function send(site: SignedSite, route: string, input: Fields) {
  const { method, path: plainPath, rest } = resolveRoute(route, input)
  const hasBody = method !== 'GET' && Object.keys(rest).length > 0
  const path = hasBody ? plainPath : plainPath + formatQuery(rest)
  try {
    return await fetchSigned(site, { method, path, ...(hasBody ? { content: rest } : {}) })
  } catch (error) {
    throw new DeskError(
      `${site.siteUrl} doesn’t answer (${describeNetworkError(error)}). Check the address, then run the same command again.`,
      'unavailable',
    )
  }
}

async function readAnswer<Route extends ApiRoute>(
  route: Route,
  input: Fields,
  response: Response,
): Promise<OutputOf<Api[Route]>> {
  if (!response.ok) {
    const { error, description } = await readRefusal(response)
    const missing = response.status === 404 ? missingThings[route] : undefined
    const message = error
      ? (missing?.(input) ?? wordsForEditors[error.code] ?? error.message)
      : `The site ${description}.`
    throw new DeskError(message, response.status >= 500 ? 'unavailable' : 'refused')
  }
  const { response: schema } = api[route]
  if (typeof schema !== 'string') return schema.parse(await response.json()) as OutputOf<Api[Route]>
  await response.body?.cancel()
  return undefined as OutputOf<Api[Route]>
}
