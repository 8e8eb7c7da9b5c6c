/**
 * Random lives of a reader with credit, who has also been referred: payments, refunds, disputes, repeated
 * and late events, interrupted calls. PayPal's book and the ledger must agree in the end.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findUse, type Ledger } from '../../src/domain/referral/ledger.ts'
import { FaultError, WorkerHarness } from '../testing/worker-harness.ts'
import {
  addCredit,
  listPayments,
  readLedger,
  refer,
  referrer,
} from './testing/referral-scenario.ts'

type Step =
  | { readonly do: 'renew' | 'work' | 'repeatEvents' | 'dropEvents' }
  | { readonly do: 'wait'; readonly days: number }
  | { readonly do: 'grant'; readonly amount: number }
  | { readonly do: 'refund' | 'reverse' | 'dispute' | 'win'; readonly payment: number }
  | { readonly do: 'fault'; readonly call: number; readonly isCallMade: boolean }

const payment = fc.nat(3)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('renew') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('work') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('repeatEvents', 'dropEvents') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait'), days: fc.constantFrom(1, 31, 190) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('grant'), amount: fc.integer({ min: 1, max: 3000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('refund', 'reverse', 'dispute', 'win'), payment }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fault'),
      call: fc.integer({ min: 1, max: 25 }),
      isCallMade: fc.boolean(),
    }),
  },
) as fc.Arbitrary<Step>

async function runUnlessStopped(harness: WorkerHarness, run: () => Promise<unknown>) {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
  } finally {
    harness.clearFault()
  }
}

async function runStep(harness: WorkerHarness, one: Step, isRefunded: Set<string>) {
  const chosen = 'payment' in one ? listPayments(harness)[one.payment] : undefined
  switch (one.do) {
    case 'renew':
      await harness.advanceDays(31)
      harness.ledger.billSubscription(harness.provider, true)
      break
    case 'work':
      await runUnlessStopped(harness, () => harness.advanceMinutes(3))
      break
    case 'repeatEvents':
      harness.events.push(...harness.events.map((event) => ({ ...event, id: `${event.id}-again` })))
      harness.events.reverse()
      break
    case 'dropEvents':
      harness.events.length = 0
      break
    case 'wait':
      await harness.advanceDays(one.days)
      break
    case 'grant':
      await addCredit(harness, one.amount)
      break
    case 'refund':
      if (chosen && harness.ledger.refund(chosen.id).ok) isRefunded.add(chosen.id)
      break
    case 'reverse':
      if (chosen && harness.ledger.reverse(chosen.id).ok) isRefunded.add(chosen.id)
      break
    case 'dispute':
    case 'win':
      if (chosen) harness.ledger.dispute(chosen.id, one.do === 'win' ? 'won' : null)
      break
    case 'fault':
      harness.calls = 0
      harness.fault = { call: one.call, isCallMade: one.isCallMade }
      await runUnlessStopped(harness, () => harness.advanceMinutes(3))
      break
  }
}

/** Long enough for every retry. */
async function settleEverything(harness: WorkerHarness) {
  for (const { id } of listPayments(harness)) {
    if (harness.ledger.findDispute(id)?.outcome === null) harness.ledger.dispute(id, 'won')
  }
  for (let hour = 0; hour < 8; hour++) await harness.advanceMinutes(61)
}

const cents = (value: string) => Math.round(Number(value) * 100)

it('agree with what PayPal has refunded', async () => {
  let returnedPayments = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const harness = new WorkerHarness()
      const refundedOtherwise = new Set<string>()
      await harness.storeReaderAndCheckout()
      await refer(harness)
      await addCredit(harness, 2000)
      await harness.subscribe()
      for (const one of steps) await runStep(harness, one, refundedOtherwise)
      await settleEverything(harness)

      const ledger: Ledger = (await readLedger(harness, harness.uid))!
      for (const { id, value } of listPayments(harness)) {
        const refunds = harness.ledger.listRefunds(id)
        const use = findUse(ledger, id)
        expect(use?.state).not.toBe('unsettled')
        const returned = use?.state === 'settled' ? use.amount : 0
        const total = refunds.reduce((sum, refund) => sum + cents(refund.value), 0)
        // Without another refund, what PayPal has refunded is what the ledger says, to the cent.
        if (!refundedOtherwise.has(id) && !harness.refunded.includes(id))
          expect(total).toBe(returned)
        else expect(total).toBeGreaterThanOrEqual(returned)
        expect(total).toBeLessThanOrEqual(cents(value))
        if (returned > 0) returnedPayments++
        if (returned > 0)
          expect(
            refunds.filter((refund) => cents(refund.value) === returned).length,
          ).toBeGreaterThan(0)
      }
      const { subscription } = await harness.record()
      const wasDisputed = steps.some((one) => one.do === 'dispute')
      if (refundedOtherwise.size === 0 && !wasDisputed) expect(subscription?.state).toBe('active')

      const kinds = (await readLedger(harness, referrer))!.map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'pending').length).toBeLessThanOrEqual(1)
      expect(kinds.filter((kind) => kind === 'earned').length).toBeLessThanOrEqual(1)
      expect(kinds.lastIndexOf('reversed')).toBe(kinds.indexOf('reversed'))
      harness.database.close()
    }),
    { numRuns: 120 },
  )
  expect(returnedPayments).toBeGreaterThan(100)
})
