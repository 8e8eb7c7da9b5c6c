import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiFailure } from '../../browser/api.ts'
import type {
  ApprovalResponse,
  CheckoutRequest,
  CheckoutResponse,
} from '../../contracts/checkout.ts'
import type { PlanKind } from '../../domain/offer.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import type { BegunCheckout } from './begun-checkout.ts'
import { type CheckoutStore, createCheckoutStore, NotBegun } from './checkout-store.ts'

const failure = (code: ApiFailure['code']) => fail<ApiFailure>({ code, message: `words: ${code}` })
const created: CheckoutResponse = {
  id: 'I-ONE',
  plan: 'annual_99',
  approveUrl: 'https://paypal.example/approve',
}
const approval: ApprovalResponse = {
  state: 'running',
  plan: 'annual_99',
  isTrial: false,
  method: 'paypal',
  payer: null,
  subscription: null,
}

let kind: PlanKind
let answer: Result<CheckoutResponse, ApiFailure>
let approved: Result<ApprovalResponse, ApiFailure>
let kept: BegunCheckout | null
let unfinished: string | null
let isReader: boolean
let asked: CheckoutRequest[]
let went: string[]
let shownPlans: string[]
let subscribed: number
let store: CheckoutStore

beforeEach(() => {
  kind = 'annual'
  answer = succeed(created)
  approved = failure('not_approved')
  kept = null
  unfinished = null
  isReader = false
  asked = []
  went = []
  shownPlans = []
  subscribed = 0
  let requests = 0
  store = createCheckoutStore(() => kind, {
    begin: async (request) => {
      asked.push(request)
      return answer
    },
    approval: async () => approved,
    source: () => 'article',
    memory: {
      toBegin: (wanted) => {
        if (kept?.kind !== wanted) kept = { kind: wanted, requestId: `request-${++requests}` }
        return kept
      },
      begun: () => (kept?.id ? kept : null),
      note: (begun, id) => {
        kept = { ...begun, id }
      },
      leave: () => {
        kept = { ...kept!, isAway: true }
      },
      forget: () => {
        kept = null
      },
    },
    unfinished: () => unfinished,
    onBegun: ({ plan }) => shownPlans.push(plan),
    onSubscribed: () => subscribed++,
    isReader: () => isReader,
    goTo: (address) => went.push(address),
  })
})

const state = () => store.$checkout.get()
const problem = () => state().problem?.kind ?? null

describe('beginning', () => {
  it('asks for what was chosen, with where the reader came from, and shows what the edge says', async () => {
    expect(await store.begin()).toBe('I-ONE')
    expect(asked).toEqual([{ kind: 'annual', source: 'article', requestId: 'request-1' }])
    expect(shownPlans).toEqual(['annual_99'])
    expect(state()).toEqual({ step: 'agreeing', problem: null })
  })

  it('pressed twice begins one, and leads to PayPal’s page once', async () => {
    await Promise.all([store.goToPage(), store.begin(), store.begin()])
    expect(asked).toHaveLength(1)
    expect(went).toEqual([created.approveUrl])
    expect(kept).toMatchObject({ id: 'I-ONE', isAway: true })
  })

  it('again, after PayPal’s window was closed, asks by the same request', async () => {
    await store.begin()
    await store.closed()
    await store.begin()
    expect(asked.map(({ requestId }) => requestId)).toEqual(['request-1', 'request-1'])
  })

  it('of another plan is another request', async () => {
    await store.begin()
    await store.closed()
    kind = 'monthly'
    await store.begin()
    expect(asked.map(({ requestId }) => requestId)).toEqual(['request-1', 'request-2'])
  })
})

describe('what cannot begin', () => {
  const refusal = async (code: ApiFailure['code']) => {
    answer = failure(code)
    await expect(store.begin()).rejects.toThrow(NotBegun)
    // PayPal's script says that something went wrong, and knows less than we do.
    store.failed()
    return state()
  }

  it.each(['offline', 'unreachable', 'too_many_requests'] as const)(
    '%s is said in the words of the answer',
    async (code) =>
      expect(await refusal(code)).toEqual({
        step: 'idle',
        problem: { kind: 'refused', message: `words: ${code}` },
      }),
  )

  it.each(['unavailable', 'internal', 'unknown'] as const)(
    '%s is no fault of theirs',
    async (code) => {
      expect((await refusal(code)).problem).toEqual({ kind: 'not-begun' })
    },
  )

  it('leads whoever has a subscription to their account', async () => {
    isReader = true
    expect((await refusal('already_subscribed')).problem?.kind).toBe('subscribed')
    expect(subscribed).toBe(1)
  })

  it('leads a guest who has paid to the step that is left', async () => {
    unfinished = 'I-PAID'
    expect((await refusal('already_subscribed')).problem?.kind).toBe('unfinished')
    expect(subscribed).toBe(0)
  })

  it('leads to where students are confirmed', async () =>
    expect((await refusal('student_not_confirmed')).problem?.kind).toBe('student-unconfirmed'))

  it('can be tried again', async () => {
    await refusal('unavailable')
    answer = succeed(created)
    expect(await store.begin()).toBe('I-ONE')
    expect(state().problem).toBeNull()
  })
})

describe('coming back from PayPal', () => {
  beforeEach(() => store.begin())
  const finish = '/subscribe/finish?checkout=I-ONE'

  it('agreed goes on, and forgets the request', async () => {
    store.approved('I-ONE')
    expect(went).toEqual([finish])
    expect(kept).toBeNull()
    expect(state().step).toBe('done')
  })

  it('by closing the window says that nothing was charged', async () => {
    await store.closed()
    expect(problem()).toBe('not-approved')
    expect(went).toEqual([])
  })

  it('by closing the window after agreeing goes on all the same', async () => {
    approved = succeed(approval)
    await store.closed()
    expect(went).toEqual([finish])
  })

  it('while it cannot be asked says so, and looks again', async () => {
    approved = failure('unavailable')
    await store.closed()
    expect(problem()).toBe('approval-unknown')
    approved = failure('not_approved')
    await store.lookAgain()
    expect(problem()).toBeNull()
    approved = succeed({ ...approval, state: 'pending' })
    await store.lookAgain()
    expect(went).toEqual([finish])
  })

  it('to another browser’s purchase begins a new one', async () => {
    approved = failure('not_found')
    await store.closed()
    await store.begin()
    expect(asked.map(({ requestId }) => requestId)).toEqual(['request-1', 'request-2'])
  })

  it('with a second subscription goes on to what becomes of it', async () => {
    approved = failure('already_subscribed')
    await store.closed()
    expect(went).toEqual([finish])
  })

  it('with a window that broke off says so', () => {
    store.failed()
    expect(problem()).toBe('window-failed')
  })
})

it('looks again only where something has been begun', async () => {
  approved = succeed(approval)
  await store.lookAgain()
  expect(went).toEqual([])
})
