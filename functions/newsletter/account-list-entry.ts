import {
  type Consent,
  emailSchema,
  hasRequestedWeekly,
  type NewsletterAccount,
  type NewsletterEntry,
  newsletterEntrySchema,
  updateNewsletterEntry,
} from '../../src/domain/newsletter/newsletter-entry.ts'
import type { Reader } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, StoredDocument, Write } from '../adapters/firestore.ts'
import { getListPath } from './newsletter-list.ts'

type ListEntry = {
  readonly path: string
  readonly reader: NewsletterEntry | null
  readonly updateTime: string | undefined
}

/** Null for an invalid address. */
async function findEntryPath(email: string): Promise<string | null> {
  const address = emailSchema.safeParse(email)
  return address.success ? getListPath(address.data) : null
}

function parseEntry(
  path: string,
  stored: StoredDocument | null,
): Result<ListEntry, FirestoreFailure> {
  if (!stored) return succeed({ path, reader: null, updateTime: undefined })
  const reader = newsletterEntrySchema.safeParse(stored.fields)
  return reader.success
    ? succeed({ path, reader: reader.data, updateTime: stored.updateTime })
    : fail({ kind: 'rejected', status: 200, reason: `${path} is malformed` })
}

async function readEntry(
  firestore: Firestore,
  path: string,
): Promise<Result<ListEntry, FirestoreFailure>> {
  const stored = await firestore.get(path)
  return stored.ok ? parseEntry(path, stored.value) : stored
}

/** The commit fails if the entry was changed meanwhile. */
function createEntryWrites(
  { path, updateTime }: ListEntry,
  reader: NewsletterEntry | null,
): Write[] {
  if (!reader) return []
  const precondition = updateTime === undefined ? { ifExists: false } : { ifUpdatedAt: updateTime }
  return [{ set: path, fields: reader, ...precondition }]
}

/** Costs a database read if the address is verified. */
export async function isWeeklyOn(
  firestore: Firestore,
  { email, emailVerified, weekly }: Pick<Reader, 'email' | 'emailVerified' | 'weekly'>,
): Promise<Result<boolean, FirestoreFailure>> {
  const path = await findEntryPath(email)
  if (!path) return succeed(false)
  if (!emailVerified) return succeed(weekly.isOn)
  const entry = await readEntry(firestore, path)
  if (!entry.ok) return entry
  return succeed(hasRequestedWeekly(entry.value.reader, { emailVerified }, weekly.isOn))
}

export async function createWeeklyChoiceWrites(
  firestore: Firestore,
  account: NewsletterAccount,
  isOn: boolean,
  consent: Consent,
): Promise<Result<readonly Write[], FirestoreFailure>> {
  const path = await findEntryPath(account.email)
  if (!path) return succeed([])
  const entry = await readEntry(firestore, path)
  if (!entry.ok) return entry
  const email = emailSchema.parse(account.email)
  return succeed(
    createEntryWrites(
      entry.value,
      updateNewsletterEntry(entry.value.reader, { ...account, email }, isOn, consent),
    ),
  )
}

/** Moves the entry to an address that was changed or verified before this sign-in, and confirms it. */
export async function createWeeklyMoveWrites(
  firestore: Firestore,
  previousAccount: Pick<Reader, 'email' | 'emailVerified' | 'weekly'>,
  account: NewsletterAccount,
  now: Date,
): Promise<Result<readonly Write[], FirestoreFailure>> {
  const isMoved = previousAccount.email !== account.email
  if (!isMoved && previousAccount.emailVerified === account.emailVerified) return succeed([])
  const [from, to] = await Promise.all([
    findEntryPath(previousAccount.email),
    findEntryPath(account.email),
  ])
  const previous = from ? await readEntry(firestore, from) : succeed(null)
  if (!previous.ok) return previous
  const previousEntry = previous.value?.reader ?? null
  const isOwnEntry = previousEntry?.uid === account.uid
  const isOn = hasRequestedWeekly(
    previousEntry,
    previousAccount,
    previousAccount.weekly.isOn || (isOwnEntry && previousEntry.state === 'pending'),
  )
  const canRemove =
    isMoved && previousEntry !== null && (previousAccount.emailVerified || isOwnEntry)
  const removeWrites: Write[] = canRemove
    ? [{ remove: previous.value!.path, ifUpdatedAt: previous.value!.updateTime! }]
    : []
  if (!isOn || !to) return succeed(removeWrites)
  const next = isMoved ? await readEntry(firestore, to) : succeed(previous.value!)
  if (!next.ok) return next
  const consent: Consent = previousEntry ?? { consentedAt: now, ip: '', userAgent: '' }
  const { consentedAt, ip, userAgent } = consent
  const email = emailSchema.parse(account.email)
  const newEntry = updateNewsletterEntry(
    next.value.reader,
    { uid: account.uid, email, emailVerified: account.emailVerified },
    true,
    { consentedAt, ip, userAgent },
  )
  return succeed([...removeWrites, ...createEntryWrites(next.value, newEntry)])
}
