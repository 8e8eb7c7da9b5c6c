/** Changes of plan through the Worker's routes, interrupted at every call, and attempts to abuse them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApprovalResponse } from '../../src/contracts/checkout-endpoints.ts'
import type { SubscriptionResponse } from '../../src/contracts/subscription-endpoints.ts'
import type { PlanKind } from '../../src/domain/subscription/offer.ts'
import { expectSameOutcomeWithFaults, type Flow, runWithFault } from '../testing/fault-injection.ts'
import { readOutcome } from '../testing/read-outcome.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { syncFromProvider } from './sync-from-provider.ts'

const day = 24 * 60 * 60 * 1000
const requestId = '5e0b8d0e-6d0c-4d4e-9a51-1d6b2a3a7c11'

type Answer<Body> = Body & { readonly error?: { readonly code: string } }
const read = async <Body>(response: Promise<Response>) =>
  (await response).json() as Promise<Answer<Body>>

const post = <Body>(harness: WorkerHarness, path: string, body: unknown = {}) =>
  read<Body>(harness.post(path, body))

const start = (harness: WorkerHarness, kind: PlanKind = 'annual', id: string = requestId) =>
  post<{ id: string }>(harness, '/api/checkout', {
    kind,
    source: null,
    requestId: id,
    isPlanChange: true,
  })

const requestApproval = (harness: WorkerHarness, id: string) =>
  post<ApprovalResponse>(harness, `/api/checkout/${id}/approval`)

const find = ({ ledger }: WorkerHarness, id: string) => {
  const found = ledger.find(id)
  if (!found.ok) throw new Error(found.failure)
  return found.value
}

async function subscribe(harness: WorkerHarness) {
  await harness.subscribe()
  await harness.logIn()
}

const prepareChange =
  (before: (harness: WorkerHarness) => Promise<unknown> = async () => {}) =>
  async (harness: WorkerHarness) => {
    await subscribe(harness)
    await before(harness)
    await harness.runUntilIdle()
    const { id } = await start(harness)
    expect(id).toMatch(/^I-/)
    newId.set(harness, id)
  }

/** PayPal's id of the new subscription. */
const newId = new WeakMap<WorkerHarness, string>()
const approve = (harness: WorkerHarness) => harness.ledger.approve(newId.get(harness)!, payer)
const returnFromPayPal = (harness: WorkerHarness) => requestApproval(harness, newId.get(harness)!)

async function approveAndReturn(harness: WorkerHarness) {
  approve(harness)
  expect(await returnFromPayPal(harness)).toMatchObject({ state: 'running', isPlanChange: true })
}

const isRepeatedByReader = true

const flows: Readonly<Record<string, Flow>> = {
  'the choice of a plan': {
    prepare: subscribe,
    run: async (harness) => expect((await start(harness)).id).toMatch(/^I-/),
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
      newId.set(harness, (await start(harness, 'monthly')).id)
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
    // PayPal is asked again a week later, about both subscriptions.
    pendingItems: 2,
  },
  'the deletion of the account before the approval': {
    prepare: async (harness) => {
      await prepareChange()(harness)
      await harness.requestDeletion()
      await harness.remove()
    },
    run: async (harness) => approve(harness),
    // PayPal is asked again, about the new plan within a day and about the former one a week later.
    pendingItems: 2,
  },
}

describe.each(Object.entries(flows))('%s', (_name, flow) => {
  it(
    'has the same outcome wherever it’s interrupted',
    () => expectSameOutcomeWithFaults(flow),
    240_000,
  )
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
      { atPayPal: ['P-YEAR: CANCELLED', 'P-MONTH: CANCELLED'], outboxItems: 2, accounts: 0 },
    ],
    [
      'the deletion of the account before the approval',
      { atPayPal: ['P-YEAR: CANCELLED', 'P-MONTH: CANCELLED'], outboxItems: 2, accounts: 0 },
    ],
  ])('%s', async (name, outcome) => {
    expect((await runWithFault(flows[name]!, null)).outcome).toMatchObject(outcome)
  })

  it('of a renewal and the new plan, the renewal counts', async () => {
    const { outcome } = await runWithFault(flows['a renewal before the approval is known']!, null)
    expect(outcome).toMatchObject({ atPayPal: ['P-YEAR: CANCELLED', 'P-MONTH: ACTIVE'] })
  })
})

