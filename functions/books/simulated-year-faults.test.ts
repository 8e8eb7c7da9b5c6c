/**
 * Simulates a year of a small publication with every kind of event, through the Worker. Every money movement and every
 * day of access is explained, and each month's accounts match PayPal's ledger to the cent.
 */
import { beforeAll, expect, it } from 'vitest'
import { getGiftPrice } from '../../src/domain/gift/gift-length.ts'
import { getPlanPrice } from '../../src/domain/subscription/plan.ts'
import { getMonthsShare } from '../../src/domain/subscription/price-share.ts'
import { getCalendarDay } from '../../src/domain/time-zone.ts'
import { BooksHarness } from './testing/books-harness.ts'
import { liveYear } from './testing/live-year.ts'

const year = new BooksHarness(new Date('2025-12-30T12:00:00Z'))
beforeAll(() => liveYear(year))

const months = [
  ...Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`),
  '2027-01',
]

const readLines = async (month: string) => (await year.readAccounts(month)).lines

/** Adds up the values by key. */
function addUp(entries: readonly (readonly [key: string, ...values: number[]])[]) {
  const sums: Record<string, number[]> = {}
  for (const [key, ...values] of entries)
    sums[key] = values.map((value, index) => value + (sums[key]?.[index] ?? 0))
  return sums
}

it('the books of a year explain every movement of money, every record and every day of access', async () => {
  expect(await year.readOpenPoints()).toMatchObject({
    nextStep: null,
    movementCount: 0,
    recordCount: 0,
    readers: [],
  })
  const booked = year.statistics.read<{ id: string }>(
    'SELECT id FROM payPalTransactions WHERE kind IS NOT NULL ORDER BY id',
  )
  const known = year.ledger.listAllMovements().map(({ id }) => id)
  expect(booked.map(({ id }) => id)).toEqual(known.sort())
})

it.each(months)('the books add up to PayPal’s ledger for each country in %s', async (month) => {
  const lines = (await readLines(month)).filter(({ kind }) => kind !== 'deferred')
  const moved = year.ledger
    .listAllMovements()
    .filter(({ at }) => getCalendarDay(new Date(at), 'Asia/Colombo').startsWith(month))
  expect(addUp(lines.map(({ country, amount }) => [country, amount]))).toEqual(
    addUp(moved.map(({ country, cents, fee }) => [country ?? '', cents + fee])),
  )
  expect(new Set(lines.map(({ currency }) => currency))).toEqual(new Set(['USD']))
})

const { minorUnits: monthly } = getPlanPrice('monthly_13')
const { minorUnits: annual } = getPlanPrice('annual_99')
const [twelveMonths, sixMonths, threeMonths] = ([12, 6, 3] as const).map(
  (length) => getGiftPrice(length, 'domestic').minorUnits,
) as [number, number, number]

/** The number and the total cents of each kind of movement in `live-year.ts`. */
const yearsMovements = {
  'monthly_13 started': [11, 11 * monthly],
  'monthly_13 renewed': [68, 68 * monthly],
  'monthly_13 refunded': [1, -400],
  'monthly_13 credit': [2, -2000],
  'monthly_13 dispute': [1, -monthly],
  'monthly_13 hold': [2, 0],
  'annual_99 started': [3, 3 * annual],
  'annual_99 renewed': [2, 2 * annual],
  'annual_99 share': [1, -getMonthsShare(annual, 'annual_99', 3)],
  'annual_99 refunded': [1, -annual],
  'annual_99 dispute': [1, -annual],
  'annual_99 hold': [2, 0],
  'gift_12 giftBought': [1, twelveMonths],
  'gift_6 giftBought': [2, 2 * sixMonths],
  'gift_6 giftRedeemed': [1, 0],
  'gift_6 refunded': [1, -sixMonths],
  'gift_6 hold': [2, 0],
  'gift_3 giftBought': [2, 2 * threeMonths],
  'gift_3 giftRedeemed': [2, 0],
  ' undue': [2, 2 * monthly],
  ' undueReturned': [2, -2 * monthly],
}

it('the books of a year count each payment, refund and gift by its plan and kind', async () => {
  const lines = (await Promise.all(months.map(readLines)))
    .flat()
    .filter(({ kind }) => kind !== 'deferred' && kind !== 'fee')
  const sums = addUp(
    lines.map(({ plan, kind, count, amount }) => [`${plan} ${kind}`, count, amount]),
  )
  expect(sums).toEqual(yearsMovements)
})

/** A yearly payment reduced by a three-month gift. */
const reduced = annual - getMonthsShare(annual, 'annual_99', 3)

/**
 * At the end of each month: the number of payments, and the months left of the yearly ones, a six-month gift, two
 * three-month gifts and the reduced one.
 */
const deferred = [
  [7, 45, 6, 2, 0],
  [6, 32, 6, 1, 0],
  [4, 30, 5, 0, 0],
  [5, 39, 4, 0, 0],
  [5, 36, 3, 0, 0],
  [4, 27, 2, 0, 0],
  [4, 25, 1, 0, 0],
  [3, 23, 0, 0, 0],
  [3, 21, 0, 0, 0],
  [3, 19, 0, 0, 0],
  [3, 17, 0, 0, 0],
  [3, 26, 0, 0, 0],
  // A gift has become too old to redeem.
  [2, 2, 0, 0, 10],
] as const

it.each(deferred.map((row, index) => [months[index]!, ...row] as const))(
  'the books at the end of %s defer %i payments, with %i, %i, %i and %i months left by length',
  async (month, payments, ofYears, ofSix, ofThree, ofReduced) => {
    const lines = (await readLines(month)).filter(({ kind }) => kind === 'deferred')
    const sums = addUp(lines.map(({ count, amount, months }) => ['', count, months, amount]))
    const [count, left, cents] = sums['']!
    expect([count, left]).toEqual([payments, ofYears + ofSix + 2 * ofThree + ofReduced])
    const monthly = [annual / 12, sixMonths / 6, (2 * threeMonths) / 3, reduced / 12]
    const due = [ofYears, ofSix, ofThree, ofReduced].map((some, at) => some * monthly[at]!)
    // Each payment is rounded to a cent, so sums may differ.
    expect(Math.abs(cents! - due.reduce((sum, one) => sum + one))).toBeLessThanOrEqual(payments / 2)
  },
)
