import { describe, expect, it } from 'vitest'
import { fail } from '../../src/domain/result.ts'
import { startedSubject } from '../email/running-subscription-emails.ts'
import { handlePayPalEvent } from '../paypal-events/handle-paypal-event.ts'
import { type Flow, testFlows } from '../testing/fault-injection.ts'
import { readOutcome } from '../testing/read-outcome.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { parsePayPalEvent } from './paypal-event.ts'
import { syncFromPayPal } from './sync-from-paypal.ts'
import {
  findAtPayPal,
  listPayments,
  openSubscriber,
  readAnswer,
  readCode,
  startMonthlyCheckout,
} from './testing/checkout-steps.ts'

const subscribe = (harness: WorkerHarness) => harness.subscribe()

async function cancel(harness: WorkerHarness) {
  await harness.subscribe()
  await harness.applyEvent({ kind: 'cancel' })
  await harness.runUntilIdle()
}

async function failPayment(harness: WorkerHarness) {
  await harness.subscribe()
  await harness.advanceDays(31)
  harness.ledger.billSubscription(harness.provider, false)
  await harness.runUntilIdle()
}

const findFirstPayment = (harness: WorkerHarness) => listPayments(harness)[0]!

/** Steps that the reader repeats after an interruption. */
const steps: Readonly<Record<string, Flow>> = {
  'a cancellation': {
    prepare: subscribe,
    run: (harness) => harness.applyEvent({ kind: 'cancel' }),
  },
  'a payment after a cancellation': {
    prepare: async (harness) => {
      await harness.subscribe()
      await harness.advanceDays(31)
    },
    run: async (harness) => {
      await harness.applyEvent({ kind: 'cancel' })
      await harness.advanceDays(0.01)
      // PayPal charges before it receives the cancellation.
      harness.ledger.billSubscription(harness.provider, true)
    },
  },
  'a retried payment': {
    prepare: failPayment,
    run: (harness) => harness.retryPayment(),
  },
  'an account’s deletion': {
    prepare: async (harness) => {
      await harness.subscribe()
      await harness.requestDeletion()
    },
    run: (harness) => harness.remove(),
    // PayPal is queried again a week later and a month later.
    pendingItems: 2,
  },
  'an approval after the account’s deletion': {
    outcome: { providerStatus: 'CANCELLED', refunded: 1 },
    prepare: (harness) => harness.requestDeletion(),
    run: async (harness) => {
      await harness.remove()
      await harness.advanceDays(3)
      harness.ledger.approve(harness.provider, payer)
    },
  },
  'a new subscription while the failed one continues at PayPal': {
    prepare: failPayment,
    run: async (harness) => {
      await harness.applyEvent({ kind: 'cancel' })
      await harness.advanceDays(0.01)
      harness.ledger.approve(await harness.createCheckout(), payer)
    },
  },
}

/** Events that the test triggers only once, unlike the reader's steps. */
const events: Readonly<Record<string, Flow>> = {
  'the end of a period': { prepare: cancel, run: (harness) => harness.advanceDays(32) },
  'the activation before the end of a pause': {
    outcome: { state: 'paused', providerStatus: 'ACTIVE' },
    prepare: async (harness) => {
      await harness.subscribe()
      await harness.applyEvent({ kind: 'pause', months: 1 })
      await harness.runUntilIdle()
      harness.now = new Date('2026-04-29T09:00Z')
      await harness.runUntilIdle()
    },
    run: (harness) => harness.advanceDays(1 / 12),
  },
  'a lost dispute': {
    prepare: subscribe,
    run: async (harness) => {
      const { id } = findFirstPayment(harness)
      harness.ledger.dispute(id, null)
      harness.ledger.dispute(id, 'lost')
    },
  },
  'a refund': {
    prepare: subscribe,
    run: async (harness) => harness.ledger.refund(findFirstPayment(harness).id),
  },
  'a second subscription': {
    prepare: subscribe,
    run: async (harness) => harness.ledger.approve(await harness.createCheckout(), payer),
  },
}

testFlows(steps, { isRepeatedByReader: true })
testFlows(events)

