/** Lists everything that is stored about a reader, for the data export and the deletion. */
import { emailSchema } from '../../src/domain/newsletter/newsletter-entry.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { referralPath } from '../credit/referral-record.ts'
import { listCountedEmailsPaths } from '../email/count-email.ts'
import { findSuppressionPath } from '../email/suppressed-addresses.ts'
import { getGuestAddress, isGuestGift } from '../gift/forget-person.ts'
import { givenArticlesPath } from '../gift-link/gift-link-record.ts'
import type { DataSubject } from '../identity/data-subject.ts'
import { hashInbox } from '../identity/inbox.ts'
import { getEmailsPath, getListPath } from '../newsletter/newsletter-list.ts'
import type { Firestore, FirestoreFailure } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { profilePath, reportsPath } from '../profile/profile-records.ts'
import { getImportedGrantPath } from '../subscription/claim-imported-grant.ts'
import { hashStudentAddress, listStudentEmailsPaths } from '../subscription/student-emails.ts'

export type DataRow = {
  readonly path: string
  readonly id: string
  readonly fields: Fields
  /** For the precondition of a change. */
  readonly updateTime: string
}

type Purpose = 'export' | 'delete'

type FindRows = (
  firestore: Firestore,
  subject: DataSubject,
  purpose: Purpose,
) => Promise<Result<readonly DataRow[], FirestoreFailure>>

type DataSource = {
  /** The key in the exported file. */
  readonly name: string
  readonly find: FindRows
}

async function findOne(
  firestore: Firestore,
  path: string,
): Promise<Result<readonly DataRow[], FirestoreFailure>> {
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  return succeed(stored.value ? [{ path, ...stored.value }] : [])
}

async function findAll(
  firestore: Firestore,
  paths: readonly string[],
): Promise<Result<readonly DataRow[], FirestoreFailure>> {
  const stored = await firestore.getAll(paths)
  if (!stored.ok) return stored
  return succeed(
    stored.value.flatMap((document, index) =>
      document ? [{ path: paths[index]!, ...document }] : [],
    ),
  )
}

const findDocument =
  (path: (uid: string) => string): FindRows =>
  (firestore, { uid }) =>
    findOne(firestore, path(uid))

const findSubcollection =
  (getParent: (uid: string) => string, collection: string): FindRows =>
  async (firestore, { uid }) => {
    const found = await firestore.query({ collection, parent: getParent(uid) })
    if (!found.ok) return found
    return succeed(
      found.value.documents.map((row) => ({
        path: `${getParent(uid)}/${collection}/${row.id}`,
        ...row,
      })),
    )
  }

const findByUid =
  (collection: string): FindRows =>
  async (firestore, { uid }) => {
    const where = [{ field: 'uid', is: 'EQUAL', value: uid } as const]
    const found = await firestore.query({ collection, where })
    if (!found.ok) return found
    return succeed(
      found.value.documents.map((row) => ({ path: `${collection}/${row.id}`, ...row })),
    )
  }

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

/** Of student addresses that are used for the account's subscriptions, and of its own. */
const findStudentEmails: FindRows = async (firestore, subject, purpose) => {
  const used = await findByUid('students')(firestore, subject, purpose)
  if (!used.ok) return used
  const own = subject.emailVerified ? await hashStudentAddress(subject.email) : null
  const students = new Set([...used.value.map(({ id }) => id), ...(own === null ? [] : [own])])
  const paths = await Promise.all([...students].map(listStudentEmailsPaths))
  return findAll(firestore, paths.flat())
}

/** A pending refund is still paid, and a replaced subscription cancelled; the item is removed afterwards. */
const isRefund = ({ fields: { kind } }: DataRow) =>
  kind === 'refund' || kind === 'surplus' || kind === 'replaced'

const findOutboxItems: FindRows = async (firestore, subject, purpose) => {
  const found = await findByUid('outbox')(firestore, subject, purpose)
  if (!found.ok || purpose === 'export') return found
  return succeed(found.value.filter((row) => !isRefund(row)))
}

/** The request itself: what happened to the address earlier concerns its owner only. */
function selectRequestFields(fields: Fields): Fields {
  const { email, state, source, consentedAt, ip, userAgent, uid, attribution = null } = fields
  return { email, state, source, consentedAt, ip, userAgent, uid, attribution }
}

/**
 * Belongs to the verified owner of the address. An account with an unverified one may delete the request that it alone
 * has made.
 */
const findNewsletterEntry: FindRows = async (firestore, { uid, email, emailVerified }, purpose) => {
  const address = emailSchema.safeParse(email)
  if (!address.success) return succeed([])
  const found = await findOne(firestore, await getListPath(address.data))
  if (!found.ok || emailVerified) return found
  const own = found.value.filter((row) => row.fields.uid === uid)
  if (purpose === 'delete') return succeed(own)
  return succeed(own.map((row) => ({ ...row, fields: selectRequestFields(row.fields) })))
}

