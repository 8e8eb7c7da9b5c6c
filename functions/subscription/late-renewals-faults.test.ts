/** A renewal that PayPal completes when its subscription isn't the reader's any more. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { startMonthlyCheckout } from './testing/checkout-steps.ts'

let harness: WorkerHarness
/** PayPal's id of the payment. */
let renewal: string

beforeEach(async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  await harness.subscribe()
  await harness.advanceDays(31)
  const { ledger, provider } = harness
  ledger.setSlow(provider, true)
  ledger.billSubscription(provider, true)
  renewal = listPayments(provider).find(({ status }) => status === 'PENDING')!.id
  await harness.runUntilIdle()
})
afterEach(() => harness.database.close())

const listPayments = (id: string) => harness.ledger.paymentsOf(id, new Date(0), harness.now)

async function completeRenewal({ isReported }: { isReported: boolean }) {
  harness.ledger.complete(renewal, true)
  if (!isReported) harness.events.length = 0
  await harness.advanceDays(0.5)
  await harness.runUntilIdle()
}

/** A month after a deletion. */
async function passLastCheck() {
  await harness.advanceDays(30)
  await harness.runUntilIdle()
  expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
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
  return id
}

async function claimGuestPurchase() {
  await cancel()
  const id = await startMonthlyCheckout(harness.openBrowser())
  harness.ledger.approve(id, payer)
  await harness.logIn()
  const key = await harness.tokens.issueToken('finishCheckout', id, harness.now)
  expect((await harness.post(`/api/checkout/${id}/claim`, { key })).status).toBe(200)
  await harness.runUntilIdle()
  return id
}

const replacements = [
  ['has subscribed again', subscribeAgain],
  ['has claimed a guest’s purchase', claimGuestPurchase],
] as const

describe.each(replacements)('to a reader who %s', (_, replace) => {
  it.each([true, false])('is refunded, whether PayPal reports it: %s', async (isReported) => {
    const id = await replace()
    await harness.advanceDays(9)
    await completeRenewal({ isReported })
    expect(harness.refunded).toEqual([renewal])
    expect((await harness.record()).subscription).toMatchObject({ provider: id, state: 'active' })
    expect(listPayments(id).map(({ status }) => status)).toEqual(['COMPLETED'])
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  })
})

/** PayPal may not list it before it's paid. Returns what ends that. */
function hideRenewal() {
  const { transactions } = harness.paypal
  const listOthers: typeof transactions = async (...options) => {
    const listed = await transactions(...options)
    if (!listed.ok) return listed
    return { ok: true, value: listed.value.filter(({ id }) => id !== renewal) }
  }
  Object.assign(harness.paypal, { transactions: listOthers })
  return () => Object.assign(harness.paypal, { transactions })
}

it('is refunded although it is paid long after the outbox item, if PayPal reports it', async () => {
  await subscribeAgain()
  const showRenewal = hideRenewal()
  await harness.advanceDays(9)
  await harness.runUntilIdle()
  showRenewal()
  await completeRenewal({ isReported: true })
  expect(harness.refunded).toEqual([renewal])
})

it.each([2, 8, 29])(
  'is refunded to a reader who has deleted their account %i days before PayPal lists it',
  async (days) => {
    const showRenewal = hideRenewal()
    await harness.requestDeletion()
    await harness.runUntilIdle()
    await harness.advanceDays(days)
    await harness.runUntilIdle()
    showRenewal()
    await completeRenewal({ isReported: true })
    await passLastCheck()
    expect(harness.refunded).toEqual([renewal])
  },
)

it('is refunded to a reader who has deleted their account before it’s noticed', async () => {
  await completeRenewal({ isReported: false })
  await harness.requestDeletion()
  await harness.runUntilIdle()
  expect(harness.refunded).toEqual([renewal])
  await passLastCheck()
})

it('is refunded to a reader who has deleted their account', async () => {
  await harness.requestDeletion()
  await harness.runUntilIdle()
  expect(await harness.queryAll({ collection: 'subscriptions' })).toEqual([])
  await completeRenewal({ isReported: true })
  expect(harness.refunded).toEqual([renewal])
  await passLastCheck()
})

it('is refunded to a reader who has subscribed again and deleted their account', async () => {
  const id = await subscribeAgain()
  await harness.requestDeletion()
  await harness.runUntilIdle()
  await completeRenewal({ isReported: false })
  expect(harness.refunded).toEqual([renewal])
  // The payment of the current subscription was due.
  expect(listPayments(id).map(({ status }) => status)).toEqual(['COMPLETED'])
  await passLastCheck()
})
