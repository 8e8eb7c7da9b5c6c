/** Tests credit that is used for a reader's payments. */
import { beforeEach, describe, expect, it } from 'vitest'
import { formatMoney } from '../../src/domain/money.ts'
import { getPlanPrice } from '../../src/domain/subscription/plan.ts'
import { formatPayPalValue } from '../platform/adapters/paypal-payments.ts'
import { unwrap } from '../testing/unwrap.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'
import {
  addCredit,
  listKinds,
  listPayments,
  listRefunded,
  listSubjects,
  readState,
  renew,
  summarise,
} from './testing/referral-scenario.ts'

const monthly = getPlanPrice('monthly_13')
const value = formatPayPalValue(monthly)
const credit = monthly.minorUnits + 601

let harness: WorkerHarness
beforeEach(async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
})

describe('using credit', () => {
  it('returns a whole payment without ending the subscription, and then part of the next payment', async () => {
    await harness.subscribe()
    await addCredit(harness, credit)
    await renew(harness)
    await harness.runUntilIdle()
    expect(listRefunded(harness)).toEqual(['0.00', value])
    expect(await readState(harness)).toBe('active')
    expect(await summarise(harness, harness.uid)).toMatchObject({
      available: 601,
      used: monthly.minorUnits,
    })
    await renew(harness)
    await harness.runUntilIdle()
    expect(listRefunded(harness)).toEqual(['0.00', value, '6.01'])
    await renew(harness)
    await harness.runUntilIdle()
    expect(listRefunded(harness)).toEqual(['0.00', value, '6.01', '0.00'])
    expect(await readState(harness)).toBe('active')
    const used = listSubjects(harness).filter((one) => one.includes('of your credit'))
    expect(used).toEqual([
      `ama@example.com: We’ve used ${formatMoney(monthly)} of your credit`,
      'ama@example.com: We’ve used $6.01 of your credit',
    ])
  })

  it('leaves the rest of the payment refundable, and that refund ends the subscription', async () => {
    await harness.subscribe()
    await addCredit(harness, 601)
    await renew(harness)
    await harness.runUntilIdle()
    unwrap(await harness.paypal.refund(listPayments(harness)[1]!.id, 'the rest'))
    await harness.runUntilIdle()
    expect(listRefunded(harness)).toEqual(['0.00', value])
    expect(await readState(harness)).toBe('ended')
    // Credit that has already been returned isn't returned again.
    expect(await summarise(harness, harness.uid)).toMatchObject({ available: 0, used: 601 })
  })

  it('isn’t possible for a payment that was refunded first, which is treated as unpaid', async () => {
    await harness.subscribe()
    await addCredit(harness, credit)
    const { paidThrough } = (await harness.record()).subscription!
    await renew(harness)
    harness.ledger.refund(listPayments(harness)[1]!.id)
    await harness.passDays(3)
    expect((await harness.record()).subscription).toMatchObject({
      state: 'paymentFailed',
      cause: 'missing',
      paidThrough,
    })
    expect(await summarise(harness, harness.uid)).toMatchObject({ available: credit, used: 0 })
  })

  it('is undone by a refund that arrives before PayPal’s answer', async () => {
    await harness.subscribe()
    await addCredit(harness, credit)
    await renew(harness)
    const { refundPart } = harness.paypal
    const payment = listPayments(harness)[1]!.id
    let isRefunded = false
    Object.assign(harness.paypal, {
      refundPart: (...options: Parameters<typeof refundPart>) => {
        if (!isRefunded) harness.ledger.refund(payment)
        isRefunded = true
        return refundPart(...options)
      },
    })
    await harness.runUntilIdle()
    expect(await readState(harness)).toBe('ended')
    expect(await summarise(harness, harness.uid)).toMatchObject({ available: credit, used: 0 })
    expect(listRefunded(harness)).toEqual(['0.00', value])
  })

  it('is undone if PayPal has been unavailable for 180 days', async () => {
    await harness.subscribe()
    await addCredit(harness, credit)
    await renew(harness)
    const { refundPart } = harness.paypal
    Object.assign(harness.paypal, {
      refundPart: async () => ({ ok: false, failure: { kind: 'unavailable', reason: 'away' } }),
    })
    await harness.runUntilIdle()
    expect(await summarise(harness, harness.uid)).toMatchObject({
      available: 601,
      used: monthly.minorUnits,
    })
    Object.assign(harness.paypal, { refundPart })
    await harness.advanceDays(181)
    await harness.runUntilIdle()
    expect(await summarise(harness, harness.uid)).toMatchObject({ available: credit, used: 0 })
    expect(listRefunded(harness)).toEqual(['0.00', '0.00'])
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  })

  it('waits for the end of a dispute', async () => {
    await harness.subscribe()
    await addCredit(harness, 601)
    await renew(harness)
    const [, payment] = listPayments(harness)
    harness.ledger.dispute(payment!.id, null)
    await harness.runUntilIdle()
    expect(listRefunded(harness)).toEqual(['0.00', '0.00'])
    harness.ledger.dispute(payment!.id, 'won')
    for (let attempt = 0; attempt < 4; attempt++) await harness.advanceMinutes(90)
    expect(listRefunded(harness)).toEqual(['0.00', '6.01'])
    expect(await readState(harness)).toBe('active')
  })

  it('happens once, even if the payment is reported and checked simultaneously', async () => {
    await harness.subscribe()
    await addCredit(harness, credit)
    await renew(harness)
    const [event] = harness.events.filter(({ text }) => text.includes('PAYMENT.SALE.COMPLETED'))
    for (let copy = 0; copy < 20; copy++)
      harness.events.push({ ...event!, id: `${event!.id}-${copy}` })
    await Promise.all(Array.from({ length: 5 }, () => harness.advanceMinutes(0)))
    await harness.runUntilIdle()
    expect(listRefunded(harness)).toEqual(['0.00', value])
    expect(await listKinds(harness, harness.uid)).toEqual(['granted', 'used', 'settled'])
  })
})
