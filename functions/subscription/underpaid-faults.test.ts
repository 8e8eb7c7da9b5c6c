/** Payers who change PayPal's charges to less than the price sold. The plan `P-CHEAP` belongs to the same product. */
import { describe, expect, it } from 'vitest'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { needsAttention } from '../../src/domain/subscription/reconciliation-record.ts'
import { createSold } from '../../src/domain/subscription/sold.ts'
import { formatPayPalValue } from '../platform/adapters/paypal-payments.ts'
import { type Flow, testFlows } from '../testing/fault-injection.ts'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { subscriptionPath } from './change-subscription.ts'
import { readReconciliation } from './reconcile-subscriptions.ts'
import {
  findAtPayPal,
  listPayments,
  openSubscriber,
  readCheckout,
  requestApproval,
  startMonthlyCheckout,
} from './testing/checkout-steps.ts'

const cheap = { planId: 'P-CHEAP' }
const sold = createSold('monthly_13', 'P-MONTH')
const fullValue = formatPayPalValue(sold)

const revise = async ({ ledger, provider: payPalSubscription }: WorkerHarness) => {
  unwrap(ledger.revise(payPalSubscription, cheap))
}

const flows: Readonly<Record<string, Flow>> = {
  'a cheaper plan': {
    outcome: { state: 'ending', providerStatus: 'CANCELLED', refunded: 0 },
    prepare: (harness) => harness.subscribe(),
    run: revise,
  },
  'a cheaper payment': {
    outcome: {
      ...{ state: 'ended', providerStatus: 'CANCELLED', refunded: 1 },
      returned: ['0.00', '1.00'],
    },
    prepare: (harness) => harness.subscribe(),
    // The event about the revision is lost. On the due date, PayPal collects the lower payment.
    run: async (harness) => {
      await revise(harness)
      harness.events.length = 0
      harness.now = new Date('2026-04-01T10:30Z')
      harness.ledger.runBilling()
    },
  },
}
testFlows(flows)

const readAccess = async (harness: WorkerHarness) => {
  const { detail, entitled, allowedSteps } = resolveEntitlement(await harness.record(), harness.now)
  return [detail, entitled, allowedSteps.filter((step) => /approve|subscribe/.test(step)).join()]
}

async function readAttention({ database, now }: WorkerHarness) {
  const { storedReconciliation } = unwrap(await readReconciliation(database.firestore))
  return needsAttention(storedReconciliation!, now)
}

it('a reader who revises to a cheaper plan can read until the paid time ends, is asked to approve again, and is reported by the health check', async () => {
  const harness = await openSubscriber()
  expect(await readAttention(harness)).toBe(false)
  await revise(harness)
  await harness.runUntilIdle()
  expect(await readAttention(harness)).toBe(true)
  expect(harness.listSentEmails().at(-1)).toBe(
    'ama@example.com: Your subscription needs your approval again',
  )
  expect(harness.sentEmails.at(-1)!.text).toContain('/settings/plan?plan=monthly')
  expect(await readAccess(harness)).toEqual(['underpaid', true, 'approve'])
  harness.now = new Date('2026-04-01T10:01Z')
  await harness.runUntilIdle()
  expect(await readAccess(harness)).toEqual(['underpaid', false, 'subscribe'])
})

it('a reader keeps access after a charge at a price that was lowered at PayPal for some weeks', async () => {
  const harness = await openSubscriber()
  const plan = harness.payPalPlans['P-MONTH']!
  plan.value = '9.99'
  await harness.passDays(30)
  harness.now = new Date('2026-04-01T10:30Z')
  harness.ledger.runBilling()
  expect(listPayments(harness).map(({ value }) => value)).toEqual([fullValue, '9.99'])
  plan.value = fullValue
  await harness.runUntilIdle()
  expect(harness.refunded).toEqual([])
  expect(await readAccess(harness)).toEqual(['active', true, ''])
})

it('a record from an earlier version gains the sold price, so that a later revision is found', async () => {
  const harness = await openSubscriber()
  const record = await harness.record()
  const { sold: _, ...subscription } = record.subscription!
  await harness.store({ [subscriptionPath(harness.uid)]: { ...record, subscription } })
  await harness.passDays(2, 2)
  expect((await harness.record()).subscription?.sold).toEqual(sold)
  await revise(harness)
  await harness.runUntilIdle()
  expect(await readAccess(harness)).toEqual(['underpaid', true, 'approve'])
})

describe('an approval', () => {
  async function approve(harness: WorkerHarness, change: (id: string) => unknown) {
    const id = await startMonthlyCheckout(harness.browser)
    const { uid } = await readCheckout(harness, id)
    change(id)
    Object.assign(harness, { provider: id })
    const { error } = await requestApproval(harness, id)
    await harness.runUntilIdle()
    const { subscription } = await harness.record(uid)
    return { error: error?.code, state: subscription?.state ?? null, sold: subscription?.sold }
  }

  it('stores the sold price', async () => {
    const harness = new WorkerHarness()
    const approved = await approve(harness, (id) => harness.ledger.approve(id, payer))
    expect(approved).toEqual({ error: undefined, state: 'active', sold })
  })

  it.each<[string, number, (harness: WorkerHarness, id: string) => unknown, string[]]>([
    [
      'a trial’s plan was changed in the meantime',
      7,
      ({ ledger }, id) => {
        ledger.approve(id, payer)
        ledger.revise(id, cheap)
      },
      [],
    ],
    [
      'the first payment was too small',
      0,
      ({ ledger, payPalPlans }, id) => {
        ledger.revise(id, cheap)
        payPalPlans['P-MONTH']!.value = '1.00'
        ledger.approve(id, payer)
        payPalPlans['P-MONTH']!.value = fullValue
      },
      ['REFUNDED'],
    ],
  ])(
    'starts nothing, is cancelled at PayPal, and has any payment refunded, if %s',
    async (_, trialDays, change, statuses) => {
      const harness = new WorkerHarness({ trialDays })
      const approved = await approve(harness, (id) => change(harness, id))
      expect(approved).toEqual({ error: 'already_subscribed', state: null, sold: undefined })
      expect(findAtPayPal(harness, harness.provider).status).toBe('CANCELLED')
      expect(listPayments(harness).map(({ status }) => status)).toEqual(statuses)
      expect(await readAttention(harness)).toBe(true)
    },
  )
})
