/**
 * A year of a small publication with every kind of event, driven through the Worker. The accounts of each month are
 * compared with PayPal's ledger to the cent, and every movement of money and day of access is explained.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BooksHarness } from './testing/books-harness.ts'
import { liveYear } from './testing/live-year.ts'
import { YearModel } from './testing/year-model.ts'

const year = new BooksHarness(new Date('2025-12-30T12:00:00Z'))
const model = new YearModel()

beforeAll(() => liveYear(year, model))
afterAll(() => year.close())

const sortLines = (lines: readonly { country: string; plan: string; kind: string }[]) =>
  lines
    .map((line) => ({ ...line, key: [line.country, line.plan, line.kind].join(' ') }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))

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

it.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'has the accounts of month %i of 2026 as PayPal’s ledger has them',
  async (month) => {
    const { lines } = await year.readAccounts(`2026-${String(month).padStart(2, '0')}`)
    const expected = model.expectAccounts(year.ledger.listAllMovements(), month)
    expect(sortLines(lines.map(({ currency: _, ...line }) => line))).toEqual(sortLines(expected))
    expect(new Set(lines.map(({ currency }) => currency))).toEqual(new Set(['USD']))
  },
)

it('had every kind of event', async () => {
  const kinds = new Set<string>()
  for (let month = 1; month <= 13; month++)
    for (const { kind } of model.expectAccounts(year.ledger.listAllMovements(), month))
      kinds.add(kind)
  expect([...kinds].sort()).toEqual([
    'credit',
    'deferred',
    'dispute',
    'fee',
    'giftBought',
    'giftRedeemed',
    'hold',
    'refunded',
    'renewed',
    'share',
    'started',
    'undue',
    'undueReturned',
  ])
})
