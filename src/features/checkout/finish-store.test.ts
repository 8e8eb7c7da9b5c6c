import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiResult } from '../../browser/api.ts'
import { FakeRetry, failure, flushPromises } from '../../browser/testing/call-fakes.ts'
import type {
  AccountResponse,
  ApprovalResponse,
} from '../../contracts/endpoints/checkout-endpoints.ts'
import type { SubscriptionResponse } from '../../contracts/endpoints/subscription-endpoints.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { placeholderSubscription } from '../../ui/subscription-text.ts'
import {
  createFinishStore,
  type FinishDeps,
  type FinishStore,
  getPurchaseEvent,
} from './finish-store.ts'

const subscription: SubscriptionResponse = {
  ...placeholderSubscription,
  plan: 'annual_99',
  nextPayment: { at: '2027-11-21T00:00:00.000Z', minorUnits: 9900 },
}
const session: AccountResponse = { ...subscription, isNew: true, isEmailSent: true }
const payer = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com' }
const approvalResponse: ApprovalResponse = {
  state: 'running',
  plan: 'annual_99',
  isTrial: false,
  isPlanChange: false,
  method: 'paypal',
  payer: null,
  subscription,
}
const guestApproval: ApprovalResponse = { ...approvalResponse, payer, subscription: null }

let isReader: boolean
let approved: ApiResult<ApprovalResponse>
let created: ApiResult<AccountResponse>
let sessionResult: Result<void, string>
let claimed: ApiResult<SubscriptionResponse>
let calls: string[]
let retry: FakeRetry

beforeEach(() => {
  isReader = false
  approved = succeed(guestApproval)
  created = succeed(session)
  sessionResult = succeed(undefined)
  claimed = succeed(subscription)
  calls = []
  retry = new FakeRetry()
})

const createTestStore = (address: Partial<Pick<FinishDeps, 'id' | 'key'>> = {}) =>
  createFinishStore({
    id: 'I-ONE',
    key: null,
    ...address,
    isReader: () => isReader,
    approval: async () => approved,
    createAccount: async () => {
      calls.push('account')
      return created
    },
    claim: async (_, key) => {
      calls.push(`claim ${key}`)
      return claimed
    },
    startSession: async () => {
      calls.push('enter')
      return sessionResult
    },
    acceptSubscription: () => calls.push('accept'),
    onPaid: () => calls.push('paid'),
    onNameStep: () => calls.push('name step'),
    onClaimed: () => calls.push('owned'),
    createRetry: retry.create,
  })

async function startStore(store: FinishStore) {
  store.start()
  await flushPromises()
  return store.$finish.get()
}
const form = { first_name: 'Asha', last_name: 'Rao', email: 'other@example.com' }

describe('a reader who has paid', () => {
  beforeEach(() => {
    isReader = true
    approved = succeed(approvalResponse)
  })

  it('sees that the purchase is done', async () => {
    expect(await startStore(createTestStore())).toEqual({
      phase: 'done',
      plan: 'annual_99',
      newAccount: null,
      change: null,
    })
    expect(calls).toEqual(['paid', 'accept', 'owned'])
  })

  it.each([
    ['monthly_13', false],
    ['annual_99', true],
  ] as const)('sees when the plan that follows %s starts', async (previousPlan, isSamePlan) => {
    const changed = { ...subscription, previousPlan }
    approved = succeed({ ...approvalResponse, isPlanChange: true, subscription: changed })
    expect(await startStore(createTestStore())).toMatchObject({
      phase: 'done',
      change: { at: '2027-11-21T00:00:00.000Z', isSamePlan },
    })
  })

  it('waits while PayPal sets up the subscription', async () => {
    approved = succeed({ ...approvalResponse, state: 'pending', subscription: null })
    const store = createTestStore()
    expect(await startStore(store)).toEqual({ phase: 'checking', isSlow: true })
    approved = succeed(approvalResponse)
    await retry.run()
    expect(store.$finish.get().phase).toBe('done')
    expect(retry.scheduled).toBeNull()
    expect(calls.filter((what) => what === 'paid')).toHaveLength(1)
  })

  it('gets what they paid for as a guest', async () => {
    approved = succeed(guestApproval)
    expect(await startStore(createTestStore())).toMatchObject({ phase: 'done', plan: 'annual_99' })
    expect(calls).toEqual(['paid', 'claim null', 'accept', 'owned'])
  })

  it.each([
    ['already_subscribed', { phase: 'duplicate', message: 'words: already_subscribed' }],
    ['trial_used', { phase: 'trialUsed' }],
  ] as const)('is told what becomes of a purchase that is %s', async (code, state) => {
    approved = succeed(guestApproval)
    claimed = failure(code)
    expect(await startStore(createTestStore())).toEqual(state)
  })

  it('is asked to confirm if they opened the link in an email', async () => {
    const store = createTestStore({ key: 'KEY' })
    expect(await startStore(store)).toMatchObject({ phase: 'claimable' })
    expect(calls).toEqual([])
    claimed = failure('unavailable')
    await store.claim()
    expect(store.$finish.get()).toMatchObject({ phase: 'claimable', isBusy: false })
    claimed = succeed(subscription)
    await Promise.all([store.claim(), store.claim()])
    expect(store.$finish.get()).toMatchObject({ phase: 'done', plan: 'annual_99' })
    expect(calls).toEqual(['claim KEY', 'claim KEY', 'accept', 'owned'])
  })
})

