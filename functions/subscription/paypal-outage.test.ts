/**
 * An hour without PayPal, with a hundred broken records at the head of everything that is due. The
 * database is in memory, and the clock is the test's: a call that isn't answered takes ten seconds.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type InMemory,
  inMemoryFirestore,
} from '../../scripts/local/firestore-stand-in/in-memory.ts'
import { deletionPath, owedNow, reconcilePath } from '../../src/domain/owed.ts'
import type { ProviderStatus } from '../../src/domain/provider-subscription.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import { deletionsJob } from '../account/removal.ts'
import type { Accounts } from '../adapters/accounts.ts'
import { createCircuitBreaker, withCircuitBreaker } from '../adapters/circuit-breaker.ts'
import type { Firestore, Write } from '../adapters/firestore.ts'
import type { PayPal } from '../adapters/paypal.ts'
import type { PayPalFailure } from '../adapters/paypal-wire.ts'
import { readCron, runCron } from '../cron/run-cron.ts'
import { changeSubscription } from './change.ts'
import { outboxCheckJob } from './outbox-check.ts'
import { payPalCallsAtOnce, subscriptionJobs } from './subscription-jobs.ts'

const minute = 60_000
const day = 24 * 60 * minute
const start = new Date('2026-11-20T12:00:00Z')

let database: InMemory
let firestore: Firestore
let now: Date
let isHanging: boolean
let calls: number
let sent: string[]
let deleted: string[]
/** What PayPal has. */
let there: Map<string, ProviderStatus>
/** Answered with a 500 for ever. */
let isBroken: (provider: string) => boolean

beforeEach(() => {
  database = inMemoryFirestore()
  firestore = database.firestore
  now = start
  isHanging = false
  calls = 0
  sent = []
  deleted = []
  there = new Map()
  isBroken = (provider) => provider.startsWith('I-broken')
})
afterEach(() => database.close())

async function answer<Value>(
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
    return fail({ kind: 'unavailable', reason: '500 INTERNAL_SERVER_ERROR', isAnswered: true })
  }
  return value()
}

const payer = { email: '', firstName: '', lastName: '', paidByCard: false }
const statusOf = { ACTIVE: 'ACTIVE', SUSPENDED: 'SUSPENDED', CANCELLED: 'CANCELLED' } as const

const paypal = {
  find: (id) =>
    answer(id, () => {
      const status = there.get(id)
      if (!status) return fail({ kind: 'notFound' })
      const seen = {
        id,
        status,
        nextBillingAt: null,
        lastPaymentAt: null,
        failedPayments: 0,
        lastFailedAt: null,
      }
      const outstanding = { minorUnits: 0, currency: 'USD' } as const
      return succeed({ seen, customId: '', payer, approveUrl: null, outstanding })
    }),
  bring: (id, to) =>
    answer(id, () => {
      there.set(id, statusOf[to])
      return succeed(undefined)
    }),
  transactions: (id) =>
    answer(id, () => {
      const gross = { minorUnits: 1399, currency: 'USD' } as const
      return succeed([{ id: `payment-${id}`, status: 'COMPLETED', at: start, gross }])
    }),
  refund: (id) => answer(id, () => succeed(undefined)),
} as Partial<PayPal> as PayPal

const accounts = {
  async remove(uid) {
    deleted.push(uid)
    return succeed(undefined)
  },
} as Partial<Accounts> as Accounts

const deps = () => ({ firestore, paypal, now: () => now, log: () => {} })

/** One run of the cron jobs, at its minute. */
async function run() {
  const startedAt = now
  await runCron(deps(), (awayUntil) => {
    const breaker = createCircuitBreaker({
      atOnce: payPalCallsAtOnce,
      awayUntil,
      now: () => now,
    })
    const guarded = { ...deps(), paypal: withCircuitBreaker(paypal, breaker) }
    const letters = {
      async send(_: unknown, id: string) {
        sent.push(id)
        return succeed(undefined)
      },
    }
    const jobs = [
      ...subscriptionJobs({ ...guarded, letters }, breaker),
      deletionsJob({ ...guarded, accounts }),
      outboxCheckJob(guarded),
    ]
    return { jobs, breaker }
  })
  const took = now.getTime() - startedAt.getTime()
  expect(took).toBeLessThan(minute)
  now = new Date(startedAt.getTime() + minute)
}

async function store(...writes: readonly Write[]) {
  const stored = await firestore.commit(writes)
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}

