/** Changes of plan through the Worker's routes, interrupted at every call. */
import { expect } from 'vitest'
import { type Flow, testFlows } from '../testing/fault-injection.ts'
import {
  approve,
  approveAndReturn,
  choosePlan,
  prepareChange,
  returnFromPayPal,
  startChange,
  stoppedSubscribers,
  subscribe,
} from './testing/plan-change.ts'

const changed = { atPayPal: ['P-YEAR: ACTIVE', 'P-MONTH: CANCELLED'] }
const deleted = { atPayPal: ['P-YEAR: CANCELLED', 'P-MONTH: CANCELLED'] }

/** The reader repeats them. */
const steps: Readonly<Record<string, Flow>> = {
  'the choice of a plan': {
    prepare: subscribe,
    run: async (harness) => expect((await choosePlan(harness)).id).toMatch(/^I-/),
    // PayPal is asked a day later about a plan that nobody has approved.
    pendingItems: 1,
  },
  'a return from PayPal': {
    outcome: { ...changed, refunded: 0 },
    prepare: prepareChange(),
    run: approveAndReturn,
  },
  'a change during a pause': {
    outcome: { ...changed, state: 'paused' },
    prepare: prepareChange((harness) => harness.applyEvent({ kind: 'pause', months: 1 })),
    run: approveAndReturn,
  },
  'a change during the free month': {
    outcome: {
      ...changed,
      bank: [],
      used: [{ source: 'freeMonth', months: 1, state: 'used' }],
    },
    prepare: prepareChange((harness) => harness.applyEvent({ kind: 'acceptOffer' })),
    run: approveAndReturn,
  },
  'a renewal before the approval is known': {
    outcome: { atPayPal: ['P-YEAR: CANCELLED', 'P-MONTH: ACTIVE'] },
    prepare: async (harness) => {
      await prepareChange()(harness)
      approve(harness)
      // PayPal's events about both are late.
      await harness.advanceDays(31)
      await harness.logIn()
      harness.ledger.billSubscription(harness.provider, true)
    },
    run: async (harness) =>
      expect(await returnFromPayPal(harness)).toMatchObject({ error: expect.anything() }),
    // Waits a day for a first payment that may still arrive.
    pendingItems: 1,
  },
  'a payment for the old plan just before PayPal cancels it': {
    outcome: { ...changed, refunded: 1 },
    prepare: prepareChange(),
    run: async (harness) => {
      await approveAndReturn(harness)
      await harness.advanceDays(0.01)
      harness.ledger.billSubscription(harness.provider, true)
    },
  },
  'a change of a change': {
    outcome: { atPayPal: ['P-MONTH: ACTIVE', 'P-YEAR: CANCELLED', 'P-MONTH: CANCELLED'] },
    prepare: async (harness) => {
      await prepareChange()(harness)
      await approveAndReturn(harness)
      await harness.runUntilIdle()
      await startChange(harness, 'monthly')
    },
    run: approveAndReturn,
  },
  ...Object.fromEntries(
    Object.entries(stoppedSubscribers).map(([who, stop]) => [
      `an approval by a subscriber ${who}`,
      {
        outcome: {
          state: 'active',
          atPayPal: ['P-MONTH: ACTIVE', 'P-MONTH: CANCELLED'],
          refunded: 0,
        },
        prepare: async (harness) => {
          await subscribe(harness)
          await stop(harness)
          await harness.runUntilIdle()
          await harness.logIn()
          await startChange(harness, 'monthly')
        },
        run: approveAndReturn,
      } satisfies Flow,
    ]),
  ),
  'a gift while a change waits': {
    outcome: { ...changed, bank: [{ source: 'gift', months: 3, isSuspended: false }] },
    prepare: async (harness) => {
      await prepareChange()(harness)
      await approveAndReturn(harness)
      await harness.runUntilIdle()
    },
    run: (harness) =>
      harness.applyEvent({ kind: 'redeemGift', gift: 'gift', months: 3, endFailing: false }),
  },
  'the deletion of the account while a change waits': {
    outcome: { ...deleted, accounts: 0 },
    prepare: async (harness) => {
      await prepareChange()(harness)
      await approveAndReturn(harness)
      await harness.requestDeletion()
    },
    run: (harness) => harness.remove(),
    // PayPal is asked again a week later and a month later, about both subscriptions.
    pendingItems: 4,
  },
}

/** They happen once. */
const events: Readonly<Record<string, Flow>> = {
  'an approval without a return': {
    outcome: changed,
    prepare: prepareChange(),
    run: async (harness) => approve(harness),
  },
  'the deletion of the account before the approval': {
    outcome: { ...deleted, accounts: 0 },
    prepare: async (harness) => {
      await prepareChange()(harness)
      await harness.requestDeletion()
      await harness.remove()
    },
    run: async (harness) => approve(harness),
    // PayPal is asked again: about the new plan twice within a day, about the former one a week later and a month later.
    pendingItems: 4,
  },
}

testFlows(steps, { isRepeatedByReader: true })
testFlows(events)
