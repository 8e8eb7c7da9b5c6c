/**
 * How the desk, and nobody else, speaks to the edge: every request, every link to a draft and every
 * picture in a draft is signed with a key of DESK_KEYS. Shared by the edge, the scripts, and whoever
 * calls from outside.
 *
 *     Desk-Signature: key=1, time=1763733600, nonce=…, body=…, signature=…
 *
 * `body` is the SHA-256 of the body in hex. The signature is an HMAC-SHA-256, in base64url, over
 * lines: `request`, time in seconds, nonce, method, path with its query, and `body`. So the edge
 * verifies the signature before it reads a byte of the body, and then compares the body with the hash.
 * The HMAC's key comes from the secret by HKDF. A signature is good for five minutes around its time.
 * Receivers that accept each signature once store its nonce.
 */
import { fail, type Result, succeed } from '../domain/result.ts'
import type { Keyring } from './keyring.ts'

export const signatureHeader = 'Desk-Signature'

/** Seconds that a clock may differ, and a request be on its way. */
export const signatureSeconds = 5 * 60

const text = new TextEncoder()

export type DeskKeys = {
  readonly current: number
  readonly keys: ReadonlyMap<number, CryptoKey>
}

export async function deriveDeskKeys(keyring: Keyring): Promise<DeskKeys> {
  const derived = [...keyring.secrets].map(async ([id, secret]) => {
    const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
    const derivation = {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: new Uint8Array(),
      info: text.encode('desk: signature'),
    }
    const purpose = { name: 'HMAC', hash: 'SHA-256', length: 256 }
    const usages = ['sign', 'verify'] as const
    return [
      id,
      await crypto.subtle.deriveKey(derivation, root, purpose, false, [...usages]),
    ] as const
  })
  return { current: keyring.current, keys: new Map(await Promise.all(derived)) }
}

function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function decodeBase64Url(encoded: string): Uint8Array<ArrayBuffer> {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

async function sign(lines: readonly (string | number)[], keys: DeskKeys): Promise<string> {
  const key = keys.keys.get(keys.current)!
  const signature = await crypto.subtle.sign('HMAC', key, text.encode(lines.join('\n')))
  return encodeBase64Url(new Uint8Array(signature))
}

/** In constant time, as WebCrypto compares. */
async function isSigned(
  lines: readonly (string | number)[],
  signature: string,
  key: CryptoKey,
): Promise<boolean> {
  const bytes = decodeBase64Url(signature)
  return crypto.subtle.verify('HMAC', key, bytes, text.encode(lines.join('\n')))
}

/** SHA-256 in hex. */
export async function hashBody(body: Uint8Array<ArrayBuffer>): Promise<string> {
  return encodeHex(await crypto.subtle.digest('SHA-256', body))
}

export function encodeHex(digest: ArrayBuffer): string {
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

type RequestLine = {
  readonly method: string
  /** With its query. */
  readonly path: string
}

type SignedRequest = RequestLine & { readonly body: Uint8Array<ArrayBuffer> }

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

/** The value of the header. */
export async function signRequest(
  { method, path, body }: SignedRequest,
  keys: DeskKeys,
  now: Date,
): Promise<string> {
  const time = seconds(now)
  const nonce = encodeBase64Url(crypto.getRandomValues(new Uint8Array(16)))
  const bodyHash = await hashBody(body)
  const signature = await sign(['request', time, nonce, method, path, bodyHash], keys)
  return `key=${keys.current}, time=${time}, nonce=${nonce}, body=${bodyHash}, signature=${signature}`
}

export type SignatureFailure = 'malformed' | 'stale' | 'not_ours'

const headerPattern =
  /^key=(\d{1,3}), time=(\d{1,12}), nonce=([A-Za-z0-9_-]{22}), body=([0-9a-f]{64}), signature=([A-Za-z0-9_-]{43})$/

type HeaderFields = [string, string, string, string, string, string]

export type VerifiedRequest = {
  readonly nonce: string
  /** What the body has to hash to (hashBody). Nobody has compared it yet. */
  readonly bodyHash: string
}

/** Whether one of our keys has signed the request lately. Looks at everything but the body. */
export async function verifyRequest(
  { method, path }: RequestLine,
  header: string | undefined,
  keys: DeskKeys,
  now: Date,
): Promise<Result<VerifiedRequest, SignatureFailure>> {
  const match = headerPattern.exec(header ?? '')
  if (!match) return fail('malformed')
  const [, keyId, time, nonce, bodyHash, signature] = match as unknown as HeaderFields
  if (Math.abs(seconds(now) - Number(time)) > signatureSeconds) return fail('stale')
  const key = keys.keys.get(Number(keyId))
  if (!key) return fail('not_ours')
  const lines = ['request', Number(time), nonce, method, path, bodyHash]
  return (await isSigned(lines, signature, key)) ? succeed({ nonce, bodyHash }) : fail('not_ours')
}

/** A link to a draft, as path and query, good until the instant given. */
export async function signPreviewPath(slug: string, until: Date, keys: DeskKeys): Promise<string> {
  return `/preview/${slug}?${await signQuery(['preview', slug], until, keys)}`
}

/** Whether a link's query is ours, for this slug, and still good. */
export function verifyPreview(
  slug: string,
  query: URLSearchParams,
  keys: DeskKeys,
  now: Date,
): Promise<boolean> {
  return verifyQuery(['preview', slug], query, keys, now)
}

/** The query that opens one picture of one draft, and no other picture. */
export function signPreviewPicture(
  slug: string,
  pictureId: string,
  until: Date,
  keys: DeskKeys,
): Promise<URLSearchParams> {
  return signQuery(['preview-picture', slug, pictureId], until, keys)
}

export function verifyPreviewPicture(
  slug: string,
  pictureId: string,
  query: URLSearchParams,
  keys: DeskKeys,
  now: Date,
): Promise<boolean> {
  return verifyQuery(['preview-picture', slug, pictureId], query, keys, now)
}

async function signQuery(
  names: readonly string[],
  until: Date,
  keys: DeskKeys,
): Promise<URLSearchParams> {
  const time = seconds(until)
  const signature = await sign([...names, time], keys)
  return new URLSearchParams({ key: String(keys.current), until: String(time), signature })
}

async function verifyQuery(
  names: readonly string[],
  query: URLSearchParams,
  keys: DeskKeys,
  now: Date,
): Promise<boolean> {
  const [keyId, until, signature] = ['key', 'until', 'signature'].map((name) => query.get(name))
  if (!/^\d{1,3}$/.test(keyId ?? '') || !/^\d{1,12}$/.test(until ?? '')) return false
  if (!/^[A-Za-z0-9_-]{43}$/.test(signature ?? '') || Number(until) <= seconds(now)) return false
  const key = keys.keys.get(Number(keyId))
  return key !== undefined && isSigned([...names, Number(until)], signature!, key)
}
