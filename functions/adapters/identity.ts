import { decodeJwt } from 'jose'
import { z } from 'zod'
import { freshSignInSeconds } from '../../src/contracts/session.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'

export type Identity = {
  readonly uid: string
  readonly email: string
  readonly emailVerified: boolean
  readonly displayName: string
  /** When the reader authenticated, to the second. */
  readonly authenticatedAt: Date
  /** Whether this sign-in created the account, so that nobody can have used it before. */
  readonly isNewAccount: boolean
  /** Since when the account's credentials are what they are: changing them ends what came before. */
  readonly credentialsSince: Date
}

export type IdentityFailure =
  | { readonly kind: 'badToken' }
  | { readonly kind: 'staleToken' }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Judges ID tokens of Firebase Auth. `now` is the instant of the request. */
export type IdentityService = {
  verify(idToken: string, now: Date): Promise<Result<Identity, IdentityFailure>>
  /** The letter by whose link its reader logs in; `continueUrl` is where the link leads. */
  sendSignInLetter(
    email: string,
    continueUrl: string,
  ): Promise<Result<void, { readonly kind: 'unavailable'; readonly reason: string }>>
}

const lookupSchema = z.object({
  users: z
    .array(
      z.object({
        localId: z.string().min(1).max(128),
        email: z.string().default(''),
        emailVerified: z.boolean().default(false),
        displayName: z.string().default(''),
        /** Seconds since 1970, in digits. */
        validSince: z.coerce.number().default(0),
        /** Milliseconds since 1970, in digits. */
        createdAt: z.coerce.number().default(0),
        disabled: z.boolean().default(false),
      }),
    )
    .length(1),
})

const claimsSchema = z.object({
  sub: z.string(),
  aud: z.string(),
  email: z.string().default(''),
  email_verified: z.boolean().default(false),
  auth_time: z.number(),
  exp: z.number(),
})

/** What Firebase says of a token that is none; any other refusal is a mistake of ours, not the reader's. */
const tokenErrors = new Set([
  'INVALID_ID_TOKEN',
  'TOKEN_EXPIRED',
  'USER_NOT_FOUND',
  'USER_DISABLED',
])

const refusalSchema = z.object({ error: z.object({ message: z.string() }) })

/** The code at the beginning of Firebase's message; what follows may quote the request. */
export function refusalCode(body: unknown): string {
  const refusal = refusalSchema.safeParse(body)
  return (refusal.success && /^[A-Z_]+/.exec(refusal.data.error.message)?.[0]) || 'unexplained'
}

const clockSkewSeconds = 60

/**
 * Has Firebase's own `accounts:lookup` judge the token, and believes its claims only then. Facts:
 * "Get user data" in Firebase Auth's REST reference. The same call goes to a stand-in's address.
 */
export function createIdentityService(options: {
  readonly url: string
  readonly apiKey: string
  readonly projectId: string
  readonly timeout: number
}): IdentityService {
  const address = (method: string) =>
    `${options.url}/v1/accounts:${method}?key=${encodeURIComponent(options.apiKey)}`
  return {
    async sendSignInLetter(email, continueUrl) {
      const requestType = 'EMAIL_SIGNIN'
      try {
        const response = await fetch(address('sendOobCode'), {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ requestType, email, continueUrl, canHandleCodeInApp: true }),
          signal: AbortSignal.timeout(options.timeout),
        })
        if (response.ok) return succeed(undefined)
        return fail({ kind: 'unavailable', reason: `status ${response.status}` })
      } catch (error) {
        const reason = error instanceof Error ? error.name : 'unknown'
        return fail({ kind: 'unavailable', reason })
      }
    },
    async verify(idToken, now) {
      let response: Response
      let body: unknown
      try {
        response = await fetch(address('lookup'), {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ idToken }),
          signal: AbortSignal.timeout(options.timeout),
        })
        body = await response.json()
      } catch (error) {
        return fail({
          kind: 'unavailable',
          reason: error instanceof Error ? error.name : 'unknown',
        })
      }
      if (!response.ok) {
        const code = refusalCode(body)
        if (tokenErrors.has(code)) return fail({ kind: 'badToken' })
        return fail({ kind: 'unavailable', reason: `${response.status} ${code}` })
      }
      const lookup = lookupSchema.safeParse(body)
      // A token that is none gets an error of its own, so this is nobody's judgement of it.
      if (!lookup.success) return fail({ kind: 'unavailable', reason: 'not an answer of Firebase' })
      const claims = claimsSchema.safeParse(readClaims(idToken))
      const account = lookup.data.users[0]!
      if (!claims.success || account.disabled) return fail({ kind: 'badToken' })
      const { sub, aud, auth_time, exp } = claims.data
      if (sub !== account.localId || aud !== options.projectId) return fail({ kind: 'badToken' })
      const seconds = now.getTime() / 1000
      if (exp < seconds || auth_time > seconds + clockSkewSeconds) return fail({ kind: 'badToken' })
      if (auth_time < seconds - freshSignInSeconds) return fail({ kind: 'staleToken' })
      const { email, emailVerified, displayName, validSince, createdAt } = account
      // The token describes the account at sign-in. If the address was changed or verified since then,
      // the account may be somebody else's now.
      const wasSame = claims.data.email.toLowerCase() === email.toLowerCase()
      if (!wasSame || (emailVerified && !claims.data.email_verified)) {
        return fail({ kind: 'staleToken' })
      }
      return succeed({
        uid: sub,
        email,
        emailVerified,
        displayName,
        authenticatedAt: new Date(auth_time * 1000),
        isNewAccount: createdAt >= auth_time * 1000,
        credentialsSince: new Date(validSince * 1000),
      })
    },
  }
}

function readClaims(idToken: string): unknown {
  try {
    return decodeJwt(idToken)
  } catch {
    return null
  }
}
