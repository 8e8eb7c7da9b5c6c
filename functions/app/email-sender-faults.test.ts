import { beforeEach, describe, expect, it } from 'vitest'
import { createOutboxItem, emailLifetime } from '../../src/domain/outbox/outbox-item.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import type { PayPalSubscription } from '../../src/domain/subscription/paypal-subscription.ts'
import { subscriptionSchema } from '../../src/domain/subscription/subscription.ts'
import type { Bindings } from '../identity/edge-context.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import type {
  EmailFailure,
  EmailMessage,
  EmailService,
} from '../platform/adapters/mail/email-service.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import type { PayPalTransaction } from '../platform/adapters/paypal-payments.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { createJobs } from './create-jobs.ts'
import type { Services } from './services.ts'

const database = useMemoryFirestore()
const { store } = database
const siteUrl = 'https://verandah.example'
const provider = 'I-1'
let now: Date
let sent: (EmailMessage & { readonly id: string })[]
let answer: EmailFailure | null
let payPalState: PayPalSubscription
let payments: PayPalTransaction[]
let refunded: string[]
let logged: string[]

beforeEach(() => {
  now = new Date('2026-11-20T12:00:00Z')
  sent = []
  answer = null
  payments = []
  refunded = []
  logged = []
  payPalState = {
    id: provider,
    status: 'ACTIVE',
    planId: 'P-MONTH',
    nextMinorUnits: null,
    nextBillingAt: null,
    lastPaymentAt: now,
    lastPaymentMinorUnits: null,
    outstandingMinorUnits: 0,
    failedPayments: 0,
    lastFailedAt: null,
  }
})

const emailService: EmailService = {
  async send(message, id) {
    if (answer) return fail(answer)
    if (!sent.some((one) => one.id === id)) sent.push({ ...message, id })
    return succeed(undefined)
  },
}

