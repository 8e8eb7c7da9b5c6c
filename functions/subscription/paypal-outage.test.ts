/** Uses the test's clock: a call without a response takes ten seconds. */
import { beforeEach, describe, expect, it } from 'vitest'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  createOutboxItem,
  getDeletionPath,
  getReconcilePath,
} from '../../src/domain/subscription/outbox-item.ts'
import type { ProviderStatus } from '../../src/domain/subscription/provider-subscription.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import { createDeletionsJob } from '../account/delete-reader.ts'
import type { AuthAccounts } from '../adapters/auth-accounts.ts'
import { createCircuitBreaker, withCircuitBreaker } from '../adapters/circuit-breaker.ts'
import type { Firestore, Write } from '../adapters/firestore.ts'
import type { PayPal } from '../adapters/paypal.ts'
import type { PayPalFailure } from '../adapters/paypal-rest.ts'
import { readCron, runCron } from '../cron/run-cron.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { unwrap } from '../testing/unwrap.ts'
import { changeSubscription } from './change-subscription.ts'
import { createOutboxCheckJob } from './outbox-check-job.ts'
import { createSubscriptionJobs, maxPayPalCalls } from './subscription-jobs.ts'

const minute = 60_000
const day = 24 * 60 * minute
const start = new Date('2026-11-20T12:00:00Z')

const database = useMemoryFirestore()
let firestore: Firestore
let now: Date
let isHanging: boolean
let calls: number
let sent: string[]
let deleted: string[]
let payPalStatuses: Map<string, ProviderStatus>
/** Subscriptions for which PayPal always answers 500. */
let isBroken: (provider: string) => boolean

beforeEach(() => {
  firestore = database.firestore
  now = start
  isHanging = false
  calls = 0
  sent = []
  deleted = []
  payPalStatuses = new Map()
  isBroken = (provider) => provider.startsWith('I-broken')
})

async function respond<Value>(
  provider: string,
  value: () => Result<Value, PayPalFailure>,
): Promise<Result<Value, PayPalFailure>> {
  calls++
  if (isHanging) {
    await new Promise((done) => setImmediate(done))
    now = new Date(now.getTime() + 10_000)
    return fail({ kind: 'unavailable', reason: 'TimeoutError' })
  }
  if (isBroken(provider)) {
    return fail({ kind: 'unavailable', reason: '500 INTERNAL_SERVER_ERROR', isFromPayPal: true })
  }
  return value()
}

const payer = { email: '', firstName: '', lastName: '', paidByCard: false }

const paypal = {
  find: (id) =>
    respond(id, () => {
      const status = payPalStatuses.get(id)
      if (!status) return fail({ kind: 'notFound' })
      const providerState = {
        id,
        status,
        nextBillingAt: null,
        lastPaymentAt: null,
        failedPayments: 0,
        lastFailedAt: null,
      }
      const outstanding = { minorUnits: 0, currency: 'USD' } as const
      return succeed({ providerState, payer, approveUrl: null, outstanding })
    }),
  setStatus: (id, to) =>
    respond(id, () => {
      payPalStatuses.set(id, to)
      return succeed(undefined)
    }),
  transactions: (id) =>
    respond(id, () => {
      const gross = { minorUnits: 1399, currency: 'USD' } as const
      return succeed([{ id: `payment-${id}`, status: 'COMPLETED', at: start, gross }])
    }),
  refund: (id) => respond(id, () => succeed(undefined)),
} as Partial<PayPal> as PayPal

const accounts = {
  async remove(uid) {
    deleted.push(uid)
    return succeed(undefined)
  },
} as Partial<AuthAccounts> as AuthAccounts

const deps = () => ({ firestore, paypal, now: () => now, log: () => {} })

async function run() {
  const startedAt = now
  await runCron(deps(), (openUntil) => {
    const breaker = createCircuitBreaker({
      maxConcurrent: maxPayPalCalls,
      openUntil,
      now: () => now,
    })
    const withBreaker = { ...deps(), paypal: withCircuitBreaker(paypal, breaker) }
    const emailSender = {
      async send(_: unknown, id: string) {
        sent.push(id)
        return succeed(undefined)
      },
    }
    const jobs = [
      ...createSubscriptionJobs({ ...withBreaker, emailSender }, breaker),
      createDeletionsJob({ ...withBreaker, accounts }),
      createOutboxCheckJob(withBreaker),
    ]
    return { jobs, breaker }
  })
  const duration = now.getTime() - startedAt.getTime()
  expect(duration).toBeLessThan(minute)
  now = new Date(startedAt.getTime() + minute)
}

const store = (...writes: readonly Write[]) => database.commit(writes)

