import { expect, it } from 'vitest'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { createPayPal } from '../platform/adapters/paypal.ts'
import { createCallerPayPals, type PayPalLimits } from './caller-paypal.ts'
import { createTokens } from './session-tokens.ts'

const secret = Buffer.alloc(32, 1).toString('base64url')
const tokens = createTokens(keyringSchema.parse(`1:${secret}`))
const now = () => new Date('2026-11-20T12:00:00Z')
const paypal = createPayPal(
  { call: async () => ({ ok: true, value: null }) },
  { plans: {} as never, webhook: 'WH', url: 'https://paypal.example' },
)

it('a request is counted once for its caller, once for its network, and once for each purchase', async () => {
  const keys: string[] = []
  const limit = {
    async limit({ key }: { readonly key: string }) {
      keys.push(key)
      return { success: true }
    },
  }
  const env = {
    PAYPAL_PURCHASE_LIMIT: limit,
    PAYPAL_CALLER_LIMIT: limit,
    PAYPAL_NETWORK_LIMIT: limit,
  } as unknown as PayPalLimits
  const session = await tokens.issueSession('ama', now(), now())
  const headers = { Cookie: `__Host-session=${session}`, 'CF-Connecting-IP': '203.0.113.7' }
  const request = new Request('https://verandah.example/api', { headers })
  const own = createCallerPayPals(paypal)({ request, env, tokens, now })
  await Promise.all([own.find('I-1'), own.transactions('I-1', now(), now()), own.find('I-2')])
  expect(keys.toSorted()).toEqual(['I-1', 'I-2', 'reader ama', 'readers 203.0.113.7'])
})
