/** Adds up a month's accounts from the booked movements. */
import {
  type AccountLine,
  addToMonth,
  createAccounts,
  getMonthsOf,
  type Month,
  type MovementSum,
  type PrepaidSum,
  type RedeemedSum,
} from '../../src/domain/books/accounts.ts'
import { giftLengths } from '../../src/domain/gift/gift-length.ts'
import { planIds } from '../../src/domain/subscription/plan.ts'
import type { CalendarDay } from '../../src/domain/time-zone.ts'
import { getInstant } from '../../src/domain/time-zone.ts'
import { site } from '../../src/publication/identity.ts'
import type { StatisticsDatabase } from '../statistics/records/statistics-database.ts'

/** Groups a refund by the country and plan of its payment. */
const group = `COALESCE(payment.country, one.country) AS country,
  COALESCE(NULLIF(payment.plan, ''), one.plan, '') AS plan, one.currency AS currency`

const movementSums = `SELECT ${group}, one.kind AS kind, COUNT(*) AS count, SUM(one.amount) AS amount,
    SUM(one.fee) AS fee, SUM(one.credit) AS credit, SUM(one.share) AS share, SUM(one.excess) AS excess,
    SUM(one.credit > 0) AS creditCount, SUM(one.share > 0) AS shareCount, SUM(one.excess > 0) AS excessCount
  FROM payPalTransactions AS one LEFT JOIN payPalTransactions AS payment ON payment.id = one.original
  WHERE one.month = ?1 AND one.id NOT LIKE 'record %'
  GROUP BY 1, 2, 3, 4`

/** `?1`: the month. `?2`: the first month whose payments can reach beyond it. `?3`: when the month ends. */
const prepaidSums = `SELECT country, plan, currency, kept, startMonth, COUNT(*) AS count FROM (
    SELECT one.country, one.plan, one.currency,
      one.amount + COALESCE((SELECT SUM(later.amount) FROM payPalTransactions AS later
        WHERE later.original = one.id AND later.month <= ?1 AND COALESCE(later.kind, '') <> 'hold'), 0) AS kept,
      CASE WHEN one.kind = 'giftBought' THEN (SELECT substr(MIN(redeemed.day), 1, 7) FROM transitions AS redeemed
          WHERE redeemed.payment = one.id AND redeemed.kind = 'giftRedeemed' AND redeemed.day < ?4)
        ELSE one.month END AS startMonth,
      one.redeemableUntil
    FROM payPalTransactions AS one
    WHERE one.month <= ?1 AND one.kind IN ('started', 'renewed', 'giftBought')
      AND (one.month > ?2 OR one.kind = 'giftBought')
  ) WHERE kept > 0 AND (startMonth IS NOT NULL OR redeemableUntil >= ?3)
    AND (startMonth IS NULL OR startMonth > ?2)
  GROUP BY 1, 2, 3, 4, 5`

const redeemedSums = `SELECT payment.country AS country, payment.plan AS plan, payment.currency AS currency,
    COUNT(*) AS count
  FROM transitions AS redeemed JOIN payPalTransactions AS payment ON payment.id = redeemed.payment
  WHERE redeemed.kind = 'giftRedeemed' AND redeemed.day >= ?1 AND redeemed.day < ?2
  GROUP BY 1, 2, 3`

const longestPeriod = Math.max(
  ...planIds.map(getMonthsOf),
  ...giftLengths.map((length) => getMonthsOf(`gift_${length}`)),
)

const getFirstDay = (month: Month) => `${month}-01` as CalendarDay

export async function readAccounts(
  statistics: StatisticsDatabase,
  month: Month,
): Promise<readonly AccountLine[]> {
  const nextMonth = addToMonth(month, 1)
  const end = getInstant(getFirstDay(nextMonth), 0, site.timeZone)
  const [movements, prepaid, redeemed] = await statistics.batch([
    statistics.prepare(movementSums).bind(month),
    statistics
      .prepare(prepaidSums)
      .bind(month, addToMonth(month, -longestPeriod), end.toISOString(), getFirstDay(nextMonth)),
    statistics.prepare(redeemedSums).bind(getFirstDay(month), getFirstDay(nextMonth)),
  ])
  return createAccounts(
    month,
    (movements?.results ?? []) as MovementSum[],
    (prepaid?.results ?? []) as PrepaidSum[],
    (redeemed?.results ?? []) as RedeemedSum[],
  )
}
