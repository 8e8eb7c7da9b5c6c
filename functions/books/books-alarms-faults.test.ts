/**
 * Each unexplained movement or record raises an alarm that names the next step, until it balances or an operator
 * explains it.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { bookedDays, maxNamed } from '../../src/domain/books/books-record.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import type { TransitionRecord } from '../../src/domain/statistics/transition-record.ts'
import { getPlanPrice } from '../../src/domain/subscription/plan.ts'
import { getRecordPath } from '../statistics/records/create-record-writes.ts'
import { unwrap } from '../testing/unwrap.ts'
import { type BooksHarness, openBooks, type Person } from './testing/books-harness.ts'

const { minorUnits: price } = getPlanPrice('monthly_13')

let books: BooksHarness
let reader: Person
beforeEach(async () => {
  const opened = await openBooks()
  books = opened.books
  reader = opened.reader
  expect(await books.readHealth()).toMatchObject({ state: 'ok', figures: { nextStep: null } })
})

const passNights = (count: number) => books.passNights(count)

async function plantRecord(changes: Partial<TransitionRecord> = {}) {
  const record = { kind: 'renewed', plan: 'monthly_13', amount: price, currency: 'USD' } as const
  const details = { at: books.now, reason: '', attribution: null, subject: 'ab12', payment: '' }
  const fields = { ...record, ...details, redeemableUntil: null, ...changes }
  const set = await getRecordPath(fields.kind, 'planted')
  await books.worker.store({ [set]: fields })
  return set.split('/')[1]!
}

describe('an unexplained money movement', () => {
  it('raises an alarm that names it, until an operator explains it', async () => {
    const id = books.ledger.receiveMoney('25.00')
    await passNights(2)
    const health = await books.readHealth()
    expect(health).toMatchObject({ state: 'attention', figures: { unexplained: 1, unmatched: 0 } })
    expect(health.figures.nextStep).toContain(`accounts explain ${id} --reason TEXT`)
    expect((await books.readOpenPoints()).movements).toEqual([
      expect.objectContaining({ id, amount: 2500, currency: 'USD', code: 'T0000' }),
    ])
    expect((await books.readAccounts('2026-03')).lines).toContainEqual(
      expect.objectContaining({ kind: 'unexplained', amount: 2500, count: 1, country: '' }),
    )
    expect(await books.explain(id, 'A donation')).toBe(204)
    expect(await books.explain(id, 'Again')).toBe(404)
    await passNights(1)
    expect(await books.readHealth()).toMatchObject({ state: 'ok' })
    expect((await books.readAccounts('2026-03')).lines).toContainEqual(
      expect.objectContaining({ kind: 'byHand', amount: 2500, count: 1 }),
    )
  })

  it('can be a second charge in the same minute as a recorded charge', async () => {
    const [first] = books.listPayments(reader)
    const at = new Date(first!.at)
    books.ledger.importSubscription({
      subscription: books.ledger.list().find(({ id }) => id === reader.provider)!,
      payments: [{ ...first!, id: 'TWICE', at: new Date(at.getTime() + 20_000).toISOString() }],
    })
    await passNights(2)
    const { movements } = await books.readOpenPoints()
    expect(movements).toHaveLength(1)
    expect(movements[0]).toMatchObject({ amount: price, id: 'TWICE' })
  })

  it('stops raising an alarm when it is refunded in full at PayPal, but not if it’s refunded in part', async () => {
    const id = books.ledger.receiveMoney('25.00')
    await passNights(2)
    expect((await books.readHealth()).figures.nextStep).toContain('Refund it there in full')
    unwrap(books.ledger.refund(id, { value: '10.00' }))
    await passNights(2)
    expect((await books.readOpenPoints()).movementCount).toBe(2)
    unwrap(books.ledger.refund(id))
    await passNights(2)
    expect(await books.readHealth()).toMatchObject({ state: 'ok', figures: { unexplained: 0 } })
  })

  it('isn’t hidden by a few cents that strangers send', async () => {
    for (let sent = 0; sent < maxNamed; sent++) books.ledger.receiveMoney('0.01')
    const large = books.ledger.receiveMoney('25.00')
    await passNights(1)
    const [payment] = books.listPayments(reader)
    const refund = unwrap(books.ledger.refund(payment!.id, { value: '13.00' }))
    await passNights(2)
    const { movements, movementCount } = await books.readOpenPoints()
    expect(movementCount).toBe(maxNamed + 2)
    expect(movements).toHaveLength(maxNamed)
    expect(movements.slice(0, 2).map(({ id }) => id)).toEqual([refund.id, large])
    expect((await books.readHealth()).figures.nextStep).toContain(refund.id)
  })

  it('can be a second refund of a part that was already returned together with another part', async () => {
    const payment = books.listPayments(reader)[0]!.id
    await plantRecord({ kind: 'creditReturned', amount: 500, payment })
    await plantRecord({ kind: 'shareReturned', amount: 400, payment })
    unwrap(books.ledger.refund(payment, { value: '9.00' }))
    await passNights(3)
    expect(await books.readHealth()).toMatchObject({ state: 'ok' })
    const again = unwrap(books.ledger.refund(payment, { value: '4.00' }))
    await passNights(2)
    const { movements, recordCount } = await books.readOpenPoints()
    expect(movements.map(({ id }) => id)).toEqual([again.id])
    expect(recordCount).toBe(0)
  })

  it('stays open however old it gets', async () => {
    const id = books.ledger.receiveMoney('25.00')
    await passNights(bookedDays + 2)
    expect((await books.readOpenPoints()).movements.map((one) => one.id)).toEqual([id])
  })
})

describe('a record of money that PayPal doesn’t list', () => {
  it('raises an alarm after two days, until an operator explains it', async () => {
    const id = await plantRecord()
    await passNights(1)
    expect(await books.readHealth()).toMatchObject({ state: 'ok' })
    await passNights(2)
    expect(await books.readHealth()).toMatchObject({
      state: 'attention',
      figures: { unexplained: 0, unmatched: 1 },
    })
    expect((await books.readOpenPoints()).records).toEqual([
      expect.objectContaining({ id, kind: 'renewed', amount: price }),
    ])
    expect(await books.explain(id, 'PayPal has lost it')).toBe(204)
    await passNights(1)
    expect(await books.readHealth()).toMatchObject({ state: 'ok' })
    // The event moved no money.
    const { lines } = await books.readAccounts('2026-03')
    expect(lines.filter(({ kind }) => kind === 'byHand')).toEqual([])
  })

  it('needs no explanation once PayPal lists the payment, even a week late', async () => {
    const { listMovements } = books.worker.paypal
    const other = await books.addReader('bina', 'GB')
    await books.subscribe(other, 'monthly')
    const [payment] = books.listPayments(other)
    const hide: typeof listMovements = async (...query) => {
      const { movements, pages } = unwrap(await listMovements(...query))
      return succeed({ movements: movements.filter(({ id }) => id !== payment!.id), pages })
    }
    Object.assign(books.worker.paypal, { listMovements: hide })
    await passNights(7)
    expect((await books.readOpenPoints()).recordCount).toBe(1)
    Object.assign(books.worker.paypal, { listMovements })
    await passNights(1)
    expect(await books.readHealth()).toMatchObject({ state: 'ok' })
  })
})

describe('the alarm about movements that PayPal doesn’t list', () => {
  it('asks for the missing permission, and ends once PayPal lists them', async () => {
    const { listMovements } = books.worker.paypal
    const reason = '403 NOT_AUTHORIZED'
    const refuse = async () => fail({ kind: 'unavailable', reason, isFromPayPal: true } as const)
    Object.assign(books.worker.paypal, { listMovements: refuse })
    await passNights(1)
    const health = await books.readHealth()
    expect(health.state).toBe('attention')
    expect(health.figures.nextStep).toContain('Transaction Search')
    Object.assign(books.worker.paypal, { listMovements })
    await passNights(1)
    expect(await books.readHealth()).toMatchObject({ state: 'ok' })
  })

  it('names the day if only one day is missing, and the other days are still read', async () => {
    const { listMovements } = books.worker.paypal
    const refusedDay = books.now.toISOString().slice(0, 10)
    const reason = '400 RESULTSET_TOO_LARGE'
    const refuseOne: typeof listMovements = async (...query) =>
      query[0].toISOString().startsWith(refusedDay)
        ? fail({ kind: 'unavailable', reason, isFromPayPal: true })
        : listMovements(...query)
    Object.assign(books.worker.paypal, { listMovements: refuseOne })
    await passNights(2)
    const id = books.ledger.receiveMoney('25.00')
    await passNights(2)
    const health = await books.readHealth()
    expect(health).toMatchObject({ state: 'attention', figures: { skippedDays: 1 } })
    expect(health.figures.nextStep).toContain(refusedDay)
    expect((await books.readOpenPoints()).movements.map((one) => one.id)).toEqual([id])
    expect(await books.explain(id, 'A donation')).toBe(204)
    Object.assign(books.worker.paypal, { listMovements })
    await passNights(1)
    expect(await books.readHealth()).toMatchObject({ state: 'ok', figures: { skippedDays: 0 } })
  })

  it('says that the comparison hasn’t finished after more than two nights, and a later night catches up', async () => {
    books.worker.unavailableService = 'paypal'
    await passNights(3)
    const health = await books.readHealth()
    expect(health.state).toBe('attention')
    expect(health.figures.nextStep).toContain('hasn’t finished')
    books.worker.unavailableService = null
    await passNights(2)
    expect(await books.readHealth()).toMatchObject({ state: 'ok' })
  })
})
