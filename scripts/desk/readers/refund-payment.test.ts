import { afterEach, describe, expect, it, vi } from 'vitest'
import type {
  PayPalPayments,
  PayPalTransaction,
} from '../../../functions/platform/adapters/paypal-payments.ts'
import { useMemoryFirestore } from '../../../functions/testing/memory-firestore.ts'
import { unwrap } from '../../../functions/testing/unwrap.ts'
import { fail, succeed } from '../../../src/domain/result.ts'
import {
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../../src/domain/subscription/subscription.ts'
import { currency } from '../../../src/publication/offer.ts'
import { printPayments } from './reader-payments.ts'
import { refundPayment } from './refund-payment.ts'

const database = useMemoryFirestore()
afterEach(() => {
  vi.restoreAllMocks()
})

const paidAt = new Date('2030-01-01T10:00:00Z')
const record = subscriptionRecordSchema.parse({
  subscription: {
    state: 'active',
    plan: 'annual_99',
    sold: { planId: 'P-1', minorUnits: 9900, currency },
    provider: 'I-1',
    anchor: paidAt,
    paidThrough: new Date('2031-01-01T10:00:00Z'),
    lastPaymentAt: paidAt,
    seenPaymentAt: paidAt,
  },
})

const payment = (change: Partial<PayPalTransaction> = {}): PayPalTransaction => ({
  id: 'S-1',
  status: 'COMPLETED',
  at: paidAt,
  gross: { minorUnits: 9900, currency },
  ...change,
})
const earlier = payment({ id: 'S-0', at: new Date('2029-01-01T10:00:00Z') })
/** `seconds` before the payment that the record counts. */
const createTwin = (seconds: number) =>
  payment({ id: 'S-0', at: new Date(paidAt.getTime() - seconds * 1000) })

type Request = { readonly id: string; readonly amount: number | 'rest'; readonly requestId: string }

/** A fake of PayPal's payments, which refunds once for each request id. `lose` names the next answers to be lost. */
class Account {
  payments: readonly PayPalTransaction[]
  readonly requests: Request[] = []
  lose = 0

  constructor(payments: readonly PayPalTransaction[]) {
    this.payments = payments
  }

  private refund(id: string, amount: Request['amount'], requestId: string) {
    this.requests.push({ id, amount, requestId })
    this.payments = this.payments.map((one) =>
      one.id === id ? { ...one, status: 'REFUNDED' } : one,
    )
    return this.lose-- > 0 ? fail({ kind: 'unavailable', reason: 'TimeoutError' } as const) : null
  }

  readonly service: PayPalPayments = {
    transactions: async () => succeed(this.payments),
    refund: async (id, requestId) => this.refund(id, 'rest', requestId) ?? succeed(undefined),
    refundPart: async (id, { minorUnits }, requestId) =>
      this.refund(id, minorUnits, requestId) ?? succeed({ id: 'R-1' }),
  }

  get refundedOnce() {
    return [...new Set(this.requests.map(({ requestId }) => requestId))]
  }
}

type Options = {
  readonly payment?: string
  readonly dryRun?: boolean
  readonly editor?: string
  /** The editor's answer on a terminal. */
  readonly choice?: string
  readonly whileConfirming?: () => void
}

const openDesk = (account: Account, editor = 'Ama') =>
  ({ firestore: database.firestore, editor, payPal: account.service }) as Parameters<
    typeof refundPayment
  >[0]

const readRecord = async () =>
  (await database.read('subscriptions/mira')) as SubscriptionRecord | null

/** Returns what was printed and why it failed. */
async function run(account: Account, options: Options = {}) {
  const { payment: chosen, dryRun = false, editor, choice, whileConfirming } = options
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line))
  if (!(await readRecord())) await database.store({ 'subscriptions/mira': record })
  const stored = subscriptionRecordSchema.parse(await readRecord())
  const failure = await refundPayment(
    openDesk(account, editor),
    { uid: 'mira', profile: null, record: stored },
    { payment: chosen, message: 'Sorry', dryRun, isConfirmed: true },
    {
      ask: choice === undefined ? null : async () => choice,
      confirm: async () => whileConfirming?.(),
    },
  ).then(
    () => null,
    (error: Error) => error.message,
  )
  const { subscription } = (await readRecord())!
  return { printed: printed.join('\n'), failure, state: subscription!.state, subscription }
}

