/**
 * The accounts of Firebase Auth as the project's owner sees and ends them, by the service account:
 * without a reader's token, so whoever calls this has to know whose account it is. Never logs one.
 * Facts: `projects.accounts:lookup` and `:delete` in the Identity Toolkit's REST reference.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { refusalCode } from './identity.ts'

/** Fails with a reason that names nobody. */
export type AccountsFailure = { readonly kind: 'unavailable'; readonly reason: string }

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
   * Makes an account without a password, whose address nobody has shown to be theirs. `exists` where
   * another account has the address. Again is harmless; with another address it is another account.
   */
  create(account: {
    readonly uid: string
    readonly email: string
    readonly displayName: string
  }): Promise<Result<void, AccountsFailure | { readonly kind: 'exists' }>>
  /** Again is harmless. */
  remove(uid: string): Promise<Result<void, AccountsFailure>>
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
    method: ':lookup' | ':delete' | '',
    body: unknown,
    schema: z.ZodType<Answer>,
  ): Promise<Result<Answer, AccountsFailure | { readonly kind: 'none' | 'exists' | 'taken' }>> {
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
        if (code === 'EMAIL_EXISTS') return fail({ kind: 'exists' })
        if (code === 'DUPLICATE_LOCAL_ID') return fail({ kind: 'taken' })
        return fail({ kind: 'unavailable', reason: `${response.status} ${code}` })
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
    failure: AccountsFailure | { readonly kind: 'none' | 'exists' | 'taken' },
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
    async create({ uid, email, displayName }) {
      const wanted = { localId: uid, email, displayName, emailVerified: false }
      const created = await call('', wanted, creationSchema)
      if (created.ok) return succeed(undefined)
      const { kind } = created.failure
      if (kind !== 'exists' && kind !== 'taken') return fail(orUnavailable(created.failure))
      const found = await find(uid)
      if (!found.ok) return found
      if (found.value?.email.toLowerCase() === email.toLowerCase()) return succeed(undefined)
      if (kind === 'exists') return fail({ kind })
      // Begun with another address, and never used.
      const removed = await remove(uid)
      if (!removed.ok) return removed
      const again = await call('', wanted, creationSchema)
      if (again.ok) return succeed(undefined)
      return fail(
        again.failure.kind === 'exists' ? { kind: 'exists' } : orUnavailable(again.failure),
      )
    },
  }
}
