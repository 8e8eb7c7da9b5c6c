/**
 * Manages Firebase Auth accounts without a reader's token, so callers must know whose account it is. Never logs an
 * account. Source: `projects.accounts` in the Identity Toolkit's REST reference.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { type AuthFailure, callAuth } from './auth-rest.ts'

export type AuthAccount = {
  readonly email: string
  readonly emailVerified: boolean
  /** Whether an operator has disabled the account in Firebase's console, which makes logging in impossible. */
  readonly disabled: boolean
  readonly displayName: string
  readonly hasPassword: boolean
  readonly createdAt: Date | null
  readonly lastLoginAt: Date | null
  /** Providers such as `google.com`, and their data about the reader. */
  readonly providers: readonly {
    readonly providerId: string
    readonly email: string
    readonly displayName: string
    readonly photoUrl: string
    readonly rawId: string
  }[]
}

export type AuthAccounts = {
  find(uid: string): Promise<Result<AuthAccount | null, AuthFailure>>
  /**
   * Creates an account without a password. `exists` if another account has the address or uid; that account isn't
   * changed. `invalid` if Firebase refuses the address.
   */
  create(account: {
    readonly uid: string
    readonly email: string
    readonly displayName: string
  }): Promise<Result<void, AuthFailure | { readonly kind: 'exists' | 'invalid' }>>
  /**
   * Verifies the address, and revokes tokens from before `validSince`, providers with other addresses and, unless it
   * should be kept, the password. Idempotent. `exists` if another account has the address.
   */
  secure(
    uid: string,
    options: {
      readonly email: string
      readonly validSince: Date
      readonly shouldKeepPassword: boolean
    },
  ): Promise<Result<void, AuthFailure | { readonly kind: 'exists' | 'notFound' }>>
  /** Deletes an account. Idempotent. */
  remove(uid: string): Promise<Result<void, AuthFailure>>
}

/** In milliseconds. The Auth emulator records a login whenever an account is created. */
const maxCreationTime = 1000

export function hasBeenUsed(account: AuthAccount): boolean {
  const { emailVerified, hasPassword, providers, createdAt, lastLoginAt } = account
  const hasLoggedIn =
    lastLoginAt !== null &&
    (createdAt === null || lastLoginAt.getTime() - createdAt.getTime() > maxCreationTime)
  return emailVerified || hasPassword || providers.length > 0 || hasLoggedIn
}

/** Milliseconds since 1970 as digits. */
const timestampSchema = z.coerce
  .number()
  .transform((milliseconds) => new Date(milliseconds))
  .nullable()
  .default(null)
const textSchema = z.string().default('')

const accountSchema = z
  .object({
    email: textSchema,
    emailVerified: z.boolean().default(false),
    disabled: z.boolean().default(false),
    displayName: textSchema,
    passwordHash: textSchema,
    createdAt: timestampSchema,
    lastLoginAt: timestampSchema,
    providerUserInfo: z
      .array(
        z.object({
          providerId: textSchema,
          email: textSchema,
          displayName: textSchema,
          photoUrl: textSchema,
          rawId: textSchema,
        }),
      )
      .default([]),
  })
  .transform(({ passwordHash, providerUserInfo, ...account }) => ({
    ...account,
    hasPassword: passwordHash !== '',
    providers: providerUserInfo.filter(({ providerId }) => providerId !== 'password'),
  }))

// Google's `kind` distinguishes a real response from another server's empty one.
const lookupSchema = z.object({
  kind: z.literal('identitytoolkit#GetAccountInfoResponse'),
  users: z.array(accountSchema).max(1).default([]),
})
const creationSchema = z.object({
  kind: z.literal('identitytoolkit#SignupNewUserResponse'),
  localId: z.string(),
})
const updateSchema = z.object({ kind: z.literal('identitytoolkit#SetAccountInfoResponse') })
const removalSchema = z.object({ kind: z.literal('identitytoolkit#DeleteAccountResponse') })

export function createAuthAccounts(options: {
  readonly url: string
  readonly projectId: string
  readonly token: () => Promise<string>
  /** In milliseconds. */
  readonly timeout: number
}): AuthAccounts {
  const { url, projectId, token, timeout } = options

  const call = <Answer>(
    method: ':lookup' | ':update' | ':delete' | '',
    body: object,
    schema: z.ZodType<Answer>,
  ) => {
    const accountsUrl = `${url}/v1/projects/${projectId}/accounts${method}`
    return callAuth({ url: accountsUrl, token, timeout }, body, schema)
  }

  async function find(uid: string): Promise<Result<AuthAccount | null, AuthFailure>> {
    const found = await call(':lookup', { localId: [uid] }, lookupSchema)
    if (found.ok) return succeed(found.value.users[0] ?? null)
    return isMissing(found.failure) ? succeed(null) : found
  }

  async function remove(uid: string): Promise<Result<void, AuthFailure>> {
    const removed = await call(':delete', { localId: uid }, removalSchema)
    return removed.ok || isMissing(removed.failure) ? succeed(undefined) : removed
  }

  return {
    find,
    remove,
    async secure(uid, { email, validSince, shouldKeepPassword }) {
      const found = await find(uid)
      if (!found.ok) return found
      if (!found.value) return fail({ kind: 'notFound' })
      const isDifferentAddress = (address: string) => address.toLowerCase() !== email.toLowerCase()
      const secured = await call(
        ':update',
        {
          localId: uid,
          // Sending an unchanged address could cause an email.
          ...(isDifferentAddress(found.value.email) ? { email } : {}),
          emailVerified: true,
          validSince: String(Math.floor(validSince.getTime() / 1000)),
          deleteAttribute: shouldKeepPassword ? [] : ['PASSWORD'],
          deleteProvider: found.value.providers
            .filter((provider) => isDifferentAddress(provider.email))
            .map(({ providerId }) => providerId),
        },
        updateSchema,
      )
      if (secured.ok) return succeed(undefined)
      if (isMissing(secured.failure)) return fail({ kind: 'notFound' })
      return isTaken(secured.failure) ? fail({ kind: 'exists' }) : secured
    },
    async create({ uid, email, displayName }) {
      const newAccount = { localId: uid, email, displayName, emailVerified: false }
      const created = await call('', newAccount, creationSchema)
      if (created.ok) return succeed(undefined)
      if (created.failure.code === 'INVALID_EMAIL') return fail({ kind: 'invalid' })
      return isTaken(created.failure) ? fail({ kind: 'exists' }) : created
    },
  }
}

type Refusal = { readonly code?: string }

const isMissing = ({ code }: Refusal) => code === 'USER_NOT_FOUND'
const isTaken = ({ code }: Refusal) => code === 'EMAIL_EXISTS' || code === 'DUPLICATE_LOCAL_ID'
