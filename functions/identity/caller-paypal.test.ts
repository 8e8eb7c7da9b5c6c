import { describe, expect, it } from 'vitest'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { currency } from '../../src/publication/offer.ts'
import { createPayPal, type PayPal } from '../platform/adapters/paypal.ts'
import type { Limit } from '../platform/http/rate-limits.ts'
import { createCallerPayPals, type PayPalLimits } from './caller-paypal.ts'
import { createTokens } from './session-tokens.ts'

const secret = Buffer.alloc(32, 1).toString('base64url')
const tokens = createTokens(keyringSchema.parse(`1:${secret}`))
const now = () => new Date('2026-11-20T12:00:00Z')
const request = new Request('https://verandah.example/api')

let sent: string[] = []
const url = 'https://paypal.example'
const paypal = createPayPal(
  {
    async call({ path }) {
      sent.push(path)
      return { ok: true, value: null }
    },
  },
  { plans: {} as never, webhook: 'WH', url },
)

const createEnv = (limit: Limit) =>
  ({
    PAYPAL_PURCHASE_LIMIT: limit,
    PAYPAL_CALLER_LIMIT: limit,
    PAYPAL_NETWORK_LIMIT: limit,
  }) as unknown as PayPalLimits

function openPayPal(isAllowed: boolean) {
  sent = []
  const limit = { limit: async () => ({ success: isAllowed }) }
  const env = createEnv(limit)
  return createCallerPayPals(paypal)({ request, env, tokens, now })
}

const money = { minorUnits: 100, currency } as const
const [returnUrl, cancelUrl, brand] = [url, url, 'x']
const common = { customId: 'uid', requestId: 'request', returnUrl, cancelUrl, brand }
const transmission = {
  auth_algo: 'SHA256withRSA',
  cert_url: `${url}/cert`,
  transmission_id: 'id-1',
  transmission_sig: 'abc=',
  transmission_time: '2026-11-20T12:00:00Z',
}

/** Each PayPal call; a call without a line is a compiler error. */
const calls: {
  readonly [Name in Exclude<keyof PayPal, 'checkTransmission' | 'findPlanPrice'>]: (
    own: PayPal,
  ) => Promise<unknown>
} = {
  create: (own) => own.create({ ...common, plan: 'annual_99', startsAt: null }),
  createOrder: (own) => own.createOrder({ ...common, amount: money, description: 'x' }),
  find: (own) => own.find('I-1'),
  findOrder: (own) => own.findOrder('O-1'),
  findCapture: (own) => own.findCapture('C-1'),
  findDispute: (own) => own.findDispute('D-1'),
  transactions: (own) => own.transactions('I-1', now(), now()),
  setStatus: (own) => own.setStatus('I-1', 'ACTIVE', 'x'),
  clearBalance: (own) => own.clearBalance('I-1'),
  capture: (own) => own.capture('I-1', money, 'request'),
  captureOrder: (own) => own.captureOrder('O-1', 'request'),
  refund: (own) => own.refund('C-1', 'request'),
  refundPart: (own) => own.refundPart('C-1', money, 'request'),
  verify: (own) => own.verify(transmission, '{}'),
  listMovements: (own) => own.listMovements(now(), now(), 1),
}

describe.each(Object.entries(calls))('%s', (_, call) => {
  it('calls PayPal within the budget, and not above it', async () => {
    const allowed = openPayPal(true)
    await call(allowed)
    expect({ sent: sent.length, hasRefused: allowed.hasRefused() }).toEqual({
      sent: 1,
      hasRefused: false,
    })
    const refused = openPayPal(false)
    expect(await call(refused)).toMatchObject({ ok: false, failure: { kind: 'unavailable' } })
    expect({ sent, hasRefused: refused.hasRefused() }).toEqual({ sent: [], hasRefused: true })
  })
})

it('a request counts once for its caller, and once for each purchase', async () => {
  const keys: string[] = []
  const limit = {
    async limit({ key }: { readonly key: string }) {
      keys.push(key)
      return { success: true }
    },
  }
  const env = createEnv(limit)
  const session = await tokens.issueSession('ama', now(), now())
  const headers = { Cookie: `__Host-session=${session}`, 'CF-Connecting-IP': '203.0.113.7' }
  const fromReader = new Request(request, { headers })
  const own = createCallerPayPals(paypal)({ request: fromReader, env, tokens, now })
  await Promise.all([own.find('I-1'), own.transactions('I-1', now(), now()), own.find('I-2')])
  expect(keys.toSorted()).toEqual(['I-1', 'I-2', 'reader ama', 'readers 203.0.113.7'])
})
