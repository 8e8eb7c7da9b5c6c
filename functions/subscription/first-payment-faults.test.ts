/** First payments that are pending, declined or late, and those that neither an event nor the buyer reports. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fail } from '../../src/domain/result.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import { handlePayPalEvent } from '../paypal-events/handle-paypal-event.ts'
import type { PayPalTransaction } from '../platform/adapters/paypal-payments.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { parsePayPalEvent } from './paypal-event.ts'
import {
  changeList,
  createAccount,
  findAtPayPal,
  listPayments,
  readCheckout,
  readGuestRecord,
  requestApproval,
  startMonthlyCheckout,
} from './testing/checkout-steps.ts'

let harness: WorkerHarness
let id: string

beforeEach(async () => {
  harness = new WorkerHarness()
  id = await startMonthlyCheckout(harness.browser)
})

async function advanceRuns(runs: number, minutes: number) {
  for (let run = 0; run < runs; run++) await harness.advanceMinutes(minutes)
}
async function passDays(days: number) {
  await harness.advanceDays(days)
  await advanceRuns(3, 70)
}
const readSubscription = async () => (await readGuestRecord(harness, id)).subscription
const findFirstPayment = () => listPayments(harness, id)[0]!

describe('a subscription whose first payment is pending', () => {
  beforeEach(() => {
    harness.ledger.setSlow(id, true)
    harness.ledger.approve(id, payer)
  })

  it('grants no access, and creates no account, until PayPal has the money', async () => {
    expect((await requestApproval(harness, id)).state).toBe('pending')
    expect((await createAccount(harness.browser, id)).status).toBe(409)
    await harness.advanceMinutes(3)
    expect(await readSubscription()).toBeNull()

    harness.ledger.complete(findFirstPayment().id, true)
    expect((await requestApproval(harness, id)).state).toBe('running')
    expect(resolveEntitlement(await readGuestRecord(harness, id), harness.now).entitled).toBe(true)
    expect((await createAccount(harness.browser, id)).status).toBe(200)
  })

  it('makes PayPal resend an event about a payment that PayPal’s subscription doesn’t show yet', async () => {
    const resource = { billing_agreement_id: id, sale_id: findFirstPayment().id }
    const event = { id: 'WH-1', event_type: 'PAYMENT.SALE.COMPLETED', resource }
    const deliverEvent = () =>
      handlePayPalEvent(harness.deps, parsePayPalEvent(JSON.stringify(event))!)
    expect((await deliverEvent()).ok).toBe(false)
    harness.ledger.complete(findFirstPayment().id, true)
    expect((await deliverEvent()).ok).toBe(true)
    expect((await readSubscription())?.state).toBe('active')
  })
})

it('a declined first payment grants no access, and ends the subscription before PayPal can charge it later', async () => {
  harness.ledger.setDeclining(id, true)
  harness.ledger.approve(id, payer)
  expect((await requestApproval(harness, id)).error?.code).toBe('not_approved')
  expect((await createAccount(harness.browser, id)).status).toBe(409)
  await harness.advanceMinutes(3)
  expect(await readSubscription()).toBeNull()
  await advanceRuns(4, 10)
  expect(findAtPayPal(harness, id).status).toBe('CANCELLED')
})

describe('a first payment that arrives late', () => {
  beforeEach(async () => {
    harness.ledger.setSlow(id, true)
    harness.ledger.approve(id, payer)
    await harness.advanceMinutes(3)
  })

  it('pays for its period even if the payer has since cancelled at PayPal', async () => {
    harness.ledger.cancel(id)
    await harness.advanceMinutes(3)
    expect(await readSubscription()).toBeNull()
    harness.ledger.complete(findFirstPayment().id, true)
    await harness.advanceMinutes(3)
    expect(await readSubscription()).toMatchObject({ state: 'ending', isFinal: true })
    // The cancelled subscription is still paid for.
    expect((await createAccount(harness.browser, id)).status).toBe(200)
  })

  it('starts no subscription for a deleted account', async () => {
    const { updateTime: _, ...checkout } = await readCheckout(harness, id)
    await harness.store({ [`checkouts/${id}`]: { ...checkout, uid: deletedAccountUid } })
    harness.ledger.complete(findFirstPayment().id, true)
    harness.events.length = 0
    await advanceRuns(3, 10)
    expect((await harness.record(deletedAccountUid)).subscription).toBeNull()
  })

  it('starts the subscription even if PayPal’s events are lost', async () => {
    harness.ledger.complete(findFirstPayment().id, true)
    harness.events.length = 0
    await advanceRuns(3, 10)
    expect((await readSubscription())?.state).toBe('active')
  })

  /** Hides pending payments, because PayPal may not list them until they are paid. */
  const hidePending = (others: (listed: PayPalTransaction) => readonly PayPalTransaction[]) =>
    changeList(harness, (listed) => [
      ...others(listed[0]!),
      ...listed.filter(({ status }) => status !== 'PENDING'),
    ])
  const hide = () => hidePending(() => [])
  const showDeclinedAttempt = () =>
    hidePending((listed) => [{ ...listed, id: 'DECLINED-1', status: 'DECLINED' }])

  const expectNothingLeft = async () =>
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  const wait = () => passDays(4)
  const waitLonger = () => passDays(6)
  async function deleteBuyer() {
    const { uid } = await readCheckout(harness, id)
    Object.assign(harness, { uid })
    await harness.requestDeletion()
    await harness.remove()
    await passDays(0)
    await passDays(2)
  }

  it.each([
    ['after the cancellation', [wait], true, [payer.email]],
    ['long after the cancellation', [wait, waitLonger], true, [payer.email]],
    [
      'even though PayPal listed a declined payment',
      [showDeclinedAttempt, wait],
      false,
      [payer.email],
    ],
    [
      'even though PayPal didn’t list it',
      [hide, wait, waitLonger, expectNothingLeft],
      true,
      [payer.email],
    ],
    ['after the deletion of the account', [hide, deleteBuyer, expectNothingLeft], true, []],
    ['after a refusal and a deletion', [hide, wait, deleteBuyer, expectNothingLeft], true, []],
  ] as const)('is refunded once %s', async (_, steps, isReported, emails) => {
    const emailed: string[] = []
    harness.whileSending = async (to) => void emailed.push(to)
    for (const step of steps) await step()
    expect(findAtPayPal(harness, id).status).toBe('CANCELLED')
    harness.ledger.complete(findFirstPayment().id, true)
    const [paid] = harness.events
    if (!isReported) harness.events.length = 0
    await passDays(0)
    expect(findFirstPayment().status).toBe('REFUNDED')
    // PayPal repeats the event.
    if (isReported) harness.events.push({ ...paid!, id: `${paid!.id}-again` })
    await passDays(0)
    expect(harness.refunded).toEqual([findFirstPayment().id])
    await expectNothingLeft()
    expect(emailed).toEqual(emails)
    expect(await readSubscription()).toBeNull()
  })
})

