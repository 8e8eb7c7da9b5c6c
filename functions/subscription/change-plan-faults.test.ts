/** Changes of plan through the Worker's routes, interrupted at every call. */
import { describe, expect, it } from 'vitest'
import { expectSameOutcomeWithFaults, type Flow, runWithFault } from '../testing/fault-injection.ts'
import {
  approve,
  approveAndReturn,
  choosePlan,
  prepareChange,
  returnFromPayPal,
  startChange,
  subscribe,
} from './testing/plan-change.ts'

const isRepeatedByReader = true

const flows: Readonly<Record<string, Flow>> = {
  'the choice of a plan': {
    prepare: subscribe,
    run: async (harness) => expect((await choosePlan(harness)).id).toMatch(/^I-/),
    isRepeatedByReader,
    // PayPal is asked a day later about a plan that nobody has approved.
    pendingItems: 1,
  },
  'a return from PayPal': { prepare: prepareChange(), run: approveAndReturn, isRepeatedByReader },
  'an approval without a return': {
    prepare: prepareChange(),
    run: async (harness) => approve(harness),
  },
  'a change during a pause': {
    prepare: prepareChange((harness) => harness.applyEvent({ kind: 'pause', months: 1 })),
    run: approveAndReturn,
    isRepeatedByReader,
  },
  'a change during the free month': {
    prepare: prepareChange((harness) => harness.applyEvent({ kind: 'acceptOffer' })),
    run: approveAndReturn,
    isRepeatedByReader,
  },
  'a renewal before the approval is known': {
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
    isRepeatedByReader,
  },
  'a payment for the old plan just before PayPal cancels it': {
    prepare: prepareChange(),
    run: async (harness) => {
      await approveAndReturn(harness)
      await harness.advanceDays(0.01)
      harness.ledger.billSubscription(harness.provider, true)
    },
    isRepeatedByReader,
  },
  'a change of a change': {
    prepare: async (harness) => {
      await prepareChange()(harness)
      await approveAndReturn(harness)
      await harness.runUntilIdle()
      await startChange(harness, 'monthly')
    },
    run: approveAndReturn,
    isRepeatedByReader,
  },
  'a gift while a change waits': {
    prepare: async (harness) => {
      await prepareChange()(harness)
      await approveAndReturn(harness)
      await harness.runUntilIdle()
    },
    run: (harness) =>
      harness.applyEvent({ kind: 'redeemGift', gift: 'gift', months: 3, endFailing: false }),
    isRepeatedByReader,
  },
  'the deletion of the account while a change waits': {
    prepare: async (harness) => {
      await prepareChange()(harness)
      await approveAndReturn(harness)
      await harness.requestDeletion()
    },
    run: (harness) => harness.remove(),
    isRepeatedByReader,
    // PayPal is asked again a week later and a month later, about both subscriptions.
    pendingItems: 4,
  },
  'the deletion of the account before the approval': {
    prepare: async (harness) => {
      await prepareChange()(harness)
      await harness.requestDeletion()
      await harness.remove()
    },
    run: async (harness) => approve(harness),
    // PayPal is asked again: about the new plan within a day, about the former one a week later and a month later.
    pendingItems: 3,
  },
}

describe.each(Object.entries(flows))('%s', (_name, flow) => {
  it('has the same outcome wherever it’s interrupted', () => expectSameOutcomeWithFaults(flow))
})

describe('without an interruption', () => {
  it.each<[keyof typeof flows, object]>([
    ['a return from PayPal', { atPayPal: ['P-YEAR: ACTIVE', 'P-MONTH: CANCELLED'], refunded: 0 }],
    ['an approval without a return', { atPayPal: ['P-YEAR: ACTIVE', 'P-MONTH: CANCELLED'] }],
    [
      'a change during a pause',
      { state: 'paused', atPayPal: ['P-YEAR: SUSPENDED', 'P-MONTH: CANCELLED'] },
    ],
    ['a change during the free month', { atPayPal: ['P-YEAR: SUSPENDED', 'P-MONTH: CANCELLED'] }],
    [
      'a payment for the old plan just before PayPal cancels it',
      { atPayPal: ['P-YEAR: ACTIVE', 'P-MONTH: CANCELLED'], refunded: 1 },
    ],
    [
      'a change of a change',
      { atPayPal: ['P-MONTH: ACTIVE', 'P-YEAR: CANCELLED', 'P-MONTH: CANCELLED'] },
    ],
    ['a gift while a change waits', { atPayPal: ['P-YEAR: SUSPENDED', 'P-MONTH: CANCELLED'] }],
    [
      'the deletion of the account while a change waits',
      { atPayPal: ['P-YEAR: CANCELLED', 'P-MONTH: CANCELLED'], outboxItems: 4, accounts: 0 },
    ],
    [
      'the deletion of the account before the approval',
      { atPayPal: ['P-YEAR: CANCELLED', 'P-MONTH: CANCELLED'], outboxItems: 3, accounts: 0 },
    ],
  ])('%s', async (name, outcome) => {
    expect((await runWithFault(flows[name]!, null)).outcome).toMatchObject(outcome)
  })

  it('of a renewal and the new plan, the renewal counts', async () => {
    const { outcome } = await runWithFault(flows['a renewal before the approval is known']!, null)
    expect(outcome).toMatchObject({ atPayPal: ['P-YEAR: CANCELLED', 'P-MONTH: ACTIVE'] })
  })
})
