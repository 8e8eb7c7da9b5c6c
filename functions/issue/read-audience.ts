/** Reads a range of the list, and decides who gets an issue. Every exclusion has a name. */
import { z } from 'zod'
import { emailSchema } from '../../src/domain/email-schema.ts'
import {
  type AudienceCounts,
  type ExclusionName,
  getHashRange,
  getOrigin,
  getOwnChangesStart,
  type HashRange,
  noOwnChanges,
  type Origin,
  type OwnChanges,
} from '../../src/domain/issue/audience.ts'
import type { IssueVersion } from '../../src/domain/issue/issue-email.ts'
import { getNewcomerSince } from '../../src/domain/issue/surplus.ts'
import {
  type NewsletterEntry,
  newsletterEntrySchema,
} from '../../src/domain/newsletter/newsletter-entry.ts'
import { getExclusion } from '../../src/domain/newsletter/suppression.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { isEntitled } from '../../src/domain/subscription/entitlement.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import { removalsCollection } from '../newsletter/newsletter-list.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import { subscriptionPath } from '../subscription/change-subscription.ts'

export type Recipient = {
  /** The address's hash, which is its entry's id. */
  readonly hash: string
  readonly email: string
  readonly origin: Origin
  /** In milliseconds; null unless the reader has joined recently. */
  readonly joinedAt: number | null
}

export type Audience = {
  /** Keyed by version. When read, ordered by hash; once frozen, in sending order. */
  readonly recipients: Readonly<Record<IssueVersion, readonly Recipient[]>>
  readonly counts: AudienceCounts
}

type Candidate = Recipient & Pick<NewsletterEntry, 'uid'>

/** Entries in these states were confirmed by their owner or by an import. */
const confirmedStates = ['confirmed', 'unsubscribed'] as const satisfies NewsletterEntry['state'][]

/**
 * Strangers can add unconfirmed entries, with hashes of their choice. They're counted rather than read, so that they
 * don't cost a read each.
 */
const isPending = { field: 'state', is: 'EQUAL', value: 'pending' } as const

/**
 * Costs a read per entry that was ever confirmed, one per thousand other entries, two per account among the recipients,
 * and one per 30 other recipients. With `approvedAt` (in milliseconds), it also counts who has joined and left since,
 * which costs a read for each removal in the last 90 days.
 */
export async function readAudience(
  firestore: Firestore,
  { from, to }: HashRange,
  now: Date,
  approvedAt: number | null = null,
): Promise<Result<Audience, FirestoreFailure>> {
  const found: Candidate[] = []
  const exclusions: Partial<Record<ExclusionName, number>> = {}
  const ownChanges = { ...noOwnChanges }
  const changedSince = approvedAt === null ? null : getOwnChangesStart(approvedAt)
  const range = { afterId: from, ...(to === null ? {} : { beforeId: to }) }
  const entries = { collection: 'newsletter', ...range } as const
  const all = await firestore.count(entries)
  if (!all.ok) return all
  const pending = await firestore.count({ ...entries, where: [isPending] })
  if (!pending.ok) return pending
  let read = 0
  const where = [{ field: 'state', is: 'IN', value: confirmedStates }] as const
  for await (const page of firestore.pages({ ...entries, where })) {
    if (!page.ok) return page
    for (const document of page.value.documents) {
      read++
      const entry = judgeEntry(document, now)
      const change = changedSince && findOwnChange(document, entry, changedSince)
      if (change) ownChanges[change]++
      if (typeof entry === 'string') exclusions[entry] = (exclusions[entry] ?? 0) + 1
      else {
        const { email, uid } = entry
        const joinedAt = getNewcomerSince(entry, now)
        found.push({ hash: document.id, email, uid, origin: getOrigin(entry, now), joinedAt })
      }
    }
  }
  if (pending.value > 0) exclusions.pending = pending.value
  // The result would be negative if somebody signed up or confirmed between the calls.
  const stateless = Math.max(0, all.value - pending.value - read)
  if (stateless > 0) exclusions.malformed = (exclusions.malformed ?? 0) + stateless
  if (changedSince) {
    for await (const page of firestore.pages({ collection: removalsCollection, ...range })) {
      if (!page.ok) return page
      for (const { fields } of page.value.documents)
        if (isSince(fields.removedAt, changedSince)) ownChanges.left++
    }
    const requested = await countRequestedAfterLeaving(firestore, from, changedSince)
    if (!requested.ok) return requested
    ownChanges.left += requested.value
  }
  const owners = await findOwners(firestore, found)
  if (!owners.ok) return owners
  const subscribers = await findSubscribers(firestore, [...owners.value.values()], now)
  if (!subscribers.ok) return subscribers
  const recipients: Record<IssueVersion, Recipient[]> = { guest: [], subscriber: [] }
  for (const { uid: _, ...recipient } of found) {
    const owner = owners.value.get(recipient.email)
    const isSubscriber = owner !== undefined && subscribers.value.has(owner)
    recipients[isSubscriber ? 'subscriber' : 'guest'].push(recipient)
  }
  const { guest, subscriber } = recipients
  return succeed({
    recipients,
    counts: {
      candidates: read + pending.value + stateless,
      recipients: { guest: guest.length, subscriber: subscriber.length },
      exclusions,
      ...(changedSince ? { ownChanges } : {}),
    },
  })
}

