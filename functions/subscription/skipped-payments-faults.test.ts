/** Months from the bank that replace payments, while PayPal is away when they should resume. */
import { expect, it } from 'vitest'
import { isEntitled } from '../../src/domain/subscription/entitlement.ts'
import type { WorkerHarness } from '../testing/worker-harness.ts'
import { findAtPayPal, listKept, openSubscriber } from './testing/checkout-steps.ts'

/** Lists what the reader has paid in the end, oldest payment first. */
const listPaid = (harness: WorkerHarness) =>
  listKept(harness)
    .map(({ minorUnits }) => minorUnits)
    .filter((kept) => kept > 0)

/** Time passes until `end`, and the reader has access all the time. */
async function passTime(harness: WorkerHarness, end: string) {
  while (harness.now < new Date(end)) {
    await harness.passDays(0.25, 6)
    expect([harness.now, isEntitled(await harness.record(), harness.now)]).toEqual([
      harness.now,
      true,
    ])
  }
}

const resumption = 'ama@example.com: Your payments resume on 1 July 2026'
const refund = 'ama@example.com: We’ve refunded a payment'

// Payments are due on the first day of a month at 10:00, so those of April, May and June are skipped.
it.each([
  ['skip', [resumption]],
  ['charge', [resumption, refund]],
] as const)('a gift skips three payments if PayPal can %s them', async (mode, emails) => {
  const harness = await openSubscriber()
  harness.ledger.setMissedDates(mode)
  await harness.applyEvent({ kind: 'redeemGift', gift: 'gift', months: 3, endFailing: false })
  await harness.runUntilIdle()
  await passTime(harness, '2026-06-28T12:00Z')
  harness.unavailableService = 'paypal'
  await passTime(harness, '2026-06-30T20:00Z')
  expect(findAtPayPal(harness, harness.provider).status).toBe('SUSPENDED')
  harness.unavailableService = null
  await passTime(harness, '2026-07-05T12:00Z')
  expect(listPaid(harness)).toEqual([1399, 1399])
  const paidThrough = new Date('2026-08-01T10:00Z')
  expect((await harness.record()).subscription).toMatchObject({ used: [], paidThrough })
  await passTime(harness, '2026-08-02T12:00Z')
  expect(listPaid(harness)).toEqual([1399, 1399, 1399])
  expect(harness.listSentEmails().slice(2)).toEqual(emails)
})
