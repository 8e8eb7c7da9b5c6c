/**
 * Counts the emails that one person can cause repeatedly, so that nobody can flood an inbox, and other actions with a
 * daily limit per network. The latest times are in `countedEmails/{hash}` and, for student addresses, in
 * `studentEmails/{hash}`. Stores no address.
 */
import { z } from 'zod'
import { second } from '../../src/domain/duration.ts'
import {
  addEmailTime,
  type EmailLimit,
  emailLimits,
  getEmailTimesEnd,
  getNextEmailAt,
  maxEmailTimes,
} from '../../src/domain/email-limits.ts'
import { findSoleOwnersDomain } from '../../src/domain/mailbox-providers.ts'
import type { Consent } from '../../src/domain/newsletter/newsletter-entry.ts'
import type { Reader } from '../../src/domain/reader.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { hashInbox } from '../identity/inbox.ts'
import type { DataSubject } from '../identity/personal-data.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
} from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import { hashParts } from '../platform/hash-parts.ts'
import { parseWidestNetwork } from '../platform/http/caller-network.ts'

const countedEmailsSchema = z.object({
  /** In ascending order. */
  sentAt: z.array(z.date()),
})

type AccountAddress = Pick<Reader, 'email' | 'emailVerified'> & { readonly uid: string }

const createPath = async (...parts: readonly string[]) =>
  `countedEmails/${await hashParts(...parts)}`

export const findSignInEmailsPath = async (email: string): Promise<string> =>
  createPath('sign-in', await hashInbox(email))

export const findStudentEmailsOfAccountPath = async (uid: string): Promise<string> =>
  createPath('students of account', uid)

const findAccountEmailsPath = (uid: string) => createPath('steps of account', uid)

const findInboxEmailsPath = async (email: string) =>
  createPath('steps to inbox', await hashInbox(email))

/** A stranger may have typed an unverified address, so emails to it don't count towards its owner's account. */
export const findStepEmailsPath = async ({
  uid,
  email,
  emailVerified,
}: AccountAddress): Promise<string> =>
  emailVerified ? findAccountEmailsPath(uid) : findInboxEmailsPath(email)

/**
 * Lists the counts to delete with an account. A count for an unproven address is kept, because the address isn't the
 * account's.
 */
export const listCountedEmailsPaths = ({ uid, address }: DataSubject): Promise<readonly string[]> =>
  Promise.all([
    findAccountEmailsPath(uid),
    findStudentEmailsOfAccountPath(uid),
    ...(address === null ? [] : [findInboxEmailsPath(address), findSignInEmailsPath(address)]),
  ])

/**
 * Attempts of the optimistic lock. A request that has lost to another one this many times has exceeded every inbox and
 * account limit.
 */
const maxAttempts = maxEmailTimes + 1

export type CountedEmail =
  | {
      readonly isAllowed: true
      readonly takeBack: () => Promise<Result<unknown, FirestoreFailure>>
    }
  /** The time at which the limits allow the next email. */
  | { readonly isAllowed: false; readonly nextAt: Date }

/**
 * Counts an email before it's sent, so that simultaneous requests send only one. If sending fails, the caller must undo
 * the count. Costs a database read and a write.
 */
export async function countEmail(
  firestore: Firestore,
  path: string,
  limits: readonly EmailLimit[],
  now: Date,
): Promise<Result<CountedEmail, FirestoreFailure>> {
  return repeatIfOvertaken<CountedEmail, FirestoreFailure>(maxAttempts, async () => {
    const stored = await firestore.get(path)
    if (!stored.ok) return stored
    // A malformed record is replaced.
    const earlier = countedEmailsSchema.safeParse(stored.value?.fields).data?.sentAt ?? []
    const nextAt = getNextEmailAt(earlier, limits)
    if (nextAt > now) return succeed({ isAllowed: false, nextAt })
    const expiresAt = getEmailTimesEnd(now)
    const fields = { sentAt: addEmailTime(earlier, now, limits), expiresAt }
    const written = await commitUnlessOvertaken(firestore, [
      createSafeWrite(path, stored.value?.updateTime, fields),
    ])
    if (!written.ok) return written
    const updateTime = written.value.updateTimes[0]!
    const takeBack = () =>
      firestore.commit([createSafeWrite(path, updateTime, { sentAt: earlier, expiresAt })])
    return succeed({ isAllowed: true, takeBack })
  })
}

const domainParts = ['sign-ups of domain'] as const

/**
 * Counts an unconfirmed sign-up for The Weekly. `isChecked`: a bot check has passed. Returns whether the limits of the
 * caller's network and the address's domain allow it. The network is counted first, so that a network over its limit
 * can't use up a domain's.
 */
export async function countSignUp(
  firestore: Firestore,
  { email, isChecked }: { readonly email: string; readonly isChecked: boolean },
  { ip, consentedAt }: Pick<Consent, 'ip' | 'consentedAt'>,
): Promise<Result<boolean, FirestoreFailure>> {
  if (!isChecked) {
    const ofNetwork = await countUnchecked(firestore, ip, consentedAt)
    if (!ofNetwork.ok || !ofNetwork.value) return ofNetwork
  }
  const domain = findSoleOwnersDomain(email)
  if (domain === null) return succeed(true)
  const limits = isChecked ? emailLimits.domain : emailLimits.uncheckedDomain
  return countWithin(firestore, [...domainParts, domain], limits, consentedAt)
}

/** Counts an email that a caller without a bot check causes. Returns whether the caller's network allows it. */
export const countUnchecked = (
  firestore: Firestore,
  ip: string,
  now: Date,
): Promise<Result<boolean, FirestoreFailure>> =>
  countWithin(
    firestore,
    ['unchecked from network', parseWidestNetwork(ip)],
    emailLimits.uncheckedNetwork,
    now,
  )

/** Returns whether the limits allow another of `parts`. Costs a database read and a write. */
export async function countWithin(
  firestore: Firestore,
  parts: readonly string[],
  limits: readonly EmailLimit[],
  now: Date,
): Promise<Result<boolean, FirestoreFailure>> {
  const counted = await countEmail(firestore, await createPath(...parts), limits, now)
  if (counted.ok) return succeed(counted.value.isAllowed)
  // Having more simultaneous callers than attempts counts as exceeding the limit.
  return counted.failure.kind === 'conflict' ? succeed(false) : counted
}

/** The owner has confirmed the address, so the request no longer counts against the domain. */
export async function forgetSignUp(
  firestore: Firestore,
  email: string,
  requestedAt: Date,
): Promise<Result<unknown, FirestoreFailure>> {
  const domain = findSoleOwnersDomain(email)
  if (domain === null) return succeed(undefined)
  const path = await createPath(...domainParts, domain)
  return repeatIfOvertaken<unknown, FirestoreFailure>(maxAttempts, async () => {
    const stored = await firestore.get(path)
    if (!stored.ok) return stored
    const sentAt = countedEmailsSchema.safeParse(stored.value?.fields).data?.sentAt ?? []
    // The request was counted just before its email, whose link stores whole seconds.
    const index = sentAt.findLastIndex((at) => at.getTime() < requestedAt.getTime() + second)
    if (index < 0) return succeed(undefined)
    return commitUnlessOvertaken(firestore, [
      createSafeWrite(path, stored.value?.updateTime, {
        ...stored.value?.fields,
        sentAt: sentAt.toSpliced(index, 1),
      }),
    ])
  })
}
