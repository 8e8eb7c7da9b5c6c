/** Handles operators' requests: roles, and the record of staff acts. */

import { type Result, succeed } from '../../src/domain/result.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import type { IdentityDeps } from '../identity/identity-deps.ts'
import type { Firestore, FirestoreFailure } from '../platform/adapters/firestore.ts'
import { findActs } from './act-records.ts'
import { changeRole } from './change-role.ts'
import { listStaff } from './staff-records.ts'

export const getStaff: Handle<'GET /api/desk/staff'> = async (_, __, deps) => {
  const staff = await listStaff(deps.firestore)
  if (!staff.ok) return refuseUnavailable(deps, 'staff_unavailable', { kind: staff.failure.kind })
  return succeed({ staff: staff.value })
}

export const listActs: Handle<'GET /api/desk/acts'> = async ({ before }, _, deps) => {
  const [acts, staff] = await Promise.all([
    findActs(deps.firestore, before === undefined ? null : new Date(before)),
    listStaff(deps.firestore),
  ])
  if (!acts.ok) return refuseUnavailable(deps, 'acts_unavailable', { kind: acts.failure.kind })
  if (!staff.ok) return refuseUnavailable(deps, 'acts_unavailable', { kind: staff.failure.kind })
  const names = new Map(staff.value.map(({ uid, name }) => [uid, name]))
  return succeed({
    acts: acts.value.map(({ at, expiresAt: _, ...act }) => ({
      ...act,
      at: at.toISOString(),
      byName: names.get(act.by ?? '') ?? null,
    })),
  })
}

/** Finds accounts whose owners have confirmed this address. A record can be out of date, so there may be several. */
async function findUids(
  firestore: Firestore,
  account: string,
): Promise<Result<readonly string[], FirestoreFailure>> {
  if (!account.includes('@')) return succeed([account])
  const value = [...new Set([account, account.toLowerCase()])]
  const where = [
    { field: 'email', is: 'IN', value },
    { field: 'emailVerified', is: 'EQUAL', value: true },
  ] as const
  const found = await firestore.query({ collection: 'users', where, limit: 2 })
  return found.ok ? succeed(found.value.documents.map(({ id }) => id)) : found
}

const uidPattern = /^[\w-]{1,128}$/

export const putRole: Handle<'PUT /api/desk/staff', IdentityDeps> = async (
  { account, role },
  staff,
  deps,
) => {
  const { firestore, accounts, now } = deps
  const found = await findUids(firestore, account)
  if (!found.ok) return refuseUnavailable(deps, 'role_not_changed', { kind: found.failure.kind })
  const [uid, ...others] = found.value
  if (uid === undefined || !uidPattern.test(uid)) return refuseAccount()
  if (others.length > 0)
    return refuse('not_possible', 'Several accounts have this address. Name one by its uid.')
  const changed = await changeRole(firestore, { uid, role }, staff, now(), accounts)
  if (changed.ok) return succeed({ uid, before: changed.value.before, after: role })
  switch (changed.failure.kind) {
    case 'notFound':
      return refuseAccount()
    case 'notOperator':
      return refuse('not_found')
    case 'unconfirmed':
      return refuse(
        'not_possible',
        'The account’s email address isn’t confirmed. Nothing has changed. Ask the person to confirm it first.',
      )
    case 'otherAccount':
      return refuse(
        'not_possible',
        'In Firebase, the account is missing, disabled, or has another address. Nothing has changed. Correct the account there first.',
      )
    case 'lastOperator':
      return refuse(
        'not_possible',
        'No other operator can log in. Make somebody else an operator first.',
      )
    default:
      return refuseUnavailable(deps, 'role_not_changed', { kind: changed.failure.kind })
  }
}

const refuseAccount = () =>
  refuse(
    'not_found',
    'There’s no account with this uid or confirmed address. Ask the person to create an account, or to confirm its address.',
  )
