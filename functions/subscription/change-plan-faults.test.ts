/** Plan changes through the Worker's routes, interrupted at every call. */
import { expect } from 'vitest'
import { hour } from '../../src/domain/duration.ts'
import { type Flow, testFlows } from '../testing/fault-injection.ts'
import { unwrap } from '../testing/unwrap.ts'
import type { WorkerHarness } from '../testing/worker-harness.ts'
import { syncFromPayPal } from './sync-from-paypal.ts'
import {
  approve,
  approveAndReturn,
  choosePlan,
  prepareChange,
  returnFromPayPal,
  startChange,
  subscribe,
} from './testing/plan-change.ts'

const changed = { atPayPal: ['P-YEAR: ACTIVE', 'P-MONTH: CANCELLED'] }
const deleted = { atPayPal: ['P-YEAR: CANCELLED', 'P-MONTH: CANCELLED'] }

/** PayPal collects no payment on the due date and advances to the next one. We detect that a day later. */
async function skipAtPayPal(harness: WorkerHarness) {
  const { ledger, provider, uid, deps } = harness
  const { paidThrough } = (await harness.record()).subscription!
  const goToHour = (hours: number) => {
    harness.now = new Date(paidThrough.getTime() + hours * hour)
  }
  goToHour(-1)
  ledger.suspend(provider)
  goToHour(1)
  ledger.activate(provider)
  harness.events.length = 0
  goToHour(25)
  unwrap(await syncFromPayPal(deps, { uid, plan: 'monthly_13' }, provider, { by: 'cron' }))
}

/** Steps that the reader repeats after an interruption. */
const steps: Readonly<Record<string, Flow>> = {
  'the choice of a plan': {
    prepare: subscribe,
    run: async (harness) => expect((await choosePlan(harness)).id).toMatch(/^I-/),
    // An unapproved plan is looked up at PayPal a day later.
    pendingItems: 1,
  },
  'a return from PayPal': {
    outcome: { ...changed, refunded: 0 },
    prepare: prepareChange,
    run: approveAndReturn,
  },
  'a renewal before the approval is known': {
    outcome: { atPayPal: ['P-YEAR: CANCELLED', 'P-MONTH: ACTIVE'] },
    prepare: async (harness) => {
      await prepareChange(harness)
      approve(harness)
      // PayPal's events about both subscriptions arrive late.
      await harness.advanceDays(31)
      await harness.logIn()
      harness.ledger.billSubscription(harness.provider, true)
    },
    run: async (harness) =>
      expect(await returnFromPayPal(harness)).toMatchObject({ error: expect.anything() }),
    // The outbox item waits a day for a first payment that may still arrive.
    pendingItems: 1,
  },
  'a payment for the old plan just before PayPal cancels it': {
    outcome: { ...changed, refunded: 1 },
    prepare: prepareChange,
    run: async (harness) => {
      await approveAndReturn(harness)
      await harness.advanceDays(0.01)
      harness.ledger.billSubscription(harness.provider, true)
    },
  },
  'an approval by a subscriber whose payment PayPal has skipped': {
    outcome: { state: 'active', atPayPal: ['P-MONTH: ACTIVE', 'P-MONTH: CANCELLED'], refunded: 0 },
    prepare: async (harness) => {
      await subscribe(harness)
      await skipAtPayPal(harness)
      await harness.runUntilIdle()
      await harness.logIn()
      await startChange(harness, 'monthly')
    },
    run: approveAndReturn,
  },
  'the deletion of the account while a change waits': {
    outcome: { ...deleted, accounts: 0 },
    prepare: async (harness) => {
      await prepareChange(harness)
      await approveAndReturn(harness)
      await harness.requestDeletion()
    },
    run: (harness) => harness.remove(),
    // Both subscriptions are looked up again a week later and a month later.
    pendingItems: 4,
  },
}

/** Events that the test triggers only once, unlike the reader's steps. */
const events: Readonly<Record<string, Flow>> = {
  'an approval without a return': {
    outcome: changed,
    prepare: prepareChange,
    run: async (harness) => approve(harness),
  },
  'the deletion of the account before the approval': {
    outcome: { ...deleted, accounts: 0 },
    prepare: async (harness) => {
      await prepareChange(harness)
      await harness.requestDeletion()
      await harness.remove()
    },
    run: async (harness) => approve(harness),
    // The new plan is looked up at PayPal twice within a day, and the former one a week later and a month later.
    pendingItems: 4,
  },
}

testFlows(steps, { isRepeatedByReader: true })
testFlows(events)
