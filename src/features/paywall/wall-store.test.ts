import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiResult } from '../../browser/api.ts'
import { FakeRetry, failure, flushPromises } from '../../browser/testing/call-fakes.ts'
import type {
  UnlockRefusal,
  UnlockResponse,
  WallResponse,
} from '../../contracts/endpoints/meter-endpoints.ts'
import { succeed } from '../../domain/result.ts'
import { createWallStore, type WallChoices, type WallStore } from './wall-store.ts'

const until = '2026-12-23T10:00:00.000Z'
const choices: WallChoices = {
  reason: 'signedOut',
  ways: [{ kind: 'readFree', used: 0, allowance: 1 }, { kind: 'subscribe' }],
}
const laterChoices: WallChoices = {
  reason: 'signedOut',
  ways: [{ kind: 'subscribe' }, { kind: 'email' }],
}
const closed = succeed<WallResponse>({ state: 'closed', isReferral: false, ...choices })
const opened = succeed({ state: 'open' as const, until, isReferral: false })
const refuse = (because: UnlockRefusal) =>
  succeed<UnlockResponse>({ state: 'closed', isReferral: false, because, ...laterChoices })
const address = { way: 'email', email: ' a@example.com ', weekly: true } as const

let wallAnswer: ApiResult<WallResponse>
let unlockAnswers: ApiResult<UnlockResponse>[]
let sent: unknown[]
let tokens: string[]
let tracked: unknown[]
let rememberCount: number
let openedUntil: (string | null)[]
/** Ends the opening; `isShown` is true if the story is shown. */
let finishOpening: ((isShown: boolean) => void) | null
let retry: FakeRetry
let store: WallStore

beforeEach(() => {
  wallAnswer = closed
  unlockAnswers = [opened]
  sent = []
  tokens = []
  tracked = []
  rememberCount = 0
  openedUntil = []
  finishOpening = null
  retry = new FakeRetry()
  store = createWallStore({
    async fetchWall() {
      sent.push('wall')
      return wallAnswer
    },
    async sendUnlock(request) {
      sent.push(request)
      return unlockAnswers.shift()!
    },
    getBotCheckToken: async () => tokens.shift(),
    createRetry: retry.create,
    track: (event, payload) => tracked.push([event, payload]),
    rememberSignUp: () => rememberCount++,
    onOpen(time) {
      openedUntil.push(time)
      return new Promise((resolve) => {
        finishOpening = resolve
      })
    },
  })
})

describe('the wall’s offer', () => {
  it('is requested once for simultaneous calls', async () => {
    await Promise.all([store.load(), store.load()])
    expect(sent).toEqual(['wall'])
    expect(store.$wall.get()).toEqual({
      choices,
      isUnavailable: false,
      pending: null,
      problem: null,
    })
  })

  it.each([
    ['for a time', until],
    ['without an end', null],
  ])('opens a story that is open %s', async (_, time) => {
    wallAnswer = succeed({ state: 'open', until: time, isReferral: false })
    void store.load()
    await flushPromises()
    expect(openedUntil).toEqual([time])
    expect(store.$wall.get()).toMatchObject({ choices: null, pending: null })
    finishOpening!(true)
    await flushPromises()
    expect(retry.scheduled).toBeNull()
  })

  it('tries again if an open story can’t be shown', async () => {
    wallAnswer = opened
    void store.load()
    await flushPromises()
    finishOpening!(false)
    await flushPromises()
    expect(store.$wall.get()).toMatchObject({ choices: null, isUnavailable: true })
    await retry.run()
    expect(openedUntil).toEqual([until, until])
  })

  it('stays as the page shows it while the server can’t be reached', async () => {
    wallAnswer = failure('unavailable')
    await store.load()
    expect(store.$wall.get()).toMatchObject({ choices: null, isUnavailable: true })
    wallAnswer = closed
    await retry.run()
    expect(store.$wall.get()).toMatchObject({ choices, isUnavailable: false })
    expect(retry.scheduled).toBeNull()
  })

  it('isn’t replaced by a late answer while the story opens', async () => {
    const loading = store.load()
    void store.unlock({ way: 'free' })
    await loading
    await flushPromises()
    expect(store.$wall.get()).toMatchObject({ choices: null, pending: 'free' })
  })
})

