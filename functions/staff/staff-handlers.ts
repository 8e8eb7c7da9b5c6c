/** Handlers for operators: roles, and what staff have done. */

import { type Result, succeed } from '../../src/domain/result.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
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

/** The account whose owner has confirmed this address, or another one with it. */
async function findUid(
  firestore: Firestore,
  account: string,
): Promise<Result<string | undefined, FirestoreFailure>> {
  if (!account.includes('@')) return succeed(account)
  const value = [...new Set([account, account.toLowerCase()])]
  const where = [{ field: 'email', is: 'IN', value } as const]
  const found = await firestore.query({ collection: 'users', where, limit: 20 })
  if (!found.ok) return found
  const { documents } = found.value
  return succeed((documents.find(({ fields }) => fields.emailVerified) ?? documents[0])?.id)
}

const uidPattern = /^[\w-]{1,128}$/

export const putRole: Handle<'PUT /api/desk/staff'> = async ({ account, role }, staff, deps) => {
  const { firestore, now } = deps
  const found = await findUid(firestore, account)
  if (!found.ok) return refuseUnavailable(deps, 'role_not_changed', { kind: found.failure.kind })
  const uid = found.value
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
