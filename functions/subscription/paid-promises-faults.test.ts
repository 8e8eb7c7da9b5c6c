/** A reader keeps paid time and promised dates, whatever happens at PayPal at the same time. */
import { beforeEach, expect, it } from 'vitest'
import { fail } from '../../src/domain/result.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import { payer, type WorkerHarness } from '../testing/worker-harness.ts'
import { findAtPayPal, listPayments, openHarness } from './testing/checkout-steps.ts'

let harness: WorkerHarness
beforeEach(() => {
  harness = openHarness()
})

async function subscribeToYear() {
  await harness.storeReaderAndCheckout('annual_99')
  await harness.subscribe()
  await harness.advanceDays(30)
  await harness.logIn()
}

it.each([
  ['before PayPal had suspended it', false],
  ['before PayPal had suspended it, whose answer is lost', true],
])('a subscription stays active that was reactivated %s', async (_, isAnswerLost) => {
  await subscribeToYear()
  const { setStatus } = harness.paypal
  let isFirst = true
  const setStatusLate: PayPal['setStatus'] = async (...change) => {
    if (!isFirst) return setStatus(...change)
    isFirst = false
    expect((await harness.patch('/api/subscription', { step: 'reactivate' })).status).toBe(200)
    const changed = await setStatus(...change)
    return isAnswerLost ? fail({ kind: 'unavailable', reason: 'timeout' }) : changed
  }
  Object.assign(harness.paypal, { setStatus: setStatusLate })
  await harness.patch('/api/subscription', { step: 'cancel' })
  await harness.runUntilIdle()
  expect(await harness.record()).toMatchObject({
    subscription: { state: 'active' },
    isReconciled: true,
  })
  expect(findAtPayPal(harness, harness.provider).status).toBe('ACTIVE')
})

it('the first email names PayPal’s date of the next payment although the first was pending', async () => {
  await harness.storeReaderAndCheckout()
  harness.ledger.setSlow(harness.provider, true)
  harness.ledger.approve(harness.provider, payer)
  await harness.runUntilIdle()
  harness.ledger.setSlow(harness.provider, false)
  harness.now = new Date('2026-03-03T12:00Z')
  harness.ledger.complete(listPayments(harness)[0]!.id, true)
  await harness.runUntilIdle()
  expect(harness.sentEmails[0]!.text).toContain('Next payment: $13.99 on 1 April 2026')
  await harness.passDays(40)
  expect(listPayments(harness)[1]?.at.slice(0, 10)).toBe('2026-04-01')
})
