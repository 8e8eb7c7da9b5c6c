import {
  type Consent,
  emailSchema,
  hasRequestedWeekly,
  type NewsletterAccount,
  type NewsletterEntry,
  updateNewsletterEntry,
  withdrawRequest,
} from '../../src/domain/newsletter/newsletter-entry.ts'
import type { Reader } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Attribution } from '../../src/domain/statistics/attribution.ts'
import { requireAccount } from '../identity/require-account.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import { createListRecordWrites } from '../statistics/records/list-records.ts'
import {
  createEntryRemovalWrites,
  createEntryWrite,
  getListPath,
  maxEntryAttempts,
  readEntry,
  type StoredEntry,
} from './newsletter-list.ts'
import { createRequestWrites } from './request-writes.ts'

/** Null for an invalid address. */
async function findEntryPath(email: string): Promise<string | null> {
  const address = emailSchema.safeParse(email)
  return address.success ? getListPath(address.data) : null
}

/** `moved` is the account's entry for an earlier address: confirmed there, it isn't a new subscriber. */
async function createEntryWrites(
  stored: StoredEntry,
  entry: NewsletterEntry | null,
  now: Date,
  moved: NewsletterEntry | null = null,
): Promise<readonly Write[]> {
  if (!entry) return []
  const before = moved?.state === 'confirmed' ? moved : stored.entry
  return [
    createEntryWrite(stored, entry, now),
    ...(await createListRecordWrites(before, entry, now)),
  ]
}

/** Costs a database read if the address is verified. */
export async function isWeeklyOn(
  firestore: Firestore,
  { email, emailVerified, weekly }: Pick<Reader, 'email' | 'emailVerified' | 'weekly'>,
): Promise<Result<boolean, FirestoreFailure>> {
  const path = await findEntryPath(email)
  if (!path) return succeed(false)
  if (!emailVerified) return succeed(weekly.isOn)
  const stored = await readEntry(firestore, path)
  if (!stored.ok) return stored
  const { entry } = stored.value
  // Off, so that its owner can turn it on again once the mailbox works.
  if (entry?.hardBouncedAt) return succeed(false)
  return succeed(hasRequestedWeekly(entry, { emailVerified }, weekly.isOn))
}

/** An unverified address gets a confirmation email, as from a form; `sendSignUpEmailToAccount` sends it. */
export async function createWeeklyChoiceWrites(
  firestore: Firestore,
  account: NewsletterAccount,
  isOn: boolean,
  consent: Consent,
  attribution: Attribution | null = null,
): Promise<Result<readonly Write[], FirestoreFailure>> {
  const path = await findEntryPath(account.email)
  if (!path) return succeed([])
  const email = emailSchema.parse(account.email)
  if (isOn && !account.emailVerified) {
    const request = { ...consent, email, source: 'account', uid: account.uid, attribution } as const
    return createRequestWrites(firestore, request, consent.consentedAt)
  }
  const entry = await readEntry(firestore, path)
  if (!entry.ok) return entry
  return succeed(
    await createEntryWrites(
      entry.value,
      updateNewsletterEntry(entry.value.entry, { ...account, email }, isOn, consent, attribution),
      consent.consentedAt,
    ),
  )
}

/**
 * For a verified address: the list decides, so the account's record doesn't change. Nothing is stored once the account's
 * deletion has begun: the entry would stay.
 */
export async function turnWeeklyOn(
  firestore: Firestore,
  { uid, email, emailVerified }: NewsletterAccount,
  consent: Consent,
  attribution: Attribution | null,
): Promise<Result<void, FirestoreFailure>> {
  const account = { uid, email, emailVerified }
  return repeatIfOvertaken(maxEntryAttempts, async () => {
    const writes = await createWeeklyChoiceWrites(firestore, account, true, consent, attribution)
    if (!writes.ok) return writes
    if (writes.value.length === 0) return succeed(undefined)
    const required = await requireAccount(firestore, uid)
    if (!required.ok) return required
    if (!required.value) return fail({ kind: 'conflict' } as const)
    const written = await commitUnlessOvertaken(firestore, [...required.value, ...writes.value])
    return written.ok ? succeed(undefined) : written
  })
}

/** An account that isn't the owner's can't make us forget that the owner has unsubscribed or complained. */
function createRemovalWrites(
  stored: StoredEntry,
  entry: NewsletterEntry,
  { emailVerified }: Pick<Reader, 'emailVerified'>,
  now: Date,
): readonly Write[] {
  const remaining = emailVerified ? null : withdrawRequest(entry)
  return remaining
    ? [createEntryWrite(stored, remaining, now)]
    : createEntryRemovalWrites(stored, now)
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
  const previousEntry = previous.value?.entry ?? null
  const isOwnEntry = previousEntry?.uid === account.uid
  const isOn =
    // Its owner has unsubscribed since the account requested it.
    previousEntry?.state !== 'unsubscribed' &&
    hasRequestedWeekly(
      previousEntry,
      previousAccount,
      previousAccount.weekly.isOn || (isOwnEntry && previousEntry.state === 'pending'),
    )
  const canRemove =
    isMoved && previousEntry !== null && (previousAccount.emailVerified || isOwnEntry)
  const removeWrites = canRemove
    ? createRemovalWrites(previous.value!, previousEntry, previousAccount, now)
    : []
  if (!isOn || !to) return succeed(removeWrites)
  const next = isMoved ? await readEntry(firestore, to) : succeed(previous.value!)
  if (!next.ok) return next
  // Changing an account's address doesn't take back a complaint.
  if (next.value.entry?.complainedAt) return succeed(removeWrites)
  const consent: Consent = previousEntry ?? { consentedAt: now, ip: '', userAgent: '' }
  const { consentedAt, ip, userAgent } = consent
  const email = emailSchema.parse(account.email)
  const newEntry = updateNewsletterEntry(
    next.value.entry,
    { uid: account.uid, email, emailVerified: account.emailVerified },
    true,
    { consentedAt, ip, userAgent },
    previousEntry?.attribution ?? null,
  )
  const pausedUntil = previousEntry?.pausedUntil ?? null
  const moved = newEntry && { ...newEntry, pausedUntil: newEntry.pausedUntil ?? pausedUntil }
  const writes = await createEntryWrites(next.value, moved, now, previousEntry)
  return succeed([...removeWrites, ...writes])
}