describe('unlocking', () => {
  it('is pending until the story is shown, and happens once', async () => {
    await store.load()
    void store.unlock({ way: 'free' })
    void store.unlock({ way: 'free' })
    await flushPromises()
    expect(sent).toEqual(['wall', { way: 'free' }])
    expect(openedUntil).toEqual([until])
    expect(store.$wall.get()).toMatchObject({ pending: 'free', problem: null })
    finishOpening!(true)
    await flushPromises()
    expect(store.$wall.get().pending).toBeNull()
    expect(tracked).toEqual([])
  })

  it('can be repeated if the story can’t be shown', async () => {
    unlockAnswers = [opened, opened]
    const unlocking = store.unlock({ way: 'free' })
    await flushPromises()
    finishOpening!(false)
    await unlocking
    const problem = { way: 'free', because: 'notShown' }
    expect(store.$wall.get()).toMatchObject({ pending: null, problem })
    void store.unlock({ way: 'free' })
    await flushPromises()
    finishOpening!(true)
    await flushPromises()
    expect(store.$wall.get()).toMatchObject({ pending: null, problem: null })
  })

  it('sends the bot check’s token, and a new one with the second call', async () => {
    tokens = ['first', 'second']
    unlockAnswers = [failure('unknown_device'), opened]
    const unlocking = store.unlock({ way: 'free' })
    await flushPromises()
    finishOpening!(true)
    await unlocking
    expect(sent).toEqual([
      { way: 'free', botCheck: 'first' },
      { way: 'free', botCheck: 'second' },
    ])
  })

  it('gives up on a device that doesn’t accept the cookie', async () => {
    unlockAnswers = [failure('unknown_device'), failure('unknown_device')]
    await store.unlock({ way: 'free' })
    expect(sent).toHaveLength(2)
    expect(store.$wall.get()).toMatchObject({
      pending: null,
      problem: { way: 'free', because: { message: 'words: unknown_device' } },
    })
  })

  it.each(['usedUp', 'limit', 'botCheck', 'addressUsed', 'notOffered'] as const)(
    'shows what is left after %s',
    async (because) => {
      unlockAnswers = [refuse(because)]
      await store.load()
      await store.unlock(address)
      expect(store.$wall.get()).toEqual({
        choices: laterChoices,
        isUnavailable: false,
        pending: null,
        problem: { way: 'email', because },
      })
      expect(openedUntil).toEqual([])
      expect(tracked).toEqual([])
    },
  )

  it('keeps the choices after a failure, and the next attempt removes the error', async () => {
    unlockAnswers = [failure('unavailable'), opened]
    await store.load()
    await store.unlock({ way: 'free' })
    expect(store.$wall.get()).toMatchObject({
      choices,
      problem: { way: 'free', because: { message: 'words: unavailable' } },
    })
    void store.unlock({ way: 'free' })
    expect(store.$wall.get()).toMatchObject({ pending: 'free', problem: null })
  })

  it('shows an error beside the address if the server refuses it', async () => {
    unlockAnswers = [failure('bad_request')]
    await store.unlock(address)
    expect(store.$wall.get().problem).toEqual({ way: 'email', because: 'invalidAddress' })
  })
})

describe('the events of an unlock by email', () => {
  it.each([
    ['email', false, 'Unlocked Article Email Capture', ''],
    ['email', true, 'Unlocked Article Email Capture', 'a@example.com'],
    ['referred', true, 'Referred Article Email Capture', 'a@example.com'],
  ] as const)(
    'name the kind of unlock and the address: %s, referral %s',
    async (way, isReferral, event, referred_email) => {
      unlockAnswers = [succeed({ state: 'open', until, isReferral })]
      void store.unlock({ ...address, way })
      await flushPromises()
      expect(tracked).toEqual([
        [event, { email: 'a@example.com', referral: isReferral, referred_email }],
      ])
      expect(rememberCount).toBe(1)
    },
  )
  it.each([
    ['email', false],
    ['referred', true],
  ] as const)(
    'don’t contain the email address unless the box for The Weekly is ticked: %s',
    async (way, isReferral) => {
      unlockAnswers = [succeed({ state: 'open', until, isReferral })]
      void store.unlock({ ...address, way, weekly: false })
      await flushPromises()
      expect(tracked).toHaveLength(1)
      expect(JSON.stringify(tracked)).not.toContain('@')
      expect(rememberCount).toBe(0)
    },
  )
})