const paypal = {
  async find() {
    const payer = { email: 'payer@example.com', firstName: 'Payer', lastName: '' }
    return succeed({ payPalState, payer: { ...payer, paidByCard: false } })
  },
  async setStatus() {
    payPalState = { ...payPalState, status: 'CANCELLED' }
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

const jobNames: ReadonlySet<string> = new Set(['subscriptionDates', 'emails', 'payPal'])

async function runEmailsJob(emailConfig: Services['emailConfig'] = { emailService, siteUrl }) {
  const log = (event: string, { reason }: Readonly<Record<string, string | number>>) =>
    void logged.push(`${event}: ${reason}`)
  const services = {
    firestore: database.firestore,
    paypal,
    emailConfig,
    tokens: { issueToken: async (_: string, checkout: string) => `key of ${checkout}` },
    now: () => now,
    log,
  } as unknown as Services
  const run = { startedAt: now, hasTime: () => true }
  for (const job of createJobs(services, {} as Bindings, null).jobs) {
    if (jobNames.has(job.name)) expect(await job.run(run)).toMatchObject({ ok: true })
  }
}

const advanceMinutes = (count: number) => {
  now = new Date(now.getTime() + count * 60_000)
}

const readItems = async () => (await database.list('outbox')).map(({ fields }) => fields)

const about = subscriptionSchema.parse({
  state: 'active',
  plan: 'annual_99',
  provider,
  paidThrough: new Date('2027-11-20T12:00:00Z'),
})
const startedItem = (uid: string) =>
  createOutboxItem({ kind: 'email', template: 'started', uid, about, outlook: null }, now)
const reader = (email: string, own: Fields = {}) => ({
  first_name: 'Leela',
  last_name: '',
  email,
  createdAt: now,
  ...own,
})
const checkout = (uid: string) => ({ uid, plan: 'annual_99', source: '', createdAt: now })

describe('a pending email', () => {
  it('is sent once to the current address, under its own id', async () => {
    await store({ 'outbox/a': startedItem('u1'), 'users/u1': reader('leela@example.com') })
    await runEmailsJob()
    await runEmailsJob()
    expect(sent).toMatchObject([{ to: 'leela@example.com', id: 'a' }])
    expect(sent[0]!.text).toContain('Dear Leela,')
    expect(sent[0]!.html).toContain('Dear Leela,')
    expect(await readItems()).toEqual([])
  })

  it('waits while the email service is unavailable, and is dropped if it’s refused', async () => {
    await store({ 'outbox/a': startedItem('u1'), 'users/u1': reader('leela@example.com') })
    answer = { kind: 'unavailable', reason: 'status 500' }
    await runEmailsJob()
    expect(await readItems()).toMatchObject([{ attempts: 1 }])
    answer = null
    advanceMinutes(3)
    await runEmailsJob()
    expect(sent).toHaveLength(1)
    await store({ 'outbox/b': startedItem('u1') })
    answer = { kind: 'refused' }
    await runEmailsJob()
    expect(await readItems()).toEqual([])
    expect(logged).toEqual(['record_not_handled: unavailable', 'email_dropped: refused'])
  })

  it('to a guest waits up to a week for an account', async () => {
    await store({ 'outbox/a': startedItem('guest'), 'checkouts/I-1': checkout('guest') })
    await runEmailsJob()
    expect(await readItems()).toHaveLength(1)
    // The guest claims the purchase with an existing account.
    await store({ 'checkouts/I-1': checkout('u1'), 'users/u1': reader('claimed@example.com') })
    advanceMinutes(3)
    await runEmailsJob()
    expect(sent).toMatchObject([{ to: 'claimed@example.com' }])

    await store({
      'outbox/b': startedItem('deletedAccount'),
      'checkouts/I-1': checkout('deletedAccount'),
    })
    now = new Date(now.getTime() + emailLifetime + 1)
    await runEmailsJob()
    expect(await readItems()).toEqual([])
    expect(sent).toHaveLength(1)
  })

  it('is dropped if the account is being deleted, or is gone', async () => {
    await store({
      'outbox/a': startedItem('u1'),
      'users/u1': reader('leela@example.com', { deletionRequestedAt: now }),
      'outbox/b': startedItem('gone'),
    })
    await runEmailsJob()
    expect(sent).toEqual([])
    expect(await readItems()).toEqual([])
  })

  it('is dropped if no email service is configured', async () => {
    await store({ 'outbox/a': startedItem('u1'), 'users/u1': reader('leela@example.com') })
    await runEmailsJob(null)
    expect(await readItems()).toEqual([])
    expect(logged).toEqual(['email_dropped: no email service'])
  })
})

describe('a guest who has paid and has no account', () => {
  const unfinished = () => createOutboxItem({ kind: 'finishAccount', checkout: provider }, now)
  const paidThrough = new Date('2026-12-20T12:00:00Z')
  const baseSubscription = { plan: 'monthly_13', provider, paidThrough }
  const bought = (changes: object) => ({
    'outbox/a': unfinished(),
    'checkouts/I-1': checkout('guest'),
    'subscriptions/guest': { subscription: { state: 'active', ...baseSubscription, ...changes } },
  })

  it('gets an email at PayPal’s address, with the key of this checkout', async () => {
    await store(bought({}))
    await runEmailsJob()
    expect(sent).toMatchObject([{ to: 'payer@example.com' }])
    const query = new URLSearchParams({ checkout: provider, key: 'key of I-1' })
    expect(sent[0]!.text).toContain(`${siteUrl}/subscribe/finish?${query}`)
  })

  it('gets it after a cancellation too, while the paid period lasts', async () => {
    await store(bought({ state: 'ending', stoppedAt: now, isFinal: true }))
    await runEmailsJob()
    expect(sent).toMatchObject([{ to: 'payer@example.com' }])
  })

  it('gets none once there is an account, or the subscription has ended', async () => {
    await store({
      'outbox/a': unfinished(),
      'checkouts/I-1': checkout('u1'),
      'users/u1': reader('leela@example.com'),
    })
    await runEmailsJob()
    await store(bought({ state: 'ended', stoppedAt: now, endedAt: now }))
    await runEmailsJob()
    expect(sent).toEqual([])
    expect(await readItems()).toEqual([])
  })
})

describe('a refund', () => {
  const surplusItem = () =>
    createOutboxItem({ kind: 'surplus', uid: 'u1', provider, reason: 'alreadySubscribed' }, now)
  const payment = (id: string, status = 'COMPLETED') => ({
    id,
    status,
    at: new Date('2026-11-19T12:00:00Z'),
    gross: { minorUnits: 1399, currency: 'USD' } as const,
  })

  it('is confirmed once, after it was made', async () => {
    payments = [payment('P1')]
    const paymentAt = payment('P1').at
    const effect = { kind: 'refund', uid: 'u1', provider, paymentAt, reason: null } as const
    const refund = createOutboxItem(effect, now)
    await store({
      'outbox/a': refund,
      'outbox/b': refund,
      'users/u1': reader('leela@example.com'),
    })
    for (let minute = 0; minute < 4; minute++, advanceMinutes(1)) await runEmailsJob()
    expect(refunded).toEqual(['P1'])
    expect(sent).toMatchObject([{ subject: 'We’ve refunded a payment' }])
    expect(sent[0]!.text).toContain('$13.99 on 19 November 2026')
    expect(await readItems()).toEqual([])
  })

  it('of a second subscription waits for its pending payment', async () => {
    payPalState = { ...payPalState, lastPaymentAt: null }
    await store({
      'outbox/a': surplusItem(),
      'users/u1': reader('leela@example.com'),
    })
    await runEmailsJob()
    expect(payPalState.status).toBe('CANCELLED')
    expect(await readItems()).toMatchObject([{ kind: 'surplus' }])
    payPalState = { ...payPalState, lastPaymentAt: now }
    payments = [payment('P2', 'PENDING')]
    advanceMinutes(5)
    await runEmailsJob()
    expect(refunded).toEqual([])
    payments = [payment('P2')]
    advanceMinutes(10)
    await runEmailsJob()
    advanceMinutes(1)
    await runEmailsJob()
    expect(refunded).toEqual(['P2'])
    expect(sent[0]!.text).toContain('we’ve cancelled the second one')
    expect(await readItems()).toEqual([])
  })

  it('of an unpaid subscription is dropped after a day', async () => {
    payPalState = { ...payPalState, lastPaymentAt: null }
    await store({
      'outbox/a': surplusItem(),
    })
    advanceMinutes(25 * 60)
    await runEmailsJob()
    expect(await readItems()).toEqual([])
  })
})