describe('buyers who close PayPal’s window', () => {
  /** Passes time without any of PayPal's events. */
  async function passTime(hours: number) {
    for (let hour = 0; hour < hours; hour++) {
      harness.events.length = 0
      await harness.advanceMinutes(60)
    }
  }

  const listOutboxKinds = async () =>
    (await harness.queryAll({ collection: 'outbox' })).map(({ fields }) => fields.kind)

  it.each([
    [0, 2],
    // The buyer approves after the first check.
    [2, 26],
  ])('are found if they approve after %i hours', async (before, after) => {
    await passTime(before)
    harness.ledger.approve(id, payer)
    await passTime(after)
    expect(await readSubscription()).toMatchObject({ provider: id, state: 'active' })
    await passTime(2)
    // The only email asks the buyer to create an account.
    expect(harness.listSentEmails()).toEqual([expect.stringContaining(payer.email)])
    expect(await listOutboxKinds()).not.toContain('checkoutPayment')
  })

  it('are looked up at PayPal twice if they don’t approve', async () => {
    const find = vi.spyOn(harness.paypal, 'find')
    await passTime(72)
    expect(find).toHaveBeenCalledTimes(2)
    expect(await listOutboxKinds()).toEqual([])
  })

  it('are looked up a limited number of times if PayPal isn’t responding', async () => {
    Object.assign(harness.paypal, { find: async () => fail({ kind: 'refused', issue: 'UNKNOWN' }) })
    await passTime(24)
    expect(await listOutboxKinds()).toEqual(['checkoutPayment'])
    await passTime(24 * 4)
    expect(await listOutboxKinds()).toEqual([])
  })

  it.each([0, 2])('aren’t looked up any more if they come back after %i hours', async (hours) => {
    await passTime(hours)
    expect(await listOutboxKinds()).toEqual(['checkoutPayment'])
    harness.ledger.approve(id, payer)
    await requestApproval(harness, id)
    expect(await listOutboxKinds()).not.toContain('checkoutPayment')
  })
})
