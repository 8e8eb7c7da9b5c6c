/**
 * Random lives of a reader with credit and gifts who was also referred: payments, refunds, disputes, repeated and late
 * events, interrupted calls. In the end, PayPal's ledger and our records must match.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countLives } from '../../scripts/dev/random-lives.ts'
import { day } from '../../src/domain/duration.ts'
import { giftLengths } from '../../src/domain/gift/gift-length.ts'
import { earningTotal } from '../../src/domain/referral/limits.ts'
import { createStep, type ValueOf } from '../../src/domain/testing/any-step.ts'
import { readReturnedParts } from '../subscription/returned-parts.ts'
import { FaultError } from '../testing/interruptible-services.ts'
import { unwrap } from '../testing/unwrap.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'
import {
  addCredit,
  listPayments,
  readLedger,
  refer,
  referrer,
} from './testing/referral-scenario.ts'

const payment = fc.nat(3)
const step = fc.oneof(
  createStep(4, 'renew'),
  createStep(4, 'work'),
  createStep(2, ['repeatEvents', 'dropEvents']),
  createStep(2, 'wait', { days: fc.constantFrom(1, 31, 190) }),
  createStep(3, 'grant', { amount: fc.integer({ min: 1, max: 3000 }) }),
  createStep(2, 'give', { months: fc.constantFrom(...giftLengths) }),
  createStep(1, ['refund', 'reverse', 'dispute', 'win'], { payment }),
  createStep(4, 'fault', { call: fc.integer({ min: 1, max: 25 }), isCallMade: fc.boolean() }),
)
type Step = ValueOf<typeof step>

const setting = fc.record({
  plan: fc.constantFrom('monthly_13' as const, 'annual_99' as const),
  missedDates: fc.constantFrom('skip' as const, 'charge' as const),
})

async function runUnlessStopped(harness: WorkerHarness, run: () => Promise<unknown>) {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
  } finally {
    harness.clearFault()
  }
}

/** Passes these days. The middle of a long period is skipped, because nothing happens then. */
async function wait(harness: WorkerHarness, days: number) {
  const isLong = days > 200
  await harness.passDays(isLong ? 20 : days, 24)
  if (!isLong) return
  await harness.advanceDays(days - 40)
  await harness.passDays(20, 24)
}

const give = (harness: WorkerHarness, months: number) =>
  harness.applyEvent({
    kind: 'redeemGift',
    gift: crypto.randomUUID(),
    months,
    endFailing: false,
  })

async function runStep(harness: WorkerHarness, one: Step, isRefunded: Set<string>) {
  const chosen = 'payment' in one ? listPayments(harness)[one.payment] : undefined
  switch (one.do) {
    case 'renew': {
      const due = unwrap(harness.ledger.find(harness.provider)).nextBillingAt
      const days = due ? (new Date(due).getTime() - harness.now.getTime()) / day : 31
      await wait(harness, days - 1)
      // PayPal's events are delayed.
      await harness.advanceDays(1)
      harness.ledger.runBilling()
      break
    }
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
      await wait(harness, one.days)
      break
    case 'grant':
      await addCredit(harness, one.amount)
      break
    case 'give':
      await give(harness, one.months)
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

/** Passes enough time for every retry. */
async function settleEverything(harness: WorkerHarness) {
  for (const { id } of listPayments(harness)) {
    if (harness.ledger.findDispute(id)?.outcome === null) harness.ledger.dispute(id, 'won')
  }
  await harness.passDays(1.5, 2)
}

const cents = (value: string) => Math.round(Number(value) * 100)

it('credit ledgers agree with PayPal’s refunds in random sequences of events', async () => {
  let returnedPayments = 0
  let sharedPayments = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 14 }),
      setting,
      async (steps, life) => {
        const harness = new WorkerHarness()
        const refundedOtherwise = new Set<string>()
        harness.ledger.setMissedDates(life.missedDates)
        await harness.storeReaderAndCheckout(life.plan)
        await refer(harness)
        await addCredit(harness, 2000)
        await harness.subscribe()
        if (life.plan === 'annual_99') {
          await give(harness, 3)
          await addCredit(harness, 500)
        }
        for (const one of steps) await runStep(harness, one, refundedOtherwise)
        await settleEverything(harness)

        const { firestore } = harness.database
        const findReturnedParts = unwrap(await readReturnedParts(firestore, harness.uid))
        for (const { id, value } of listPayments(harness)) {
          const refunds = harness.ledger.listRefunds(id).map((refund) => cents(refund.value))
          const returned = findReturnedParts(id)
          if (returned.amount > 0) expect(returned.isReturned).toBe(true)
          const total = refunds.reduce((sum, refund) => sum + refund, 0)
          // Unless there was another refund, PayPal's refunds match our records to the cent.
          if (!refundedOtherwise.has(id) && !harness.refunded.includes(id))
            expect(total).toBe(returned.amount)
          else expect(total).toBeGreaterThanOrEqual(returned.amount)
          expect(total).toBeLessThanOrEqual(cents(value))
          if (returned.amount === 0) continue
          // All reasons share a single refund.
          expect(refunds).toContain(returned.amount)
          returnedPayments++
          if (returned.credit > 0 && returned.share > 0) sharedPayments++
        }
        const { subscription } = await harness.record()
        const wasDisputed = steps.some((one) => one.do === 'dispute')
        if (refundedOtherwise.size === 0 && !wasDisputed) expect(subscription?.state).toBe('active')

        const kinds = (await readLedger(harness, referrer))!.map(({ kind }) => kind)
        expect(kinds.filter((kind) => kind === 'pending').length).toBeLessThanOrEqual(1)
        expect(kinds.filter((kind) => kind === 'earned').length).toBeLessThanOrEqual(1)
        expect(kinds.lastIndexOf('reversed')).toBe(kinds.indexOf('reversed'))
        const paid = listPayments(harness).reduce((sum, { value }) => sum + cents(value), 0)
        if (kinds.includes('pending')) expect(paid).toBeGreaterThanOrEqual(earningTotal)
      },
    ),
    { numRuns: countLives(6) },
  )
  expect(returnedPayments).toBeGreaterThan(10)
  expect(sharedPayments).toBeGreaterThan(0)
})