/**
 * Counts readers who have unsubscribed and signed up again; other pending entries have no unsubscription time. The
 * whole list is counted with the first range, because Firestore can't count these entries by range.
 */
const countRequestedAfterLeaving = (firestore: Firestore, from: string, since: Date) =>
  from === getHashRange(0, 1).from
    ? firestore.count({
        collection: 'newsletter',
        where: [
          isPending,
          { field: 'deliveryChangedAt', is: 'GREATER_THAN_OR_EQUAL', value: since },
        ],
        orderBy: 'deliveryChangedAt',
      })
    : succeed(0)

const isSince = (time: unknown, since: Date) => time instanceof Date && time >= since

/** Includes readers whose pause has ended or whose mailbox works again, although their entries are unchanged. */
function findOwnChange(
  { fields: { deliveryChangedAt } }: StoredDocument,
  entry: NewsletterEntry | ExclusionName,
  since: Date,
): keyof OwnChanges | null {
  if (typeof entry === 'string')
    return entry !== 'malformed' && isSince(deliveryChangedAt, since) ? 'left' : null
  const hasJoined = isSince(deliveryChangedAt, since) || getExclusion(entry, since) !== null
  return hasJoined ? 'joined' : null
}

export function judgeEntry(
  { fields }: Pick<StoredDocument, 'fields'>,
  now: Date,
): NewsletterEntry | ExclusionName {
  const entry = newsletterEntrySchema.safeParse(fields)
  if (!entry.success) return 'malformed'
  return getExclusion(entry.data, now) ?? entry.data
}

/** Firestore's limit on the values of one query. */
const addressesPerQuery = 30

/**
 * An account with a verified address. Its reader may have joined through a form, before creating the account or while
 * signed out.
 */
const ownerSchema = z.object({ email: emailSchema, emailVerified: z.literal(true) })

/** Finds accounts by address. Each query covers many addresses. */
async function findOwners(
  firestore: Firestore,
  candidates: readonly Candidate[],
): Promise<Result<ReadonlyMap<string, string>, FirestoreFailure>> {
  const owners = new Map<string, string>()
  const others: string[] = []
  for (const { email, uid } of candidates)
    if (uid === null) others.push(email)
    else owners.set(email, uid)
  for (let start = 0; start < others.length; start += addressesPerQuery) {
    const found = await firestore.query({
      collection: 'users',
      where: [{ field: 'email', is: 'IN', value: others.slice(start, start + addressesPerQuery) }],
      fields: ['email', 'emailVerified'],
    })
    if (!found.ok) return found
    for (const { id, fields } of found.value.documents) {
      const owner = ownerSchema.safeParse(fields)
      if (owner.success) owners.set(owner.data.email, id)
    }
  }
  return succeed(owners)
}

const subscriptionsPerCall = 300

async function findSubscribers(
  firestore: Firestore,
  accounts: readonly string[],
  now: Date,
): Promise<Result<ReadonlySet<string>, FirestoreFailure>> {
  const uids = [...new Set(accounts)]
  const subscribers = new Set<string>()
  for (let start = 0; start < uids.length; start += subscriptionsPerCall) {
    const part = uids.slice(start, start + subscriptionsPerCall)
    const stored = await firestore.getAll(part.map(subscriptionPath))
    if (!stored.ok) return stored
    for (const [index, document] of stored.value.entries()) {
      const record = subscriptionRecordSchema.safeParse(document?.fields)
      if (record.success && isEntitled(record.data, now)) subscribers.add(part[index]!)
    }
  }
  return succeed(subscribers)
}