describe('a guest who has paid', () => {
  it('enters their name and gets an account', async () => {
    const store = createTestStore()
    expect(await startStore(store)).toMatchObject({ phase: 'name', payer })
    await Promise.all([store.createAccount(form), store.createAccount(form)])
    expect(store.$finish.get()).toEqual({
      phase: 'done',
      plan: 'annual_99',
      newAccount: { email: 'other@example.com', isEmailSent: true },
      change: null,
    })
    expect(calls).toEqual(['paid', 'name step', 'account', 'enter', 'owned'])
  })

  it.each<[string, typeof created, typeof sessionResult, string]>([
    [
      'they have an account',
      failure('account_exists'),
      succeed(undefined),
      'words: account_exists',
    ],
    ['the browser doesn’t store the session', succeed(session), fail('blocked'), 'blocked'],
  ])('is asked to log in if %s', async (_, account, started, problem) => {
    created = account
    sessionResult = started
    const store = createTestStore()
    await startStore(store)
    await store.createAccount(form)
    const shown = { phase: 'name', problem, accountExists: true, isBusy: false }
    expect(store.$finish.get()).toMatchObject(shown)
    expect(calls).not.toContain('owned')
  })

  it.each(['unavailable', 'offline', 'bad_request'] as const)(
    'can try again after %s',
    async (code) => {
      created = failure(code)
      const store = createTestStore()
      await startStore(store)
      await store.createAccount(form)
      expect(store.$finish.get()).toMatchObject({
        phase: 'name',
        isBusy: false,
        accountExists: false,
      })
      created = succeed(session)
      await store.createAccount(form)
      expect(store.$finish.get().phase).toBe('done')
    },
  )

  it('is done if another tab has created the account', async () => {
    const store = createTestStore()
    await startStore(store)
    created = failure('not_found')
    approved = succeed(approvalResponse)
    isReader = true
    await store.createAccount(form)
    await flushPromises()
    expect(store.$finish.get().phase).toBe('done')
  })

  it('has to log in with the link from an email on another device', async () => {
    approved = failure('not_found')
    expect(await startStore(createTestStore({ key: 'KEY' }))).toEqual({ phase: 'emailLink' })
  })
})

describe('a purchase that isn’t paid', () => {
  it('is looked up again before its buyer is told that it isn’t approved', async () => {
    approved = failure('not_approved')
    const store = createTestStore()
    expect(await startStore(store)).toEqual({ phase: 'checking', isSlow: false })
    for (let answer = 2; answer <= 5; answer++) {
      expect(store.$finish.get().phase).toBe('checking')
      await retry.run()
    }
    expect(store.$finish.get()).toEqual({ phase: 'notApproved' })
  })

  it('is found after all if it was approved just before', async () => {
    approved = failure('not_approved')
    const store = createTestStore()
    await startStore(store)
    approved = succeed(guestApproval)
    await retry.run()
    expect(store.$finish.get().phase).toBe('name')
  })

  it.each([
    ['not_found', 'otherBrowser'],
    ['already_subscribed', 'duplicate'],
    ['trial_used', 'trialUsed'],
  ] as const)('gets the error %s and is shown as %s', async (code, phase) => {
    approved = failure(code)
    expect((await startStore(createTestStore())).phase).toBe(phase)
    expect(calls).not.toContain('paid')
  })

  it('isn’t shown if the browser has no purchase to finish', async () =>
    expect(await startStore(createTestStore({ id: null }))).toEqual({ phase: 'noCheckout' }))

  it.each(['unavailable', 'offline'] as const)(
    'is looked up again automatically after %s',
    async (code) => {
      approved = failure(code)
      const store = createTestStore()
      expect((await startStore(store)).phase).toBe('unavailable')
      approved = succeed(guestApproval)
      await retry.run()
      expect(store.$finish.get().phase).toBe('name')
    },
  )
})

it.each([
  [true, 'Trial Started'],
  [false, 'Purchase Completed'],
])('a purchase whose isTrial is %s is tracked as %s', (isTrial, event) => {
  expect(getPurchaseEvent({ isTrial })).toBe(event)
})
