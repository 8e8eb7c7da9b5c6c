/** Stores PayPal's money movements in the statistics database, and reads the records that may explain them. */
import type { OpenPoints } from '../../src/contracts/endpoints/books-endpoints.ts'
import type {
  BookedMovement,
  Explanation,
  ExplanationKind,
  MoneyRecord,
  Original,
} from '../../src/domain/books/explain-movement.ts'
import { classifyMovement, type Movement } from '../../src/domain/books/movement.ts'
import { getCalendarDay } from '../../src/domain/time-zone.ts'
import { site } from '../../src/publication/identity.ts'
import { hashSubscription } from '../statistics/records/create-record-writes.ts'
import type { StatisticsDatabase } from '../statistics/records/statistics-database.ts'

/** Movements that are already stored aren't changed. */
const insert = `INSERT OR IGNORE INTO payPalTransactions
    (id, at, month, code, amount, fee, currency, country, original, subject)
  SELECT value ->> 'id', value ->> 'at', value ->> 'month', value ->> 'code', value ->> 'amount',
    value ->> 'fee', value ->> 'currency', value ->> 'country', value ->> 'original', value ->> 'subject'
  FROM json_each(?)`

const toMonth = (at: Date) => getCalendarDay(at, site.timeZone).slice(0, 7)

/** Stores movements. Safe to repeat. */
export async function storeMovements(
  statistics: StatisticsDatabase,
  movements: readonly Movement[],
): Promise<void> {
  if (movements.length === 0) return
  const rows = await Promise.all(
    movements.map(async ({ subscription, at, ...others }) => ({
      ...others,
      at: at.toISOString(),
      month: toMonth(at),
      subject: subscription && (await hashSubscription(subscription)),
    })),
  )
  await statistics.prepare(insert).bind(JSON.stringify(rows)).all()
}

type MovementRow = Omit<BookedMovement, 'at'> & { readonly at: string }

const movementColumns = 'id, at, code, amount, fee, currency, country, original, subject'

const toMovement = (row: MovementRow): BookedMovement => ({ ...row, at: new Date(row.at) })

/** Returns the sort key of an unexplained movement. The earliest is first, so that a payment precedes its refund. */
export const toPlace = ({ at, id }: BookedMovement) => `${at.toISOString()} ${id}`

/** Lists unexplained movements after a sort key. */
export async function listUnexplained(
  statistics: StatisticsDatabase,
  after: string,
  limit: number,
): Promise<readonly BookedMovement[]> {
  const { results } = await statistics
    .prepare(
      `SELECT ${movementColumns} FROM payPalTransactions INDEXED BY unexplainedTransactions
        WHERE kind IS NULL AND at || ' ' || id > ? ORDER BY at, id LIMIT ?`,
    )
    .bind(after, limit)
    .all<MovementRow>()
  return results.map(toMovement)
}

type RecordRow = Omit<MoneyRecord, 'at'> & { readonly at: string }

type OriginalRow = {
  readonly id: string
  readonly kind: ExplanationKind | null
  readonly plan: string | null
  readonly subject: string | null
  readonly amount: number
  readonly currency: string
}

export type Evidence = {
  readonly records: readonly MoneyRecord[]
  readonly originals: readonly OriginalRow[]
  /** Movements about the same payments, or about the payments that these movements refer to. */
  readonly siblings: readonly BookedMovement[]
}

const recordColumns = ['plan', 'reason', 'subject', 'payment'].reduce(
  (columns, name) => `${columns}, COALESCE(${name}, '') AS ${name}`,
  'id, kind, at, COALESCE(amount, 0) AS amount, redeemableUntil',
)

/**
 * SQL for whether a refund has returned the part of a payment that a record is about. One refund may return several
 * parts.
 */
const isReturned = (record: string) => `EXISTS (SELECT 1 FROM payPalTransactions AS part
  WHERE part.original = ${record}.payment AND part.kind = 'returned' AND ${record}.amount = CASE ${record}.kind
    WHEN 'creditReturned' THEN part.credit WHEN 'shareReturned' THEN part.share
    WHEN 'excessReturned' THEN part.excess END)`

