import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFirestoreStandIn } from '../../scripts/local/firestore-stand-in/server.ts'
import { freePort } from '../../scripts/local/ports.ts'
import { letterLife, owedNow } from '../../src/domain/owed.ts'
import type { ProviderSubscription } from '../../src/domain/provider-subscription.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { subscriptionSchema } from '../../src/domain/subscription.ts'
import { createCircuitBreaker } from '../adapters/circuit-breaker.ts'
import { createFirestore, type Firestore } from '../adapters/firestore.ts'
import type { Fields } from '../adapters/firestore-values.ts'
import type { Mail, MailFailure, MailMessage } from '../adapters/mail.ts'
import type { PayPal } from '../adapters/paypal.ts'
import type { PayPalTransaction } from '../adapters/paypal-payments.ts'
import { subscriptionJobs } from '../subscription/subscription-jobs.ts'
import { confirmStudent, createLetters } from './letters.ts'

const folder = mkdtempSync(join(tmpdir(), 'letters-'))
let standIn: Awaited<ReturnType<typeof startFirestoreStandIn>>
let url: string
let firestore: Firestore
let count = 0

beforeAll(async () => {
  const port = await freePort(9820)
  url = `http://127.0.0.1:${port}`
  standIn = await startFirestoreStandIn({ port, file: join(folder, 'documents.sqlite') })
})
afterAll(async () => {
  await standIn.stop()
  rmSync(folder, { recursive: true })
})

const siteUrl = 'https://verandah.example'
const provider = 'I-1'
let now: Date
let sent: (MailMessage & { readonly id: string })[]
let answer: MailFailure | null
let there: ProviderSubscription
let payments: PayPalTransaction[]
let refunded: string[]
let logged: string[]

beforeEach(() => {
  firestore = createFirestore({
    url,
    projectId: `demo-letters-${count++}`,
    token: async () => 'owner',
    timeout: 10_000,
  })
  now = new Date('2026-11-20T12:00:00Z')
  sent = []
  answer = null
  payments = []
  refunded = []
  logged = []
  there = {
    id: provider,
    status: 'ACTIVE',
    nextBillingAt: null,
    lastPaymentAt: now,
    failedPayments: 0,
    lastFailedAt: null,
  }
})

const mail: Mail = {
  async send(message, id) {
    if (answer) return fail(answer)
    if (!sent.some((one) => one.id === id)) sent.push({ ...message, id })
    return succeed(undefined)
  },
}

const paypal = {
  async find() {
    const payer = { email: 'payer@example.com', firstName: 'Payer', lastName: '' }
    return succeed({ seen: there, customId: '', payer: { ...payer, paidByCard: false } })
  },
  async bring() {
    there = { ...there, status: 'CANCELLED' }
    return succeed(undefined)
  },
  transactions: async () => succeed(payments),
  async refund(id, requestId) {
    if (requestId !== `refund-${id}`) throw new Error('not idempotent')
    if (!refunded.includes(id)) refunded.push(id)
    payments = payments.map((one) => (one.id === id ? { ...one, status: 'REFUNDED' } : one))
    return succeed(undefined)
  },
} as Partial<PayPal> as PayPal

async function drain(box: Parameters<typeof createLetters>[0]['box'] = { mail, siteUrl }) {
  const log = (event: string, { reason }: Readonly<Record<string, string | number>>) =>
    void logged.push(`${event}: ${reason}`)
  const means = { firestore, paypal, now: () => now, log }
  const finishKey = async (checkout: string) => `key of ${checkout}`
  const letters = createLetters({ ...means, box, finishKey })
  const run = { startedAt: now, hasTime: () => true }
  const breaker = createCircuitBreaker({ atOnce: 1, awayUntil: null, now: () => now })
  for (const job of subscriptionJobs({ ...means, letters }, breaker)) {
    if (job.name !== 'reconciliation') expect(await job.run(run)).toMatchObject({ ok: true })
  }
}

