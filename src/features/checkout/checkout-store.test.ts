import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiFailure, ApiResult } from '../../browser/api.ts'
import { failure } from '../../browser/testing/call-fakes.ts'
import { createTestBrowser } from '../../browser/testing/test-browser.ts'
import type {
  ApprovalResponse,
  CheckoutRequest,
  CheckoutResponse,
} from '../../contracts/endpoints/checkout-endpoints.ts'
import { succeed } from '../../domain/result.ts'
import type { PlanKind } from '../../domain/subscription/offer.ts'
import { CheckoutNotStarted, type CheckoutStore, createCheckoutStore } from './checkout-store.ts'
import { getPendingCheckout } from './pending-checkout-store.ts'
import { storeUnfinishedCheckout } from './unfinished-checkout.ts'

const created: CheckoutResponse = {
  id: 'I-ONE',
  plan: 'annual_99',
  approveUrl: 'https://paypal.example/approve',
}
const approval: ApprovalResponse = {
  state: 'running',
  plan: 'annual_99',
  isTrial: false,
  isPlanChange: false,
  method: 'paypal',
  payer: null,
  subscription: null,
}

let kind: PlanKind
let answer: ApiResult<CheckoutResponse>
let approved: ApiResult<ApprovalResponse>
let scheduled: (() => unknown) | undefined
let isReader: boolean
let checkoutRequests: CheckoutRequest[]
let navigations: string[]
let startedPlans: string[]
let subscribed: number
let studentsForgotten: number
let store: CheckoutStore

beforeEach(() => {
  createTestBrowser().loadPage()
  kind = 'annual'
  answer = succeed(created)
  approved = failure('not_approved')
  isReader = false
  checkoutRequests = []
  navigations = []
  startedPlans = []
  subscribed = 0
  studentsForgotten = 0
  store = createCheckoutStore(() => kind, {
    start: async (request) => {
      checkoutRequests.push(request)
      return answer
    },
    approval: async () => approved,
    later: (work) => {
      scheduled = work
    },
    source: () => 'article',
    onStarted: ({ plan }) => startedPlans.push(plan),
    onSubscribed: () => subscribed++,
    onStudentUnconfirmed: () => studentsForgotten++,
    isReader: () => isReader,
    navigate: (address) => navigations.push(address),
  })
})

const state = () => store.$checkout.get()
const problem = () => state().problem?.kind ?? null
const countRequestIds = () => new Set(checkoutRequests.map(({ requestId }) => requestId)).size

describe('starting a checkout', () => {
  it('sends the plan and the source, and shows the Worker’s answer', async () => {
    expect(await store.start()).toBe('I-ONE')
    const requestId = expect.any(String)
    expect(checkoutRequests).toEqual([{ kind: 'annual', source: 'article', requestId }])
    expect(startedPlans).toEqual(['annual_99'])
    expect(state()).toEqual({ step: 'approving', problem: null })
  })

  it('starts one purchase and opens PayPal once, even if it’s requested twice', async () => {
    await Promise.all([store.redirectToPayPal(), store.start(), store.start()])
    expect(checkoutRequests).toHaveLength(1)
    expect(navigations).toEqual([created.approveUrl])
    expect(getPendingCheckout()).toMatchObject({ id: 'I-ONE', isAtPayPal: true })
  })

  it('repeats the request id after PayPal’s window was closed', async () => {
    await store.start()
    await store.handleWindowClosed()
    await store.start()
    expect([checkoutRequests.length, countRequestIds()]).toEqual([2, 1])
  })

  it('creates another request for another plan', async () => {
    await store.start()
    await store.handleWindowClosed()
    kind = 'monthly'
    await store.start()
    expect(countRequestIds()).toBe(2)
  })
})

