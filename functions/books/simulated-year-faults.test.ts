/**
 * A year of a small publication with every kind of event, driven through the Worker. Every movement of money and day of
 * access is explained, and the accounts of each month add up to PayPal's ledger, to the cent.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getCalendarDay } from '../../src/domain/time-zone.ts'
import { BooksHarness } from './testing/books-harness.ts'
import { liveYear } from './testing/live-year.ts'

const year = new BooksHarness(new Date('2025-12-30T12:00:00Z'))
beforeAll(() => liveYear(year))
afterAll(() => year.close())

const months = [
  ...Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`),
  '2027-01',
]

const readLines = async (month: string) => (await year.readAccounts(month)).lines

/** Sums of the values by their keys. */
function addUp(entries: readonly (readonly [key: string, ...values: number[]])[]) {
  const sums: Record<string, number[]> = {}
  for (const [key, ...values] of entries)
    sums[key] = values.map((value, index) => value + (sums[key]?.[index] ?? 0))
  return sums
}

it('explains every movement of money, every record and every day of access', async () => {
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

it.each(months)('adds up to what PayPal’s ledger has for each country in %s', async (month) => {
  const lines = (await readLines(month)).filter(({ kind }) => kind !== 'deferred')
  const moved = year.ledger
    .listAllMovements()
    .filter(({ at }) => getCalendarDay(new Date(at), 'Asia/Colombo').startsWith(month))
  expect(addUp(lines.map(({ country, amount }) => [country, amount]))).toEqual(
    addUp(moved.map(({ country, cents, fee }) => [country ?? '', cents + fee])),
  )
  expect(new Set(lines.map(({ currency }) => currency))).toEqual(new Set(['USD']))
})

/** The number and the cents of each kind, as `live-year.ts` tells them. */
const yearsMovements = {
  'monthly_13 started': [11, 11 * 1399],
  'monthly_13 renewed': [68, 68 * 1399],
  'monthly_13 refunded': [1, -400],
  'monthly_13 credit': [2, -2000],
  'monthly_13 dispute': [1, -1399],
  'monthly_13 hold': [2, 0],
  'annual_99 started': [3, 3 * 9900],
  'annual_99 renewed': [2, 2 * 9900],
  'annual_99 share': [1, -2475],
  'annual_99 refunded': [1, -9900],
  'annual_99 dispute': [1, -9900],
  'annual_99 hold': [2, 0],
  'gift_12 giftBought': [1, 9900],
  'gift_6 giftBought': [2, 2 * 5999],
  'gift_6 giftRedeemed': [1, 0],
  'gift_6 refunded': [1, -5999],
  'gift_6 hold': [2, 0],
  'gift_3 giftBought': [2, 2 * 3499],
  'gift_3 giftRedeemed': [2, 0],
  ' undue': [2, 2 * 1399],
  ' undueReturned': [2, -2 * 1399],
}

it('counts each payment, refund and gift by its plan and kind', async () => {
  const lines = (await Promise.all(months.map(readLines)))
    .flat()
    .filter(({ kind }) => kind !== 'deferred' && kind !== 'fee')
  const sums = addUp(
    lines.map(({ plan, kind, count, amount }) => [`${plan} ${kind}`, count, amount]),
  )
  expect(sums).toEqual(yearsMovements)
})

/** At the end of each month: payments, cents and months of access. */
const deferred = [
  [7, 47_790, 55],
  [6, 34_731, 40],
  [4, 29_749, 35],
  [5, 36_174, 43],
  [5, 32_699, 39],
  [4, 24_275, 29],
  [4, 21_625, 26],
  [3, 18_975, 23],
  [3, 17_325, 21],
  [3, 15_675, 19],
  [3, 14_025, 17],
  [3, 21_450, 26],
  // A gift can't be redeemed any more.
  [2, 7837, 12],
]

it.each(deferred.map((expected, index) => [months[index]!, ...expected]))(
  'defers at the end of %s %i payments: %i cents for %i months',
  async (month, ...expected) => {
    const lines = (await readLines(String(month))).filter(({ kind }) => kind === 'deferred')
    const sums = addUp(lines.map(({ count, amount, months }) => ['', count, amount, months]))
    expect(sums['']).toEqual(expected)
  },
)
