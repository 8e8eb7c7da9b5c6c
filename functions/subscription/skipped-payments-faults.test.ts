/** Months from the bank that replace payments, and what PayPal and its dates may do meanwhile. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'
import { findAtPayPal, listKept } from './testing/checkout-steps.ts'
import { skipAtPayPal } from './testing/plan-change.ts'

let harness: WorkerHarness
beforeEach(() => {
  harness = new WorkerHarness()
})
afterEach(() => harness.database.close())

const isOpen = async () => resolveEntitlement(await harness.record(), harness.now).entitled

/** What the reader has paid in the end, oldest payment first. */
const listPaid = () =>
  listKept(harness)
    .map(({ minorUnits }) => minorUnits)
    .filter((kept) => kept > 0)

/** Until `end`, every six hours. Returns the times at which PayPal's status had changed, and checks the access. */
async function passTime(end: string) {
  const changes: [time: string, status: string][] = []
  let { status } = findAtPayPal(harness, harness.provider)
  while (harness.now < new Date(end)) {
    await harness.passDays(0.25, 6)
    const current = findAtPayPal(harness, harness.provider).status
    if (current !== status) changes.push([harness.now.toISOString().slice(0, 13), current])
    status = current
    expect([harness.now, await isOpen()]).toEqual([harness.now, true])
  }
  return changes
}

const resumption = 'ama@example.com: Your payments resume on 1 July 2026'

/** From 1 March on, at 10:00, so that the payments of April, May and June are skipped. */
async function redeemGift() {
  await harness.storeReaderAndCheckout()
  await harness.subscribe()
  await harness.applyEvent({ kind: 'redeemGift', gift: 'gift', months: 3, endFailing: false })
  await harness.runUntilIdle()
  expect(findAtPayPal(harness, harness.provider).status).toBe('SUSPENDED')
}

const isPayPalAway = { untilThePayment: true, never: false }

describe.each(['skip', 'charge'] as const)('if PayPal can %s what is missed', (mode) => {
  it.each(Object.entries(isPayPalAway))(
    'a gift skips three payments, and the next one is charged once (PayPal away: %s)',
    async (_, isAway) => {
      harness.ledger.setMissedDates(mode)
      await redeemGift()
      await passTime('2026-06-28T12:00Z')
      if (isAway) harness.unavailableService = 'paypal'
      const changes = await passTime('2026-06-30T20:00Z')
      harness.unavailableService = null
      changes.push(...(await passTime('2026-07-05T12:00Z')))
      // As soon as possible from 10:00 on 29 June on.
      expect(changes).toEqual([[isAway ? '2026-07-01T04' : '2026-06-29T16', 'ACTIVE']])
      expect(listPaid()).toEqual([1399, 1399])
      const paidThrough = new Date('2026-08-01T10:00Z')
      expect((await harness.record()).subscription).toMatchObject({ used: [], paidThrough })
      await passTime('2026-08-02T12:00Z')
      expect(listPaid()).toEqual([1399, 1399, 1399])
      const refund = 'ama@example.com: We’ve refunded a payment'
      const emails = mode === 'charge' ? [resumption, refund] : [resumption]
      expect(harness.listSentEmails().slice(2)).toEqual(emails)
    },
  )
})

it('a delay of our own is granted once, and then the reader approves again', async () => {
  await redeemGift()
  await passTime('2026-06-28T12:00Z')
  harness.unavailableService = 'paypal'
  await passTime('2026-07-02T20:00Z')
  harness.unavailableService = null
  await passTime('2026-07-12T12:00Z')
  expect(listPaid()).toEqual([1399])
  const delay = { source: 'delay', months: 1, state: 'used' }
  const { subscription } = await harness.record()
  const paidThrough = new Date('2026-08-01T10:00Z')
  expect(subscription).toMatchObject({ state: 'active', paidThrough })
  expect(subscription!.used.at(-1)).toMatchObject(delay)
  expect(harness.listSentEmails().slice(2)).toEqual([resumption])
  await skipAtPayPal(harness)
  expect(resolveEntitlement(await harness.record(), harness.now)).toMatchObject({
    detail: 'paymentMissing',
    entitled: true,
    allowedSteps: expect.arrayContaining(['approve']),
  })
})

it('PayPal’s first date of today doesn’t end a paid year, whatever the reader does', async () => {
  const hour = 60 * 60 * 1000
  harness.ledger.setStaleDates(30 * hour)
  await harness.storeReaderAndCheckout('annual_99')
  await harness.subscribe()
  const paidThrough = new Date('2027-03-01T10:00Z')
  expect(findAtPayPal(harness, harness.provider).nextBillingAt).toBe('2026-03-01T10:00:00.000Z')
  expect((await harness.record()).subscription).toMatchObject({ paidThrough })
  await harness.applyEvent({ kind: 'cancel' })
  await harness.passDays(3, 6)
  expect((await harness.record()).subscription).toMatchObject({ state: 'ending', paidThrough })
  await harness.applyEvent({ kind: 'reactivate' })
  await harness.passDays(2, 6)
  await harness.applyEvent({ kind: 'cancel' })
  await harness.advanceDays(359)
  await harness.runUntilIdle()
  expect(await isOpen()).toBe(true)
  await harness.advanceDays(2)
  await harness.runUntilIdle()
  expect(await isOpen()).toBe(false)
  expect(listPaid()).toEqual([9900])
})