/** Loads everything that may explain these movements. Costs two transactions, however many there are. */
export async function loadEvidence(
  statistics: StatisticsDatabase,
  movements: readonly BookedMovement[],
): Promise<Evidence> {
  const list = (values: readonly (string | null)[]) =>
    JSON.stringify([...new Set(values.filter((value) => value !== null))])
  const originalIds = list(movements.map(({ original }) => original))
  const [originals, siblings] = await statistics.batch<OriginalRow | MovementRow>([
    statistics
      .prepare(
        `SELECT id, kind, plan, subject, amount, currency FROM payPalTransactions
          WHERE id IN (SELECT value FROM json_each(?))`,
      )
      .bind(originalIds),
    statistics
      .prepare(
        `SELECT ${movementColumns} FROM payPalTransactions
          WHERE original IN (SELECT value FROM json_each(?))`,
      )
      .bind(list(movements.flatMap(({ id, original }) => [id, original]))),
  ])
  const found = (originals?.results ?? []) as OriginalRow[]
  const subjects = list([...movements, ...found].map(({ subject }) => subject))
  const payments = list(movements.flatMap(({ id, original }) => [id, original]))
  const isFree = `NOT EXISTS (SELECT 1 FROM payPalTransactions WHERE record = transitions.id)
    AND NOT ${isReturned('transitions')}`
  const { results } = await statistics
    .prepare(
      `SELECT ${recordColumns} FROM transitions
          WHERE subject IN (SELECT value FROM json_each(?1)) AND ${isFree}
        UNION SELECT ${recordColumns} FROM transitions
          WHERE payment IN (SELECT value FROM json_each(?2)) AND ${isFree}`,
    )
    .bind(subjects, payments)
    .all<RecordRow>()
  return {
    originals: found,
    siblings: ((siblings?.results ?? []) as MovementRow[]).map(toMovement),
    records: results.map((row) => ({ ...row, at: new Date(row.at) })),
  }
}

type Payment = Pick<BookedMovement, 'id' | 'currency'>

const sumAbout = (
  siblings: readonly BookedMovement[],
  { id, currency }: Payment,
  isCounted: (one: BookedMovement) => boolean,
) =>
  siblings
    .filter((one) => one.original === id && one.currency === currency && isCounted(one))
    .reduce((sum, { amount }) => sum - amount, 0)

/** Returns how many minor units of a payment refunds and disputes had returned by the time of one of them. */
export const sumReturned = (siblings: readonly BookedMovement[], payment: Payment, until: Date) =>
  sumAbout(
    siblings,
    payment,
    (one) => one.at <= until && ['refund', 'dispute'].includes(classifyMovement(one)),
  )

/** Returns how many minor units of a payment refunds have returned. */
export const sumRefunded = (siblings: readonly BookedMovement[], payment: Payment) =>
  sumAbout(siblings, payment, (one) => classifyMovement(one) === 'refund')

export const toOriginal = (
  { kind, plan, ...row }: OriginalRow,
  returned: number,
): Original | null => kind && { ...row, kind, plan: plan ?? '', returned }

/** Uses `UPDATE OR IGNORE` because two movements can't have the same record; the second one stays unexplained. */
export async function storeExplanations(
  statistics: StatisticsDatabase,
  explanations: ReadonlyMap<string, Explanation>,
): Promise<void> {
  if (explanations.size === 0) return
  await statistics
    .prepare(
      `UPDATE OR IGNORE payPalTransactions SET kind = one.value ->> 'kind',
          reason = one.value ->> 'reason', plan = one.value ->> 'plan', record = one.value ->> 'record',
          credit = one.value ->> 'credit', share = one.value ->> 'share', excess = one.value ->> 'excess',
          redeemableUntil = one.value ->> 'redeemableUntil'
        FROM json_each(?) AS one
        WHERE payPalTransactions.id = one.value ->> 'id' AND payPalTransactions.kind IS NULL`,
    )
    .bind(JSON.stringify([...explanations].map(([id, explanation]) => ({ id, ...explanation }))))
    .all()
}

