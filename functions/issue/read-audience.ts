/** Reads a part of the list, and decides who gets an issue. Nobody is left out without a name for it. */
import type { AudienceCounts, ExclusionName, HashRange } from '../../src/domain/issue/audience.ts'
import type { IssueVersion } from '../../src/domain/issue/issue-email.ts'
import {
  type NewsletterEntry,
  newsletterEntrySchema,
} from '../../src/domain/newsletter/newsletter-entry.ts'
import { getExclusion } from '../../src/domain/newsletter/suppression.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../adapters/firestore.ts'
import { subscriptionPath } from '../subscription/change-subscription.ts'

export type Recipient = {
  /** Of the address; the id of its entry. */
  readonly hash: string
  readonly email: string
}

export type Audience = {
  /** By segment, in the order of hashes. */
  readonly recipients: Readonly<Record<IssueVersion, readonly Recipient[]>>
  readonly counts: AudienceCounts
}

type Candidate = Recipient & Pick<NewsletterEntry, 'uid'>

/** Costs a read for each entry, and one for each account among the recipients. */
export async function readAudience(
  firestore: Firestore,
  { from, to }: HashRange,
  now: Date,
): Promise<Result<Audience, FirestoreFailure>> {
  const found: Candidate[] = []
  const exclusions: Partial<Record<ExclusionName, number>> = {}
  let candidates = 0
  const query = {
    collection: 'newsletter',
    afterId: from,
    ...(to === null ? {} : { beforeId: to }),
  }
  for await (const page of firestore.pages(query)) {
    if (!page.ok) return page
    for (const document of page.value.documents) {
      candidates++
      const entry = judgeEntry(document, now)
      if (typeof entry === 'string') exclusions[entry] = (exclusions[entry] ?? 0) + 1
      else found.push({ hash: document.id, email: entry.email, uid: entry.uid })
    }
  }
  const subscribers = await findSubscribers(firestore, found, now)
  if (!subscribers.ok) return subscribers
  const recipients: Record<IssueVersion, Recipient[]> = { guest: [], subscriber: [] }
  for (const { hash, email, uid } of found)
    recipients[uid !== null && subscribers.value.has(uid) ? 'subscriber' : 'guest'].push({
      hash,
      email,
    })
  const { guest, subscriber } = recipients
  return succeed({
    recipients,
    counts: {
      candidates,
      recipients: { guest: guest.length, subscriber: subscriber.length },
      exclusions,
    },
  })
}

export function judgeEntry(
  { fields }: Pick<StoredDocument, 'fields'>,
  now: Date,
): NewsletterEntry | ExclusionName {
  const entry = newsletterEntrySchema.safeParse(fields)
  if (!entry.success) return 'malformed'
  return getExclusion(entry.data, now) ?? entry.data
}

const subscriptionsPerCall = 300

async function findSubscribers(
  firestore: Firestore,
  candidates: readonly Candidate[],
  now: Date,
): Promise<Result<ReadonlySet<string>, FirestoreFailure>> {
  const uids = [...new Set(candidates.flatMap(({ uid }) => uid ?? []))]
  const subscribers = new Set<string>()
  for (let start = 0; start < uids.length; start += subscriptionsPerCall) {
    const part = uids.slice(start, start + subscriptionsPerCall)
    const stored = await firestore.getAll(part.map(subscriptionPath))
    if (!stored.ok) return stored
    for (const [index, document] of stored.value.entries()) {
      const record = subscriptionRecordSchema.safeParse(document?.fields)
      if (record.success && resolveEntitlement(record.data, now).entitled)
        subscribers.add(part[index]!)
    }
  }
  return succeed(subscribers)
}
