import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiResult } from '../../browser/api.ts'
import { FakeRetry, failure, flushPromises } from '../../browser/testing/call-fakes.ts'
import type { SubscriptionResponse } from '../../contracts/endpoints/subscription-endpoints.ts'
import { succeed } from '../../domain/result.ts'
import { placeholderSubscription } from '../../ui/subscription-text.ts'
import {
  type ArticleBodyStore,
  createArticleBodyStore,
  type ExpectedAccess,
} from './article-body-store.ts'

let expected: ExpectedAccess
let body: ApiResult<string>
let subscriptionResult: ApiResult<SubscriptionResponse>
let requests: string[]
let retry: FakeRetry
let store: ArticleBodyStore

beforeEach(() => {
  expected = 'open'
  body = succeed('<p>The rest</p>')
  subscriptionResult = succeed(placeholderSubscription)
  requests = []
  retry = new FakeRetry()
  store = createArticleBodyStore({
    expectAccess: () => expected,
    async fetchBody() {
      requests.push('body')
      return body
    },
    async currentSubscription() {
      requests.push('subscription')
      return subscriptionResult
    },
    async fetchSubscription() {
      requests.push('subscription')
      return subscriptionResult
    },
    createRetry: retry.create,
  })
})

async function startAndFlush() {
  store.start()
  await flushPromises()
  return store.$articleBody.get()
}

async function runScheduledRetry() {
  await retry.run()
  return store.$articleBody.get()
}

const openBody = { state: 'open', html: '<p>The rest</p>' }

describe('the closed part of an article', () => {
  it('causes no request for guests', async () => {
    expected = 'closed'
    expect(await startAndFlush()).toEqual({ state: 'unknown' })
    expect(requests).toEqual([])
  })

  it('opens immediately if the hint says that the reader has access', async () => {
    expect(await startAndFlush()).toEqual(openBody)
    expect(requests).toEqual(['body'])
    expect(retry.scheduled).toBeNull()
  })

  it.each(['signed_out', 'not_entitled'] as const)('is closed after the error %s', async (code) => {
    body = failure(code)
    expect(await startAndFlush()).toEqual({ state: 'closed' })
    expect(requests).toEqual(['body', 'subscription'])
    expect(retry.scheduled).toBeNull()
  })

  it('opens for a reader who has subscribed elsewhere', async () => {
    expected = 'perhaps'
    expect(await startAndFlush()).toEqual(openBody)
    expect(requests).toEqual(['subscription', 'body'])
  })

  it('stays closed for a reader without a subscription', async () => {
    expected = 'perhaps'
    subscriptionResult = succeed({
      ...placeholderSubscription,
      status: 'notSubscribed',
      entitled: false,
    })
    expect(await startAndFlush()).toEqual({ state: 'unknown' })
    expect(retry.scheduled).toBeNull()
  })
})

describe('a change of reader', () => {
  it('closes the article at sign-out, even if it is still loading', async () => {
    await startAndFlush()
    store.close()
    expect(store.$articleBody.get()).toEqual({ state: 'closed' })
    store.recheck()
    store.close()
    await flushPromises()
    expect(store.$articleBody.get()).toEqual({ state: 'closed' })
    expect(retry.scheduled).toBeNull()
  })

  it('opens the article after signing in or subscribing in another tab', async () => {
    expected = 'closed'
    await startAndFlush()
    expected = 'open'
    store.recheck()
    await flushPromises()
    expect(store.$articleBody.get()).toEqual(openBody)
    store.recheck()
    await flushPromises()
    expect(requests).toEqual(['body'])
  })
})

describe('a server that can’t be reached', () => {
  const ours = 'We can’t load the rest of this story right now.'
  it.each([
    ['unavailable', ours],
    ['internal', ours],
    ['unknown', ours],
    ['offline', 'words: offline'],
    ['unreachable', 'words: unreachable'],
    ['too_many_requests', 'words: too_many_requests'],
  ] as const)('is described, after the error %s, as “%s”', async (code, message) => {
    body = failure(code)
    expect(await startAndFlush()).toEqual({ state: 'unavailable', isTrying: false, message })
    expect(retry.scheduled).not.toBeNull()
  })

  it('is retried automatically', async () => {
    body = failure('unavailable')
    await startAndFlush()
    expect(await runScheduledRetry()).toMatchObject({ state: 'unavailable' })
    body = succeed('<p>The rest</p>')
    expect(await runScheduledRetry()).toEqual(openBody)
    expect(retry.scheduled).toBeNull()
  })

  it('is retried once by the button, which shows the progress', async () => {
    body = failure('unavailable')
    await startAndFlush()
    body = succeed('<p>The rest</p>')
    store.tryAgain()
    store.tryAgain()
    expect(store.$articleBody.get()).toMatchObject({ state: 'unavailable', isTrying: true })
    await flushPromises()
    expect(store.$articleBody.get()).toEqual(openBody)
    expect(requests).toEqual(['body', 'body'])
  })

  it.each(['not_found', 'withdrawn'] as const)('isn’t retried after %s', async (code) => {
    body = failure(code)
    expect(await startAndFlush()).toEqual({ state: 'gone', message: `words: ${code}` })
    expect(retry.scheduled).toBeNull()
  })

  it('doesn’t open the article, but a retry still finds a new subscription', async () => {
    expected = 'perhaps'
    subscriptionResult = failure('unavailable')
    expect(await startAndFlush()).toEqual({ state: 'unknown' })
    subscriptionResult = succeed(placeholderSubscription)
    expect(await runScheduledRetry()).toEqual(openBody)
  })
})
