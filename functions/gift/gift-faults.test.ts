import { expect, it } from 'vitest'
import { getPlanPrice } from '../../src/domain/subscription/plan.ts'
import { startedSubject } from '../email/running-subscription-emails.ts'
import { formatPayPalValue } from '../platform/adapters/paypal-payments.ts'
import { type Flow, testFlows } from '../testing/fault-injection.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { parseStoredGift } from './stored-gift.ts'

const order = {
  length: 3,
  recipient: null,
  day: null,
  message: 'Enjoy',
  senderName: 'Ama',
  buyerEmail: 'buyer@example.com',
  requestId: '0f8b0f0e-6b0e-4c43-9d8e-2f7f6f1c0a11',
}
const byEmail = { ...order, recipient: { name: 'Mira', email: 'mira@example.com' } }

const monthly = getPlanPrice('monthly_13')
const twoPayments = formatPayPalValue({ ...monthly, minorUnits: 2 * monthly.minorUnits })

async function buy(harness: WorkerHarness, form: object = order) {
  await harness.logIn()
  const started = await harness.post('/api/gifts', form)
  const { id } = (await started.json()) as { id: string }
  harness.ledger.approveOrder(id, payer, 'paid')
  await harness.post(`/api/gifts/${id}/payment`, undefined)
}

/** Must be called during preparation, because its database call must not be interrupted. */
async function findGift(harness: WorkerHarness) {
  const [stored] = await harness.queryAll({ collection: 'gifts' })
  const gift = parseStoredGift(stored!)
  if (!gift.ok) throw new Error(gift.failure.kind)
  return gift.value
}

async function redeem(harness: WorkerHarness, effect: string) {
  const { gift } = await findGift(harness)
  return harness.post(`/api/gift-cards/${gift.code}/redemption`, { effect })
}

async function refund(harness: WorkerHarness) {
  const { gift } = await findGift(harness)
  harness.ledger.refund(gift.capture!)
}

async function settleDispute(harness: WorkerHarness, outcome: 'won' | 'partial') {
  const { gift } = await findGift(harness)
  harness.ledger.dispute(gift.capture!, null)
  harness.ledger.dispute(gift.capture!, outcome)
}

async function prepareSubscriber(harness: WorkerHarness) {
  await harness.subscribe()
  await buy(harness)
  await harness.runUntilIdle()
}

async function prepareRedeemed(harness: WorkerHarness) {
  await prepareSubscriber(harness)
  await redeem(harness, 'postponesBilling')
  await harness.runUntilIdle()
}

const refused = { ok: false, failure: { kind: 'refused', issue: 'UNPROCESSABLE' } }

/** Advances to two days before the payment that follows the gift. */
async function goToActivation(harness: WorkerHarness) {
  harness.now = new Date('2026-06-29T10:01:00Z')
}

/** Advances to an hour before the subscription is reactivated. */
async function skipPayments(harness: WorkerHarness, missedDates: 'skip' | 'charge') {
  harness.ledger.setMissedDates(missedDates)
  await prepareRedeemed(harness)
  harness.now = new Date('2026-06-29T09:00:00Z')
  await harness.runUntilIdle()
}

async function failPayment(harness: WorkerHarness) {
  await prepareSubscriber(harness)
  await harness.advanceDays(31)
  harness.ledger.billSubscription(harness.provider, false)
  await harness.runUntilIdle()
  await harness.logIn()
}

const isRepeatedByReader = true

const active = { state: 'active' }
const bank = [{ source: 'gift', months: 3, isSuspended: false }]
const used = Array.from({ length: 3 }, () => ({ source: 'gift', months: 1, state: 'used' }))
const usedUp = { gifts: ['ended,ama,ama@example.com'] }
const delay = { source: 'delay', months: 1, state: 'used' }
const cardEmails = [
  'ama@example.com: Your gift of three months of The Verandah',
  `ama@example.com: ${startedSubject}`,
  'mira@example.com: Ama has given you three months of The Verandah',
]

