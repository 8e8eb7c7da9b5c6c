import {
  emailSchema,
  newsletterEntrySchema,
  withdrawRequest,
} from '../../src/domain/newsletter/newsletter-entry.ts'
import { succeed } from '../../src/domain/result.ts'
import { hashInbox } from '../identity/inbox.ts'
import {
  type DataRow,
  type DataSource,
  type DataSubject,
  type FindRows,
  findOne,
} from '../identity/personal-data.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import {
  createEntryRemovalWrites,
  createEntryWrite,
  getEmailsPath,
  getListPath,
} from './newsletter-list.ts'

/** The request itself: what happened to the address earlier concerns its owner only. */
function selectRequestFields(fields: Fields): Fields {
  const { email, state, source, consentedAt, ip, userAgent, uid, attribution = null } = fields
  return { email, state, source, consentedAt, ip, userAgent, uid, attribution }
}

/**
 * Belongs to the verified owner of the address. An account with an unverified one may delete the request that it alone
 * has made.
 */
const findEntry: FindRows = async (firestore, { uid, email, emailVerified }, purpose) => {
  const address = emailSchema.safeParse(email)
  if (!address.success) return succeed([])
  const found = await findOne(firestore, await getListPath(address.data))
  if (!found.ok || emailVerified) return found
  const own = found.value.filter((row) => row.fields.uid === uid)
  if (purpose === 'delete') return succeed(own)
  return succeed(own.map((row) => ({ ...row, fields: selectRequestFields(row.fields) })))
}

/**
 * An account that isn't the owner's can't make us forget that the owner of an address has unsubscribed or complained.
 */
function forgetEntry(
  { path, fields, updateTime }: DataRow,
  { emailVerified }: DataSubject,
  now: Date,
): readonly Write[] {
  const entry = emailVerified ? null : newsletterEntrySchema.safeParse(fields).data
  const remaining = entry && withdrawRequest(entry)
  return remaining
    ? [createEntryWrite({ path, updateTime, entry }, remaining, now)]
    : createEntryRemovalWrites({ path, updateTime }, now)
}

/** Not deleted for an unverified address: deleting an account must not allow more emails to a stranger's. */
const findEmails: FindRows = async (firestore, { email, emailVerified }) => {
  const address = emailSchema.safeParse(email)
  if (!address.success || !emailVerified) return succeed([])
  return findOne(firestore, getEmailsPath(await hashInbox(address.data)))
}

export const personalData: readonly DataSource[] = [
  { name: 'newsletter', find: findEntry, forget: forgetEntry },
  { name: 'newsletterEmails', find: findEmails },
]