const readRefunds = async () =>
  unwrap(await database.firestore.query({ collection: 'history', parent: 'subscriptions/mira' }))
    .documents.map(({ fields }) => fields)
    .filter(({ refundedAt }) => refundedAt)

const whole = '$99 of Tue 2030-01-01 15:30 Asia/Colombo (S-1)'

describe('a refund of the only payment', () => {
  it('explains the effect, and ends the subscription', async () => {
    const account = new Account([payment()])
    const dry = await run(account, { dryRun: true })
    expect(dry).toMatchObject({ failure: null, state: 'active' })
    expect(dry.printed.split('\n')).toEqual([
      `refund       ${whole}`,
      'it pays for  1 January 2030 to 1 January 2031 (annual_99)',
      'access now   isSubscribed (active); can read; next payment $99 on Wed 2031-01-01 15:30 Asia/Colombo',
      'access then  needsToRestart (ended); can’t read',
      'email        refunded',
      'Nothing was written.',
    ])
    expect(account.requests).toEqual([])
    const real = await run(account)
    expect(account.requests).toEqual([{ id: 'S-1', amount: 'rest', requestId: 'refund-S-1' }])
    expect(real).toMatchObject({ failure: null, state: 'ended' })
    expect(real.printed).toContain(`refunded ${whole}`)
    expect(await readRefunds()).toMatchObject([{ operator: 'Ama', message: 'Sorry', to: 'ended' }])
  })

  it('can be repeated without a second refund, and completed if it was interrupted', async () => {
    const account = new Account([payment()])
    account.lose = 1
    const interrupted = await run(account)
    expect(interrupted.failure).toContain('Run the same command again.')
    expect(interrupted.state).toBe('active')
    const finished = await run(account)
    expect(finished).toMatchObject({ failure: null, state: 'ended' })
    expect(finished.printed).toContain(`already refunded: ${whole}`)
    expect(await run(account)).toMatchObject({ failure: null, state: 'ended' })
    expect(account.requests).toHaveLength(1)
    expect(await readRefunds()).toHaveLength(1)
  })
})

describe('a refund of the rest', () => {
  const used = { kind: 'used', at: paidAt, payment: 'S-1', amount: 2000 }
  const referral = { code: 'x', ledger: [used] }
  const settled = { kind: 'settled', at: paidAt, payment: 'S-1', refund: 'R-0' }

  it('subtracts referral credit, and prints that amount', async () => {
    await database.store({ 'referrals/mira': referral })
    const account = new Account([payment()])
    const { printed, state } = await run(account)
    expect(account.requests).toMatchObject([{ amount: 7900, requestId: 'refund-S-1' }])
    expect(printed).toContain(`refund       $79, the rest of ${whole}`)
    expect(printed).toContain('$20 returned as referral credit')
    expect(state).toBe('ended')
  })

  it('isn’t possible if credit has paid everything', async () => {
    await database.store({ 'referrals/mira': { code: 'x', ledger: [{ ...used, amount: 9900 }] } })
    const account = new Account([payment()])
    const { failure, state } = await run(account, { payment: 'S-1' })
    expect(failure).toContain('has already been refunded in full')
    expect((await run(account)).failure).toContain('No payment can be refunded')
    expect(account.requests).toEqual([])
    expect(state).toBe('active')
  })

  it('also subtracts given months', async () => {
    const share = { share: 2475, months: 3, excess: 0, state: 'pending' }
    await database.store({
      'referrals/mira': referral,
      'subscriptions/mira/history/settlement-S-1': {
        ...{ kind: 'settled', at: paidAt, payment: 'S-1', from: 'none', to: 'none' },
        ...share,
      },
    })
    const account = new Account([payment()])
    const { printed } = await run(account)
    expect(account.requests).toMatchObject([{ amount: 5425 }])
    expect(printed).toContain('$24.75 returned for months that the reader was given')
  })

  it('is left to PayPal once the credit is returned: a part may have been refunded by hand', async () => {
    await database.store({ 'referrals/mira': { code: 'x', ledger: [used, settled] } })
    const account = new Account([payment({ status: 'PARTIALLY_REFUNDED' })])
    const { printed } = await run(account)
    expect(account.requests).toMatchObject([{ amount: 'rest' }])
    expect(printed).toContain(`refunded the rest of ${whole}`)
  })
})

