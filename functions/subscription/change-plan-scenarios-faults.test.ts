/** What subscribers can do around a change of plan, and attempts to abuse it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type {
  SubscriptionOutlookResponse,
  SubscriptionResponse,
} from '../../src/contracts/subscription-endpoints.ts'
import { addMonths } from '../../src/domain/month.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { readOutcome } from '../testing/read-outcome.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { syncFromProvider } from './sync-from-provider.ts'
import {
  findAtPayPal,
  readAnswer,
  requestApproval,
  startMonthlyCheckout,
} from './testing/checkout-steps.ts'
import {
  approve,
  approveAndReturn,
  choosePlan,
  createSubscriberWithChoice,
  getNewId,
  returnFromPayPal,
  startChange,
  stoppedSubscribers,
  subscribe,
} from './testing/plan-change.ts'

const day = 24 * 60 * 60 * 1000

describe('a subscriber', () => {
  let harness: WorkerHarness
  beforeEach(async () => {
    harness = await createSubscriberWithChoice()
  })
  afterEach(() => harness.database.close())

  const listPayments = (id: string) => harness.ledger.paymentsOf(id, new Date(0), harness.now)
  const readStatus = async () => {
    await harness.logIn()
    harness.cookies.delete('__Host-pass')
    return readAnswer<SubscriptionResponse>(harness.get('/api/subscription'))
  }

  it('pays for the new plan when the paid period ends, and reads all the time', async () => {
    const { paidThrough } = (await harness.record()).subscription!
    const id = getNewId(harness)
    expect(findAtPayPal(harness, id).startsAt).toBe(paidThrough.toISOString())
    await approveAndReturn(harness)
    expect(await readStatus()).toMatchObject({
      status: 'isSubscribed',
      plan: 'annual_99',
      previousPlan: 'monthly_13',
      paidThrough: paidThrough.toISOString(),
    })
    await harness.runUntilIdle()
    expect(listPayments(id)).toEqual([])
    expect(harness.listSentEmails().at(-1)).toContain('Your plan changes on')
    harness.now = paidThrough
    harness.ledger.billSubscription(id, true)
    await harness.runUntilIdle()
    expect(await readStatus()).toMatchObject({ plan: 'annual_99', previousPlan: null })
    expect(harness.refunded).toEqual([])
    const paid = await readAnswer<{ payments: { plan: string }[]; history: { kind: string }[] }>(
      harness.get('/api/subscription/payments'),
    )
    expect(paid.payments.map(({ plan }) => plan)).toEqual(['annual_99', 'monthly_13'])
    expect(paid.history.map(({ kind }) => kind)).toEqual(['renewed', 'planChanged', 'started'])
  })

  it('gets one checkout for repeated requests, and one change for repeated approvals', async () => {
    const id = getNewId(harness)
    expect((await choosePlan(harness)).id).toBe(id)
    approve(harness)
    const answers = await Promise.all([1, 2, 3].map(() => returnFromPayPal(harness)))
    for (const answer of answers) expect(answer).toMatchObject({ state: 'running' })
    await harness.runUntilIdle()
    const changes = harness.listSentEmails().filter((email) => email.includes('changes'))
    expect(changes).toHaveLength(1)
    expect((await harness.record()).replaced).toHaveLength(1)
  })

  it('who approves two plans gets the first', async () => {
    const other = await choosePlan(harness, 'annual', crypto.randomUUID())
    await approveAndReturn(harness)
    harness.ledger.approve(other.id, payer)
    expect((await requestApproval(harness, other.id)).error?.code).toBe('plan_not_changed')
    await harness.advanceDays(2)
    await harness.runUntilIdle()
    expect(findAtPayPal(harness, other.id).status).toBe('CANCELLED')
    expect(listPayments(other.id)).toEqual([])
    expect((await harness.record()).subscription?.provider).toBe(getNewId(harness))
  })

  it('gets a payment for the old plan back that was pending during the change', async () => {
    harness.ledger.setSlow(harness.provider, true)
    await approveAndReturn(harness)
    harness.ledger.billSubscription(harness.provider, true)
    const pending = listPayments(harness.provider).find(({ status }) => status === 'PENDING')!
    await harness.runUntilIdle()
    expect(findAtPayPal(harness, harness.provider).status).toBe('CANCELLED')
    expect(harness.refunded).toEqual([])
    await harness.advanceDays(3)
    harness.ledger.complete(pending.id, true)
    // PayPal’s event about it is lost.
    harness.events.length = 0
    await harness.advanceDays(1)
    await harness.runUntilIdle()
    expect(harness.refunded).toEqual([pending.id])
    expect((await harness.record()).subscription?.provider).toBe(getNewId(harness))
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  })

  it('can’t change to the same plan, without being a student, or a day before the renewal', async () => {
    expect((await choosePlan(harness, 'monthly')).error?.code).toBe('not_possible')
    expect((await choosePlan(harness, 'student')).error?.code).toBe('student_not_confirmed')
    const { paidThrough } = (await harness.record()).subscription!
    harness.now = new Date(paidThrough.getTime() - day / 2)
    await harness.logIn()
    expect((await choosePlan(harness)).error?.code).toBe('not_possible')
  })

  it('gets no free time by a gift that is taken back after the change', async () => {
    const gift = { kind: 'redeemGift', gift: 'gift', months: 12, endFailing: false } as const
    await harness.applyEvent(gift)
    const { paidThrough } = (await harness.record()).subscription!
    await startChange(harness, 'annual', crypto.randomUUID())
    await approveAndReturn(harness)
    await harness.applyEvent({ kind: 'giftChanged', gift: 'gift', status: 'void' })
    await harness.runUntilIdle()
    // PayPal’s day can’t be moved. Until then nothing is open, except what was paid.
    const nextBillingAt = addMonths(paidThrough, 12).toISOString()
    const expected = { status: 'ACTIVE', nextBillingAt }
    expect(findAtPayPal(harness, getNewId(harness))).toMatchObject(expected)
    expect(await readStatus()).toMatchObject({ entitled: true })
    harness.now = paidThrough
    expect(await readStatus()).toMatchObject({ entitled: false })
  })

  it('who has changed plan during a pause resumes early with another approval', async () => {
    await harness.applyEvent({ kind: 'pause', months: 3 })
    await harness.advanceDays(40)
    await harness.runUntilIdle()
    const { resumesAt } = await readStatus()
    await startChange(harness, 'annual', crypto.randomUUID())
    await approveAndReturn(harness)
    await harness.runUntilIdle()
    expect(findAtPayPal(harness, getNewId(harness)).nextBillingAt).toBe(resumesAt)
    expect((await harness.patch('/api/subscription', { step: 'reactivate' })).status).toBe(409)
    expect(await readStatus()).toMatchObject({ entitled: false, resumesAt })
    await startChange(harness, 'annual', crypto.randomUUID())
    expect(findAtPayPal(harness, getNewId(harness)).startsAt).toBeNull()
    await approveAndReturn(harness)
    expect(await readStatus()).toMatchObject({ entitled: true, detail: 'active' })
    expect(listPayments(getNewId(harness))).toHaveLength(1)
    await harness.runUntilIdle()
    expect(harness.ledger.list().filter(({ status }) => status === 'ACTIVE')).toHaveLength(1)
  })

  it('can’t confirm another reader’s change, or a subscription that wasn’t started here', async () => {
    approve(harness)
    const stranger = harness.openBrowser()
    const id = getNewId(harness)
    expect((await stranger.send('POST', `/api/checkout/${id}/approval`, {})).status).toBe(404)
    const order = { planId: 'P-STUDENT', customId: harness.uid, startsAt: null }
    const forged = harness.ledger.create({ ...order, returnUrl: '', cancelUrl: '' }, null)
    if (!forged.ok) throw new Error(forged.failure)
    const forgedId = forged.value.subscription.id
    harness.ledger.approve(forgedId, payer)
    expect((await requestApproval(harness, forgedId)).error?.code).toBe('not_found')
    await harness.runUntilIdle()
    expect((await harness.record()).subscription).toMatchObject({ plan: 'annual_99', provider: id })
  })

  it('isn’t a guest, whose request is refused', async () => {
    harness.cookies.clear()
    expect((await choosePlan(harness)).error?.code).toBe('not_possible')
  })

  it('is charged once, in whatever order both subscriptions are synced', async () => {
    await approveAndReturn(harness)
    const sync = (id: string, plan: 'annual_99' | 'monthly_13') =>
      syncFromProvider(harness.deps, { uid: harness.uid, plan }, id, { by: 'cron' })
    for (let again = 0; again < 3; again++) {
      await sync(harness.provider, 'monthly_13')
      await sync(getNewId(harness), 'annual_99')
    }
    await harness.runUntilIdle()
    for (let again = 0; again < 3; again++) await sync(harness.provider, 'monthly_13')
    await harness.runUntilIdle()
    expect(harness.refunded).toEqual([])
    expect(await readOutcome(harness)).toMatchObject({
      state: 'active',
      atPayPal: ['P-YEAR: ACTIVE', 'P-MONTH: CANCELLED'],
    })
  })
})

/** Days from now until the first payment for the new subscription. */
const approvals: Readonly<Record<keyof typeof stoppedSubscribers, number>> = {
  'whose payment PayPal has skipped': 0,
  'who has cancelled two days before the due date': 47 / 24,
  'who has cancelled at PayPal': 31,
  'whose pause has closed the access': 0,
}

