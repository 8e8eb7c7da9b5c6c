/**
 * The number of records that a cron job handles in an hour while other services respond slowly (platform/README.md).
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runBudget } from '../../src/domain/cron.ts'
import { day, minute } from '../../src/domain/duration.ts'
import { succeed } from '../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import { sync } from '../../src/domain/subscription/testing/stories.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import { handleDueRecords } from '../platform/cron/due-records.ts'
import { reconcileSubscriptions } from '../subscription/reconcile-subscriptions.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'

/** Round-trip times in milliseconds, to Firestore and to PayPal or the email service. */
const firestoreDistance = 150
const serviceDistance = 250

const runsAnHour = 60

const database = useMemoryFirestore()
let firestore: Firestore

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function answerLater<Answer>(answer: Promise<Answer>, distance = firestoreDistance) {
  const value = await answer
  await wait(distance)
  return value
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const near = database.firestore
  firestore = {
    ...near,
    get: (path) => answerLater(near.get(path)),
    query: (query) => answerLater(near.query(query)),
    commit: (writes) => answerLater(near.commit(writes)),
  }
})
afterEach(() => {
  vi.useRealTimers()
})

const deps = () => ({ firestore, now: () => new Date(), log: () => {} })

function startRun() {
  const startedAt = new Date()
  return { startedAt, hasTime: () => Date.now() - startedAt.getTime() < runBudget }
}

/** Stores many times as many records as the sample has. */
const storeMany = async (collection: string, fields: (id: string) => Record<string, unknown>) => {
  const ids = Array.from({ length: 450 }, (_, index) => `r${String(index).padStart(3, '0')}`)
  await database.store(Object.fromEntries(ids.map((id) => [`${collection}/${id}`, fields(id)])))
}

it.each([
  [1, 3600],
  [2, 7200],
  [3, 10_800],
])(
  'with %d records at a time, the cron job handles at least %d an hour',
  async (concurrency, stated) => {
    const dueAt = new Date()
    await storeMany('outbox', () => ({ kind: 'email', dueAt, pendingSince: dueAt, attempts: 0 }))
    const handled = handleDueRecords(deps(), startRun(), {
      collection: 'outbox',
      concurrency,
      async handle({ id }) {
        await wait(serviceDistance)
        await firestore.commit([{ remove: `outbox/${id}` }])
        return succeed(undefined)
      },
    })
    await vi.advanceTimersByTimeAsync(minute)
    const outcome = await handled
    expect(outcome.ok && outcome.value.done * runsAnHour).toBeGreaterThanOrEqual(stated)
  },
)

it('subscriptions are compared with PayPal three at a time: 100,000 in less than six hours', async () => {
  let [calls, most] = [0, 0]
  const paidThrough = new Date(Date.now() + 10 * day)
  const payer = { id: '', email: '', firstName: '', lastName: '', paidByCard: false }
  const paypal = {
    async find(id) {
      most = Math.max(most, ++calls)
      await wait(serviceDistance)
      calls--
      return succeed({ payPalState: sync({ id, nextBillingAt: paidThrough }).payPalState, payer })
    },
    transactions: async () => succeed([]),
  } as Partial<PayPal> as PayPal
  await storeMany('subscriptions', (id) =>
    subscriptionRecordSchema.parse({
      subscription: { state: 'active', plan: 'monthly_13', provider: `I-${id}`, paidThrough },
    }),
  )
  const compared = reconcileSubscriptions({ ...deps(), paypal }, startRun())
  await vi.advanceTimersByTimeAsync(minute)
  const outcome = await compared
  expect(outcome).toMatchObject({ ok: true, value: { failed: 0, waitingSince: null } })
  const anHour = outcome.ok ? outcome.value.done * runsAnHour : 0
  expect([anHour, most]).toEqual([18_000, 3])
  expect(100_000 / anHour).toBeLessThan(6)
})
