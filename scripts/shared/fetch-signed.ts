/** Calls the site's endpoints that only staff, CI and operators may call. */
import {
  type ApiErrorBody,
  type ApiErrorCode,
  apiErrorSchema,
} from '../../src/contracts/endpoints/api-error.ts'
import { signatureHeader, signRequest } from '../../src/contracts/signing/desk-signature.ts'
import { importSigningKeys, type SigningKeys } from '../../src/contracts/signing/signed-token.ts'
import {
  type Environment,
  operatorVariables,
  parseOperatorEnvironment,
} from './operator-environment.ts'

export type SignedSite = { readonly siteUrl: string; readonly keys: SigningKeys }

const signingVariables = operatorVariables.pick({ SITE_URL: true, DESK_KEYS: true })

/** Throws a CommandError without SITE_URL and DESK_KEYS. */
export async function openSignedSite(source?: Environment): Promise<SignedSite> {
  const { SITE_URL: siteUrl, DESK_KEYS } = parseOperatorEnvironment(signingVariables, source)
  return { siteUrl, keys: await importSigningKeys(DESK_KEYS) }
}

/** `accessKey` belongs to one member of staff. */
export type KeySite = { readonly siteUrl: string; readonly accessKey: string }

export type SiteFile = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }

type SiteCall = {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  /** Sent as JSON. */
  readonly content?: unknown
  readonly file?: SiteFile
  /** Milliseconds. */
  readonly timeout?: number
}

/**
 * Rejects as `fetch` does, and if the site redirects. A signature is valid once, so each attempt needs another call.
 */
export async function fetchSigned(
  { siteUrl, keys }: SignedSite,
  call: SiteCall,
): Promise<Response> {
  const body = getBody(call)
  const signature = await signRequest({ ...call, body }, keys, new Date())
  return fetchSite(siteUrl, call, body, { [signatureHeader]: signature })
}

/** Rejects like `fetchSigned`. */
export const fetchAsStaff = ({ siteUrl, accessKey }: KeySite, call: SiteCall): Promise<Response> =>
  fetchSite(siteUrl, call, getBody(call), { Authorization: `Bearer ${accessKey}` })

function getBody({ content, file }: SiteCall): Uint8Array<ArrayBuffer> {
  const text = content === undefined ? '' : JSON.stringify(content)
  return file?.bytes ?? Uint8Array.from(new TextEncoder().encode(text))
}

const fetchSite = (
  siteUrl: string,
  { method, path, file, timeout = 60_000 }: SiteCall,
  body: Uint8Array<ArrayBuffer>,
  proof: Readonly<Record<string, string>>,
) =>
  fetch(siteUrl + path, {
    method,
    headers: { ...proof, 'Content-Type': file?.type ?? 'application/json' },
    ...(body.length > 0 ? { body } : {}),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })

const signatureRefusals: Partial<Record<ApiErrorCode, string>> = {
  stale_signature: 'refused the signature; check this computer’s clock',
  bad_signature: 'refused the signature; check DESK_KEYS',
}

type Refusal = {
  /** Completes a sentence that begins with “the site”, for operators. */
  readonly description: string
  /** Null if the site refused the signature, or another program answered. */
  readonly error: ApiErrorBody['error'] | null
}

/** Reads the reason why a response isn't `ok`. */
export async function readRefusal(response: Response): Promise<Refusal> {
  const answer: unknown = await response.json().catch(() => null)
  const error = apiErrorSchema.safeParse(answer).data?.error ?? null
  const description = error && signatureRefusals[error.code]
  if (description) return { description, error: null }
  return { description: `answered with status ${response.status}`, error }
}
