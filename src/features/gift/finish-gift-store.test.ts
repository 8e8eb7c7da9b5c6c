import { beforeEach, expect, it } from 'vitest'
import type { ApiResult } from '../../browser/api.ts'
import { FakeRetry, failure, flushPromises } from '../../browser/testing/call-fakes.ts'
import type { BoughtGift } from '../../contracts/endpoints/gift-endpoints.ts'
import { succeed } from '../../domain/result.ts'
import { createFinishGiftStore } from './finish-gift-store.ts'
import { sampleGift as gift } from './testing/sample-gift.ts'

type Payment = { readonly state: 'pending' | 'paid'; readonly gift: BoughtGift | null }
const pending = succeed<Payment>({ state: 'pending', gift: null })

let answer: ApiResult<Payment>
let captures: string[]
let paid: string[]
let declined: number
let retry: FakeRetry

beforeEach(() => {
  captures = []
  paid = []
  declined = 0
  retry = new FakeRetry()
})

const createTestStore = (id: string | null = gift.id) =>
  createFinishGiftStore({
    id,
    capture: async (order) => {
      captures.push(order)
      return answer
    },
    onPaid: ({ id }) => paid.push(id),
    onDeclined: () => declined++,
    createRetry: retry.create,
  })

async function start(result: ApiResult<Payment>, id?: string | null) {
  answer = result
  const store = createTestStore(id)
  store.start()
  await flushPromises()
  return store
}

async function repeat(result: ApiResult<Payment>) {
  answer = result
  await retry.run()
}

it('a paid gift is shown and counted', async () => {
  const store = await start(succeed({ state: 'paid', gift }))
  expect(store.$finish.get()).toEqual({ phase: 'paid', gift })
  expect(paid).toEqual([gift.id])
  expect(retry.scheduled).toBeNull()
})

it('a pending payment is checked until it is complete, and the buyer is told if it takes long', async () => {
  const store = await start(pending)
  expect(store.$finish.get()).toEqual({ phase: 'checking', isSlow: false })
  for (let attempt = 0; attempt < 3; attempt++) await repeat(pending)
  expect(store.$finish.get()).toEqual({ phase: 'checking', isSlow: true })
  expect(paid).toEqual([])
  await repeat(succeed({ state: 'paid', gift }))
  expect(store.$finish.get().phase).toBe('paid')
  expect(captures).toHaveLength(5)
})

it('a payment is looked up again before the buyer is told that it isn’t approved', async () => {
  const store = await start(failure('not_approved'))
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(store.$finish.get()).toEqual({ phase: 'checking', isSlow: false })
    await repeat(failure('not_approved'))
  }
  expect(store.$finish.get()).toEqual({ phase: 'notApproved' })
  expect(captures).toHaveLength(4)
})

it('a payment that was approved just before is found after all', async () => {
  const store = await start(failure('not_approved'))
  await repeat(succeed({ state: 'paid', gift }))
  expect(store.$finish.get()).toEqual({ phase: 'paid', gift })
})

it.each([
  ['payment_declined', 'declined'],
  ['not_found', 'noOrder'],
] as const)('the error %s is shown with its own text', async (code, phase) => {
  const store = await start(failure(code))
  expect(store.$finish.get()).toEqual({ phase })
  // The next attempt needs another order.
  expect(declined).toBe(code === 'payment_declined' ? 1 : 0)
  expect(retry.scheduled).toBeNull()
  expect(paid).toEqual([])
})

it.each(['offline', 'unreachable', 'unavailable', 'internal', 'too_many_requests'] as const)(
  'a check that fails with %s is repeated',
  async (code) => {
    const store = await start(failure(code))
    expect(store.$finish.get()).toEqual({ phase: 'unavailable', message: `words: ${code}` })
    await repeat(succeed({ state: 'paid', gift }))
    expect(store.$finish.get().phase).toBe('paid')
  },
)

it('another browser shows that the gift is paid, and doesn’t count the purchase', async () => {
  const store = await start(succeed({ state: 'paid', gift: null }))
  expect(store.$finish.get()).toEqual({ phase: 'otherBrowser' })
  expect(paid).toEqual([])
})

it.each([null, '', '../x', 'a'.repeat(51)])(
  'an address without an order causes no request: %s',
  async (id) => {
    const store = await start(pending, id)
    expect(store.$finish.get()).toEqual({ phase: 'noOrder' })
    expect(captures).toEqual([])
  },
)