const named = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${String(index).padStart(3, '0')}`)

function subscriptionRecord(uid: string, changes: object = {}, more: object = {}) {
  const provider = `I-${uid}`
  payPalStatuses.set(provider, 'ACTIVE')
  const paidThrough = new Date(start.getTime() + 10 * day)
  const active = { state: 'active', plan: 'monthly_13', provider, paidThrough }
  const fields = subscriptionRecordSchema.parse({ subscription: { ...active, ...changes } })
  return { set: `subscriptions/${uid}`, fields: { ...fields, ...more } }
}

async function cancel(uid: string) {
  await store(subscriptionRecord(uid))
  const event = async () => succeed({ kind: 'cancel' } as const)
  const changed = await changeSubscription({ firestore, uid, by: 'reader', now: () => now, event })
  expect(changed).toMatchObject({ ok: true })
}

async function storeBrokenRecords() {
  const longAgo = new Date(start.getTime() - day)
  for (const uid of named('broken', 50)) {
    const ending = { state: 'ending', stoppedAt: longAgo }
    await store(subscriptionRecord(uid, ending, { isReconciled: false }))
    await store({
      set: getReconcilePath(uid),
      fields: createOutboxItem({ kind: 'reconcile', uid }, longAgo),
    })
  }
  const malformed = { pendingSince: longAgo, dueAt: longAgo, attempts: 0 }
  for (const id of named('malformed', 50)) {
    await store(
      { set: `outbox/${id}-refund`, fields: { kind: 'refund', ...malformed } },
      { set: `outbox/${id}-email`, fields: { kind: 'email', ...malformed } },
      { set: `subscriptions/${id}`, fields: { subscription: 'none', dueAt: longAgo } },
    )
  }
}

const suspended = () => [...payPalStatuses].filter(([, status]) => status === 'SUSPENDED').length
const outbox = async (prefix: string) =>
  (await database.list('outbox')).filter(({ id }) => id.startsWith(prefix))
const readCronRecord = async () => unwrap(await readCron(firestore)).cron

describe('while PayPal hangs for an hour, and a hundred broken records are due first', () => {
  const validItem = named('good', 60)

  beforeEach(async () => {
    await storeBrokenRecords()
    isHanging = true
    for (const uid of validItem) await cancel(uid)
    const payment = { uid: 'good-000', provider: 'I-paid', paymentAt: start }
    const refund = createOutboxItem({ kind: 'refund', ...payment }, now)
    const deletion = createOutboxItem({ kind: 'deletion', reader: 'leaving' }, now)
    const ends = { state: 'ending', paidThrough: start, stoppedAt: start }
    await store(
      { set: 'outbox/refund', fields: refund },
      { set: 'users/leaving', fields: { email: '', deletionRequestedAt: start } },
      { set: getDeletionPath('leaving'), fields: deletion },
      subscriptionRecord('ends', ends, { dueAt: start }),
    )
  })

  it('emails, deletions and dates are handled, and all valid items two runs after its recovery', async () => {
    await run()
    expect(calls).toBeLessThanOrEqual(6)
    calls = 0
    await run()
    expect(calls).toBeLessThanOrEqual(2)
    // Of sixty cancellations and one end.
    expect(sent).toHaveLength(61)
    expect(deleted).toEqual(['leaving'])
    const ended = { subscription: { state: 'ended' } }
    expect(await database.read('subscriptions/ends')).toMatchObject(ended)
    // PayPal is called once a minute.
    for (let elapsed = 2; elapsed < 60; elapsed++) {
      calls = 0
      await run()
      expect(calls).toBeLessThanOrEqual(2)
    }
    expect(suspended()).toBe(0)
    expect(await readCronRecord()).toMatchObject({
      payPalUnavailableUntil: expect.any(Date),
      jobs: { payPal: { waitingSince: expect.any(Date) }, emails: { waitingSince: null } },
    })

    isHanging = false
    await run()
    await run()
    expect(suspended()).toBe(validItem.length)
    expect(payPalStatuses.get('I-ends')).toBe('CANCELLED')
    expect(await outbox('reconcile-good')).toEqual([])
    expect(await outbox('refund')).toEqual([])
    expect(await readCronRecord()).toMatchObject({
      payPalUnavailableUntil: null,
      jobs: { payPal: { waitingSince: null } },
    })
  })

  it('broken items are retried, and done once they are repaired', async () => {
    isHanging = false
    await run()
    await run()
    expect(await outbox('reconcile-broken')).toHaveLength(50)
    isBroken = () => false
    for (let elapsed = 0; elapsed < 4; elapsed++) await run()
    expect(await outbox('reconcile-broken')).toEqual([])
    expect(suspended()).toBe(validItem.length + 50)
  })
})

it('the check for missing items reads no more pages when its time is up', async () => {
  for (let part = 0; part < 3; part++)
    await store(
      ...named(`reader-${part}`, 400).map((uid) => ({
        set: `subscriptions/${uid}`,
        fields: { isReconciled: false },
      })),
    )
  let pages = 0
  const counting: Firestore = {
    ...firestore,
    async *pages(query) {
      for await (const page of firestore.pages(query)) {
        pages++
        yield page
      }
    },
  }
  let checks = 0
  const job = createOutboxCheckJob({ ...deps(), firestore: counting })
  await job.run({ startedAt: now, hasTime: () => checks++ < 2 })
  expect(pages).toBe(1)
  expect(await outbox('')).toHaveLength(1)
})

it('missing items are added within an hour', async () => {
  await cancel('forgotten')
  await store(
    { remove: getReconcilePath('forgotten') },
    { set: 'users/gone', fields: { email: '', deletionRequestedAt: start } },
  )
  now = new Date(now.getTime() + 60 * minute)
  await run()
  await run()
  expect(payPalStatuses.get('I-forgotten')).toBe('SUSPENDED')
  expect(deleted).toEqual(['gone'])
})