describe('a checkout that can’t start', () => {
  const refusal = async (code: ApiFailure['code']) => {
    answer = failure(code)
    await expect(store.start()).rejects.toThrow(CheckoutNotStarted)
    // PayPal's script reports the same failure, with less detail than ours.
    store.handleScriptError()
    return state()
  }

  it.each(['offline', 'unreachable', 'too_many_requests'] as const)(
    'shows the API’s message for %s',
    async (code) =>
      expect(await refusal(code)).toEqual({
        step: 'idle',
        problem: { kind: 'refused', message: `words: ${code}` },
      }),
  )

  it.each(['unavailable', 'internal', 'unknown'] as const)(
    'explains for %s that it isn’t the reader’s fault',
    async (code) => {
      expect((await refusal(code)).problem).toEqual({ kind: 'not-started' })
    },
  )

  it('leads subscribers to their account', async () => {
    isReader = true
    expect((await refusal('already_subscribed')).problem?.kind).toBe('subscribed')
    expect(subscribed).toBe(1)
  })

  it('leads a guest who has paid to the last step', async () => {
    storeUnfinishedCheckout('I-PAID')
    expect((await refusal('already_subscribed')).problem?.kind).toBe('unfinished')
    expect(subscribed).toBe(0)
  })

  it('leads to the student confirmation, with the API’s message and a form', async () => {
    expect((await refusal('student_not_confirmed')).problem).toEqual({
      kind: 'student-unconfirmed',
      message: 'words: student_not_confirmed',
    })
    expect(studentsForgotten).toBe(1)
  })

  it('can be tried again', async () => {
    await refusal('unavailable')
    answer = succeed(created)
    expect(await store.start()).toBe('I-ONE')
    expect(state().problem).toBeNull()
  })
})

describe('returning from PayPal', () => {
  beforeEach(() => store.start())
  const finish = '/subscribe/finish?checkout=I-ONE'

  it('continues with an approval and drops the request', async () => {
    store.handleApproved('I-ONE')
    expect(navigations).toEqual([finish])
    expect(getPendingCheckout()).toBeNull()
    expect(state().step).toBe('done')
  })

  it.each([
    ['reports a closed window', 'handleWindowClosed', failure('not_approved'), 'not-approved'],
    ['continues after an approval', 'handleWindowClosed', succeed(approval), null],
    ['explains a second purchase', 'handleWindowClosed', failure('already_subscribed'), null],
    ['reports a failed window', 'handleScriptError', failure('not_approved'), 'window-failed'],
    [
      'continues if the window fails after an approval',
      'handleScriptError',
      succeed(approval),
      null,
    ],
  ] as const)('%s', async (_, handle, answer, shown) => {
    approved = answer
    await store[handle]()
    expect(problem()).toBe(shown)
    expect(navigations).toEqual(shown ? [] : [finish])
  })

  it('continues within seconds if the window was closed just after an approval', async () => {
    await store.handleWindowClosed()
    approved = succeed(approval)
    await scheduled!()
    expect(navigations).toEqual([finish])
  })

  it('reports a failing API and checks again', async () => {
    approved = failure('unavailable')
    await store.handleWindowClosed()
    expect(problem()).toBe('approval-unknown')
    approved = failure('not_approved')
    await store.recheckApproval()
    expect(problem()).toBeNull()
    approved = succeed({ ...approval, state: 'pending' })
    await store.recheckApproval()
    expect(navigations).toEqual([finish])
  })

  it('starts a new purchase if the approved purchase is another browser’s', async () => {
    approved = failure('not_found')
    await store.handleWindowClosed()
    await store.start()
    expect(countRequestIds()).toBe(2)
  })

  it('shows nothing if the window fails while the next page opens', async () => {
    store.handleApproved('I-ONE')
    await store.handleScriptError()
    expect(state()).toEqual({ step: 'done', problem: null })
  })
})

it('a page checks a purchase again only if one is pending', async () => {
  approved = succeed(approval)
  await store.recheckApproval()
  expect(navigations).toEqual([])
})
