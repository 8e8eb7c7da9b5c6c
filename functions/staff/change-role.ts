import type { StaffItem } from '../../src/contracts/endpoints/staff-endpoints.ts'
import { isSameAddress, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { getAccessKeysPath } from '../../src/domain/staff/access-key.ts'
import type { StaffRole } from '../../src/domain/staff/staff.ts'
import type { AuthAccount, AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import type { AuthFailure } from '../platform/adapters/auth-rest.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
} from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import { type Actor, createActWrite } from './act-records.ts'
import { listStaff } from './staff-records.ts'

type RoleChange = { readonly uid: string; readonly role: StaffRole | null }

type RoleChanged = RoleChange & { readonly before: StaffRole | null }

type RoleFailure =
  | FirestoreFailure
  | AuthFailure
  | { readonly kind: 'notFound' | 'unconfirmed' | 'lastOperator' }
  /** Firebase has no account with the record's address, or the account is disabled. */
  | { readonly kind: 'otherAccount' }
  /** The actor is no longer an operator. */
  | { readonly kind: 'notOperator' }

/**
 * A document that every change writes, so that one of two simultaneous changes is repeated: otherwise operators could
 * remove each other's roles.
 */
const lockPath = 'operations/roles'

const maxAttempts = 25

type Accounts = Pick<AuthAccounts, 'find'>

/**
 * Does nothing if the account already has the role. An account that loses its role also loses its keys. `accounts` is
 * null if Firebase isn't called.
 */
export const changeRole = (
  firestore: Firestore,
  change: RoleChange,
  actor: Actor,
  now: Date,
  accounts: Accounts | null,
): Promise<Result<RoleChanged, RoleFailure>> =>
  repeatIfOvertaken<RoleChanged, RoleFailure>(maxAttempts, async () => {
    const { uid, role } = change
    const path = `users/${uid}`
    const stored = await firestore.getAll([path, lockPath])
    if (!stored.ok) return stored
    const [user, lock] = stored.value
    // The operators are read after the lock document, so that no later change is missed.
    const operators = await listStaff(firestore, ['operator'])
    if (!operators.ok) return operators
    const isOperator = (one: string) => operators.value.some((operator) => operator.uid === one)
    if (actor && !isOperator(actor.uid)) return fail({ kind: 'notOperator' })
    const reader = user && readerSchema.parse(user.fields)
    if (!user || !reader || reader.deletionRequestedAt) return fail({ kind: 'notFound' })
    const before = reader.role
    if (before === role && role !== null) return succeed({ ...change, before })
    // Anyone can create an account with any address.
    if (role !== null && !reader.emailVerified) return fail({ kind: 'unconfirmed' })
    if (role !== null && accounts) {
      const account = await accounts.find(uid)
      if (!account.ok) return account
      if (!isUsable(account.value) || !isSameAddress(account.value.email, reader.email))
        return fail({ kind: 'otherAccount' })
    }
    if (before === 'operator') {
      const remaining = await hasOtherOperator(operators.value, uid, accounts)
      if (!remaining.ok) return remaining
      if (!remaining.value) return fail({ kind: 'lastOperator' })
    }
    const act = { kind: 'roleChanged', subject: uid, before, after: role } as const
    const written = await commitUnlessOvertaken(firestore, [
      { set: path, fields: { role }, merge: true, ifUpdatedAt: user.updateTime },
      ...(before === role
        ? []
        : [
            createSafeWrite(lockPath, lock?.updateTime, { change: crypto.randomUUID() }),
            createActWrite(actor, act, now),
          ]),
      // Remaining keys would be valid again with the next role.
      ...(role === null ? [{ remove: getAccessKeysPath(uid) }] : []),
    ])
    return written.ok ? succeed({ ...change, before }) : written
  })

const isUsable = (account: AuthAccount | null): account is AuthAccount =>
  account !== null && !account.disabled

/** Returns whether another operator exists who can log in. */
async function hasOtherOperator(
  operators: readonly StaffItem[],
  exceptUid: string,
  accounts: Accounts | null,
): Promise<Result<boolean, AuthFailure>> {
  for (const { uid } of operators) {
    if (uid === exceptUid) continue
    if (!accounts) return succeed(true)
    const account = await accounts.find(uid)
    if (!account.ok) return account
    if (isUsable(account.value)) return succeed(true)
  }
  return succeed(false)
}
