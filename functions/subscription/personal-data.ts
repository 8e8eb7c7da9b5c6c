import { day } from '../../src/domain/duration.ts'
import { succeed } from '../../src/domain/result.ts'
import {
  type DataRow,
  type DataSource,
  type FindRows,
  findAll,
  findByUid,
  findDocument,
  findOne,
  findSubcollection,
  showSelected,
} from '../identity/personal-data.ts'
import { createSurplusWrite } from '../outbox/outbox-writes.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { subscriptionPath } from './change-subscription.ts'
import { getImportedGrantPath } from './claim-imported-grant.ts'
import { hashStudentAddress, listStudentEmailsPaths } from './student-emails.ts'

/** Milliseconds for which a refused checkout is kept after its reader's deletion. */
const refusedRetention = 30 * day

/** Days after a deletion on which an unpaid checkout is looked up. PayPal deletes unapproved ones within hours. */
const unpaidCheckDays = [0, 1]

const findCheckouts: FindRows = async (firestore, subject, purpose) => {
  const found = await findByUid('checkouts')(firestore, subject, purpose)
  if (!found.ok) return found
  const guestIds = found.value
    .map(({ fields }) => fields.customId)
    .filter((guest) => typeof guest === 'string' && guest !== '' && guest !== subject.uid)
  const guestRecords = await findAll(
    firestore,
    guestIds.map((guest) => `subscriptions/${guest}`),
  )
  return guestRecords.ok ? succeed([...found.value, ...guestRecords.value]) : guestRecords
}

/**
 * Removes the reader's data from a checkout. The payer can still approve an unpaid checkout, because PayPal can't
 * withdraw it. Until it expires, the document is kept without the reader's data, so that such a payment is refunded. A
 * refused checkout's document is kept for the same reason: its payment may arrive late.
 */
function forgetCheckout(
  { path, id, fields, updateTime }: DataRow,
  _: unknown,
  now: Date,
): readonly Write[] {
  if (!path.startsWith('checkouts/')) return [{ remove: path }]
  const { plan, createdAt, refusedFor = null } = fields
  const isUnpaid = fields.expiresAt instanceof Date && fields.expiresAt > now
  if (!isUnpaid && refusedFor === null) return [{ remove: path, ifUpdatedAt: updateTime }]
  const expiresAt = isUnpaid ? fields.expiresAt : new Date(now.getTime() + refusedRetention)
  const surplus = { uid: deletedAccountUid, provider: id, reason: 'accountDeleted' } as const
  const checks = unpaidCheckDays.map((days) => {
    const write = createSurplusWrite(surplus, new Date(now.getTime() + days * day))
    return days === 0 ? write : { ...write, set: `${write.set}-after-${days}-days` }
  })
  return [
    {
      set: path,
      fields: { uid: deletedAccountUid, plan, source: '', createdAt, expiresAt },
      ifUpdatedAt: updateTime,
    },
    // The subscription may already be active at PayPal, or its approval event may be lost.
    ...checks,
  ]
}

/** Finds emails to student addresses used for the account's subscriptions, and to the account's own address. */
const findStudentEmails: FindRows = async (firestore, subject, purpose) => {
  const used = await findByUid('students')(firestore, subject, purpose)
  if (!used.ok) return used
  const own = subject.address && (await hashStudentAddress(subject.address))
  const students = new Set([...used.value.map(({ id }) => id), ...(own === null ? [] : [own])])
  const paths = await Promise.all([...students].map(listStudentEmailsPaths))
  return findAll(firestore, paths.flat())
}

/**
 * Finds the access that this account has claimed, including under an earlier address, and unclaimed access for its
 * address.
 */
const findImportedGrants: FindRows = async (firestore, subject, purpose) => {
  const claimed = await findByUid('importedGrants')(firestore, subject, purpose)
  const path = subject.address && (await getImportedGrantPath(subject.address))
  if (!claimed.ok || !path) return claimed
  const found = await findOne(firestore, path)
  if (!found.ok) return found
  return succeed([...claimed.value, ...found.value.filter(({ fields }) => fields.uid === null)])
}

const findHistory = findSubcollection(subscriptionPath, 'history')

/** Readers aren't shown who made a change, or why. */
const withoutStaff = ({ operator: _, message: __, ...fields }: Fields) => fields

export const personalData: readonly DataSource[] = [
  { name: 'subscription', find: findDocument(subscriptionPath) },
  { name: 'subscriptionHistory', find: showSelected(findHistory, withoutStaff) },
  { name: 'purchases', find: findCheckouts, forget: forgetCheckout },
  { name: 'studentEmails', find: findStudentEmails },
  { name: 'studentAddress', find: findByUid('students') },
  { name: 'importedAccess', find: findImportedGrants },
]
