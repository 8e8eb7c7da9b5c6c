/** Subscribers change their plan in every way that is offered, and try to abuse it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { paymentsResponseSchema } from '../../src/contracts/endpoints/payments-endpoints.ts'
import type { SubscriptionResponse } from '../../src/contracts/endpoints/subscription-endpoints.ts'
import type { PlanKind } from '../../src/domain/subscription/offer.ts'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import {
  findAtPayPal,
  listPayments,
  readAnswer,
  readCode,
  requestApproval,
} from './testing/checkout-steps.ts'
import {
  approve,
  approveAndReturn,
  choosePlan,
  getNewId,
  prepareChange,
} from './testing/plan-change.ts'

async function confirmAddress({ cookies, tokens, now }: WorkerHarness) {
  cookies.set('__Host-student', await tokens.issueToken('student', 'hash', now))
}

describe('a subscriber', () => {
  let harness: WorkerHarness
  beforeEach(async () => {
    harness = new WorkerHarness()
    await harness.storeReaderAndCheckout()
    await prepareChange(harness)
  })

  const readStatus = async () => {
    await harness.logIn()
    harness.cookies.delete('__Host-pass')
    return readAnswer<SubscriptionResponse>(harness.get('/api/subscription'))
  }

  it('pays for the new plan when the paid period ends, without losing access', async () => {
    const { paidThrough } = (await harness.record()).subscription!
    const id = getNewId(harness)
    expect(findAtPayPal(harness, id).startsAt).toBe(paidThrough.toISOString())
    await approveAndReturn(harness)
    const plans = { plan: 'annual_99', previousPlan: 'monthly_13' }
    const paid = { status: 'isSubscribed', paidThrough: paidThrough.toISOString() }
    expect(await readStatus()).toMatchObject({ ...plans, ...paid })
    await harness.runUntilIdle()
    expect(listPayments(harness, id)).toEqual([])
    expect(harness.listSentEmails().at(-1)).toContain('Your plan changes on')
    harness.now = paidThrough
    harness.ledger.billSubscription(id, true)
    await harness.runUntilIdle()
    expect(await readStatus()).toMatchObject({ plan: 'annual_99', previousPlan: null })
    expect(harness.refunded).toEqual([])
    const answer = await harness.get('/api/subscription/payments')
    const listed = paymentsResponseSchema.parse(await answer.json())
    expect(listed.payments.map(({ plan }) => plan)).toEqual(['annual_99', 'monthly_13'])
    expect(listed.history.map(({ kind }) => kind)).toEqual(['renewed', 'planChanged', 'started'])
  })

  it('can’t change to the same plan, to the student plan without being a student, or as a guest', async () => {
    expect((await choosePlan(harness, 'monthly')).error?.code).toBe('not_possible')
    expect((await choosePlan(harness, 'student')).error?.code).toBe('student_not_confirmed')
    harness.cookies.clear()
    expect((await choosePlan(harness)).error?.code).toBe('not_possible')
  })

  it('can’t confirm a subscription that wasn’t started here', async () => {
    approve(harness)
    const order = { planId: 'P-STUDENT', customId: harness.uid, startsAt: null }
    const forged = harness.ledger.create({ ...order, returnUrl: '', cancelUrl: '' }, null)
    const forgedId = unwrap(forged).subscription.id
    harness.ledger.approve(forgedId, payer)
    expect((await requestApproval(harness, forgedId)).error?.code).toBe('not_found')
    await harness.runUntilIdle()
    const kept = { plan: 'annual_99', provider: getNewId(harness) }
    expect((await harness.record()).subscription).toMatchObject(kept)
  })

  it('gets the student price for only one subscription per address', async () => {
    await confirmAddress(harness)
    const { id } = await choosePlan(harness, 'student')
    // Another account uses the address before the payer approves.
    const record = await harness.record()
    const subscription = { ...record.subscription!, provider: 'I-O' }
    await harness.store({
      'students/hash': { uid: 'other', provider: 'I-O', at: harness.now },
      'subscriptions/other': { ...record, subscription },
    })
    harness.ledger.approve(id, payer)
    expect((await requestApproval(harness, id)).error?.code).toBe('plan_not_changed')
    expect((await harness.record()).subscription?.plan).toBe('monthly_13')
    expect((await choosePlan(harness, 'student')).error?.code).toBe('student_not_confirmed')
  })

  it('occupies the student address from the change until the next plan is paid, and can change back', async () => {
    await confirmAddress(harness)
    const change = async (kind: PlanKind) => {
      const { id } = await choosePlan(harness, kind, crypto.randomUUID())
      harness.ledger.approve(id, payer)
      expect(await requestApproval(harness, id)).toMatchObject({ state: 'running' })
      await harness.runUntilIdle()
      return id
    }
    const student = await change('student')
    const stored = await harness.deps.firestore.get('students/hash')
    expect(stored.ok && stored.value?.fields).toMatchObject({ uid: harness.uid, provider: student })
    harness.now = (await harness.record()).subscription!.paidThrough
    harness.ledger.billSubscription(student, true)
    await harness.runUntilIdle()
    await harness.logIn()
    await confirmAddress(harness)
    await change('annual')
    const guest = harness.openBrowser()
    guest.cookies.set('__Host-student', harness.cookies.get('__Host-student')!)
    const choice = { kind: 'student', source: null, requestId: crypto.randomUUID() }
    const refused = guest.send('POST', '/api/checkout', choice)
    expect(await readCode(refused)).toBe('student_not_confirmed')
    await change('student')
  })
})