describe('a subscriber', () => {
  let harness: WorkerHarness
  beforeEach(async () => {
    harness = new WorkerHarness()
    await harness.storeReaderAndCheckout()
    await prepareChange()(harness)
  })
  afterEach(() => harness.database.close())

  const listPayments = (id: string) => harness.ledger.paymentsOf(id, new Date(0), harness.now)
  const readStatus = async () => {
    await harness.logIn()
    harness.cookies.delete('__Host-pass')
    return read<SubscriptionResponse>(harness.get('/api/subscription'))
  }

  it('pays for the new plan when the paid period ends, and reads all the time', async () => {
    const { paidThrough } = (await harness.record()).subscription!
    const id = newId.get(harness)!
    expect(find(harness, id).startsAt).toBe(paidThrough.toISOString())
    await approveAndReturn(harness)
    expect(await readStatus()).toMatchObject({
      status: 'isSubscribed',
      plan: 'annual_99',
      previousPlan: 'monthly_13',
      paidThrough: paidThrough.toISOString(),
    })
    await harness.runUntilIdle()
    expect(listPayments(id)).toEqual([])
    expect([...harness.sentEmails.values()].at(-1)).toContain('Your plan changes on')
    harness.now = paidThrough
    harness.ledger.billSubscription(id, true)
    await harness.runUntilIdle()
    expect(await readStatus()).toMatchObject({ plan: 'annual_99', previousPlan: null })
    expect(harness.refunded).toEqual([])
    const paid = await read<{ payments: { plan: string }[]; history: { kind: string }[] }>(
      harness.get('/api/subscription/payments'),
    )
    expect(paid.payments.map(({ plan }) => plan)).toEqual(['annual_99', 'monthly_13'])
    expect(paid.history.map(({ kind }) => kind)).toEqual(['renewed', 'planChanged', 'started'])
  })

  it('gets one checkout for repeated requests, and one change for repeated approvals', async () => {
    const id = newId.get(harness)!
    expect((await start(harness)).id).toBe(id)
    approve(harness)
    const answers = await Promise.all([1, 2, 3].map(() => returnFromPayPal(harness)))
    for (const answer of answers) expect(answer).toMatchObject({ state: 'running' })
    await harness.runUntilIdle()
    const changes = [...harness.sentEmails.values()].filter((email) => email.includes('changes'))
    expect(changes).toHaveLength(1)
    expect((await harness.record()).replaced).toHaveLength(1)
  })

  it('who approves two plans gets the first', async () => {
    const other = await start(harness, 'annual', crypto.randomUUID())
    await approveAndReturn(harness)
    harness.ledger.approve(other.id, payer)
    expect((await requestApproval(harness, other.id)).error?.code).toBe('plan_not_changed')
    await harness.advanceDays(2)
    await harness.runUntilIdle()
    expect(find(harness, other.id).status).toBe('CANCELLED')
    expect(listPayments(other.id)).toEqual([])
    expect((await harness.record()).subscription?.provider).toBe(newId.get(harness))
  })

  it('who closes PayPal keeps the plan', async () => {
    const before = await harness.record()
    expect((await returnFromPayPal(harness)).error?.code).toBe('not_approved')
    expect(await harness.record()).toEqual(before)
    expect(find(harness, harness.provider).status).toBe('ACTIVE')
  })

  it('who cancels before approving stays cancelled, and isn’t charged', async () => {
    await harness.applyEvent({ kind: 'cancel' })
    approve(harness)
    expect((await returnFromPayPal(harness)).error?.code).toBe('plan_not_changed')
    await harness.advanceDays(2)
    await harness.runUntilIdle()
    expect(find(harness, newId.get(harness)!).status).toBe('CANCELLED')
    expect((await harness.record()).subscription?.state).toBe('ending')
  })

  it('who cancels while the change waits reads to the end, and is never charged', async () => {
    await approveAndReturn(harness)
    await harness.applyEvent({ kind: 'cancel' })
    await harness.runUntilIdle()
    expect(await readStatus()).toMatchObject({ status: 'isEnding', entitled: true })
    await harness.advanceDays(32)
    await harness.runUntilIdle()
    expect(find(harness, newId.get(harness)!).status).toBe('CANCELLED')
    expect(listPayments(newId.get(harness)!)).toEqual([])
  })

  it('gets a payment for the old plan back that was pending during the change', async () => {
    harness.ledger.setSlow(harness.provider, true)
    await approveAndReturn(harness)
    harness.ledger.billSubscription(harness.provider, true)
    const pending = listPayments(harness.provider).find(({ status }) => status === 'PENDING')!
    await harness.runUntilIdle()
    expect(find(harness, harness.provider).status).toBe('CANCELLED')
    expect(harness.refunded).toEqual([])
    await harness.advanceDays(3)
    harness.ledger.complete(pending.id, true)
    // PayPal’s event about it is lost.
    harness.events.length = 0
    await harness.advanceDays(1)
    await harness.runUntilIdle()
    expect(harness.refunded).toEqual([pending.id])
    expect((await harness.record()).subscription?.provider).toBe(newId.get(harness))
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  })

  it('whose first payment fails has the grace period', async () => {
    await approveAndReturn(harness)
    await harness.runUntilIdle()
    await harness.advanceDays(31)
    harness.ledger.billSubscription(newId.get(harness)!, false)
    await harness.runUntilIdle()
    expect(await readStatus()).toMatchObject({ detail: 'paymentFailed', entitled: true })
  })

  it('whose old payment is refunded has no subscription', async () => {
    await approveAndReturn(harness)
    await harness.runUntilIdle()
    harness.ledger.refund(listPayments(harness.provider)[0]!.id)
    await harness.runUntilIdle()
    expect((await harness.record()).subscription?.state).toBe('ended')
    expect(find(harness, newId.get(harness)!).status).toBe('CANCELLED')
  })

  it('can’t change to the same plan, without being a student, or a day before the renewal', async () => {
    expect((await start(harness, 'monthly')).error?.code).toBe('not_possible')
    expect((await start(harness, 'student')).error?.code).toBe('student_not_confirmed')
    const { paidThrough } = (await harness.record()).subscription!
    harness.now = new Date(paidThrough.getTime() - day / 2)
    await harness.logIn()
    expect((await start(harness)).error?.code).toBe('not_possible')
  })

  it('gets the student price for one subscription per address', async () => {
    const student = await harness.tokens.issueToken('student', 'hash', harness.now)
    harness.cookies.set('__Host-student', student)
    const { id } = await start(harness, 'student')
    // Somebody else uses the address before the payer approves.
    const { firestore } = harness.deps
    const other = { ...(await harness.record()) }
    await firestore.commit([
      { set: 'students/hash', fields: { uid: 'other', provider: 'I-O', at: harness.now } },
      {
        set: 'subscriptions/other',
        fields: { ...other, subscription: { ...other.subscription!, provider: 'I-O' } },
      },
    ])
    harness.ledger.approve(id, payer)
    expect((await requestApproval(harness, id)).error?.code).toBe('plan_not_changed')
    expect((await harness.record()).subscription?.plan).toBe('monthly_13')
    expect((await start(harness, 'student')).error?.code).toBe('student_not_confirmed')
  })

  it('uses the student address from the change on', async () => {
    const student = await harness.tokens.issueToken('student', 'hash', harness.now)
    harness.cookies.set('__Host-student', student)
    const { id } = await start(harness, 'student')
    harness.ledger.approve(id, payer)
    await requestApproval(harness, id)
    const stored = await harness.deps.firestore.get('students/hash')
    expect(stored.ok && stored.value?.fields).toMatchObject({ uid: harness.uid, provider: id })
  })

  it('keeps the student address until the next plan is paid, and can change back', async () => {
    const setCookie = async () =>
      harness.cookies.set(
        '__Host-student',
        await harness.tokens.issueToken('student', 'hash', harness.now),
      )
    await setCookie()
    const change = async (kind: PlanKind) => {
      const { id } = await start(harness, kind, crypto.randomUUID())
      harness.ledger.approve(id, payer)
      expect(await requestApproval(harness, id)).toMatchObject({ state: 'running' })
      await harness.runUntilIdle()
      return id
    }
    const student = await change('student')
    harness.now = (await harness.record()).subscription!.paidThrough
    harness.ledger.billSubscription(student, true)
    await harness.runUntilIdle()
    await harness.logIn()
    await setCookie()
    await change('annual')
    const guest = harness.openBrowser()
    guest.cookies.set('__Host-student', harness.cookies.get('__Host-student')!)
    const choice = { kind: 'student', source: null, requestId: crypto.randomUUID() }
    const refused = await read<object>(guest.send('POST', '/api/checkout', choice))
    expect(refused.error?.code).toBe('student_not_confirmed')
    await change('student')
  })

  it('gets no free time by a gift that is taken back after the change', async () => {
    const gift = { kind: 'redeemGift', gift: 'gift', months: 12, endFailing: false } as const
    await harness.applyEvent(gift)
    await harness.runUntilIdle()
    const { paidThrough } = (await harness.record()).subscription!
    newId.set(harness, (await start(harness, 'annual', crypto.randomUUID())).id)
    expect(new Date(find(harness, newId.get(harness)!).startsAt!).getUTCFullYear()).toBe(2027)
    await approveAndReturn(harness)
    await harness.runUntilIdle()
    expect(find(harness, newId.get(harness)!).status).toBe('SUSPENDED')
    await harness.applyEvent({ kind: 'giftChanged', gift: 'gift', status: 'void' })
    await harness.runUntilIdle()
    expect(find(harness, newId.get(harness)!)).toMatchObject({
      status: 'ACTIVE',
      nextBillingAt: paidThrough.toISOString(),
    })
    expect((await harness.record()).subscription).toMatchObject({ paidThrough, giftHold: null })
  })

  it('keeps a gift redeemed while the change waits, and pays a day after it', async () => {
    await approveAndReturn(harness)
    await harness.runUntilIdle()
    const gift = { kind: 'redeemGift', gift: 'gift', months: 3, endFailing: false } as const
    await harness.applyEvent(gift)
    await harness.runUntilIdle()
    const { giftHold } = (await harness.record()).subscription!
    expect(find(harness, newId.get(harness)!)).toMatchObject({
      status: 'SUSPENDED',
      nextBillingAt: new Date(giftHold!.until.getTime() + day).toISOString(),
    })
    harness.now = giftHold!.until
    await harness.runUntilIdle()
    expect(find(harness, newId.get(harness)!)).toMatchObject({
      status: 'ACTIVE',
      nextBillingAt: new Date(giftHold!.until.getTime() + day).toISOString(),
    })
  })

  it('who resumes a pause early pays soon', async () => {
    await harness.applyEvent({ kind: 'pause', months: 3 })
    await harness.advanceDays(40)
    await harness.runUntilIdle()
    await harness.logIn()
    newId.set(harness, (await start(harness, 'annual', crypto.randomUUID())).id)
    await approveAndReturn(harness)
    await harness.runUntilIdle()
    await harness.applyEvent({ kind: 'reactivate' })
    await harness.runUntilIdle()
    const { status, nextBillingAt } = find(harness, newId.get(harness)!)
    expect(status).toBe('ACTIVE')
    expect(new Date(nextBillingAt!).getTime() - harness.now.getTime()).toBeLessThan(2 * day)
  })

  it('can’t confirm another reader’s change, or a subscription that wasn’t started here', async () => {
    approve(harness)
    const stranger = harness.openBrowser()
    const id = newId.get(harness)!
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
    expect((await start(harness)).error?.code).toBe('not_possible')
  })

  it('is charged once, in whatever order both subscriptions are synced', async () => {
    await approveAndReturn(harness)
    const sync = (id: string, plan: 'annual_99' | 'monthly_13') =>
      syncFromProvider(harness.deps, { uid: harness.uid, plan }, id, { by: 'cron' })
    for (let again = 0; again < 3; again++) {
      await sync(harness.provider, 'monthly_13')
      await sync(newId.get(harness)!, 'annual_99')
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

it('a trial isn’t given again, and ends on the same day', async () => {
  const harness = new WorkerHarness({ trialDays: 7 })
  await harness.storeReaderAndCheckout()
  await harness.logIn()
  const choice = { kind: 'monthly', source: null, requestId }
  const { id } = await post<{ id: string }>(harness, '/api/checkout', choice)
  harness.provider = id
  harness.ledger.approve(id, payer)
  await requestApproval(harness, id)
  const { trialEndsAt } = (await harness.record()).subscription!
  newId.set(harness, (await start(harness)).id)
  approve(harness)
  expect(await returnFromPayPal(harness)).toMatchObject({ isTrial: false, isPlanChange: true })
  await harness.runUntilIdle()
  expect(find(harness, newId.get(harness)!).nextBillingAt).toBe(trialEndsAt!.toISOString())
  expect((await harness.record()).subscription).toMatchObject({
    trialEndsAt,
    paidThrough: trialEndsAt,
  })
  harness.database.close()
})