const flows: Readonly<Record<string, Flow>> = {
  'buying a gift to give in person': {
    prepare: (harness) => harness.subscribe(),
    run: buy,
    isRepeatedByReader,
  },
  'buying and sending a card': {
    outcome: { gifts: ['sent,,ama@example.com'], sentEmails: cardEmails },
    prepare: (harness) => harness.subscribe(),
    run: (harness) => buy(harness, byEmail),
    isRepeatedByReader,
    // The pending item is the reminder.
    pendingItems: 1,
  },
  'a payment whose buyer doesn’t come back': {
    prepare: async (harness) => {
      await harness.subscribe()
      await harness.logIn()
    },
    run: async (harness) => {
      const started = await harness.post('/api/gifts', order)
      harness.ledger.approveOrder(((await started.json()) as { id: string }).id, payer, 'paid')
    },
    isRepeatedByReader,
  },
  'redeeming beside a subscription': {
    outcome: { ...active, providerStatus: 'SUSPENDED', bank },
    prepare: prepareSubscriber,
    run: (harness) => redeem(harness, 'postponesBilling'),
    isRepeatedByReader,
  },
  'redeeming while a payment has failed': {
    outcome: { state: 'ended', providerStatus: 'CANCELLED', bank },
    prepare: failPayment,
    run: (harness) => redeem(harness, 'endsFailing'),
    isRepeatedByReader,
  },
  'a refund after redemption': {
    outcome: { ...active, providerStatus: 'ACTIVE', bank: [], used: [] },
    prepare: prepareRedeemed,
    run: refund,
  },
  'a dispute that is won': {
    outcome: { ...active, providerStatus: 'SUSPENDED', bank },
    prepare: prepareRedeemed,
    run: (harness) => settleDispute(harness, 'won'),
  },
  'a dispute that returns a part of the payment': {
    outcome: { ...active, providerStatus: 'SUSPENDED', bank },
    prepare: prepareRedeemed,
    run: (harness) => settleDispute(harness, 'partial'),
  },
  'redeeming on a yearly plan': {
    outcome: { ...active, providerStatus: 'ACTIVE', bank },
    plan: 'annual_99',
    prepare: prepareSubscriber,
    run: (harness) => redeem(harness, 'reducesPayment'),
    isRepeatedByReader,
  },
  'the end of a gift': {
    outcome: { ...active, used, returned: ['0.00'] },
    prepare: (harness) => skipPayments(harness, 'skip'),
    run: goToActivation,
  },
  'the end of a gift, if PayPal charges what was skipped': {
    // Three payment dates have passed; one of them is the next payment's.
    outcome: { ...active, used: [], returned: ['0.00', twoPayments], ...usedUp },
    prepare: async (harness) => {
      await skipPayments(harness, 'charge')
      // PayPal refuses to lower the balance.
      Object.assign(harness.paypal, { clearBalance: async () => refused })
    },
    run: goToActivation,
  },
  'the payment after a gift': {
    outcome: { ...active, used: [], returned: ['0.00', '0.00'], ...usedUp },
    prepare: async (harness) => {
      await skipPayments(harness, 'skip')
      await goToActivation(harness)
      await harness.runUntilIdle()
      harness.now = new Date('2026-07-01T10:00:00Z')
    },
    run: async ({ ledger }) => ledger.runBilling(),
  },
  'the end of a gift while the Worker was away': {
    outcome: { ...active, used: [...used, delay], returned: ['0.00'] },
    prepare: prepareRedeemed,
    run: (harness) => harness.advanceDays(125),
    needsNight: true,
  },
  'a payment that is completed after the deletion of the buyer’s account': {
    prepare: async (harness) => {
      await harness.logIn()
      const started = await harness.post('/api/gifts', order)
      const { id } = (await started.json()) as { id: string }
      harness.ledger.approveOrder(id, payer, 'pending')
      await harness.post(`/api/gifts/${id}/payment`, undefined)
      await harness.requestDeletion()
      await harness.remove()
    },
    run: async ({ ledger }) => {
      const [bought] = ledger.listOrders()
      ledger.complete(ledger.findCaptureOf(bought!)!.id, true)
    },
    // The unapproved checkout is waiting for approval.
    pendingItems: 1,
  },
  'the deletion of the buyer’s account': {
    outcome: { gifts: ['paid,,'] },
    prepare: async (harness) => {
      await harness.subscribe()
      await buy(harness)
      await harness.runUntilIdle()
      await harness.requestDeletion()
    },
    run: (harness) => harness.remove(),
    isRepeatedByReader,
    // PayPal is queried again a week later and a month later.
    pendingItems: 2,
  },
}

testFlows(flows)

it('a card whose address is corrected while it’s being sent is also sent to the corrected address', async () => {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  await buy(harness, byEmail)
  const { id } = await findGift(harness)
  const recipient = { name: 'Mira', email: 'right@example.com' }
  harness.whileSending = async (to) => {
    if (to === byEmail.recipient.email) await harness.patch(`/api/gifts/${id}`, { recipient })
  }
  await harness.runUntilIdle()
  expect((await findGift(harness)).gift).toMatchObject({ state: 'sent', recipient })
  expect(harness.listSentEmails().filter((email) => email.includes('Ama'))).toEqual([
    'mira@example.com: Ama has given you three months of The Verandah',
    'right@example.com: Ama has given you three months of The Verandah',
  ])
})
