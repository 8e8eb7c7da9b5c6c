import { type ApiErrorCode, apiErrorSchema } from '../../../src/contracts/api-error.ts'
import { signatureHeader, signRequest } from '../../../src/contracts/desk-signature.ts'
import type { InputOf, OutputOf } from '../../../src/contracts/endpoint.ts'
import { type Fields, formatQuery, resolveRoute } from '../../../src/contracts/endpoint-path.ts'
import { type Api, type ApiRoute, api } from '../../../src/contracts/endpoints.ts'
import { formatDeskCommand } from '../command.ts'
import type { Desk } from '../desk-environment.ts'
import { DeskError } from '../exit-status.ts'
import { describeNetworkError } from './site-client.ts'

type SiteClient = Pick<Desk, 'siteUrl' | 'keys'>

/** The site limits calls per minute. */
const maxAttempts = 6
/** Milliseconds, multiplied by the attempt: more than a minute in all. */
const retryDelay = 5_000
const requestTimeout = 60_000

/** The site's own words are for readers, in these cases. */
const wordsForEditors: Partial<Record<ApiErrorCode, string>> = {
  bad_request:
    'The site can’t read the request. Check what you typed. For sealed bodies: check SEALING_KEYS.',
  stale_signature: 'The site refused the signature. Check this machine’s clock.',
  bad_signature: 'The site refused the signature. Check DESK_KEYS.',
}

/** What isn't found, by route. Others find everything that the desk asks for. */
const missingThings: Partial<Record<ApiRoute, (input: Fields) => string>> = {
  'GET /api/issues/:slug/sending': describeMissingApproval,
  'PUT /api/issues/:slug/schedule': describeMissingApproval,
  'POST /api/issues/:slug/pause': describeMissingApproval,
  'POST /api/issues/:slug/resume': describeMissingApproval,
  'POST /api/issues/:slug/cancel': describeMissingApproval,
  'POST /api/issues/:slug/recipient': describeMissingApproval,
  'GET /api/statistics/stories/:slug': ({ slug }) => `articles/${slug}: not found`,
  'DELETE /api/media/:id': ({ id }) => `${id}: not found. Check the picture’s address or id.`,
}

function describeMissingApproval({ slug }: Fields): string {
  const command = formatDeskCommand('weekly approve FILE')
  return `No issue ${slug} has been approved for sending. To approve it: ${command}`
}

/** Calls an endpoint of the desk. Throws with the site's words if it refuses. */
export async function callSite<Route extends ApiRoute>(
  desk: SiteClient,
  route: Route,
  input: InputOf<Api[Route]>,
): Promise<OutputOf<Api[Route]>> {
  for (let attempt = 1; ; attempt++) {
    const response = await send(desk, route, input as Fields)
    if (response.status === 429 && attempt < maxAttempts) {
      await response.body?.cancel()
      await new Promise((resolve) => setTimeout(resolve, attempt * retryDelay))
      continue
    }
    return readAnswer(route, input as Fields, response)
  }
}

async function send({ siteUrl, keys }: SiteClient, route: string, input: Fields) {
  const { method, path: plainPath, rest } = resolveRoute(route, input)
  const hasBody = method !== 'GET' && Object.keys(rest).length > 0
  const path = hasBody ? plainPath : plainPath + formatQuery(rest)
  const body = Uint8Array.from(new TextEncoder().encode(hasBody ? JSON.stringify(rest) : ''))
  // A signature is valid once.
  const signature = await signRequest({ method, path, body }, keys, new Date())
  try {
    return await fetch(siteUrl + path, {
      method,
      headers: { [signatureHeader]: signature, 'Content-Type': 'application/json' },
      ...(hasBody ? { body } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(requestTimeout),
    })
  } catch (error) {
    throw new DeskError(
      `${siteUrl} doesn’t answer (${describeNetworkError(error)}). Check the address, then run the same command again.`,
      'unavailable',
    )
  }
}

async function readAnswer<Route extends ApiRoute>(
  route: Route,
  input: Fields,
  response: Response,
): Promise<OutputOf<Api[Route]>> {
  const text = await response.text()
  const answer: unknown = text === '' ? undefined : parseJson(text)
  const { response: schema } = api[route]
  if (response.ok) {
    if (typeof schema === 'string') return undefined as OutputOf<Api[Route]>
    return schema.parse(answer) as OutputOf<Api[Route]>
  }
  const refusal = apiErrorSchema.safeParse(answer)
  const missing = response.status === 404 ? missingThings[route] : undefined
  const message = !refusal.success
    ? `The site answered with status ${response.status}.`
    : (missing?.(input) ?? wordsForEditors[refusal.data.error.code] ?? refusal.data.error.message)
  throw new DeskError(message, response.status >= 500 ? 'unavailable' : 'refused')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
