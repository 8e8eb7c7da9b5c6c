/** The records of a change of an address on The Weekly's list. */
import type { NewsletterEntry } from '../../../src/domain/newsletter/newsletter-entry.ts'
import { describeListTransitions } from '../../../src/domain/statistics/list-transitions.ts'
import type { Write } from '../../platform/adapters/firestore.ts'
import { createRecordWrites } from './create-record-writes.ts'

export const createListRecordWrites = (
  before: NewsletterEntry | null,
  after: NewsletterEntry,
  at: Date,
): Promise<readonly Write[]> =>
  createRecordWrites(
    // Random: an address can be guessed, so no hash may derive from it. The entry's precondition makes the commit unique.
    describeListTransitions(before, after, at).map((one) => ({ ...one, key: crypto.randomUUID() })),
    after.attribution,
  )
