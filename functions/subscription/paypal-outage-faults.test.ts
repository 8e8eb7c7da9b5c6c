/** During an outage, each call to PayPal takes ten seconds. */
import { beforeEach, expect, it } from 'vitest'
import { day, minute } from '../../src/domain/duration.ts'
import {
  createOutboxItem,
  getDeletionPath,
  getReconcilePath,
} from '../../src/domain/outbox/outbox-item.ts'
import { fail } from '../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import { createOutboxCheckJob } from '../outbox/outbox-check-job.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { readCron } from '../platform/cron/run-cron.ts'
import { payPalPlans } from '../testing/in-process-paypal.ts'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { findAtPayPal } from './testing/checkout-steps.ts'

let harness: WorkerHarness
let isHanging: boolean
let calls: number
/** PayPal's subscription ids by uid. */
let subscriptions: Map<string, string>

beforeEach(() => {
  harness = new WorkerHarness()
  isHanging = false
  calls = 0
  subscriptions = new Map()
  for (const [name, call] of Object.entries(harness.paypal))
    Object.assign(harness.paypal, { [name]: respondWith(call as Call) })
})

type Call = (...parameters: readonly unknown[]) => Promise<unknown>

const respondWith =
  (call: Call): Call =>
  async (...parameters) => {
    calls++
    if (!isHanging) return call(...parameters)
    await new Promise((done) => setImmediate(done))
    harness.now = new Date(harness.now.getTime() + 10_000)
    return fail({ kind: 'unavailable', reason: 'TimeoutError' })
  }

async function run() {
  const startedAt = harness.now
  await harness.runCron()
  const duration = harness.now.getTime() - startedAt.getTime()
  expect(duration).toBeLessThan(minute)
  harness.now = new Date(startedAt.getTime() + minute)
}

/** Stores a subscription whose next payment is still due; PayPal has activated it. */
async function storeSubscriber(uid: string, changes: object = {}, more: object = {}) {
  const paidThrough = new Date(harness.now.getTime() + 10 * day)
  const order = { planId: payPalPlans.monthly_13, customId: uid, returnUrl: '', cancelUrl: '' }
  const dated = { ...order, startsAt: paidThrough.toISOString() }
  const { id: provider } = unwrap(harness.ledger.create(dated, null)).subscription
  harness.ledger.approve(provider, payer)
  subscriptions.set(uid, provider)
  const active = { state: 'active', plan: 'monthly_13', provider, paidThrough }
  const fields = subscriptionRecordSchema.parse({ subscription: { ...active, ...changes } })
  const reader = { first_name: '', last_name: '', email: `${uid}@example.com` }
  await harness.store({
    [`users/${uid}`]: { ...reader, createdAt: harness.now },
    [`subscriptions/${uid}`]: { ...fields, ...more },
  })
}

async function cancel(uid: string) {
  await storeSubscriber(uid)
  Object.assign(harness, { uid })
  expect(await harness.applyEvent({ kind: 'cancel' })).toMatchObject({ ok: true })
}

const getStatus = (uid: string) => findAtPayPal(harness, subscriptions.get(uid)!).status
const listOutbox = () => harness.queryAll({ collection: 'outbox' })
const readCronRecord = async () => unwrap(await readCron(harness.database.firestore)).cron

it('while PayPal hangs for an hour, emails, deletions and dates are handled, and the rest within two runs of its recovery', async () => {
  isHanging = true
  const readers = Array.from({ length: 60 }, (_, index) => `reader-${index}`)
  for (const uid of readers) await cancel(uid)
  const { now } = harness
  await harness.store({
    'users/leaving': { email: '', deletionRequestedAt: now },
    [getDeletionPath('leaving')]: createOutboxItem({ kind: 'deletion', reader: 'leaving' }, now),
  })
  harness.accounts.set('leaving', 'leaving@example.com')
  const ends = { state: 'ending', paidThrough: now, stoppedAt: now }
  await storeSubscriber('ends', ends, { dueAt: now })

  await run()
  expect(calls).toBeLessThanOrEqual(6)
  calls = 0
  await run()
  expect(calls).toBeLessThanOrEqual(2)
  // Sixty emails about cancellations, and one about an end.
  expect(harness.sentEmails).toHaveLength(61)
  expect(harness.accounts.has('leaving')).toBe(false)
  expect((await harness.record('ends')).subscription?.state).toBe('ended')
  // PayPal is called once a minute.
  for (let elapsed = 2; elapsed < 60; elapsed++) {
    calls = 0
    await run()
    expect(calls).toBeLessThanOrEqual(2)
  }
  expect(readers.map(getStatus)).not.toContain('SUSPENDED')
  expect(await readCronRecord()).toMatchObject({
    payPalUnavailableUntil: expect.any(Date),
    jobs: { payPal: { waitingSince: expect.any(Date) }, emails: { waitingSince: null } },
  })

  isHanging = false
  await run()
  await run()
  expect(new Set(readers.map(getStatus))).toEqual(new Set(['SUSPENDED']))
  expect(getStatus('ends')).toBe('CANCELLED')
  expect(await listOutbox()).toEqual([])
  expect(await readCronRecord()).toMatchObject({
    payPalUnavailableUntil: null,
    jobs: { payPal: { waitingSince: null } },
  })
})

it('the check for missing outbox items reads no more pages when its time is up', async () => {
  for (let part = 0; part < 3; part++) {
    const paths = Array.from({ length: 400 }, (_, index) => `subscriptions/${part}-${index}`)
    await harness.store(Object.fromEntries(paths.map((path) => [path, { isReconciled: false }])))
  }
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
  expect(await listOutbox()).toHaveLength(1)
})

it('missing outbox items are added within an hour', async () => {
  await cancel('forgotten')
  const gone = { email: '', deletionRequestedAt: harness.now }
  harness.accounts.set('gone', 'gone@example.com')
  await harness.store({ 'users/gone': gone })
  await harness.database.firestore.commit([{ remove: getReconcilePath('forgotten') }])
  await harness.advanceDays(1 / 24)
  await run()
  await run()
  expect(getStatus('forgotten')).toBe('SUSPENDED')
  expect(harness.accounts.has('gone')).toBe(false)
})
