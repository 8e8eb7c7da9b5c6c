/** Renewals that PayPal completes after the reader no longer has the subscription. */
import { beforeEach, expect, it } from 'vitest'
import { createOutboxItem } from '../../src/domain/outbox/outbox-item.ts'
import { payer, type WorkerHarness } from '../testing/worker-harness.ts'
import { runRefundItem } from './refund-items.ts'
import {
  buyAsGuest,
  changeList,
  claim,
  listPayments,
  openSubscriber,
} from './testing/checkout-steps.ts'

let harness: WorkerHarness
let renewal: string

beforeEach(async () => {
  harness = await openSubscriber()
  await harness.advanceDays(31)
  const { ledger, provider: payPalSubscription } = harness
  ledger.setSlow(payPalSubscription, true)
  ledger.billSubscription(payPalSubscription, true)
  renewal = listPayments(harness).find(({ status }) => status === 'PENDING')!.id
  await harness.runUntilIdle()
})

async function requestDeletion() {
  await harness.requestDeletion()
  await harness.runUntilIdle()
  expect(await harness.queryAll({ collection: 'subscriptions' })).toEqual([])
}

async function cancel() {
  await harness.applyEvent({ kind: 'cancel' })
  await harness.runUntilIdle()
  expect((await harness.record()).subscription?.state).toBe('ended')
}

async function subscribeAgain() {
  await cancel()
  const id = await harness.createCheckout()
  harness.ledger.approve(id, payer)
  await harness.runUntilIdle()
}

async function claimGuestPurchase() {
  await cancel()
  const id = await buyAsGuest(harness)
  await harness.logIn()
  expect((await claim(harness, id)).status).toBe(200)
  await harness.runUntilIdle()
}

/** Hides the renewal, because PayPal may not list it until it's paid. */
const hide = () => changeList(harness, (listed) => listed.filter(({ id }) => id !== renewal))
const passDays = (days: number) => async () => {
  await harness.advanceDays(days)
  await harness.runUntilIdle()
}
async function report() {
  harness.ledger.complete(renewal, true)
  await passDays(0.5)()
}
async function completeSilently() {
  harness.ledger.complete(renewal, true)
  harness.events.length = 0
  await passDays(0.5)()
}
/** PayPal is queried for the last time a month after a deletion. */
const passLastCheck = passDays(30)

it.each([
  ['who has subscribed again', [subscribeAgain, passDays(9)], [report]],
  ['who has subscribed again, without an event', [subscribeAgain, passDays(9)], [completeSilently]],
  ['who has claimed a guest’s purchase', [claimGuestPurchase, passDays(9)], [report]],
  ['who has claimed one, without an event', [claimGuestPurchase], [completeSilently]],
  ['long after they have subscribed again', [subscribeAgain, hide, passDays(9)], [report]],
  [
    'when they subscribed again and deleted the account',
    [subscribeAgain, requestDeletion],
    [completeSilently],
  ],
  ['when it was paid unnoticed before the deletion', [completeSilently], [requestDeletion]],
  ['after the deletion', [requestDeletion], [report, passLastCheck]],
  ['after the deletion, without an event', [requestDeletion], [completeSilently, passLastCheck]],
  ['2 days later', [hide, requestDeletion, passDays(2)], [report, passLastCheck]],
  ['8 days later', [hide, requestDeletion, passDays(8)], [report, passLastCheck]],
  ['29 days later', [hide, requestDeletion, passDays(29)], [report, passLastCheck]],
])('a late renewal is refunded once to a reader, %s', async (_, before, after) => {
  const { transactions } = harness.paypal
  for (const step of before) await step()
  Object.assign(harness.paypal, { transactions })
  for (const step of after) await step()
  expect(harness.refunded).toEqual([renewal])
  await passLastCheck()
  expect(harness.refunded).toEqual([renewal])
  expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
})

async function runReplacedItem() {
  const { uid, provider: payPalSubscription, now } = harness
  const lastDuePaymentAt = (await harness.record()).subscription!.seenPaymentAt
  const effect = { kind: 'replaced', uid, provider: payPalSubscription, lastDuePaymentAt } as const
  return runRefundItem(harness.deps, createOutboxItem(effect, now))
}

it.each([
  ['find', 1],
  ['find', 2],
  ['transactions', 1],
] as const)(
  'a late renewal is refunded if it’s paid after %s (call %i)',
  async (method, paidAfter) => {
    const { paypal, ledger } = harness
    ledger.cancel(harness.provider)
    const isPending = () => ledger.payment(renewal)?.status === 'PENDING'
    const call = paypal[method] as (...options: unknown[]) => Promise<unknown>
    let calls = 0
    Object.assign(paypal, {
      async [method](...options: unknown[]) {
        const answer = await call(...options)
        if (++calls === paidAfter) ledger.complete(renewal, true)
        return answer
      },
    })
    const ran = await runReplacedItem()
    if (isPending()) {
      // An item that has found a pending payment runs again.
      expect(ran).toMatchObject({ ok: false, failure: { issue: 'PENDING' } })
      ledger.complete(renewal, true)
    }
    if (!ran.ok) expect((await runReplacedItem()).ok).toBe(true)
    expect(ledger.payment(renewal)?.status).toBe('REFUNDED')
  },
)

it('a surplus subscription that PayPal no longer has needs no refund', async () => {
  const { uid, now } = harness
  const forgotten = { uid, provider: 'I-FORGOTTEN', reason: 'accountDeleted' } as const
  const item = createOutboxItem({ kind: 'surplus', ...forgotten }, now)
  expect(await runRefundItem(harness.deps, item)).toEqual({ ok: true, value: [] })
})