describe('a reader who was charged twice', () => {
  it('gets one payment back, and keeps the access that the other pays for', async () => {
    const account = new Account([createTwin(1200), payment()])
    const refused = await run(account)
    expect(refused.failure).toContain('Several payments can be refunded. Choose one')
    expect(refused.failure).toMatch(
      /1 {2}Tue 2030-01-01 15:10 .*S-0[\s\S]*2 {2}Tue 2030-01-01 15:30 /,
    )
    const { printed, state } = await run(account, { payment: 'S-0' })
    expect(printed).toContain('twice        payment 2 is for the same period')
    expect(printed).toContain('access       doesn’t change: isSubscribed (active); can read')
    expect(account.requests).toMatchObject([{ id: 'S-0', amount: 'rest' }])
    expect(state).toBe('active')
    expect(await readRefunds()).toMatchObject([{ kind: 'refunded', operator: 'Ama' }])
    expect(await database.list('outbox')).toMatchObject([
      { id: 'refund-confirmation-S-0', fields: { kind: 'refundConfirmation' } },
    ])
  })

  it('needs a payment’s id in the command, because the payment’s number may have changed', async () => {
    const account = new Account([createTwin(1200), payment()])
    expect((await run(account, { payment: '1' })).failure).toContain('Payment not found: 1.')
    expect(account.requests).toEqual([])
  })

  it.each([20 * 60, 30])('keeps access until both payments are refunded: %s', async (seconds) => {
    const account = new Account([createTwin(seconds), payment()])
    const first = await run(account, { choice: 'S-1' })
    expect(first).toMatchObject({ failure: null, state: 'active' })
    expect(first.printed).toContain('access       doesn’t change')
    expect(first.subscription!.paidThrough).toEqual(record.subscription!.paidThrough)
    expect(account.requests).toMatchObject([{ id: 'S-1' }])
    // After the first refund, only the other payment pays for the period.
    const second = await run(account, { payment: 'S-0' })
    expect(second.printed).toContain('access then  needsToRestart (ended)')
    expect(second.state).toBe('ended')
  })

  it('isn’t refunded a second payment by a repeated command', async () => {
    const account = new Account([createTwin(1200), payment()])
    await run(account, { payment: 'S-0' })
    expect(await run(account, { payment: 'S-0' })).toMatchObject({ failure: null, state: 'active' })
    const repeated = await run(account)
    expect(repeated.failure).toContain('One payment has already been refunded')
    expect(account.requests).toHaveLength(1)
    expect(await readRefunds()).toHaveLength(1)
    expect(await database.list('outbox')).toHaveLength(1)
  })

  it('is refunded once even if two supporters try at once', async () => {
    const account = new Account([createTwin(1200), payment()])
    await database.store({ 'subscriptions/mira': record })
    const [one, other] = await Promise.all(
      ['Ama', 'Mira'].map((editor) => run(account, { payment: 'S-0', editor })),
    )
    expect([one!.failure, other!.failure].filter((failure) => failure === null)).not.toEqual([])
    expect(account.refundedOnce).toEqual(['refund-S-0'])
    expect(await readRefunds()).toHaveLength(1)
  })

  it('isn’t refunded the second payment if somebody refunds the first while the command waits for confirmation', async () => {
    const account = new Account([createTwin(1200), payment()])
    const { failure, state } = await run(account, {
      payment: 'S-1',
      whileConfirming: () => void account.service.refund('S-0', 'by-hand'),
    })
    expect(failure).toContain('have changed meanwhile. Nothing was refunded.')
    expect(state).toBe('active')
    expect(account.requests).toMatchObject([{ id: 'S-0' }])
  })

  it('has both payments in the list, with the refund and its reason', async () => {
    const account = new Account([earlier, { ...createTwin(1200), id: 'S-T' }, payment()])
    await run(account, { payment: 'S-T' })
    const printed: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line))
    const stored = subscriptionRecordSchema.parse(await readRecord())
    await printPayments(openDesk(account), { uid: 'mira', profile: null, record: stored })
    expect(printed.join('\n').split('\n')).toEqual([
      '  1  Mon 2029-01-01 15:30 Asia/Colombo      $99  paid             S-0',
      '     for 1 January 2029 to 1 January 2030 (annual_99, I-1)',
      '  2  Tue 2030-01-01 15:10 Asia/Colombo      $99  refunded         S-T',
      '     for 1 January 2030 to 1 January 2031 (annual_99, I-1)',
      '     $99 refunded (by Ama: Sorry)',
      '  3  Tue 2030-01-01 15:30 Asia/Colombo      $99  paid             S-1',
      '     for 1 January 2030 to 1 January 2031 (annual_99, I-1)',
    ])
  })
})
