/**
 * The accounts of Firebase Auth as the project's owner sees, creates and deletes them, by the service account:
 * without a reader's token, so whoever calls this has to know whose account it is. Never logs one.
 * Facts: `projects.accounts:lookup`, `:update` and `:delete` in the Identity Toolkit's REST reference.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { refusalCode } from './identity.ts'

/** Fails with a reason that names nobody. */
export type AccountsFailure = {
  readonly kind: 'unavailable'
  /** Of the answer, where there was one. */
  readonly status?: number
  readonly reason: string
}

/** What the sign-in service holds of a reader, without what proves a password. */
export type Account = {
  readonly email: string
  readonly emailVerified: boolean
  readonly displayName: string
  readonly hasPassword: boolean
  readonly createdAt: Date | null
  readonly lastLoginAt: Date | null
  /** Who else vouches for them, such as `google.com`, and what it has said. */
  readonly providers: readonly {
    readonly providerId: string
    readonly email: string
    readonly displayName: string
    readonly photoUrl: string
    readonly rawId: string
  }[]
}

export type Accounts = {
  /** Null where there is none. */
  find(uid: string): Promise<Result<Account | null, AccountsFailure>>
  /**
   * Creates an account without a password and with an unverified address. `exists` if an account
   * already has the address or the uid; it is left as it is. Nothing here deletes or re-addresses
   * an account to make room for another.
   */
  create(account: {
    readonly uid: string
    readonly email: string
    readonly displayName: string
  }): Promise<Result<void, AccountsFailure | { readonly kind: 'exists' }>>
  /**
   * Leaves an account only to the owner of an address: the account has this address, verified; tokens
   * issued before `validSince` and sign-in providers with other addresses stop working, and so does
   * the password unless it is to be kept. Calling it again is harmless. `exists` if another account
   * has the address, `none` if this account is gone.
   */
  secure(
    uid: string,
    options: { readonly email: string; readonly validSince: Date; readonly keepsPassword: boolean },
  ): Promise<Result<void, AccountsFailure | { readonly kind: 'exists' | 'none' }>>
  /** Again is harmless. */
  remove(uid: string): Promise<Result<void, AccountsFailure>>
}

/** Milliseconds. The Auth emulator dates a login at the creation of every account. */
const creationTakes = 1000

/** Whether somebody has used an account: verified its address, set a password, linked a provider or logged in. */
export function isInUse(account: Account): boolean {
  const { emailVerified, hasPassword, providers, createdAt, lastLoginAt } = account
  const hasLoggedIn =
    lastLoginAt !== null &&
    (createdAt === null || lastLoginAt.getTime() - createdAt.getTime() > creationTakes)
  return emailVerified || hasPassword || providers.length > 0 || hasLoggedIn
}

/** Milliseconds since 1970, in digits. */
const instant = z.coerce
  .number()
  .transform((milliseconds) => new Date(milliseconds))
  .nullable()
  .default(null)
const text = z.string().default('')

const accountSchema = z
  .object({
    email: text,
    emailVerified: z.boolean().default(false),
    displayName: text,
    passwordHash: text,
    createdAt: instant,
    lastLoginAt: instant,
    providerUserInfo: z
      .array(
        z.object({ providerId: text, email: text, displayName: text, photoUrl: text, rawId: text }),
      )
      .default([]),
  })
  .transform(({ passwordHash, providerUserInfo, ...account }) => ({
    ...account,
    hasPassword: passwordHash !== '',
    providers: providerUserInfo.filter(({ providerId }) => providerId !== 'password'),
  }))

// Their kinds tell a word of Firebase's from anybody's empty answer.
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

export function createAccounts(options: {
  readonly url: string
  readonly projectId: string
  readonly token: () => Promise<string>
  /** Milliseconds. */
  readonly timeout: number
}): Accounts {
  const { url, projectId, token, timeout } = options

  async function call<Answer>(
    method: ':lookup' | ':update' | ':delete' | '',
    body: unknown,
    schema: z.ZodType<Answer>,
  ): Promise<Result<Answer, AccountsFailure | { readonly kind: 'none' | 'exists' }>> {
    try {
      const response = await fetch(`${url}/v1/projects/${projectId}/accounts${method}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${await token()}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeout),
      })
      const said = await response.json()
      if (!response.ok) {
        const code = refusalCode(said)
        if (code === 'USER_NOT_FOUND') return fail({ kind: 'none' })
        if (code === 'EMAIL_EXISTS' || code === 'DUPLICATE_LOCAL_ID')
          return fail({ kind: 'exists' })
        const { status } = response
        return fail({ kind: 'unavailable', status, reason: `${status} ${code}` })
      }
      const answer = schema.safeParse(said)
      if (answer.success) return succeed(answer.data)
      return fail({ kind: 'unavailable', reason: 'not an answer of Firebase' })
    } catch (error) {
      return fail({ kind: 'unavailable', reason: error instanceof Error ? error.name : 'unknown' })
    }
  }

  /** What the service says only of other calls. */
  const orUnavailable = (
    failure: AccountsFailure | { readonly kind: 'none' | 'exists' },
  ): AccountsFailure =>
    failure.kind === 'unavailable' ? failure : { kind: 'unavailable', reason: failure.kind }

  async function find(uid: string): Promise<Result<Account | null, AccountsFailure>> {
    const found = await call(':lookup', { localId: [uid] }, lookupSchema)
    if (found.ok) return succeed(found.value.users[0] ?? null)
    return found.failure.kind === 'none' ? succeed(null) : fail(orUnavailable(found.failure))
  }

  async function remove(uid: string): Promise<Result<void, AccountsFailure>> {
    const removed = await call(':delete', { localId: uid }, removalSchema)
    if (removed.ok || removed.failure.kind === 'none') return succeed(undefined)
    return fail(orUnavailable(removed.failure))
  }

  return {
    find,
    remove,
    async secure(uid, { email, validSince, keepsPassword }) {
      const found = await find(uid)
      if (!found.ok) return found
      if (!found.value) return fail({ kind: 'none' })
      const isOther = (address: string) => address.toLowerCase() !== email.toLowerCase()
      const secured = await call(
        ':update',
        {
          localId: uid,
          // An address that stays the same is not sent: changing one can send an email.
          ...(isOther(found.value.email) ? { email } : {}),
          emailVerified: true,
          validSince: String(Math.floor(validSince.getTime() / 1000)),
          deleteAttribute: keepsPassword ? [] : ['PASSWORD'],
          deleteProvider: found.value.providers
            .filter((provider) => isOther(provider.email))
            .map(({ providerId }) => providerId),
        },
        updateSchema,
      )
      if (secured.ok) return succeed(undefined)
      const { kind } = secured.failure
      if (kind === 'exists' || kind === 'none') return fail({ kind })
      return fail(orUnavailable(secured.failure))
    },
    async create({ uid, email, displayName }) {
      const wanted = { localId: uid, email, displayName, emailVerified: false }
      const created = await call('', wanted, creationSchema)
      if (created.ok) return succeed(undefined)
      const { failure } = created
      return fail(failure.kind === 'exists' ? { kind: 'exists' } : orUnavailable(failure))
    },
  }
}
