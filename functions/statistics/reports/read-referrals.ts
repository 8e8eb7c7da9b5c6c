/** Counts entries of the referral ledgers, which exist for readers who have opened /refer. */
import { z } from 'zod'
import type { Days } from '../../../src/domain/statistics/periods.ts'
import { getCalendarDay } from '../../../src/domain/time-zone.ts'
import { site } from '../../../src/publication/identity.ts'
import type { ReportDeps } from './report-context.ts'

const pageSize = 500
/** Ledgers: each costs a database read. */
const maxLedgers = 5000

/** Only the fields of an entry that are counted: a malformed one of another kind doesn't matter here. */
const ledgerSchema = z.array(z.object({ kind: z.string(), at: z.date() }))

export type ReferralCounts = Readonly<Record<'pending' | 'earned' | 'reversed', number>>
type Counted = keyof ReferralCounts

const isCounted = (kind: string): kind is Counted =>
  kind === 'pending' || kind === 'earned' || kind === 'reversed'

/** `isComplete` is false if there are more ledgers than are read. */
export async function readReferrals(
  firestore: Pick<ReportDeps['firestore'], 'query'>,
  periods: readonly Days[],
): Promise<{ readonly counts: readonly ReferralCounts[]; readonly isComplete: boolean }> {
  const counts = periods.map(() => ({ pending: 0, earned: 0, reversed: 0 }))
  let afterId: string | undefined
  for (let read = 0; read < maxLedgers; read += pageSize) {
    const found = await firestore.query({
      collection: 'referrals',
      limit: pageSize,
      fields: ['ledger'],
      ...(afterId === undefined ? {} : { afterId }),
    })
    if (!found.ok) throw new Error(`The referrals can’t be read: ${found.failure.kind}`)
    const { documents } = found.value
    for (const { fields } of documents) {
      for (const { kind, at } of ledgerSchema.safeParse(fields.ledger ?? []).data ?? []) {
        if (!isCounted(kind)) continue
        const day = getCalendarDay(at, site.timeZone)
        for (const [index, { from, until }] of periods.entries())
          if (day >= from && day < until) counts[index]![kind]++
      }
    }
    if (documents.length < pageSize) return { counts, isComplete: true }
    afterId = documents.at(-1)!.id
  }
  return { counts, isComplete: false }
}
