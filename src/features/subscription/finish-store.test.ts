import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiFailure } from '../../browser/api.ts'
import type { ApprovalResponse } from '../../contracts/checkout.ts'
import type { SessionResponse } from '../../contracts/session.ts'
import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { createFinishStore, type FinishDependencies, type FinishStore } from './finish-store.ts'

const failure = (code: ApiFailure['code']) => fail<ApiFailure>({ code, message: `words: ${code}` })
const subscription: SubscriptionResponse = {
  status: 'isSubscribed',
  detail: 'active',
  signedIn: true,
  entitled: true,
  until: null,
  plan: 'annual_99',
  paidThrough: '2027-11-21T00:00:00.000Z',
  resumesAt: null,
  freeUntil: null,
  may: ['cancel'],
}
const session: SessionResponse = { ...subscription, isNew: true }
const payer = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com' }
const running: ApprovalResponse = {
  state: 'running',
  plan: 'annual_99',
  isTrial: false,
  method: 'paypal',
  payer: null,
  subscription,
}
const ofGuest: ApprovalResponse = { ...running, payer, subscription: null }

let isReader: boolean
let approved: Result<ApprovalResponse, ApiFailure>
let made: Result<SessionResponse, ApiFailure>
let entered: Result<void, string>
let claimed: Result<SubscriptionResponse, ApiFailure>
let happened: string[]
let scheduled: (() => void) | null

beforeEach(() => {
  isReader = false
  approved = succeed(ofGuest)
  made = succeed(session)
  entered = succeed(undefined)
  claimed = succeed(subscription)
  happened = []
  scheduled = null
})

const storeFor = (address: Partial<Pick<FinishDependencies, 'id' | 'key'>> = {}) =>
  createFinishStore({
    id: 'I-ONE',
    key: null,
    ...address,
    isReader: () => isReader,
    approval: async () => approved,
    account: async () => {
      happened.push('account')
      return made
    },
    claim: async (_, key) => {
      happened.push(`claim ${key}`)
      return claimed
    },
    enter: async () => {
      happened.push('enter')
      return entered
    },
    accept: () => happened.push('accept'),
    onPaid: () => happened.push('paid'),
    onNameStep: () => happened.push('name step'),
    onOwned: () => happened.push('owned'),
    createRetry: (attempt) => ({
      schedule: () => {
        scheduled = attempt
      },
      reset: () => {
        scheduled = null
      },
    }),
  })

const settled = () => new Promise((resolve) => setImmediate(resolve))
async function started(store: FinishStore) {
  store.start()
  await settled()
  return store.$finish.get()
}
const form = { first_name: 'Asha', last_name: 'Rao', email: 'other@example.com' }

describe('a reader who has paid', () => {
  beforeEach(() => {
    isReader = true
    approved = succeed(running)
  })

  it('is done', async () => {
    expect(await started(storeFor())).toEqual({ at: 'done', plan: 'annual_99', email: null })
    expect(happened).toEqual(['paid', 'accept', 'owned'])
  })

  it('waits while PayPal has not begun it, and is done then', async () => {
    approved = succeed({ ...running, state: 'pending', subscription: null })
    const store = storeFor()
    expect(await started(store)).toEqual({ at: 'looking', isSlow: true })
    approved = succeed(running)
    scheduled!()
    await settled()
    expect(store.$finish.get().at).toBe('done')
    expect(scheduled).toBeNull()
    expect(happened.filter((what) => what === 'paid')).toHaveLength(1)
  })

  it('gets what they paid as a guest before', async () => {
    approved = succeed(ofGuest)
    expect(await started(storeFor())).toMatchObject({ at: 'done', plan: 'annual_99' })
    expect(happened).toEqual(['paid', 'claim null', 'accept', 'owned'])
  })

  it('with a second one is told what becomes of it', async () => {
    approved = succeed(ofGuest)
    claimed = failure('already_subscribed')
    expect(await started(storeFor())).toEqual({ at: 'surplus' })
  })

  it('with a letter’s link is asked before it is theirs', async () => {
    const store = storeFor({ key: 'KEY' })
    expect(await started(store)).toMatchObject({ at: 'claimable' })
    expect(happened).toEqual([])
    claimed = failure('unavailable')
    await store.claim()
    expect(store.$finish.get()).toMatchObject({ at: 'claimable', isBusy: false })
    claimed = succeed(subscription)
    await Promise.all([store.claim(), store.claim()])
    expect(store.$finish.get()).toMatchObject({ at: 'done', plan: 'annual_99' })
    expect(happened).toEqual(['claim KEY', 'claim KEY', 'accept', 'owned'])
  })
})

describe('a guest who has paid', () => {
  it('is asked for a name, and has an account then', async () => {
    const store = storeFor()
    expect(await started(store)).toMatchObject({ at: 'name', payer })
    await Promise.all([store.giveName(form), store.giveName(form)])
    expect(store.$finish.get()).toEqual({
      at: 'done',
      plan: 'annual_99',
      email: 'other@example.com',
    })
    expect(happened).toEqual(['paid', 'name step', 'account', 'enter', 'owned'])
  })

  it('with an account already is told to log in', async () => {
    made = failure('account_exists')
    const store = storeFor()
    await started(store)
    await store.giveName(form)
    expect(store.$finish.get()).toMatchObject({ at: 'name', accountExists: true, isBusy: false })
  })

  it('whose browser does not store the session is told so, and to log in', async () => {
    entered = fail('cookies are blocked')
    const store = storeFor()
    await started(store)
    await store.giveName(form)
    expect(store.$finish.get()).toMatchObject({
      at: 'name',
      problem: 'cookies are blocked',
      accountExists: true,
      isBusy: false,
    })
    expect(happened).not.toContain('owned')
  })

  it.each(['unavailable', 'offline', 'bad_request'] as const)(
    'can try again after %s',
    async (code) => {
      made = failure(code)
      const store = storeFor()
      await started(store)
      await store.giveName(form)
      expect(store.$finish.get()).toMatchObject({ at: 'name', isBusy: false, accountExists: false })
      made = succeed(session)
      await store.giveName(form)
      expect(store.$finish.get().at).toBe('done')
    },
  )

  it('whose account another tab has made meanwhile is done', async () => {
    const store = storeFor()
    await started(store)
    made = failure('not_found')
    approved = succeed(running)
    isReader = true
    await store.giveName(form)
    await settled()
    expect(store.$finish.get().at).toBe('done')
  })

  it('and comes by a letter on another device has to log in', async () => {
    approved = failure('not_found')
    expect(await started(storeFor({ key: 'KEY' }))).toEqual({ at: 'letter' })
  })
})

describe('what is not paid', () => {
  it.each([
    ['not_approved', 'notAgreed'],
    ['not_found', 'unknown'],
    ['already_subscribed', 'surplus'],
  ] as const)('%s is %s', async (code, at) => {
    approved = failure(code)
    expect((await started(storeFor())).at).toBe(at)
    expect(happened).not.toContain('paid')
  })

  it('is nothing without a purchase', async () =>
    expect(await started(storeFor({ id: null }))).toEqual({ at: 'nothing' }))

  it.each(['unavailable', 'offline'] as const)('%s is tried again by itself', async (code) => {
    approved = failure(code)
    const store = storeFor()
    expect((await started(store)).at).toBe('unseen')
    approved = succeed(ofGuest)
    scheduled!()
    await settled()
    expect(store.$finish.get().at).toBe('name')
  })
})
