import { beforeEach, expect, it } from 'vitest'
import type { ApiResult } from '../../browser/api.ts'
import { failure } from '../../browser/testing/call-fakes.ts'
import type { GiftCard } from '../../contracts/endpoints/gift-endpoints.ts'
import type { SubscriptionResponse } from '../../contracts/endpoints/subscription-endpoints.ts'
import { succeed } from '../../domain/result.ts'
import { createOpenGiftStore, type OpenGiftDeps } from './open-gift-store.ts'

const until = '2027-11-23T10:00:00.000Z'
const card: GiftCard = {
  state: 'open',
  length: 12,
  recipientName: 'Mira',
  senderName: 'Asha',
  message: 'Happy birthday!',
  availableAt: null,
  redeemableUntil: until,
  effect: { kind: 'startsNow', until, paymentBefore: null, payment: null },
  until: null,
}
const subscription = { status: 'isSubscribed', givenUntil: until } as SubscriptionResponse

let fetched: ApiResult<GiftCard>
let redeemed: Awaited<ReturnType<OpenGiftDeps['redeem']>>
let calls: string[]

beforeEach(() => {
  fetched = succeed(card)
  redeemed = succeed({ until, subscription })
  calls = []
})

async function openGift(code: string | null = '7K2M9QXT4B6H0WZE') {
  const store = createOpenGiftStore({
    code,
    fetchCard: async () => {
      calls.push('fetch')
      return fetched
    },
    redeem: async (_, effect) => {
      calls.push(`redeem ${effect}`)
      return redeemed
    },
    acceptSubscription: ({ status }) => calls.push(status),
    onSignedOut: () => calls.push('signed out'),
  })
  await store.load()
  return store
}

it('a gift is redeemed with the effect that the page shows', async () => {
  const store = await openGift()
  expect(await store.redeem()).toBe('')
  expect(store.$gift.get()).toEqual({ phase: 'redeemed', card, until })
  expect(calls).toEqual(['fetch', 'redeem startsNow', 'isSubscribed'])
})

it('a guest’s page sends nothing', async () => {
  fetched = succeed({ ...card, effect: null })
  const store = await openGift()
  expect(await store.redeem()).toBe('')
  expect(calls).toEqual(['fetch'])
})

it('the second of two people sees that the gift is redeemed', async () => {
  const store = await openGift()
  redeemed = failure('not_possible')
  const taken: GiftCard = { ...card, state: 'redeemed', effect: null }
  fetched = succeed(taken)
  expect(await store.redeem()).toBe('')
  expect(store.$gift.get()).toMatchObject({ phase: 'shown', card: taken })
  expect(store.$gift.get()).toHaveProperty('problem', expect.stringContaining('has changed since'))
})

it('a reader whose session has ended logs in again', async () => {
  const store = await openGift()
  redeemed = failure('signed_out')
  fetched = succeed({ ...card, effect: null })
  expect(await store.redeem()).toBe('')
  expect(calls).toContain('signed out')
  expect(store.$gift.get()).toMatchObject({ phase: 'shown', card: { effect: null } })
})

it.each(['offline', 'unreachable', 'unavailable'] as const)(
  'the error %s while redeeming keeps the page unchanged',
  async (code) => {
    const store = await openGift()
    redeemed = failure(code)
    expect(await store.redeem()).toBe(`words: ${code}`)
    expect(store.$gift.get()).toEqual({ phase: 'shown', card, problem: '' })
  },
)

it('a code that doesn’t exist or isn’t a gift code is unknown', async () => {
  expect((await openGift(null)).$gift.get()).toEqual({ phase: 'unknown' })
  expect(calls).toEqual([])
  fetched = failure('not_found')
  expect((await openGift()).$gift.get()).toEqual({ phase: 'unknown' })
})

it('a gift that couldn’t be loaded can be loaded again', async () => {
  fetched = failure('offline')
  const store = await openGift()
  expect(store.$gift.get()).toEqual({ phase: 'unavailable', message: 'words: offline' })
  fetched = succeed(card)
  await store.load()
  expect(store.$gift.get()).toEqual({ phase: 'shown', card, problem: '' })
})
