/**
 * How the desk, and nobody else, speaks to the edge: every request and every link to a draft is
 * signed with a key of DESK_KEYS. Shared by the edge, the scripts, and whoever calls from outside.
 *
 *     Desk-Signature: key=1, time=1763733600, nonce=…, signature=…
 *
 * The signature is an HMAC-SHA-256, in base64url, over lines: `request`, time in seconds, nonce,
 * method, path with its query, SHA-256 of the body in hex. The HMAC's key comes from the secret by
 * HKDF. A signature is good for five minutes around its time; that it is used once is for the
 * receiver to see to, who is given its nonce.
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
    .replace(/=+$/, '')
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

type SignedRequest = {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: Uint8Array<ArrayBuffer>
}

async function requestLines(
  { method, path, body }: SignedRequest,
  time: number,
  nonce: string,
): Promise<readonly (string | number)[]> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return ['request', time, nonce, method, path, hex]
}

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

/** The value of the header. */
export async function signRequest(
  request: SignedRequest,
  keys: DeskKeys,
  now: Date,
): Promise<string> {
  const time = seconds(now)
  const nonce = encodeBase64Url(crypto.getRandomValues(new Uint8Array(16)))
  const signature = await sign(await requestLines(request, time, nonce), keys)
  return `key=${keys.current}, time=${time}, nonce=${nonce}, signature=${signature}`
}

export type SignatureFailure = 'malformed' | 'stale' | 'not_ours'

const headerPattern =
  /^key=(\d{1,3}), time=(\d{1,12}), nonce=([A-Za-z0-9_-]{22}), signature=([A-Za-z0-9_-]{43})$/

/** Answers the nonce of a request that is signed by one of our keys, and lately. */
export async function verifyRequest(
  request: SignedRequest,
  header: string | undefined,
  keys: DeskKeys,
  now: Date,
): Promise<Result<{ readonly nonce: string }, SignatureFailure>> {
  const match = headerPattern.exec(header ?? '')
  if (!match) return fail('malformed')
  const [, keyId, time, nonce, signature] = match as unknown as [string, ...string[]]
  if (Math.abs(seconds(now) - Number(time)) > signatureSeconds) return fail('stale')
  const key = keys.keys.get(Number(keyId))
  if (!key) return fail('not_ours')
  const lines = await requestLines(request, Number(time), nonce!)
  return (await isSigned(lines, signature!, key)) ? succeed({ nonce: nonce! }) : fail('not_ours')
}

/** A link to a draft, as path and query, good until the instant given. */
export async function signPreviewPath(slug: string, until: Date, keys: DeskKeys): Promise<string> {
  const time = seconds(until)
  const signature = await sign(['preview', slug, time], keys)
  return `/preview/${slug}?key=${keys.current}&until=${time}&signature=${signature}`
}

/** Whether a link's query is ours, for this slug, and still good. */
export async function verifyPreview(
  slug: string,
  query: URLSearchParams,
  keys: DeskKeys,
  now: Date,
): Promise<boolean> {
  const [keyId, until, signature] = ['key', 'until', 'signature'].map((name) => query.get(name))
  if (!/^\d{1,3}$/.test(keyId ?? '') || !/^\d{1,12}$/.test(until ?? '')) return false
  if (!/^[A-Za-z0-9_-]{43}$/.test(signature ?? '') || Number(until) <= seconds(now)) return false
  const key = keys.keys.get(Number(keyId))
  return key !== undefined && isSigned(['preview', slug, Number(until)], signature!, key)
}
