import { emailSchema } from '../../src/domain/email-schema.ts'
import {
  type Consent,
  hasRequestedWeekly,
  type NewsletterAccount,
  type NewsletterEntry,
  updateNewsletterEntry,
  withdrawRequest,
} from '../../src/domain/newsletter/newsletter-entry.ts'
import { getProvenAddress } from '../../src/domain/proven-address.ts'
import type { AccountEmail, Reader } from '../../src/domain/reader.ts'
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

/** Returns the account with its address normalised, as on the list. Null if the address is invalid. */
function toListAccount<Account extends AccountEmail>(account: Account): Account | null {
  const email = emailSchema.safeParse(account.email).data
  const emailVerified = getProvenAddress(account) !== null
  return email === undefined ? null : { ...account, email, emailVerified }
}

/**
 * `moved` is the account's entry for an earlier address. It was confirmed there, so it doesn't count as a new
 * subscriber.
 */
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
  reader: Pick<Reader, 'email' | 'emailVerified' | 'weekly'>,
): Promise<Result<boolean, FirestoreFailure>> {
  const account = toListAccount(reader)
  if (!account) return succeed(false)
  if (!account.emailVerified) return succeed(account.weekly.isOn)
  const stored = await readEntry(firestore, await getListPath(account.email))
  if (!stored.ok) return stored
  const { entry } = stored.value
  // The Weekly is shown as off, so that the owner can turn it on again once the mailbox works.
  if (entry?.hardBouncedAt) return succeed(false)
  return succeed(hasRequestedWeekly(entry, account, account.weekly.isOn))
}

/** An unverified address gets a confirmation email, as after a sign-up by form; `sendSignUpEmailToAccount` sends it. */
export async function createWeeklyChoiceWrites(
  firestore: Firestore,
  caller: NewsletterAccount,
  isOn: boolean,
  consent: Consent,
  attribution: Attribution | null = null,
): Promise<Result<readonly Write[], FirestoreFailure>> {
  const account = toListAccount(caller)
  if (!account) return succeed([])
  const { uid, email } = account
  if (isOn && !account.emailVerified) {
    const request = { ...consent, email, source: 'account', uid, attribution } as const
    return createRequestWrites(firestore, request, consent.consentedAt)
  }
  const entry = await readEntry(firestore, await getListPath(email))
  if (!entry.ok) return entry
  return succeed(
    await createEntryWrites(
      entry.value,
      updateNewsletterEntry(entry.value.entry, account, isOn, consent, attribution),
      consent.consentedAt,
    ),
  )
}

/**
 * For a verified address: changes only the list, not the account's record. Nothing is stored once the account's
 * deletion has begun, because the entry would remain.
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

/**
 * An account that doesn't belong to the address's owner can remove only its own request, not the record that the owner
 * has unsubscribed or complained.
 */
function createRemovalWrites(
  stored: StoredEntry,
  { uid, emailVerified }: Pick<NewsletterAccount, 'uid' | 'emailVerified'>,
  now: Date,
): readonly Write[] {
  const { entry } = stored
  if (!entry || (!emailVerified && entry.uid !== uid)) return []
  const remaining = emailVerified ? null : withdrawRequest(entry)
  return remaining
    ? [createEntryWrite(stored, remaining, now)]
    : createEntryRemovalWrites(stored, now)
}

/**
 * Confirms the entry of an address that was verified before this sign-in, and moves the entry there from the reader's
 * earlier address. An earlier address that the reader never verified may be somebody else's, so its entry isn't moved
 * and has no influence.
 */
export async function createWeeklyMoveWrites(
  firestore: Firestore,
  reader: Pick<Reader, 'email' | 'emailVerified' | 'weekly'>,
  account: NewsletterAccount,
  now: Date,
): Promise<Result<readonly Write[], FirestoreFailure>> {
  const from = toListAccount(reader)
  const to = toListAccount(account)
  const isMoved = from?.email !== to?.email
  const wasVerified = from?.emailVerified ?? false
  if (!isMoved && wasVerified === to?.emailVerified) return succeed([])
  const found = from ? await readEntry(firestore, await getListPath(from.email)) : succeed(null)
  if (!found.ok) return found
  const { uid } = account
  const removeWrites =
    isMoved && found.value
      ? createRemovalWrites(found.value, { uid, emailVerified: wasVerified }, now)
      : []
  if (!to?.emailVerified) return succeed(removeWrites)
  const previous = wasVerified || !isMoved ? (found.value?.entry ?? null) : null
  const isOn =
    // The owner has unsubscribed since the account requested The Weekly.
    previous?.state !== 'unsubscribed' &&
    hasRequestedWeekly(
      previous,
      { emailVerified: wasVerified },
      reader.weekly.isOn || (previous?.uid === uid && previous.state === 'pending'),
    )
  if (!isOn) return succeed(removeWrites)
  const next =
    !isMoved && found.value
      ? succeed(found.value)
      : await readEntry(firestore, await getListPath(to.email))
  if (!next.ok) return next
  // Changing an account's address doesn't undo a complaint.
  if (next.value.entry?.complainedAt) return succeed(removeWrites)
  const { consentedAt, ip, userAgent }: Consent = previous ?? {
    consentedAt: now,
    ip: '',
    userAgent: '',
  }
  const newEntry = updateNewsletterEntry(
    next.value.entry,
    to,
    true,
    { consentedAt, ip, userAgent },
    previous?.attribution ?? null,
  )
  const pausedUntil = previous?.pausedUntil ?? null
  const moved = newEntry && {
    ...newEntry,
    pausedUntil: newEntry.pausedUntil ?? pausedUntil,
    // Without this date, a paused address would count as imported.
    deliveryChangedAt: newEntry.deliveryChangedAt ?? previous?.deliveryChangedAt ?? null,
  }
  const writes = await createEntryWrites(next.value, moved, now, previous)
  return succeed([...removeWrites, ...writes])
}