const named = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${String(index).padStart(3, '0')}`)

function activeRecord(uid: string): Write {
  const provider = `I-${uid}`
  there.set(provider, 'ACTIVE')
  const paidThrough = new Date(start.getTime() + 10 * day)
  const subscription = { state: 'active', plan: 'monthly_13', provider, paidThrough } as const
  return { set: `subscriptions/${uid}`, fields: subscriptionRecordSchema.parse({ subscription }) }
}

/** The reader cancels: an email is to be sent, and PayPal to be told. */
async function cancel(uid: string) {
  await store(activeRecord(uid))
  const event = async () => succeed({ kind: 'cancel' } as const)
  const changed = await changeSubscription({ firestore, uid, by: 'reader', now: () => now, event })
  expect(changed).toMatchObject({ ok: true })
}

/** A hundred broken records, due before everything else. */
async function storeBroken() {
  const longAgo = new Date(start.getTime() - day)
  for (const uid of named('broken', 50)) {
    await store({
      ...activeRecord(uid),
      fields: {
        ...subscriptionRecordSchema.parse({
          subscription: {
            state: 'ending',
            plan: 'monthly_13',
            provider: `I-${uid}`,
            paidThrough: new Date(start.getTime() + 10 * day),
            stoppedAt: longAgo,
          },
          isAligned: false,
        }),
      },
    } as Write)
    await store({ set: reconcilePath(uid), fields: owedNow({ kind: 'reconcile', uid }, longAgo) })
  }
  const malformed = { owedSince: longAgo, dueAt: longAgo, attempts: 0 }
  for (const id of named('malformed', 50)) {
    await store(
      { set: `outbox/${id}-refund`, fields: { kind: 'refund', ...malformed } },
      { set: `outbox/${id}-letter`, fields: { kind: 'letter', ...malformed } },
      { set: `subscriptions/${id}`, fields: { subscription: 'none', dueAt: longAgo } },
    )
  }
}

const suspended = () => [...there].filter(([, status]) => status === 'SUSPENDED').length
const outbox = async (prefix: string) => {
  const found = await firestore.query({ collection: 'outbox' })
  if (!found.ok) throw new Error(found.failure.kind)
  return found.value.documents.filter(({ id }) => id.startsWith(prefix))
}

describe('a PayPal that hangs for an hour, with a hundred broken records at the head', () => {
  const good = named('good', 60)

  beforeEach(async () => {
    await storeBroken()
    isHanging = true
    for (const uid of good) await cancel(uid)
    const refund = {
      kind: 'refund',
      uid: 'good-000',
      provider: 'I-paid',
      paymentAt: start,
    } as const
    await store(
      { set: 'outbox/refund', fields: owedNow(refund, now) },
      { set: 'users/leaving', fields: { email: '', leavingAt: start } },
      {
        set: deletionPath('leaving'),
        fields: owedNow({ kind: 'deletion', reader: 'leaving' }, now),
      },
      {
        ...activeRecord('ends'),
        fields: {
          ...subscriptionRecordSchema.parse({
            subscription: {
              state: 'ending',
              plan: 'monthly_13',
              provider: 'I-ends',
              paidThrough: start,
              stoppedAt: start,
            },
          }),
          dueAt: start,
        },
      } as Write,
    )
  })

  it('holds up nothing else', async () => {
    await run()
    await run()
    // Of those who cancelled, and of the one whose time is over.
    expect(sent).toHaveLength(61)
    expect(deleted).toEqual(['leaving'])
    const ended = await firestore.get('subscriptions/ends')
    expect(ended.ok && ended.value?.fields).toMatchObject({ subscription: { state: 'ended' } })
  })

  it('is called once a minute, and everything good is done within two runs when it is back', async () => {
    await run()
    expect(calls).toBeLessThanOrEqual(6)
    for (let passed = 1; passed < 60; passed++) {
      calls = 0
      await run()
      expect(calls).toBeLessThanOrEqual(2)
    }
    expect(suspended()).toBe(0)
    const stored = await readCron(firestore)
    expect(stored.ok && stored.value.cron).toMatchObject({
      payPalAwayUntil: expect.any(Date),
      jobs: { payPal: { waitingSince: expect.any(Date) }, emails: { waitingSince: null } },
    })

    isHanging = false
    await run()
    await run()
    expect(suspended()).toBe(good.length)
    expect(there.get('I-ends')).toBe('CANCELLED')
    expect(await outbox('reconcile-good')).toEqual([])
    expect(await outbox('refund')).toEqual([])
    const after = await readCron(firestore)
    expect(after.ok && after.value.cron).toMatchObject({
      payPalAwayUntil: null,
      jobs: { payPal: { waitingSince: null } },
    })
  })

  it('leaves the broken ones to be tried again, and done once they are mended', async () => {
    isHanging = false
    await run()
    await run()
    expect(await outbox('reconcile-broken')).toHaveLength(50)
    isBroken = () => false
    for (let passed = 0; passed < 4; passed++) await run()
    expect(await outbox('reconcile-broken')).toEqual([])
    expect(suspended()).toBe(good.length + 50)
  })
})

it('reconciliation passes a record whose PayPal answers 500, and waits for one that hangs', async () => {
  for (const uid of ['a', 'broken', 'c']) await store(activeRecord(uid))
  isHanging = true
  for (let passed = 0; passed < 10; passed++) await run()
  const reconciliation = async () => {
    const stored = await firestore.get('operations/reconciliation')
    return stored.ok && stored.value?.fields
  }
  expect(await reconciliation()).toMatchObject({ looked: 0, failed: 0, last: null })
  isHanging = false
  // One for each state that a subscription can be in.
  for (let passed = 0; passed < 5; passed++) await run()
  expect(await reconciliation()).toMatchObject({ last: { looked: 3, failed: 1 } })
})

it('items that a record ought to have are added within the hour', async () => {
  await cancel('forgotten')
  await store(
    { remove: reconcilePath('forgotten') },
    { set: 'users/gone', fields: { email: '', leavingAt: start } },
  )
  now = new Date(now.getTime() + 60 * minute)
  await run()
  await run()
  expect(there.get('I-forgotten')).toBe('SUSPENDED')
  expect(deleted).toEqual(['gone'])
})
