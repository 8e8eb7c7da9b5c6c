import { afterEach, expect, it, vi } from 'vitest'
import type {
  PayPalPayments,
  PayPalTransaction,
} from '../../../functions/adapters/paypal-payments.ts'
import { useMemoryFirestore } from '../../../functions/testing/memory-firestore.ts'
import { fail, succeed } from '../../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../../src/domain/subscription/subscription.ts'
import { refundPayment } from './refund-payment.ts'

const database = useMemoryFirestore()
afterEach(() => {
  vi.restoreAllMocks()
})

const paidAt = new Date('2030-01-01T00:00:00Z')
const record = subscriptionRecordSchema.parse({
  subscription: {
    state: 'active',
    plan: 'annual_99',
    provider: 'I-1',
    paidThrough: new Date('2031-01-01T00:00:00Z'),
    lastPaymentAt: paidAt,
    seenPaymentAt: paidAt,
  },
})

const payment = (change: Partial<PayPalTransaction> = {}): PayPalTransaction => ({
  id: 'S-1',
  status: 'COMPLETED',
  at: paidAt,
  gross: { minorUnits: 9900, currency: 'USD' },
  ...change,
})
const earlier = payment({ id: 'S-0', at: new Date('2029-01-01T00:00:00Z') })

type Request = { readonly id: string; readonly amount: number | 'rest'; readonly requestId: string }

type Setting = {
  readonly payments?: readonly PayPalTransaction[]
  readonly credit?: number
  /** For months that the reader was given. */
  readonly share?: number
  readonly isReturned?: boolean
  readonly id?: string
  readonly dryRun?: boolean
  readonly isDown?: boolean
}

/** Returns what PayPal was asked for and what was printed. */
async function refund({
  payments = [payment()],
  credit = 0,
  share = 0,
  isReturned = false,
  id,
  dryRun = false,
  isDown = false,
}: Setting) {
  const printed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line))
  const requests: Request[] = []
  const outcome = isDown ? fail({ kind: 'unavailable', reason: 'TimeoutError' } as const) : null
  const payPal: PayPalPayments = {
    transactions: async () => succeed(payments),
    async refund(id, requestId) {
      requests.push({ id, amount: 'rest', requestId })
      return outcome ?? succeed(undefined)
    },
    async refundPart(id, { minorUnits }, requestId) {
      requests.push({ id, amount: minorUnits, requestId })
      return outcome ?? succeed({ id: 'R-1' })
    },
  }
  const settled = { kind: 'settled', at: paidAt, payment: 'S-1', refund: 'R-0' }
  const used = { kind: 'used', at: paidAt, payment: 'S-1', amount: credit }
  const settlement = {
    ...{ kind: 'settled', at: paidAt, payment: 'S-1', share, months: 3, excess: 0 },
    state: 'pending',
  }
  await database.store({
    'subscriptions/mira': record,
    ...(credit > 0
      ? { 'referrals/mira': { code: 'x', ledger: [used, ...(isReturned ? [settled] : [])] } }
      : {}),
    ...(share > 0 ? { 'subscriptions/mira/history/settlement-S-1': settlement } : {}),
  })
  const { firestore } = database
  const desk = { firestore, editor: 'Ama', payPal } as Parameters<typeof refundPayment>[0]
  const reader = { uid: 'mira', profile: null, record }
  const failure = await refundPayment(desk, reader, id, { message: 'Sorry', dryRun }).then(
    () => null,
    (error: Error) => error.message,
  )
  const state = (await database.read('subscriptions/mira'))?.subscription
  return { requests, printed, failure, state: (state as { state: string }).state }
}

const whole = '$99 of 2030-01-01T00:00:00Z (S-1)'

it('refunds a whole payment', async () => {
  const dry = await refund({ dryRun: true })
  expect(dry).toMatchObject({ requests: [], failure: null, state: 'active' })
  expect(dry.printed[0]).toBe(`would refund ${whole}`)
  const real = await refund({})
  expect(real.requests).toEqual([{ id: 'S-1', amount: 'rest', requestId: 'refund-S-1' }])
  expect(real).toMatchObject({ failure: null, state: 'ended' })
  expect(real.printed[0]).toBe(`refunded ${whole}`)
})

it('refunds what referral credit has left, and prints that amount', async () => {
  const note = '$20 of this payment is returned as referral credit: only the rest is refunded.'
  const dry = await refund({ credit: 2000, dryRun: true })
  expect(dry.requests).toEqual([])
  expect(dry.printed.slice(0, 2)).toEqual([note, `would refund $79, the rest of ${whole}`])
  const real = await refund({ credit: 2000 })
  expect(real.requests).toEqual([{ id: 'S-1', amount: 7900, requestId: 'refund-S-1' }])
  expect(real.printed.slice(0, 2)).toEqual([note, `refunded $79, the rest of ${whole}`])
  expect(real.state).toBe('ended')
})

it('refunds what given months and referral credit have left', async () => {
  const { requests, printed } = await refund({ share: 2475, credit: 2000 })
  expect(requests).toEqual([{ id: 'S-1', amount: 5425, requestId: 'refund-S-1' }])
  expect(printed[0]).toBe(
    '$44.75 of this payment is returned for given months and as referral credit: only the rest is refunded.',
  )
})

it('leaves the amount to PayPal once the credit is returned: a part may have been refunded by hand', async () => {
  const payments = [payment({ status: 'PARTIALLY_REFUNDED' })]
  const { requests, printed } = await refund({ credit: 2000, isReturned: true, payments })
  expect(requests).toEqual([{ id: 'S-1', amount: 'rest', requestId: 'refund-S-1' }])
  expect(printed[1]).toBe(`refunded the rest of ${whole}`)
})

it('names no amount if another part was refunded, because PayPal doesn’t list it', async () => {
  const { requests, printed } = await refund({
    payments: [payment({ status: 'PARTIALLY_REFUNDED' })],
  })
  expect(requests).toMatchObject([{ amount: 'rest' }])
  expect(printed[0]).toBe(`refunded the rest of ${whole}`)
})

it('refunds no earlier payment when it is repeated after the refund', async () => {
  const payments = [earlier, payment({ status: 'REFUNDED' })]
  const repeated = await refund({ payments })
  expect(repeated).toMatchObject({ requests: [], state: 'active' })
  expect(repeated.failure).toContain('The latest payment was already refunded.')
  expect(repeated.failure).toContain(`${whole}, REFUNDED`)
  const dry = await refund({ payments, id: 'S-1', dryRun: true })
  expect(dry.printed[0]).toBe(`already refunded: ${whole}`)
  const finished = await refund({ payments, id: 'S-1' })
  expect(finished).toMatchObject({ requests: [], failure: null, state: 'ended' })
  expect((await refund({ payments, id: 'S-0' })).requests).toMatchObject([{ id: 'S-0' }])
})

it('changes nothing if PayPal doesn’t answer', async () => {
  const { failure, printed, state } = await refund({ isDown: true })
  expect({ printed, state }).toEqual({ printed: [], state: 'active' })
  expect(failure).toBe(
    'Refunding the payment: PayPal doesn’t answer (TimeoutError). Run the same command again.',
  )
})