/** Not deleted for an unverified address: deleting an account must not allow more emails to a stranger's. */
const findNewsletterEmails: FindRows = async (firestore, { email, emailVerified }) => {
  const address = emailSchema.safeParse(email)
  if (!address.success || !emailVerified) return succeed([])
  return findOne(firestore, getEmailsPath(await hashInbox(address.data)))
}

const findCountedEmails: FindRows = async (firestore, subject) =>
  findAll(firestore, await listCountedEmailsPaths(subject))

const findSuppression: FindRows = async (firestore, { email, emailVerified }) => {
  const path = emailVerified ? await findSuppressionPath(email) : null
  return path === null ? succeed([]) : findOne(firestore, path)
}

/** The access that this account has claimed, also with an earlier address, and what waits for its address. */
const findImportedGrants: FindRows = async (firestore, subject, purpose) => {
  const claimed = await findByUid('importedGrants')(firestore, subject, purpose)
  const path = subject.emailVerified ? await getImportedGrantPath(subject.email) : null
  if (!claimed.ok || !path) return claimed
  const found = await findOne(firestore, path)
  if (!found.ok) return found
  return succeed([...claimed.value, ...found.value.filter(({ fields }) => fields.uid === null)])
}

/** What an export shows of a gift: nothing about the other person, and no operator's notes. */
function selectGiftFields(
  { history: _, redeemer: __, ...fields }: Fields,
  isBuyer: boolean,
): Fields {
  const { length, senderName, message, redeemedAt } = fields
  return isBuyer ? fields : { length, senderName, message, redeemedAt }
}

const findGifts: FindRows = async (firestore, { uid, ...account }, purpose) => {
  const address = getGuestAddress(account)
  const rows = new Map<string, DataRow>()
  const keys = [
    ['buyerUid', uid],
    ['redeemer', uid],
    ...(address ? [['buyerEmail', address] as const] : []),
  ] as const
  for (const [field, value] of keys) {
    const where = [{ field, is: 'EQUAL', value } as const]
    const found = await firestore.query({ collection: 'gifts', where })
    if (!found.ok) return found
    for (const row of found.value.documents) {
      const isBuyer = row.fields.buyerUid === uid || isGuestGift(row.fields, address)
      if (!isBuyer && row.fields.redeemer !== uid) continue
      const fields = purpose === 'export' ? selectGiftFields(row.fields, isBuyer) : row.fields
      rows.set(row.id, { path: `gifts/${row.id}`, ...row, fields })
    }
  }
  return succeed([...rows.values()])
}

/**
 * For the deletion, those of a hidden page are marked: they stay reserved, so that nobody shows the same page again at the
 * same address.
 */
const findPageAddresses: FindRows = async (firestore, subject, purpose) => {
  const found = await findByUid('readerHandles')(firestore, subject, purpose)
  if (!found.ok || purpose === 'export' || found.value.length === 0) return found
  const page = await firestore.get(profilePath(subject.uid))
  if (!page.ok) return page
  const isHidden = (page.value?.fields.hidden ?? null) !== null
  return succeed(found.value.map((row) => ({ ...row, fields: { ...row.fields, isHidden } })))
}

/** Not exported: they are the words of those who have reported the page. */
const findProfileReports: FindRows = (firestore, { uid }, purpose) =>
  purpose === 'delete' ? findOne(firestore, reportsPath(uid)) : Promise.resolve(succeed([]))

export const dataSources: readonly DataSource[] = [
  { name: 'subscription', find: findDocument((uid) => `subscriptions/${uid}`) },
  {
    name: 'subscriptionHistory',
    find: findSubcollection((uid) => `subscriptions/${uid}`, 'history'),
  },
  { name: 'purchases', find: findCheckouts },
  { name: 'studentEmails', find: findStudentEmails },
  { name: 'studentAddress', find: findByUid('students') },
  { name: 'pendingEffects', find: findOutboxItems },
  { name: 'referral', find: findDocument(referralPath) },
  { name: 'referralLink', find: findByUid('referralCodes') },
  // Before the page, which says whether they stay reserved.
  { name: 'publicPageAddresses', find: findPageAddresses },
  { name: 'publicPage', find: findDocument(profilePath) },
  { name: 'publicPageReports', find: findProfileReports },
  { name: 'savedArticles', find: findDocument((uid) => `savedArticles/${uid}`) },
  { name: 'readingHistory', find: findDocument((uid) => `readingHistory/${uid}`) },
  { name: 'ratings', find: findByUid('ratings') },
  { name: 'newsletter', find: findNewsletterEntry },
  { name: 'newsletterEmails', find: findNewsletterEmails },
  { name: 'countedEmails', find: findCountedEmails },
  { name: 'suppressedAddress', find: findSuppression },
  { name: 'importedAccess', find: findImportedGrants },
  { name: 'gifts', find: findGifts },
  { name: 'givenArticles', find: findDocument(givenArticlesPath) },
  { name: 'giftLinks', find: findByUid('giftLinks') },
]

/** Separate: the record is deleted last, because an interrupted deletion is found by it. */
export const profileSource: DataSource = {
  name: 'profile',
  find: findDocument((uid) => `users/${uid}`),
}
