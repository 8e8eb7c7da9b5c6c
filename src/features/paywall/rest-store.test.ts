import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiFailure } from '../../browser/api.ts'
import type { ReaderHint } from '../../contracts/reader-hint.ts'
import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { createRestStore, type RestStore } from './rest-store.ts'

const failure = (code: ApiFailure['code']) => fail<ApiFailure>({ code, message: `words: ${code}` })
const subscription: SubscriptionResponse = {
  status: 'isSubscribed',
  detail: 'active',
  signedIn: true,
  entitled: true,
  until: null,
  plan: 'annual_99',
  paidThrough: '2027-03-01T00:00:00.000Z',
  resumesAt: null,
  freeUntil: null,
  may: ['cancel'],
}
const openHint: ReaderHint = { status: 'isSubscribed', open: true, mend: false }
const shutHint: ReaderHint = { status: 'notSubscribed', open: false, mend: false }

let hint: ReaderHint | null
let body: Result<string, ApiFailure>
let standing: Result<SubscriptionResponse, ApiFailure>
let asked: string[]
/** What would be done after a while, or null. */
let scheduled: (() => void) | null
let store: RestStore

beforeEach(() => {
  hint = openHint
  body = succeed('<p>The rest</p>')
  standing = succeed(subscription)
  asked = []
  scheduled = null
  store = createRestStore({
    hint: () => hint,
    async fetchBody() {
      asked.push('body')
      return body
    },
    async currentSubscription() {
      asked.push('standing')
      return standing
    },
    async fetchSubscription() {
      asked.push('subscription')
      return standing
    },
    createRetry: (attempt) => ({
      schedule() {
        scheduled = attempt
      },
      reset() {
        scheduled = null
      },
    }),
  })
})

/** Everything that has been begun is over. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

async function afterStart() {
  store.start()
  await settled()
  return store.$rest.get()
}

async function afterWaiting() {
  scheduled!()
  await settled()
  return store.$rest.get()
}

const rest = { state: 'open', html: '<p>The rest</p>' }

describe('the rest of a closed article', () => {
  it('costs a guest nothing', async () => {
    hint = null
    expect(await afterStart()).toEqual({ state: 'unknown' })
    expect(asked).toEqual([])
  })

  it('opens at once for whom the hint promises it', async () => {
    expect(await afterStart()).toEqual(rest)
    expect(asked).toEqual(['body'])
    expect(scheduled).toBeNull()
  })

  it.each(['signed_out', 'not_entitled'] as const)('is closed on the word %s', async (code) => {
    body = failure(code)
    expect(await afterStart()).toEqual({ state: 'closed' })
    expect(asked).toEqual(['body', 'subscription'])
    expect(scheduled).toBeNull()
  })

  it('opens for who has subscribed elsewhere', async () => {
    hint = shutHint
    expect(await afterStart()).toEqual(rest)
    expect(asked).toEqual(['standing', 'body'])
  })

  it('stays behind the wall for who has not subscribed', async () => {
    hint = shutHint
    standing = succeed({ ...subscription, status: 'notSubscribed', entitled: false })
    expect(await afterStart()).toEqual({ state: 'unknown' })
    expect(scheduled).toBeNull()
  })
})

describe('when the reader is another one', () => {
  it('goes at once with whoever has signed out, what is on its way included', async () => {
    await afterStart()
    store.close()
    expect(store.$rest.get()).toEqual({ state: 'closed' })
    store.reconsider()
    store.close()
    await settled()
    expect(store.$rest.get()).toEqual({ state: 'closed' })
    expect(scheduled).toBeNull()
  })

  it('opens for whoever has signed in or subscribed in another tab', async () => {
    hint = null
    await afterStart()
    hint = openHint
    store.reconsider()
    await settled()
    expect(store.$rest.get()).toEqual(rest)
    store.reconsider()
    await settled()
    expect(asked).toEqual(['body'])
  })
})

describe('while it cannot be looked up', () => {
  it.each(['unavailable', 'internal', 'unknown'] as const)('%s is our fault', async (code) => {
    body = failure(code)
    const shown = await afterStart()
    expect(shown).toMatchObject({ state: 'unavailable', isTrying: false })
    expect(shown).toHaveProperty('message', expect.stringContaining('The fault is ours'))
  })

  it.each(['offline', 'unreachable', 'too_many_requests'] as const)(
    '%s keeps its own words',
    async (code) => {
      body = failure(code)
      expect(await afterStart()).toMatchObject({ message: `words: ${code}` })
      expect(scheduled).not.toBeNull()
    },
  )

  it('opens by itself when it can be', async () => {
    body = failure('unavailable')
    await afterStart()
    expect(await afterWaiting()).toMatchObject({ state: 'unavailable' })
    body = succeed('<p>The rest</p>')
    expect(await afterWaiting()).toEqual(rest)
    expect(scheduled).toBeNull()
  })

  it('opens by the button, which says that it is being tried and asks once', async () => {
    body = failure('unavailable')
    await afterStart()
    body = succeed('<p>The rest</p>')
    store.tryAgain()
    store.tryAgain()
    expect(store.$rest.get()).toMatchObject({ state: 'unavailable', isTrying: true })
    await settled()
    expect(store.$rest.get()).toEqual(rest)
    expect(asked).toEqual(['body', 'body'])
  })

  it.each(['not_found', 'withdrawn'] as const)('does not promise what is %s', async (code) => {
    body = failure(code)
    expect(await afterStart()).toEqual({ state: 'gone', message: `words: ${code}` })
    expect(scheduled).toBeNull()
  })

  it('leaves a wall standing, and still finds out who has subscribed elsewhere', async () => {
    hint = shutHint
    standing = failure('unavailable')
    expect(await afterStart()).toEqual({ state: 'unknown' })
    standing = succeed(subscription)
    expect(await afterWaiting()).toEqual(rest)
  })

  it('is given up with the page', async () => {
    body = failure('unavailable')
    await afterStart()
    store.stop()
    expect(scheduled).toBeNull()
  })
})