const minutes = (count: number) => {
  now = new Date(now.getTime() + count * 60_000)
}

async function store(documents: Readonly<Record<string, Fields>>) {
  const writes = Object.entries(documents).map(([set, fields]) => ({ set, fields }))
  const stored = await firestore.commit(writes)
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}

async function owed() {
  const found = await firestore.query({ collection: 'outbox' })
  return found.ok ? found.value.documents.map(({ fields }) => fields) : null
}

const about = subscriptionSchema.parse({
  state: 'active',
  plan: 'annual_99',
  provider,
  paidThrough: new Date('2027-11-20T12:00:00Z'),
})
const started = (uid: string) => owedNow({ kind: 'letter', letter: 'started', uid, about }, now)
const reader = (email: string, own: Fields = {}) => ({
  first_name: 'Leela',
  last_name: '',
  email,
  createdAt: now,
  ...own,
})
const checkout = (uid: string) => ({ uid, plan: 'annual_99', source: '', createdAt: now })

describe('a letter that is owed', () => {
  it('goes to the address of the moment, once, under its own id', async () => {
    await store({ 'outbox/a': started('u1'), 'users/u1': reader('leela@example.com') })
    await drain()
    await drain()
    expect(sent).toMatchObject([{ to: 'leela@example.com', id: 'a' }])
    expect(sent[0]!.text).toContain('Dear Leela,')
    expect(sent[0]!.html).toContain('Dear Leela,')
    expect(await owed()).toEqual([])
  })

  it('waits while the mail service is away, and is given up with one that will not take it', async () => {
    await store({ 'outbox/a': started('u1'), 'users/u1': reader('leela@example.com') })
    answer = { kind: 'unavailable', reason: 'status 500' }
    await drain()
    expect(await owed()).toMatchObject([{ attempts: 1 }])
    answer = null
    minutes(3)
    await drain()
    expect(sent).toHaveLength(1)
    await store({ 'outbox/b': started('u1') })
    answer = { kind: 'refused' }
    await drain()
    expect(await owed()).toEqual([])
    expect(logged).toEqual(['record_not_handled: unavailable', 'letter_dropped: refused'])
  })

  it('of a guest waits for the account, whatever uid that has, and for a week at most', async () => {
    await store({ 'outbox/a': started('guest'), 'checkouts/I-1': checkout('guest') })
    await drain()
    expect(await owed()).toHaveLength(1)
    // They had an account already, and have claimed it.
    await store({ 'checkouts/I-1': checkout('u1'), 'users/u1': reader('claimed@example.com') })
    minutes(3)
    await drain()
    expect(sent).toMatchObject([{ to: 'claimed@example.com' }])

    await store({ 'outbox/b': started('nobody'), 'checkouts/I-1': checkout('nobody') })
    now = new Date(now.getTime() + letterLife + 1)
    await drain()
    expect(await owed()).toEqual([])
    expect(sent).toHaveLength(1)
  })

  it('is not written to whoever is leaving for good, or has left', async () => {
    await store({
      'outbox/a': started('u1'),
      'users/u1': reader('leela@example.com', { leavingAt: now }),
      'outbox/b': started('gone'),
    })
    await drain()
    expect(sent).toEqual([])
    expect(await owed()).toEqual([])
  })

  it('is dropped where there is no mail service', async () => {
    await store({ 'outbox/a': started('u1'), 'users/u1': reader('leela@example.com') })
    await drain(null)
    expect(await owed()).toEqual([])
    expect(logged).toEqual(['letter_dropped: no mail service'])
  })
})

