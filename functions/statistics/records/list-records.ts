/** Creates the records of a change to an address on The Weekly's list. */
import type { NewsletterEntry } from '../../../src/domain/newsletter/newsletter-entry.ts'
import type { Write } from '../../platform/adapters/firestore.ts'
import { createRecordWrites } from './create-record-writes.ts'

export async function createListRecordWrites(
  before: NewsletterEntry | null,
  after: NewsletterEntry,
  at: Date,
): Promise<readonly Write[]> {
  const isOn = after.state === 'confirmed'
  if (isOn === (before?.state === 'confirmed')) return []
  const change = isOn
    ? ({ kind: 'newsletterConfirmed', reason: after.source } as const)
    : ({
        kind: 'newsletterUnsubscribed',
        reason: after.complainedAt ? 'complaint' : 'reader',
      } as const)
  // The key is random, because a key derived from the address could be guessed. The entry's precondition prevents
  // duplicates.
  const key = crypto.randomUUID()
  return createRecordWrites([{ ...change, key, at, plan: '', amount: 0 }], after.attribution)
}
