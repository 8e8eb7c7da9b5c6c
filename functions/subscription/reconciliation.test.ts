import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startFirestoreStandIn } from '../../scripts/local/firestore-stand-in/server.ts'
import { freePort } from '../../scripts/local/ports.ts'
import type { ProviderSubscription } from '../../src/domain/provider-subscription.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import { createFirestore, type Firestore, type Write } from '../adapters/firestore.ts'
import type { PayPal } from '../adapters/paypal.ts'
import { readReconciliation, reconcile } from './reconciliation.ts'

const folder = mkdtempSync(join(tmpdir(), 'reconciliation-'))
let standIn: Awaited<ReturnType<typeof startFirestoreStandIn>>
let url: string
let firestore: Firestore
let count = 0

beforeAll(async () => {
  const port = await freePort(9780)
  url = `http://127.0.0.1:${port}`
  standIn = await startFirestoreStandIn({ port, file: join(folder, 'documents.sqlite') })
})
afterAll(async () => {
  await standIn.stop()
  rmSync(folder, { recursive: true })
})

const day = 24 * 60 * 60 * 1000
let now: Date
let seen: Map<string, ProviderSubscription>
let asked: string[]
let isAway: boolean
let logged: string[]

beforeEach(() => {
  firestore = createFirestore({
    url,
    projectId: `demo-reconciliation-${count++}`,
    token: async () => 'owner',
    timeout: 10_000,
  })
  now = new Date('2026-11-20T12:00:00Z')
  seen = new Map()
  asked = []
  isAway = false
  logged = []
})

const means = () => ({
  firestore,
  now: () => now,
  log: (event: string, { uid }: Readonly<Record<string, string | number>>) =>
    void logged.push(uid === undefined ? event : `${event} ${uid}`),
  paypal: {
    async find(id) {
      asked.push(id)
      if (isAway) return fail({ kind: 'unavailable', reason: 'TimeoutError' })
      const found = seen.get(id)
      const payer = { email: '', firstName: '', lastName: '', paidByCard: false }
      return found
        ? succeed({ seen: found, customId: '', payer, approveUrl: null })
        : fail({ kind: 'notFound' })
    },
  } as Partial<PayPal> as PayPal,
})

const at = (days: number) => new Date(now.getTime() + days * day)

/** A reader of whom we and PayPal agree, unless told otherwise. */
function reader(uid: string, there: Partial<ProviderSubscription> | null = {}): Write {
  const provider = `I-${uid}`
  const paidThrough = at(10)
  if (there) {
    seen.set(provider, {
      id: provider,
      status: 'ACTIVE',
      nextBillingAt: paidThrough,
      lastPaymentAt: null,
      failedPayments: 0,
      lastFailedAt: null,
      ...there,
    })
  }
  const subscription = { state: 'active', plan: 'monthly_13', provider, paidThrough } as const
  return { set: `subscriptions/${uid}`, fields: subscriptionRecordSchema.parse({ subscription }) }
}

async function store(...writes: readonly Write[]) {
  const stored = await firestore.commit(writes)
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}

async function kept() {
  const found = await readReconciliation(firestore)
  return found.ok ? found.value.kept : null
}

/** Minutes, until nothing goes on. */
async function wholeNight() {
  for (let minute = 0; minute < 20; minute++) {
    expect(await reconcile(means(), { hasTime: () => true })).toMatchObject({ ok: true })
    if ((await kept())?.cursor === null) return minute + 1
  }
  throw new Error('it never ends')
}

it('finds what no message has told of, corrects it, and says so', async () => {
  await store(
    reader('a'),
    reader('b', { status: 'CANCELLED', nextBillingAt: null }),
    reader('c', { lastPaymentAt: at(10), nextBillingAt: at(40) }),
    reader('d', null),
    { set: 'subscriptions/e', fields: { subscription: { state: 'active' } } },
  )
  await wholeNight()
  // Who has left is met again among those who are leaving.
  expect(await kept()).toMatchObject({ last: { looked: 6, drifted: 2, failed: 2, overdue: 0 } })
  const [left, renewed] = await Promise.all(
    ['b', 'c'].map(async (uid) => {
      const stored = await firestore.get(`subscriptions/${uid}`)
      return stored.ok && stored.value?.fields
    }),
  )
  expect(left).toMatchObject({ subscription: { state: 'ending', isFinal: true } })
  expect(renewed).toMatchObject({ subscription: { paidThrough: at(40), lastPaymentAt: at(10) } })
  expect(logged).toEqual([
    'subscription_drifted b',
    'subscription_drifted c',
    'subscription_not_compared d',
    'subscription_not_compared e',
    'subscriptions_reconciled',
  ])
})

it('asks of each once a night, a portion a minute, and waits while PayPal is away', async () => {
  const uids = Array.from({ length: 120 }, (_, index) => `r${String(index).padStart(3, '0')}`)
  await store(...uids.map((uid) => reader(uid)))
  await reconcile(means(), { hasTime: () => true })
  expect(asked).toHaveLength(50)
  isAway = true
  await reconcile(means(), { hasTime: () => true })
  expect(asked).toHaveLength(51)
  expect(await kept()).toMatchObject({ looked: 50, cursor: { state: 'active', after: 'r049' } })
  isAway = false
  await wholeNight()
  expect(new Set(asked)).toEqual(new Set(uids.map((uid) => `I-${uid}`)))
  expect(asked).toHaveLength(121)
  expect(await kept()).toMatchObject({ last: { looked: 120, drifted: 0, failed: 0 } })

  now = new Date(now.getTime() + 60_000)
  await reconcile(means(), { hasTime: () => true })
  expect(asked).toHaveLength(121)
  now = at(1)
  await reconcile(means(), { hasTime: () => true })
  expect(asked).toHaveLength(171)
})

it('that cannot ask PayPal at all stays where it is', async () => {
  await store(reader('a'))
  isAway = true
  await reconcile(means(), { hasTime: () => true })
  await reconcile(means(), { hasTime: () => true })
  expect(await kept()).toMatchObject({ looked: 0, cursor: { state: 'active', after: null } })
})

it('counts payments that have waited for a day to go back, and not letters', async () => {
  const due = { owedSince: at(-2), dueAt: at(1), attempts: 9 }
  const refund = { kind: 'refund', uid: 'a', provider: 'I-a', paymentAt: at(-2), ...due }
  await store(
    { set: 'outbox/1', fields: refund },
    { set: 'outbox/2', fields: { ...refund, owedSince: at(-0.5) } },
    { set: 'outbox/3', fields: { kind: 'finishAccount', checkout: 'I-b', ...due } },
  )
  await wholeNight()
  expect(await kept()).toMatchObject({ last: { overdue: 1 } })
})
