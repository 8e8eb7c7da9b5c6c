/**
 * Signs the desk's requests, and links to drafts and their files. A request's token contains its method,
 * path with query, time, random id and the SHA-256 of its body. The Worker verifies the token first and
 * compares the hash later. Receivers that accept a request only once store the id.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { type SigningKeys, signToken, toUnixSeconds, verifyToken } from './signed-token.ts'

export const signatureHeader = 'Desk-Signature'

/** Maximum difference in seconds between now and the token's time. */
export const maxSignatureAge = 5 * 60

/** Returns SHA-256 in hex. */
export async function hashBody(body: Uint8Array<ArrayBuffer>): Promise<string> {
  return encodeHex(await crypto.subtle.digest('SHA-256', body))
}

export function encodeHex(digest: ArrayBuffer): string {
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

type RequestLine = {
  readonly method: string
  /** The path with its query. */
  readonly path: string
}

type SignedRequest = RequestLine & { readonly body: Uint8Array<ArrayBuffer> }

const requestType = 'desk-request'
const requestSchema = z.object({
  method: z.string(),
  path: z.string(),
  body: z.hash('sha256'),
  iat: z.number(),
  jti: z.uuid(),
})

/** Returns the header's value. */
export async function signRequest(
  { method, path, body }: SignedRequest,
  keys: SigningKeys,
  now: Date,
): Promise<string> {
  const hash = await hashBody(body)
  const jti = crypto.randomUUID()
  return signToken(requestType, { method, path, body: hash, iat: toUnixSeconds(now), jti }, keys)
}

export type SignatureFailure = 'stale' | 'not_ours'

export type VerifiedRequest = {
  readonly nonce: string
  /** The hash from the token, which hasn't been compared with the body yet (hashBody). */
  readonly bodyHash: string
}

/** Verifies everything except the body. */
export async function verifyRequest(
  { method, path }: RequestLine,
  token: string | undefined,
  keys: SigningKeys,
  now: Date,
): Promise<Result<VerifiedRequest, SignatureFailure>> {
  const payload = await verifyToken(requestType, token, keys, { now })
  const { success, data: claims } = requestSchema.safeParse(payload)
  if (!success || claims.method !== method || claims.path !== path) return fail('not_ours')
  if (Math.abs(toUnixSeconds(now) - claims.iat) > maxSignatureAge) return fail('stale')
  return succeed({ nonce: claims.jti, bodyHash: claims.body })
}

const signUntil = (type: string, sub: string, until: Date, keys: SigningKeys) =>
  signToken(type, { sub, exp: toUnixSeconds(until) }, keys)

/** Returns when the token expires; null if it isn't valid for `subject`. */
async function verifyUntil(
  type: string,
  subject: string,
  token: string | null,
  keys: SigningKeys,
  now: Date,
): Promise<Date | null> {
  const options = { subject, now, requiredClaims: ['exp'] }
  const payload = await verifyToken(type, token, keys, options)
  return payload && new Date(payload.exp! * 1000)
}

/** The parameter in links to drafts and in their files' addresses. */
export const tokenParameter = 'token'

/** Returns the path with the query. */
export async function signPreviewPath(slug: string, until: Date, keys: SigningKeys) {
  const token = await signUntil('preview', slug, until, keys)
  return `/preview/${slug}?${new URLSearchParams({ [tokenParameter]: token })}`
}

export const verifyPreview = (slug: string, token: string | null, keys: SigningKeys, now: Date) =>
  verifyUntil('preview', slug, token, keys, now)

/** `id` is stored with the draft, so that the link can be revoked. */
export type DraftPreview = { readonly path: string; readonly id: string }

/** `path` is the draft's document, such as `articles/fathers-in-pencil`. Returns the token of a link. */
export const signDraftPreview = ({ path, id }: DraftPreview, until: Date, keys: SigningKeys) =>
  signUntil('draft-preview', `${path} ${id}`, until, keys)

export async function verifyDraftPreview(
  token: string | null,
  keys: SigningKeys,
  now: Date,
): Promise<(DraftPreview & { readonly until: Date }) | null> {
  const payload = await verifyToken('draft-preview', token, keys, { now, requiredClaims: ['exp'] })
  const [path, id] = payload?.sub?.split(' ') ?? []
  return path && id ? { path, id, until: new Date(payload!.exp! * 1000) } : null
}

/** Signs an address that is valid for one image or recording in one draft. */
export const signPreviewFile = (slug: string, fileId: string, until: Date, keys: SigningKeys) =>
  signUntil('preview-image', `${slug}/${fileId}`, until, keys)

export const verifyPreviewFile = (
  slug: string,
  fileId: string,
  token: string | null,
  keys: SigningKeys,
  now: Date,
) => verifyUntil('preview-image', `${slug}/${fileId}`, token, keys, now)