/** SQL for records of money without a matching movement. `?1` and `?2`: the times between which they were created. */
const unmatched = `FROM transitions AS record
  WHERE record.at >= ?1 AND record.at < ?2
    AND (record.subject IS NOT NULL OR record.payment IS NOT NULL)
    AND record.amount > 0
    AND record.kind IN ('started', 'renewed', 'giftBought', 'undue', 'refunded', 'giftRefunded',
      'creditReturned', 'shareReturned', 'excessReturned')
    AND NOT EXISTS (SELECT 1 FROM payPalTransactions AS own WHERE own.record = record.id)
    AND NOT ${isReturned('record')}
    AND NOT (record.kind IN ('refunded', 'giftRefunded') AND EXISTS (
      SELECT 1 FROM payPalTransactions AS payment JOIN payPalTransactions AS dispute
          ON dispute.original = payment.id AND dispute.kind = 'dispute'
        WHERE payment.id = record.payment
          OR (record.payment IS NULL AND payment.subject = record.subject)))`

/** SQL for whether a movement is about one of our subscriptions or gifts, which strangers can't create. */
const isKnown = `EXISTS (SELECT 1 FROM payPalTransactions AS payment
  JOIN transitions ON transitions.subject = payment.subject OR transitions.payment = payment.id
  WHERE payment.id IN (open.id, open.original))`

type OpenMoney = Pick<OpenPoints, 'movements' | 'movementCount' | 'records' | 'recordCount'>

/**
 * Lists everything that doesn't balance: some of each kind, and the totals. Movements about our subscriptions and gifts
 * come first, then the largest, so that a stranger's tiny payments can't hide them.
 */
export async function readOpenPoints(
  statistics: StatisticsDatabase,
  from: Date,
  to: Date,
  limit: number,
): Promise<OpenMoney> {
  const period = [from.toISOString(), to.toISOString()] as const
  const [movements, movementCount, records, recordCount] = await statistics.batch([
    statistics
      .prepare(
        `SELECT id, at, code, amount, currency FROM payPalTransactions AS open
          WHERE kind IS NULL ORDER BY ${isKnown} DESC, ABS(amount) DESC, at, id LIMIT ?`,
      )
      .bind(limit),
    statistics.prepare('SELECT COUNT(*) AS count FROM payPalTransactions WHERE kind IS NULL'),
    statistics
      .prepare(
        `SELECT record.id, record.kind, record.plan, record.amount, record.at, record.payment
          ${unmatched} ORDER BY record.at, record.id LIMIT ?3`,
      )
      .bind(...period, limit),
    statistics.prepare(`SELECT COUNT(*) AS count ${unmatched}`).bind(...period),
  ])
  const readCount = (answer: typeof recordCount) => Number(answer?.results[0]?.count ?? 0)
  return {
    movements: (movements?.results ?? []) as OpenPoints['movements'],
    movementCount: readCount(movementCount),
    records: (records?.results ?? []) as OpenPoints['records'],
    recordCount: readCount(recordCount),
  }
}

/**
 * Stores an operator's explanation of a movement, or of a record without one, which gets a row without money. Returns
 * whether either was unexplained.
 */
export async function explainByHand(
  statistics: StatisticsDatabase,
  id: string,
  reason: string,
): Promise<boolean> {
  const answers = await statistics.batch([
    statistics
      .prepare(
        `UPDATE payPalTransactions SET reason = ?2,
            kind = CASE WHEN code = 'T1107' THEN 'refunded' ELSE 'byHand' END,
            plan = COALESCE((SELECT plan FROM payPalTransactions AS payment
              WHERE payment.id = payPalTransactions.original), '')
          WHERE id = ?1 AND kind IS NULL`,
      )
      .bind(id, reason),
    statistics
      .prepare(
        `INSERT OR IGNORE INTO payPalTransactions
            (id, at, month, code, amount, fee, currency, country, kind, reason, plan, record)
          SELECT 'record ' || id, at, substr(day, 1, 7), '', 0, 0, currency, '', 'byHand', ?2,
              COALESCE(plan, ''), id
            FROM transitions WHERE id = ?1 AND amount > 0`,
      )
      .bind(id, reason),
  ])
  return answers.some(({ meta }) => meta.changes > 0)
}