describe.each(Object.entries(stoppedSubscribers))('a subscriber %s', (who, stop) => {
  it('continues in one step, with one payment and no day without access', async () => {
    const harness = new WorkerHarness()
    await harness.storeReaderAndCheckout()
    await subscribe(harness)
    await stop(harness)
    await harness.runUntilIdle()
    await harness.logIn()
    const days = approvals[who as keyof typeof approvals]
    const { planStarts } = await readAnswer<SubscriptionOutlookResponse>(
      harness.get('/api/subscription/outlook'),
    )
    await startChange(harness, 'monthly')
    const id = getNewId(harness)
    const { startsAt } = findAtPayPal(harness, id)
    expect(planStarts.monthly).toEqual({ plan: 'monthly_13', startsAt })
    const wait = startsAt ? new Date(startsAt).getTime() - harness.now.getTime() : 0
    expect(wait / day).toBeCloseTo(days, 0)
    await approveAndReturn(harness)
    const closedAt: Date[] = []
    for (let step = 0; step < 4 * (days + 3); step++) {
      await harness.passDays(0.25, 6)
      const { entitled } = resolveEntitlement(await harness.record(), harness.now)
      if (!entitled) closedAt.push(harness.now)
    }
    expect(closedAt).toEqual([])
    expect(harness.ledger.paymentsOf(id, new Date(0), harness.now)).toHaveLength(1)
    expect(await readOutcome(harness)).toMatchObject({
      state: 'active',
      atPayPal: ['P-MONTH: ACTIVE', 'P-MONTH: CANCELLED'],
      refunded: 0,
      outboxItems: 0,
    })
    harness.database.close()
  })
})

it('a trial isn’t given again, and ends on the same day', async () => {
  const harness = new WorkerHarness({ trialDays: 7 })
  await harness.storeReaderAndCheckout()
  await harness.logIn()
  const id = await startMonthlyCheckout(harness.browser)
  harness.provider = id
  harness.ledger.approve(id, payer)
  await requestApproval(harness, id)
  const { trialEndsAt } = (await harness.record()).subscription!
  await startChange(harness)
  approve(harness)
  expect(await returnFromPayPal(harness)).toMatchObject({ isTrial: false, isPlanChange: true })
  await harness.runUntilIdle()
  expect(findAtPayPal(harness, getNewId(harness)).nextBillingAt).toBe(trialEndsAt!.toISOString())
  expect((await harness.record()).subscription).toMatchObject({
    trialEndsAt,
    paidThrough: trialEndsAt,
  })
  harness.database.close()
})