describe('a guest who has paid and made no account', () => {
  const unfinished = () => owedNow({ kind: 'finishAccount', checkout: provider }, now)
  const paidThrough = new Date('2026-12-20T12:00:00Z')
  const common = { plan: 'monthly_13', provider, paidThrough }
  const bought = (changes: object) => ({
    'outbox/a': unfinished(),
    'checkouts/I-1': checkout('guest'),
    'subscriptions/guest': { subscription: { state: 'active', ...common, ...changes } },
  })

  it('is written to at the address that PayPal has, with the key of this checkout', async () => {
    await store(bought({}))
    await drain()
    expect(sent).toMatchObject([{ to: 'payer@example.com' }])
    const query = new URLSearchParams({ checkout: provider, key: 'key of I-1' })
    expect(sent[0]!.text).toContain(`${siteUrl}/subscribe/finish?${query}`)
  })

  it('is written to after cancelling as well, while what was paid for lasts', async () => {
    await store(bought({ state: 'ending', stoppedAt: now, isFinal: true }))
    await drain()
    expect(sent).toMatchObject([{ to: 'payer@example.com' }])
  })

  it('is not, once there is one, or the subscription has ended', async () => {
    await store({
      'outbox/a': unfinished(),
      'checkouts/I-1': checkout('u1'),
      'users/u1': reader('leela@example.com'),
    })
    await drain()
    await store(bought({ state: 'ended', stoppedAt: now, endedAt: now }))
    await drain()
    expect(sent).toEqual([])
    expect(await owed()).toEqual([])
  })
})

describe('money that goes back', () => {
  const payment = (id: string, status = 'COMPLETED') => ({
    id,
    status,
    at: new Date('2026-11-19T12:00:00Z'),
    gross: { minorUnits: 1399, currency: 'USD' } as const,
  })

  it('is told of when it has gone, once, however often it is owed', async () => {
    payments = [payment('P1')]
    const paymentAt = payment('P1').at
    const refund = owedNow({ kind: 'refund', uid: 'u1', provider, paymentAt }, now)
    await store({
      'outbox/a': refund,
      'outbox/b': refund,
      'users/u1': reader('leela@example.com'),
    })
    for (let minute = 0; minute < 4; minute++, minutes(1)) await drain()
    expect(refunded).toEqual(['P1'])
    expect(sent).toMatchObject([{ subject: 'We’ve refunded a payment' }])
    expect(sent[0]!.text).toContain('$13.99 of 19 November 2026')
    expect(await owed()).toEqual([])
  })

  it('of a second subscription is waited for, if its payment is on its way when it ends', async () => {
    there = { ...there, lastPaymentAt: null }
    await store({
      'outbox/a': owedNow(
        { kind: 'surplus', uid: 'u1', provider, reason: 'alreadySubscribed' },
        now,
      ),
      'users/u1': reader('leela@example.com'),
    })
    await drain()
    expect(there.status).toBe('CANCELLED')
    expect(await owed()).toMatchObject([{ kind: 'surplus' }])
    there = { ...there, lastPaymentAt: now }
    payments = [payment('P2', 'PENDING')]
    minutes(5)
    await drain()
    expect(refunded).toEqual([])
    payments = [payment('P2')]
    minutes(10)
    await drain()
    minutes(1)
    await drain()
    expect(refunded).toEqual(['P2'])
    expect(sent[0]!.text).toContain('we’ve cancelled the second one')
    expect(await owed()).toEqual([])
  })

  it('of one that was never paid for is over after a day', async () => {
    there = { ...there, lastPaymentAt: null }
    await store({
      'outbox/a': owedNow(
        { kind: 'surplus', uid: 'u1', provider, reason: 'alreadySubscribed' },
        now,
      ),
    })
    minutes(25 * 60)
    await drain()
    expect(await owed()).toEqual([])
  })
})

it('a student’s letter goes at once, and every time that it is asked for', async () => {
  for (const key of ['one', 'two']) {
    await confirmStudent({ mail, siteUrl }, { to: 'a@university.example', key })
  }
  expect(sent.map(({ to }) => to)).toEqual(['a@university.example', 'a@university.example'])
  expect(sent[1]!.text).toContain(`${siteUrl}/subscribe/student?key=two`)
})
