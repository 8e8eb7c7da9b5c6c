/** Counts entries in the referral ledgers of readers who have opened /refer. */
import { z } from 'zod'
import {
  addNumbers,
  addNumbersOfDays,
  type NumberName,
  type Numbers,
} from '../../../src/domain/statistics/numbers.ts'
import type { Period } from '../../../src/domain/statistics/periods.ts'
import { getCalendarDay } from '../../../src/domain/time-zone.ts'
import { site } from '../../../src/publication/identity.ts'
import type { ReportDeps } from './report-context.ts'

const pageSize = 500
/** The maximum number of ledgers, because each costs a database read. */
const maxLedgers = 5000

/** Contains only the fields that are counted, so that other malformed fields don't matter. */
const ledgerSchema = z.array(z.object({ kind: z.string(), at: z.date() }))

const countedKinds = new Map<string, NumberName>([
  ['pending', 'friendsReferred'],
  ['earned', 'creditsEarned'],
  ['reversed', 'creditsReversed'],
])

/** `isComplete` is false if there are more ledgers than were read. */
export async function readReferrals(
  firestore: Pick<ReportDeps['firestore'], 'query'>,
  period: Period,
): Promise<Readonly<Record<'now' | 'before', Numbers>> & { readonly isComplete: boolean }> {
  const byDay = new Map<string, Numbers>()
  const finish = (isComplete: boolean) => ({
    now: addNumbersOfDays(byDay, period.days),
    before: addNumbersOfDays(byDay, period.before),
    isComplete,
  })
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
    for (const { fields } of documents)
      for (const { kind, at } of ledgerSchema.safeParse(fields.ledger ?? []).data ?? []) {
        const name = countedKinds.get(kind)
        const day = getCalendarDay(at, site.timeZone)
        if (name) byDay.set(day, addNumbers([byDay.get(day) ?? {}, { [name]: 1 }]))
      }
    if (documents.length < pageSize) return finish(true)
    afterId = documents.at(-1)!.id
  }
  return finish(false)
}
