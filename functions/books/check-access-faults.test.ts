/** Unpaid access raises an alarm until the record is corrected. */
import { beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { getPlanPrice } from '../../src/domain/subscription/plan.ts'
import { getMonthsShare } from '../../src/domain/subscription/price-share.ts'
import { countMonths } from '../../src/domain/subscription/time-bank.ts'
import { formatPayPalValue } from '../platform/adapters/paypal-payments.ts'
import { unwrap } from '../testing/unwrap.ts'
import { maxReadEntries } from './check-access.ts'
import { type BooksHarness, openBooks, type Person } from './testing/books-harness.ts'

let books: BooksHarness
let reader: Person
beforeEach(async () => {
  const opened = await openBooks()
  books = opened.books
  reader = opened.reader
})

const passNights = (count: number) => books.passNights(count)

const path = () => `subscriptions/${reader.uid}`
async function changeRecord(changes: object) {
  const record = await books.worker.record(reader.uid)
  const subscription = { ...record.subscription, ...changes }
  await books.worker.store({ [path()]: { ...record, subscription } })
}
/** Returns the time until which access was paid for. */
async function extendAccess() {
  const { paidThrough } = (await books.worker.record(reader.uid)).subscription!
  await changeRecord({ paidThrough: new Date(paidThrough.getTime() + 60 * day) })
  return paidThrough
}

describe('unpaid access', () => {
  it('raises an alarm that says how to find the reader, until the record is corrected', async () => {
    const paidThrough = await extendAccess()
    await passNights(1)
    const health = await books.readHealth()
    expect(health).toMatchObject({ state: 'attention', figures: { unpaidReaders: 1 } })
    expect(health.figures.nextStep).toContain('reader history')
    // Monitoring services see the health report, so it identifies no reader.
    expect(JSON.stringify(health)).not.toContain(reader.uid)
    const { readers } = await books.readOpenPoints()
    expect(readers).toMatchObject([{ uid: reader.uid }])
    expect(readers[0]!.days).toBeGreaterThan(50)
    expect(readers[0]!.days).toBeLessThanOrEqual(60)
    await changeRecord({ paidThrough })
    await passNights(1)
    expect(await books.readHealth()).toMatchObject({ state: 'ok' })
  })

  it('stays on the list while the history is too long to be read', async () => {
    const { firestore } = books.worker.database
    await extendAccess()
    await passNights(1)
    const other = await books.addReader('bina', 'GB')
    await books.subscribe(other, 'monthly')
    const fields = { at: books.now, kind: 'cancel', from: 'active', to: 'ending' }
    for (const { uid } of [reader, other])
      for (let left = maxReadEntries; left > 0; left -= 250)
        unwrap(
          await firestore.commit(
            Array.from({ length: 250 }, (_, index) => {
              // The payment is the last entry, beyond the limit, so it isn't read.
              const set = `subscriptions/${uid}/history/0-${left}-${index}`
              return { set, fields }
            }),
          ),
        )
    await passNights(1)
    const { readers } = await books.readOpenPoints()
    expect(readers.map(({ uid }) => uid)).toEqual([reader.uid])
    expect((await books.readHealth()).figures).toMatchObject({ unpaidReaders: 1, notChecked: 2 })
  })

  it('is deleted with the reader’s account', async () => {
    await extendAccess()
    await passNights(1)
    await books.deleteAccount(reader)
    await passNights(1)
    expect((await books.readOpenPoints()).readers).toEqual([])
  })

  it('isn’t listed once the account’s deletion has begun, because the history is removed first', async () => {
    await extendAccess()
    await books.worker.merge(`users/${reader.uid}`, { deletionRequestedAt: books.worker.now })
    await passNights(1)
    expect((await books.readOpenPoints()).readers).toEqual([])
  })

  it.each([
    ['a gift that doesn’t exist', { source: 'gift', id: 'NONE', months: 3, rest: 0 }],
    ['a free month that nobody took', { source: 'freeMonth', id: '', months: 1, rest: 0 }],
  ])('is found if the time bank contains %s', async (_, entry) => {
    await books.worker.merge(path(), { bank: [{ ...entry, isSuspended: false }] })
    await passNights(1)
    expect((await books.readOpenPoints()).readers).toMatchObject([{ uid: reader.uid }])
  })
})

it('a refunded payment returns the rest of the gift that reduced it, and the books explain the refund', async () => {
  const [buyer, payer] = [reader, await books.addReader('bina', 'GB')]
  await books.subscribe(payer, 'annual')
  for (const length of [6, 3] as const)
    await books.redeem(payer, await books.buyGift(buyer, length))
  const wait = (days: number) => {
    books.worker.now = new Date(books.now.getTime() + days * day)
  }
  wait(363)
  await books.passDays(4)
  const renewal = books.listPayments(payer)[1]!
  const annual = getPlanPrice('annual_99')
  const share = getMonthsShare(annual.minorUnits, 'annual_99', 9)
  expect(books.ledger.sumRefunds(renewal.id)).toBe(
    formatPayPalValue({ ...annual, minorUnits: share }),
  )
  wait(150)
  unwrap(books.ledger.refund(renewal.id))
  await passNights(2)
  const { subscription, bank } = await books.worker.record(payer.uid)
  expect(subscription?.state).toBe('ended')
  expect(countMonths(bank)).toBe(6)
  expect((await books.readOpenPoints()).readers).toEqual([])
})
