import { expect, it } from 'vitest'
import type { PaymentsResponse } from '../../src/contracts/endpoints/payments-endpoints.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { formatCents } from '../../src/domain/subscription/outlook-text.ts'
import { getPlanPrice } from '../../src/domain/subscription/plan.ts'
import { getMonthsShare } from '../../src/domain/subscription/price-share.ts'
import { formatPayPalValue } from '../platform/adapters/paypal-payments.ts'
import { readAnswer } from '../subscription/testing/checkout-steps.ts'
import { type Flow, testFlows } from '../testing/fault-injection.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'
import { addCredit, approve, listPayments, refer, renew } from './testing/referral-scenario.ts'

const annual = getPlanPrice('annual_99')
const toValue = (minorUnits: number) => formatPayPalValue({ ...annual, minorUnits })
/** The share of a yearly payment that a three-month gift is worth. */
const share = getMonthsShare(annual.minorUnits, 'annual_99', 3)

async function subscribeAsFriend(harness: Parameters<Flow['prepare']>[0]) {
  await refer(harness)
  await harness.subscribe()
}

/** Advances to the day before a yearly payment that a gift and credit reduce. */
const prepareShare = (months: number) => async (harness: WorkerHarness) => {
  await harness.subscribe()
  await addCredit(harness, 2000)
  await harness.applyEvent({ kind: 'redeemGift', gift: 'gift', months, endFailing: false })
  await harness.advanceDays(364)
  await harness.runUntilIdle()
  await harness.advanceDays(1)
}

const isRefused = { ok: false, failure: { kind: 'refused', issue: 'PARTIAL_REFUND_NOT_ALLOWED' } }

const bill = async ({ ledger }: WorkerHarness) => ledger.runBilling()

const settled = { state: 'active', credit: [['granted', 'used', 'settled']] }
const useGift = (months: number) => ({ source: 'gift', months, state: 'used' })

/** The friend's next check stays in the outbox. */
const pendingItems = 1

const flows: Readonly<Record<string, Flow>> = {
  'the first payment of a friend who pays for a year': {
    outcome: { credit: [['pending']], state: 'active' },
    plan: 'annual_99',
    prepare: refer,
    run: async (harness) => approve(harness),
    pendingItems,
  },
  'the second payment of a friend who pays monthly': {
    outcome: { credit: [[]], state: 'active' },
    prepare: subscribeAsFriend,
    run: renew,
    pendingItems,
  },
  'the third payment of a friend who pays monthly': {
    outcome: { credit: [['pending']], state: 'active' },
    prepare: async (harness) => {
      await subscribeAsFriend(harness)
      await renew(harness)
      await harness.runUntilIdle()
    },
    run: renew,
    pendingItems,
  },
  'credit that is due': {
    outcome: { credit: [['pending', 'earned']], state: 'active' },
    plan: 'annual_99',
    prepare: subscribeAsFriend,
    run: (harness) => harness.advanceDays(31),
  },
  'a refund of the friend’s payment': {
    outcome: { credit: [['pending', 'reversed']], state: 'ended' },
    plan: 'annual_99',
    prepare: subscribeAsFriend,
    run: async (harness) => harness.ledger.refund(listPayments(harness)[0]!.id),
    pendingItems,
  },
  'a dispute of the friend’s payment': {
    outcome: { credit: [['pending', 'reversed']], state: 'disputed' },
    plan: 'annual_99',
    prepare: subscribeAsFriend,
    run: async (harness) => harness.ledger.dispute(listPayments(harness)[0]!.id, null),
    pendingItems,
  },
  'a payment that is returned as credit': {
    outcome: { ...settled, returned: ['0.00', formatPayPalValue(getPlanPrice('monthly_13'))] },
    prepare: async (harness) => {
      await harness.subscribe()
      await addCredit(harness, 2000)
    },
    run: renew,
  },
  'a payment that is returned in part': {
    outcome: { ...settled, returned: ['0.00', '6.01'] },
    prepare: async (harness) => {
      await harness.subscribe()
      await addCredit(harness, 601)
    },
    run: renew,
  },
  'the first payment of a reader with credit': {
    outcome: { ...settled, returned: [formatPayPalValue(getPlanPrice('monthly_13'))] },
    prepare: (harness) => addCredit(harness, 2000),
    run: async (harness) => approve(harness),
  },
  'a yearly payment that a gift and credit reduce': {
    outcome: {
      ...settled,
      returned: ['0.00', toValue(share + 2000)],
      bank: [],
      used: [useGift(3)],
    },
    plan: 'annual_99',
    prepare: prepareShare(3),
    run: bill,
  },
  'a yearly payment that a gift replaces': {
    outcome: {
      state: 'active',
      credit: [['granted']],
      returned: ['0.00', toValue(annual.minorUnits)],
      used: [useGift(12)],
    },
    plan: 'annual_99',
    prepare: prepareShare(12),
    run: bill,
  },
  'a yearly payment of which PayPal returns no part': {
    outcome: {
      state: 'active',
      credit: [['granted', 'used', 'restored']],
      returned: ['0.00', '0.00'],
      bank: [{ source: 'gift', months: 3, isSuspended: false }],
      used: [],
    },
    plan: 'annual_99',
    prepare: async (harness) => {
      await prepareShare(3)(harness)
      Object.assign(harness.paypal, { refundPart: async () => isRefused })
    },
    run: bill,
  },
}

testFlows(flows)

it.each([
  [
    3,
    { share, credit: 2000 },
    `We’ve returned ${formatCents(share + 2000)} of your payment of ${formatMoney(annual)} for The Verandah on 1 March 2027, for three months you’ve been given and using your credit.`,
  ],
  [
    12,
    { share: annual.minorUnits, credit: 0 },
    `We’ve returned ${formatMoney(annual)} of your payment of ${formatMoney(annual)} for The Verandah on 1 March 2027, for twelve months you’ve been given.`,
  ],
] as const)(
  'a reader is told once how much a gift of %i months returns, and the payment is listed as paid',
  async (months, parts, text) => {
    const harness = new WorkerHarness()
    await harness.storeReaderAndCheckout('annual_99')
    await prepareShare(months)(harness)
    await bill(harness)
    await harness.runUntilIdle()
    const emails = harness.sentEmails.filter(({ line }) => line.includes('returned'))
    expect(emails.map((email) => email.text)).toEqual([expect.stringContaining(text)])
    await harness.logIn()
    const { payments, history } = await readAnswer<PaymentsResponse>(
      harness.get('/api/subscription/payments'),
    )
    expect(payments[0]).toMatchObject({
      minorUnits: annual.minorUnits,
      excess: 0,
      refunded: 0,
      state: 'paid',
      ...parts,
    })
    expect(history.map(({ kind }) => kind)).toEqual(['renewed', 'giftRedeemed', 'started'])
  },
)

it('a gift’s share of a payment is returned even if the account was deleted in the meantime', async () => {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout('annual_99')
  await prepareShare(3)(harness)
  await bill(harness)
  await harness.deliverEvents()
  await harness.requestDeletion()
  expect(await harness.remove()).toMatchObject({ ok: true })
  await harness.passDays(31)
  const [, renewal] = listPayments(harness)
  expect(harness.ledger.listRefunds(renewal!.id)).toMatchObject([{ value: toValue(share) }])
  expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
})
