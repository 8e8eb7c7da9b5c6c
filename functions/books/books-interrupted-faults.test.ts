/** The nightly comparison is interrupted at random and repeated: the books end up the same as without interruptions. */
import { expect, it } from 'vitest'
import { createRandom } from '../testing/create-random.ts'
import { unwrap } from '../testing/unwrap.ts'
import { openBooks } from './testing/books-harness.ts'

const columns = 'at, month, code, amount, fee, currency, country, kind, reason, plan, credit'

/** Simulates a few days. Ids are left out because they differ between runs. */
async function live(faults: (() => number) | null) {
  const { books } = await openBooks()
  const bina = await books.addReader('bina', 'GB')
  await books.subscribe(bina, 'annual')
  const gift = await books.buyGift(bina, 3)
  unwrap(books.ledger.refund(await books.findCapture(gift)))
  await books.passDay()
  unwrap(books.ledger.refund(books.listPayments(bina)[0]!.id))
  books.ledger.receiveMoney('5.00')
  let interruptions = 0
  for (let night = 0; night < 6; night++) {
    const isCalm = faults === null || night === 5
    books.statistics.onTransaction = () => {
      if (isCalm || faults() > 0.3) return
      interruptions++
      throw new Error('interrupted')
    }
    await books.passDay()
    await books.settle(8)
  }
  const open = await books.readOpenPoints()
  const rows = books.statistics.read(
    `SELECT ${columns} FROM payPalTransactions ORDER BY at, amount, code`,
  )
  const { movementCount, recordCount, readers } = open
  return { rows, movementCount, recordCount, readers, interruptions }
}

it('the comparison has the same result wherever it was interrupted', async () => {
  const { interruptions: none, ...expected } = await live(null)
  expect(none).toBe(0)
  expect(expected).toMatchObject({ movementCount: 1, recordCount: 0, readers: [] })
  expect(expected.rows).toHaveLength(6)
  for (const seed of [1, 77, 4_321]) {
    const { interruptions, ...found } = await live(createRandom(seed))
    expect(interruptions).toBeGreaterThan(5)
    expect(found).toEqual(expected)
  }
})
