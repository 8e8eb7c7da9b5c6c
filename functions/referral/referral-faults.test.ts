import { describe, expect, it } from 'vitest'
import { expectSameOutcomeWithFaults, type Flow, runWithFault } from '../testing/fault-injection.ts'
import { addCredit, approve, listPayments, refer, renew } from './testing/referral-scenario.ts'

async function preparePending(harness: Parameters<Flow['prepare']>[0]) {
  await refer(harness)
  await harness.subscribe()
}

/** The check when the credit is due stays in the outbox. */
const pendingItems = 1

const flows: Readonly<Record<string, Flow>> = {
  'a friend’s first payment': {
    prepare: refer,
    run: async (harness) => approve(harness),
    pendingItems,
  },
  'credit that is due': {
    prepare: preparePending,
    run: (harness) => harness.advanceDays(31),
  },
  'a refund of the friend’s payment': {
    prepare: preparePending,
    run: async (harness) => harness.ledger.refund(listPayments(harness)[0]!.id),
    pendingItems,
  },
  'a dispute of the friend’s payment': {
    prepare: preparePending,
    run: async (harness) => harness.ledger.dispute(listPayments(harness)[0]!.id, null),
    pendingItems,
  },
  'a payment that is returned as credit': {
    prepare: async (harness) => {
      await harness.subscribe()
      await addCredit(harness, 2000)
    },
    run: renew,
  },
  'a payment that is returned in part': {
    prepare: async (harness) => {
      await harness.subscribe()
      await addCredit(harness, 601)
    },
    run: renew,
  },
  'the first payment of a reader with credit': {
    prepare: (harness) => addCredit(harness, 2000),
    run: async (harness) => approve(harness),
  },
}

describe.each(Object.entries(flows))('%s', (_name, flow) => {
  it('has the same outcome wherever it’s interrupted', () => expectSameOutcomeWithFaults(flow))
})

it.each<[string, object]>([
  ['a friend’s first payment', { credit: [['pending']], state: 'active' }],
  ['credit that is due', { credit: [['pending', 'earned']], state: 'active' }],
  ['a refund of the friend’s payment', { credit: [['pending', 'reversed']], state: 'ended' }],
  ['a dispute of the friend’s payment', { credit: [['pending', 'reversed']], state: 'disputed' }],
  [
    'a payment that is returned as credit',
    { credit: [['granted', 'used', 'settled']], state: 'active', returned: ['0.00', '13.99'] },
  ],
  [
    'a payment that is returned in part',
    { credit: [['granted', 'used', 'settled']], state: 'active', returned: ['0.00', '6.01'] },
  ],
  [
    'the first payment of a reader with credit',
    { credit: [['granted', 'used', 'settled']], state: 'active', returned: ['13.99'] },
  ],
])('%s', async (name, expected) => {
  const { outcome } = await runWithFault(flows[name]!, null)
  expect(outcome).toMatchObject({ ...expected, undeliveredEvents: 0 })
})
