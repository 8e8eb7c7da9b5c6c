import { type Reader, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { StaffRole } from '../../src/domain/staff/staff.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { accessKeysPath } from '../identity/identify-staff.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
} from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import { type Actor, createActWrite } from './acts.ts'
import { listStaff } from './staff-list.ts'

type RoleChange = { readonly uid: string; readonly role: StaffRole | null }

type RoleChanged = RoleChange & { readonly before: StaffRole | null }

type RoleFailure =
  | FirestoreFailure
  | { readonly kind: 'notFound' | 'unconfirmed' | 'lastOperator' }
  /** The actor isn't an operator any more. */
  | { readonly kind: 'notOperator' }

/** Written by every change, so that of two at the same time one begins again: two operators can't take each other's role. */
const lockPath = 'operations/roles'

const maxAttempts = 25

/** Changes nothing if the account has the role already. */
export const changeRole = (
  firestore: Firestore,
  change: RoleChange,
  actor: Actor,
  now: Date,
): Promise<Result<RoleChanged, RoleFailure>> =>
  repeatIfOvertaken<RoleChanged, RoleFailure>(maxAttempts, async () => {
    const { uid, role } = change
    const path = `users/${uid}`
    const stored = await firestore.getAll([path, lockPath])
    if (!stored.ok) return stored
    const [user, lock] = stored.value
    // After the lock, so that no later change is missed.
    const operators = await listStaff(firestore, ['operator'])
    if (!operators.ok) return operators
    const isOperator = (one: string) => operators.value.some((operator) => operator.uid === one)
    if (actor && !isOperator(actor.uid)) return fail({ kind: 'notOperator' })
    const reader = user && readerSchema.parse(user.fields)
    if (!user || !reader || reader.deletionRequestedAt) return fail({ kind: 'notFound' })
    const before = reader.role
    if (before === role) return succeed({ ...change, before })
    // Anybody can create an account with any address.
    if (role !== null && !reader.emailVerified) return fail({ kind: 'unconfirmed' })
    if (before === 'operator' && operators.value.length === 1) return fail({ kind: 'lastOperator' })
    const act = { kind: 'roleChanged', subject: uid, before, after: role } as const
    const written = await commitUnlessOvertaken(firestore, [
      { set: path, fields: { role }, merge: true, ifUpdatedAt: user.updateTime },
      createSafeWrite(lockPath, lock?.updateTime, { changedAt: now }),
      createActWrite(actor, act, now),
      // Otherwise they would be valid again with the next role.
      ...(role === null ? [{ remove: accessKeysPath(uid) }] : []),
    ])
    return written.ok ? succeed({ ...change, before }) : written
  })

/** The account whose owner has confirmed this address. */
async function findUid(
  firestore: Firestore,
  account: string,
): Promise<Result<{ readonly uid: string; readonly reader: Reader } | null, FirestoreFailure>> {
  const where = [{ field: 'email', is: 'IN', value: [account, account.toLowerCase()] }] as const
  const found = await firestore.query({ collection: 'users', where, limit: 20 })
  if (!found.ok) return found
  const readers = found.value.documents.map(({ id: uid, fields }) => ({
    uid,
    reader: readerSchema.parse(fields),
  }))
  return succeed(readers.find(({ reader }) => reader.emailVerified) ?? readers[0] ?? null)
}

const uidPattern = /^[\w-]{1,128}$/

export const putRole: Handle<'PUT /api/desk/staff'> = async ({ account, role }, staff, deps) => {
  const { firestore, now } = deps
  const found = account.includes('@') ? await findUid(firestore, account) : null
  if (found && !found.ok)
    return refuseUnavailable(deps, 'role_not_changed', { kind: found.failure.kind })
  const uid = found ? found.value?.uid : account
  if (uid === undefined || !uidPattern.test(uid)) return refuseAccount()
  const changed = await changeRole(firestore, { uid, role }, staff, now())
  if (changed.ok) return succeed({ uid, before: changed.value.before, after: role })
  switch (changed.failure.kind) {
    case 'notFound':
      return refuseAccount()
    case 'notOperator':
      return refuse('not_found')
    case 'unconfirmed':
      return refuse(
        'not_possible',
        'The account’s email address isn’t confirmed. Nothing has changed.',
      )
    case 'lastOperator':
      return refuse('not_possible', 'This is the only operator. Make somebody else one first.')
    default:
      return refuseUnavailable(deps, 'role_not_changed', { kind: changed.failure.kind })
  }
}

const refuseAccount = () =>
  refuse('not_found', 'There’s no account with this address or uid. They have to create one first.')
