import { beforeEach, expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { addMonths } from '../../src/domain/month.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import type { PayPalSubscription } from '../../src/domain/subscription/paypal-subscription.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import { sync } from '../../src/domain/subscription/testing/stories.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { unwrap } from '../testing/unwrap.ts'
import { readReconciliation, reconcileSubscriptions } from './reconcile-subscriptions.ts'

const database = useMemoryFirestore()

let now: Date
let payPalSubscriptions: Map<string, PayPalSubscription>
let requestedIds: string[]
let isPayPalUnavailable: boolean
let logged: string[]

beforeEach(() => {
  now = new Date('2026-11-20T12:00:00Z')
  payPalSubscriptions = new Map()
  requestedIds = []
  isPayPalUnavailable = false
  logged = []
})

const createDeps = () => ({
  firestore: database.firestore,
  now: () => now,
  log: (event: string, { uid }: Readonly<Record<string, string | number>>) =>
    void logged.push(uid === undefined ? event : `${event} ${uid}`),
  paypal: {
    async find(id) {
      requestedIds.push(id)
      if (id === 'I-failing')
        return fail({ kind: 'unavailable', reason: 'status 500', isFromPayPal: true })
      if (isPayPalUnavailable) return fail({ kind: 'unavailable', reason: 'TimeoutError' })
      const found = payPalSubscriptions.get(id)
      const payer = { id: '', email: '', firstName: '', lastName: '', paidByCard: false }
      return found ? succeed({ payPalState: found, payer } as never) : fail({ kind: 'notFound' })
    },
    transactions: async () => succeed([]),
  } as Partial<PayPal> as PayPal,
})

const at = (days: number) => new Date(now.getTime() + days * day)

/** Creates a subscription that matches PayPal's, except for these changes. */
function reader(uid: string, changes: Partial<PayPalSubscription> | null = {}): Write {
  const payPalSubscription = `I-${uid}`
  const paidThrough = at(10)
  const agreed = { id: payPalSubscription, nextBillingAt: paidThrough, ...changes }
  if (changes) payPalSubscriptions.set(payPalSubscription, sync(agreed).payPalState)
  const subscription = {
    state: 'active',
    plan: 'monthly_13',
    provider: payPalSubscription,
    paidThrough,
  } as const
  return { set: `subscriptions/${uid}`, fields: subscriptionRecordSchema.parse({ subscription }) }
}

const store = (...writes: readonly Write[]) => database.commit(writes)

const readProgress = async () =>
  unwrap(await readReconciliation(database.firestore)).storedReconciliation

const reconcile = () => reconcileSubscriptions(createDeps(), { hasTime: () => true })

async function runWholeNight() {
  for (let minute = 0; minute < 20; minute++) {
    expect(await reconcile()).toMatchObject({ ok: true })
    if ((await readProgress())?.cursor === null) return
  }
  throw new Error('it never ends')
}

it('changes without an event are found, applied and logged', async () => {
  await store(
    reader('a'),
    reader('b', { status: 'CANCELLED', nextBillingAt: null }),
    reader('c', { lastPaymentAt: at(10), nextBillingAt: at(40) }),
    reader('d', null),
    reader('f', { nextBillingAt: at(40) }),
    reader('failing'),
    { set: 'subscriptions/e', fields: { subscription: { state: 'active' } } },
  )
  await runWholeNight()
  // Subscriptions that end or fail are compared again in their new states.
  const counts = { comparedCount: 9, outOfSyncCount: 3, failed: 3, missingPaymentCount: 2 }
  expect(await readProgress()).toMatchObject({ last: { ...counts, overdueRefundCount: 0 } })
  expect(await database.read('subscriptions/b')).toMatchObject({
    subscription: { state: 'ending', isFinal: true },
  })
  expect(await database.read('subscriptions/c')).toMatchObject({
    subscription: { paidThrough: addMonths(at(10), 1), lastPaymentAt: at(10) },
  })
  expect(logged).toEqual([
    'subscription_drifted b',
    'subscription_drifted c',
    'subscription_not_compared d',
    'subscription_not_compared e',
    'subscription_drifted f',
    'subscription_not_compared failing',
    'subscriptions_reconciled',
  ])
})

it('each subscription is compared once a night, a few per minute, and not while PayPal is unavailable', async () => {
  const uids = Array.from({ length: 450 }, (_, index) => `r${String(index).padStart(3, '0')}`)
  await store(...uids.map((uid) => reader(uid)))
  await reconcile()
  expect(requestedIds).toHaveLength(300)
  isPayPalUnavailable = true
  await reconcile()
  expect(requestedIds).toHaveLength(303)
  const cursor = { state: 'active', after: 'r299' }
  expect(await readProgress()).toMatchObject({ comparedCount: 300, cursor })
  isPayPalUnavailable = false
  await runWholeNight()
  expect(new Set(requestedIds)).toEqual(new Set(uids.map((uid) => `I-${uid}`)))
  expect(requestedIds).toHaveLength(453)
  const last = { comparedCount: 450, outOfSyncCount: 0, failed: 0 }
  expect(await readProgress()).toMatchObject({ last })

  now = new Date(now.getTime() + 60_000)
  await reconcile()
  expect(requestedIds).toHaveLength(453)
  now = at(1)
  await reconcile()
  expect(requestedIds).toHaveLength(753)
})

it('refunds that are a day overdue are counted, but overdue emails aren’t', async () => {
  const due = { pendingSince: at(-2), dueAt: at(1), attempts: 9 }
  const refund = { kind: 'refund', uid: 'a', provider: 'I-a', paymentAt: at(-2), ...due }
  await store(
    { set: 'outbox/1', fields: refund },
    { set: 'outbox/2', fields: { ...refund, pendingSince: at(-0.5) } },
    { set: 'outbox/4', fields: { ...refund, kind: 'useCredit' } },
    { set: 'outbox/3', fields: { kind: 'finishAccount', checkout: 'I-b', ...due } },
  )
  await runWholeNight()
  expect(await readProgress()).toMatchObject({ last: { overdueRefundCount: 2 } })
})
