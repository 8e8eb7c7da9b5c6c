import { decodeJwt } from 'jose'
import { z } from 'zod'
import { maxSignInAge } from '../../../src/contracts/endpoints/session-endpoints.ts'
import { isFromFuture } from '../../../src/contracts/signing/signed-token.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { type AuthFailure, type AuthKeyOptions, callAuth, connectByKey } from './auth-rest.ts'

export type Identity = {
  readonly uid: string
  readonly email: string
  readonly emailVerified: boolean
  readonly displayName: string
  /** The time of the sign-in, to the second. */
  readonly authenticatedAt: Date
  /** Whether nobody else can have used the account before. */
  readonly isNewAccount: boolean
  /** When the credentials last changed, which ended earlier sessions. */
  readonly credentialsSince: Date
}

export type IdentityFailure =
  | { readonly kind: 'badToken' }
  | { readonly kind: 'staleToken' }
  | AuthFailure

export type IdentityService = {
  verify(idToken: string, now: Date): Promise<Result<Identity, IdentityFailure>>
  sendSignInEmail(email: string, continueUrl: string): Promise<Result<void, AuthFailure>>
}

const lookupSchema = z.object({
  users: z
    .array(
      z.object({
        localId: z.string().min(1).max(128),
        email: z.string().default(''),
        emailVerified: z.boolean().default(false),
        displayName: z.string().default(''),
        /** Seconds since 1970, as a string. */
        validSince: z.coerce.number().default(0),
        /** Milliseconds since 1970, as a string. */
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

/** Firebase's errors for an invalid token. Any other error is our mistake. */
const tokenErrors = new Set<string | undefined>([
  'INVALID_ID_TOKEN',
  'TOKEN_EXPIRED',
  'USER_NOT_FOUND',
  'USER_DISABLED',
])

/** Uses claims only once `accounts:lookup` has verified the token. Source: Firebase Auth's REST reference. */
export function createIdentityService(
  options: AuthKeyOptions & { readonly projectId: string },
): IdentityService {
  return {
    async sendSignInEmail(email, continueUrl) {
      const requestType = 'EMAIL_SIGNIN'
      const body = { requestType, email, continueUrl, canHandleCodeInApp: true }
      const sent = await callAuth(connectByKey(options, 'sendOobCode'), body, z.unknown())
      return sent.ok ? succeed(undefined) : sent
    },
    async verify(idToken, now) {
      const lookup = await callAuth(connectByKey(options, 'lookup'), { idToken }, lookupSchema)
      // For an invalid token, Firebase returns a specific error.
      if (!lookup.ok)
        return tokenErrors.has(lookup.failure.code) ? fail({ kind: 'badToken' }) : lookup
      const claims = claimsSchema.safeParse(decodeClaims(idToken))
      const account = lookup.value.users[0]!
      if (!claims.success || account.disabled) return fail({ kind: 'badToken' })
      const { sub, aud, auth_time, exp } = claims.data
      if (sub !== account.localId || aud !== options.projectId) return fail({ kind: 'badToken' })
      const seconds = now.getTime() / 1000
      if (exp < seconds || isFromFuture(auth_time, now)) return fail({ kind: 'badToken' })
      if (auth_time < seconds - maxSignInAge) return fail({ kind: 'staleToken' })
      const { email, emailVerified, displayName, validSince, createdAt } = account
      // The token's address is from the sign-in. If the account's address has changed since, the new one may be
      // somebody else's.
      const isSameAddress = claims.data.email.toLowerCase() === email.toLowerCase()
      if (!isSameAddress || (emailVerified && !claims.data.email_verified)) {
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

function decodeClaims(idToken: string): unknown {
  try {
    return decodeJwt(idToken)
  } catch {
    return null
  }
}
