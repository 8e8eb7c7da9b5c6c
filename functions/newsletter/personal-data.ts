import {
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
  findByUid,
  findOne,
} from '../identity/personal-data.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import {
  createEntryRemovalWrites,
  createEntryWrite,
  getEmailsPath,
  getListPath,
} from './newsletter-list.ts'

/**
 * Finds the entry, which belongs to the address's owner. Any other account deletes only a request that it has made
 * itself, and is never shown the entry. The entry is that request only if the address wasn't on the list before.
 */
const findEntry: FindRows = async (firestore, subject, purpose) => {
  if (subject.address !== null) return findOne(firestore, await getListPath(subject.address))
  return purpose === 'delete' ? findByUid('newsletter')(firestore, subject, purpose) : succeed([])
}

/**
 * Forgets an entry. An account that isn't the owner's can't delete the record that the owner has unsubscribed or
 * complained.
 */
function forgetEntry(
  { path, fields, updateTime }: DataRow,
  { address }: DataSubject,
  now: Date,
): readonly Write[] {
  const entry = address !== null ? null : newsletterEntrySchema.safeParse(fields).data
  const remaining = entry && withdrawRequest(entry)
  return remaining
    ? [createEntryWrite({ path, updateTime, entry }, remaining, now)]
    : createEntryRemovalWrites({ path, updateTime }, now)
}

/**
 * Finds the record of sign-up emails, which is kept for an unproven address: deleting an account must not allow more
 * emails to a stranger.
 */
const findEmails: FindRows = async (firestore, { address }) =>
  address === null ? succeed([]) : findOne(firestore, getEmailsPath(await hashInbox(address)))

export const personalData: readonly DataSource[] = [
  { name: 'newsletter', find: findEntry, forget: forgetEntry },
  { name: 'newsletterEmails', find: findEmails },
]