it('a hundred simultaneous activations start one subscription', async () => {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  const id = harness.provider
  harness.ledger.approve(harness.provider, payer)
  const [synced] = harness.events
  const checkout = { uid: harness.uid, plan: 'monthly_13' } as const
  // Repeats the event, other events about the subscription, and the reader's return.
  await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      if (index % 3 === 0) return syncFromPayPal(harness.deps, checkout, id, { by: 'reader' })
      const event = parsePayPalEvent(synced!.text)!
      const own = index % 3 === 1 ? event : { ...event, id: `${event.id}-${index}` }
      return handlePayPalEvent(harness.deps, own)
    }),
  )
  await harness.runUntilIdle()
  expect(await readOutcome(harness)).toMatchObject({
    state: 'active',
    sentEmails: [expect.stringContaining(startedSubject)],
    history: ['active'],
    refunded: 0,
    providerStatus: 'ACTIVE',
  })
})

it.each([false, true])(
  'a subscription stays active if it’s reactivated before PayPal has suspended it (and the answer is lost: %s)',
  async (isAnswerLost) => {
    const harness = await openSubscriber()
    await harness.logIn()
    const { setStatus } = harness.paypal
    const setStatusLate: typeof setStatus = async (...change) => {
      Object.assign(harness.paypal, { setStatus })
      expect((await harness.patch('/api/subscription', { step: 'reactivate' })).status).toBe(200)
      const changed = await setStatus(...change)
      return isAnswerLost ? fail({ kind: 'unavailable', reason: 'timeout' }) : changed
    }
    Object.assign(harness.paypal, { setStatus: setStatusLate })
    await harness.patch('/api/subscription', { step: 'cancel' })
    await harness.runUntilIdle()
    const outcome = { state: 'active', isReconciled: true, providerStatus: 'ACTIVE' }
    expect(await readOutcome(harness)).toMatchObject(outcome)
  },
)

it('while PayPal is unavailable, a reader can cancel, and buyers are asked to try again later, which then succeeds', async () => {
  const harness = await openSubscriber()
  await harness.logIn()
  const [buyer, next] = [harness.openBrowser(), harness.openBrowser()]
  const id = await startMonthlyCheckout(buyer)
  harness.ledger.approve(id, payer)
  harness.unavailableService = 'paypal'
  const cancelled = { status: 'isEnding', detail: 'cancelled' }
  const cancel = harness.patch('/api/subscription', { step: 'cancel' })
  expect(await readAnswer(cancel)).toMatchObject(cancelled)
  const approve = () => buyer.send('POST', `/api/checkout/${id}/approval`, {})
  expect(await readCode(approve())).toBe('unavailable')
  expect(await readCode(harness.get('/api/subscription/payments'))).toBe('unavailable')
  expect(await startMonthlyCheckout(next)).toBeUndefined()

  harness.unavailableService = null
  await harness.runUntilIdle()
  expect(findAtPayPal(harness, harness.provider).status).toBe('SUSPENDED')
  expect(await readAnswer(approve())).toMatchObject({ state: 'running' })
  expect(await startMonthlyCheckout(next)).toMatch(/^I-/)
})

describe.each(['paypal', 'firestore'] as const)(
  'while %s is unavailable for an hour',
  (service) => {
    const events: Record<string, (harness: WorkerHarness) => Promise<unknown>> = {
      'a reader cancels repeatedly': async (harness) => {
        for (let again = 0; again < 3; again++) await harness.applyEvent({ kind: 'cancel' })
      },
      'a payment fails': async (harness) =>
        harness.ledger.billSubscription(harness.provider, false),
      'a payment is reversed': async (harness) =>
        harness.ledger.reverse(findFirstPayment(harness).id),
    }

    it.each(Object.entries(events))(
      'the outcome of %s is the same as without the outage',
      async (_name, occurs) => {
        const outcomes = []
        for (const away of [null, service]) {
          const harness = await openSubscriber()
          harness.unavailableService = away
          await occurs(harness)
          for (let minute = 0; minute < 60; minute += 3) await harness.advanceMinutes(3)
          harness.unavailableService = null
          await occurs(harness)
          await harness.runUntilIdle()
          outcomes.push(await readOutcome(harness))
        }
        expect(outcomes[1]).toEqual(outcomes[0])
        const settled = { undeliveredEvents: 0, outboxItems: 0, isReconciled: true }
        expect(outcomes[1]).toMatchObject(settled)
      },
    )
  },
)
