/**
 * JWTs signed with HS256; the header's `kid` is the key's id. Each has a type, so that no token is
 * accepted as another type.
 */
import { type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose'
import type { Keyring } from './keyring.ts'

const algorithm = 'HS256'

export type SigningKeys = {
  readonly current: number
  readonly keys: ReadonlyMap<number, CryptoKey>
}

/** Call this once per keyring, because jose would otherwise import the secret for every token. */
export async function importSigningKeys({ current, secrets }: Keyring): Promise<SigningKeys> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = [...secrets].map(
    async ([id, secret]) =>
      [id, await crypto.subtle.importKey('raw', secret, hmac, false, ['sign', 'verify'])] as const,
  )
  return { current, keys: new Map(await Promise.all(imported)) }
}

export const toUnixSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

/** Seconds by which another machine's clock may be ahead of ours. */
const maxClockSkew = 60

/** Whether only a wrong clock can have issued the token. `issuedAt` is in seconds since 1970. */
export const isFromFuture = (issuedAt: number, now: Date) =>
  issuedAt > now.getTime() / 1000 + maxClockSkew

/** `issuedAt` is in seconds since 1970, `maxAge` in seconds. A clock that is ahead doesn't extend the age. */
export const isWithinAge = (issuedAt: number, maxAge: number, now: Date) =>
  !isFromFuture(issuedAt, now) && toUnixSeconds(now) - issuedAt <= maxAge

export const signToken = (type: string, claims: JWTPayload, { current, keys }: SigningKeys) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: type, kid: String(current) })
    .sign(keys.get(current)!)

type VerifyOptions = Omit<JWTVerifyOptions, 'maxTokenAge' | 'clockTolerance' | 'currentDate'> & {
  readonly now: Date
  /** The maximum age in seconds, for a token that contains its time of issue. */
  readonly maxAge?: number
}

/** Returns null for a token that is forged, altered, expired or of another type. */
export async function verifyToken(
  type: string,
  token: string | null | undefined,
  { keys }: SigningKeys,
  { now, maxAge, ...options }: VerifyOptions,
): Promise<JWTPayload | null> {
  if (!token) return null
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.get(Number(kid))
        if (!key) throw new Error('unknown key')
        return key
      },
      { algorithms: [algorithm], typ: type, currentDate: now, ...options },
    )
    if (maxAge === undefined) return payload
    return payload.iat !== undefined && isWithinAge(payload.iat, maxAge, now) ? payload : null
  } catch {
    return null
  }
}
