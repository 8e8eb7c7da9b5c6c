/** A call of PayPal without a response takes ten seconds. */
import { beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../../src/domain/result.ts'
import {
  createOutboxItem,
  getDeletionPath,
  getReconcilePath,
} from '../../src/domain/subscription/outbox-item.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import { createOutboxCheckJob } from '../outbox/outbox-check-job.ts'
import type { Firestore, Write } from '../platform/adapters/firestore.ts'
import { readCron } from '../platform/cron/run-cron.ts'
import { payPalPlans } from '../testing/in-process-paypal.ts'
import { unwrap } from '../testing/unwrap.ts'
import { payer, type WorkerHarness } from '../testing/worker-harness.ts'
import { findAtPayPal, openHarness } from './testing/checkout-steps.ts'

const minute = 60_000
const day = 24 * 60 * minute

let harness: WorkerHarness
let isHanging: boolean
let calls: number
/** PayPal's ids by uid. */
let payPalSubscriptions: Map<string, string>
/** Subscriptions for which PayPal always answers 500. */
let broken: Set<string>

beforeEach(() => {
  harness = openHarness()
  isHanging = false
  calls = 0
  payPalSubscriptions = new Map()
  broken = new Set()
  for (const [name, call] of Object.entries(harness.paypal))
    Object.assign(harness.paypal, { [name]: respondWith(call as Call) })
})

type Call = (id: string, ...others: readonly unknown[]) => Promise<unknown>

const respondWith =
  (call: Call): Call =>
  async (id, ...others) => {
    calls++
    if (isHanging) {
      await new Promise((done) => setImmediate(done))
      harness.now = new Date(harness.now.getTime() + 10_000)
      return fail({ kind: 'unavailable', reason: 'TimeoutError' })
    }
    if (broken.has(id))
      return fail({ kind: 'unavailable', reason: '500 INTERNAL_SERVER_ERROR', isFromPayPal: true })
    return call(id, ...others)
  }

async function run() {
  const startedAt = harness.now
  await harness.runCron()
  const duration = harness.now.getTime() - startedAt.getTime()
  expect(duration).toBeLessThan(minute)
  harness.now = new Date(startedAt.getTime() + minute)
}

const store = async (...writes: readonly Write[]) =>
  unwrap(await harness.database.firestore.commit(writes))

const named = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${String(index).padStart(3, '0')}`)

function buy(uid: string, startsAt: Date | null) {
  const order = { planId: payPalPlans.monthly_13, customId: uid, returnUrl: '', cancelUrl: '' }
  const dated = { ...order, startsAt: startsAt?.toISOString() ?? null }
  const { id } = unwrap(harness.ledger.create(dated, null)).subscription
  harness.ledger.approve(id, payer)
  return id
}

async function storeSubscriber(uid: string, changes: object = {}, more: object = {}) {
  const paidThrough = new Date(harness.now.getTime() + 10 * day)
  const provider = buy(uid, paidThrough)
  payPalSubscriptions.set(uid, provider)
  const active = { state: 'active', plan: 'monthly_13', provider, paidThrough }
  const fields = subscriptionRecordSchema.parse({ subscription: { ...active, ...changes } })
  const reader = { first_name: '', last_name: '', email: `${uid}@example.com` }
  await store(
    { set: `users/${uid}`, fields: { ...reader, createdAt: harness.now } },
    { set: `subscriptions/${uid}`, fields: { ...fields, ...more } },
  )
}

async function cancel(uid: string) {
  await storeSubscriber(uid)
  Object.assign(harness, { uid })
  expect(await harness.applyEvent({ kind: 'cancel' })).toMatchObject({ ok: true })
}

async function storeBrokenRecords() {
  const longAgo = new Date(harness.now.getTime() - day)
  for (const uid of named('broken', 50)) {
    const ending = { state: 'ending', stoppedAt: longAgo }
    await storeSubscriber(uid, ending, { isReconciled: false })
    broken.add(payPalSubscriptions.get(uid)!)
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

const getStatus = (uid: string) => findAtPayPal(harness, payPalSubscriptions.get(uid)!).status
const countSuspended = () =>
  [...payPalSubscriptions.keys()].filter((uid) => getStatus(uid) === 'SUSPENDED').length
const listOutbox = async (prefix: string) =>
  (await harness.queryAll({ collection: 'outbox' })).filter(({ id }) => id.startsWith(prefix))
const readCronRecord = async () => unwrap(await readCron(harness.database.firestore)).cron

describe('while PayPal hangs for an hour, and a hundred broken records are due first', () => {
  const validItem = named('good', 60)

  beforeEach(async () => {
    await storeBrokenRecords()
    isHanging = true
    for (const uid of validItem) await cancel(uid)
    const { now } = harness
    const provider = buy('good-000', null)
    const payment = { uid: 'good-000', provider, paymentAt: now, reason: null }
    const leaving = { email: '', deletionRequestedAt: now }
    await store(
      { set: 'outbox/refund', fields: createOutboxItem({ kind: 'refund', ...payment }, now) },
      { set: 'users/leaving', fields: leaving },
      {
        set: getDeletionPath('leaving'),
        fields: createOutboxItem({ kind: 'deletion', reader: 'leaving' }, now),
      },
    )
    harness.accounts.set('leaving', 'leaving@example.com')
    const ends = { state: 'ending', paidThrough: now, stoppedAt: now }
    await storeSubscriber('ends', ends, { dueAt: now })
  })

  it('emails, deletions and dates are handled, and all valid items two runs after its recovery', async () => {
    await run()
    expect(calls).toBeLessThanOrEqual(6)
    calls = 0
    await run()
    expect(calls).toBeLessThanOrEqual(2)
    // There were sixty cancellations and one end.
    expect(harness.sentEmails).toHaveLength(61)
    expect(harness.accounts.has('leaving')).toBe(false)
    expect((await harness.record('ends')).subscription?.state).toBe('ended')
    // PayPal is called once a minute.
    for (let elapsed = 2; elapsed < 60; elapsed++) {
      calls = 0
      await run()
      expect(calls).toBeLessThanOrEqual(2)
    }
    expect(countSuspended()).toBe(0)
    expect(await readCronRecord()).toMatchObject({
      payPalUnavailableUntil: expect.any(Date),
      jobs: { payPal: { waitingSince: expect.any(Date) }, emails: { waitingSince: null } },
    })

    isHanging = false
    await run()
    await run()
    expect(countSuspended()).toBe(validItem.length)
    expect(getStatus('ends')).toBe('CANCELLED')
    expect(await listOutbox('reconcile-good')).toEqual([])
    expect(await listOutbox('refund')).toEqual([])
    expect(harness.refunded).toHaveLength(1)
    expect(await readCronRecord()).toMatchObject({
      payPalUnavailableUntil: null,
      jobs: { payPal: { waitingSince: null } },
    })
  })

  it('broken items are retried, and done once they are repaired', async () => {
    isHanging = false
    await run()
    await run()
    expect(await listOutbox('reconcile-broken')).toHaveLength(50)
    broken.clear()
    for (let elapsed = 0; elapsed < 4; elapsed++) await run()
    expect(await listOutbox('reconcile-broken')).toEqual([])
    expect(countSuspended()).toBe(validItem.length + 50)
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
    ...harness.deps.firestore,
    async *pages(query) {
      for await (const page of harness.deps.firestore.pages(query)) {
        pages++
        yield page
      }
    },
  }
  let checks = 0
  const job = createOutboxCheckJob({ ...harness.deps, log: () => {}, firestore: counting })
  await job.run({ startedAt: harness.now, hasTime: () => checks++ < 2 })
  expect(pages).toBe(1)
  expect(await listOutbox('')).toHaveLength(1)
})

it('missing items are added within an hour', async () => {
  await cancel('forgotten')
  const gone = { email: '', deletionRequestedAt: harness.now }
  harness.accounts.set('gone', 'gone@example.com')
  await store({ remove: getReconcilePath('forgotten') }, { set: 'users/gone', fields: gone })
  await harness.advanceDays(1 / 24)
  await run()
  await run()
  expect(getStatus('forgotten')).toBe('SUSPENDED')
  expect(harness.accounts.has('gone')).toBe(false)
})
