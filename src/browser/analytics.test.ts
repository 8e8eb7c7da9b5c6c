import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CollectedEvent,
  collectedEventSchema,
  collectRequestSchema,
} from '../contracts/collect.ts'
import { endpoints } from '../contracts/endpoints.ts'
import { previewNoteId } from '../contracts/preview.ts'

let listeners: EventTarget
let storage: Map<string, string>
let sent: CollectedEvent[][]
let isBeaconRefused: boolean
let fetched: RequestInit[]

const memory = {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
  removeItem: (key: string) => void storage.delete(key),
}

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  listeners = new EventTarget()
  storage = new Map()
  sent = []
  fetched = []
  isBeaconRefused = false
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The module as a page of a browser with these preferences loads it. */
function onAPage(
  preferences: { globalPrivacyControl?: boolean; doNotTrack?: string } = {},
  ids: readonly string[] = [],
) {
  const getElementById = (id: string) => (ids.includes(id) ? {} : null)
  const page = { hidden: false, title: 'A', referrer: '', getElementById }
  vi.stubGlobal('document', Object.assign(listeners, page))
  vi.stubGlobal('location', new URL('https://verandah.news/a-story'))
  vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners))
  vi.stubGlobal('localStorage', memory)
  vi.stubGlobal('sessionStorage', memory)
  vi.stubGlobal('navigator', {
    ...preferences,
    sendBeacon: (address: string, body: Blob) => {
      if (isBeaconRefused) return false
      void body.text().then((text) => take(address, text))
      return true
    },
  })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    fetched.push(init)
    take(address, await (init.body as Blob).text())
  })
  return import('./analytics.ts')
}

function take(address: string, body: string) {
  expect(address).toBe(endpoints.collect)
  const { batch } = collectRequestSchema.parse(JSON.parse(body))
  sent.push(batch.map((event) => collectedEventSchema.parse(event)))
}

const leave = async () => {
  listeners.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(0)
}

const user = { firebase_id: 'uid-1', first_name: 'A', last_name: 'B', email: 'a@example.com' }

describe('what a page counts', () => {
  it('arrives as the collector takes it, when the reader leaves', async () => {
    const { track, page, identify } = await onAPage()
    page('article')
    track('Article Viewed', { slug: 'a-story' })
    identify(user)
    expect(sent).toEqual([])
    await leave()
    await leave()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject([
      { type: 'page', name: 'article', context: { page: { path: '/a-story', title: 'A' } } },
      { type: 'track', event: 'Article Viewed', properties: { slug: 'a-story' } },
      { type: 'identify', traits: user },
    ])
    expect(new Set(sent[0]!.map((event) => event.anonymousId)).size).toBe(1)
    expect(new Set(sent[0]!.map((event) => event.messageId)).size).toBe(3)
  })

  it('goes the other way where the browser takes no beacon', async () => {
    isBeaconRefused = true
    const { page } = await onAPage()
    page('homepage')
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent).toMatchObject([[{ name: 'homepage' }]])
    expect(fetched).toMatchObject([{ method: 'POST', keepalive: false }])
  })

  it('is sent once, even if there were too many', async () => {
    isBeaconRefused = true
    const { page } = await onAPage()
    const refused = vi.fn(async () => new Response('{}', { status: 429 }))
    vi.stubGlobal('fetch', refused)
    page('homepage')
    await vi.advanceTimersByTimeAsync(600_000)
    await leave()
    expect(refused).toHaveBeenCalledOnce()
  })

  it('before signing out is sent before it, and what follows is nobody’s', async () => {
    const { track, page, forgetIdentity } = await onAPage()
    storage.set('counted', '["x"]')
    track('Signed Out', {})
    forgetIdentity()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toMatchObject([[{ event: 'Signed Out' }]])
    expect(storage.has('counted')).toBe(false)
    page('homepage')
    await leave()
    expect(sent[1]![0]!.anonymousId).not.toBe(sent[0]![0]!.anonymousId)
  })
})

describe('what a page does not count', () => {
  it.each([
    ['of a reader with Global Privacy Control', { globalPrivacyControl: true }, []],
    ['of a reader with Do Not Track', { doNotTrack: '1' }, []],
    ['on a draft', {}, [previewNoteId]],
  ])('is anything %s', async (_, preferences, ids) => {
    const { track, page, identify, forgetIdentity } = await onAPage(preferences, ids)
    page('homepage')
    track('Signed Out', {})
    identify(user)
    forgetIdentity()
    await vi.advanceTimersByTimeAsync(60_000)
    await leave()
    expect(sent).toEqual([])
    expect(storage.size).toBe(0)
  })

  it('is anything at build time', async () => {
    const { page, forgetIdentity } = await import('./analytics.ts')
    page('homepage')
    forgetIdentity()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('fails nothing, whatever the browser refuses', async () => {
    const { track, forgetIdentity } = await onAPage()
    const refuse = () => {
      throw new Error('refused')
    }
    vi.stubGlobal('crypto', { randomUUID: refuse })
    expect(() => track('Signed Out', {})).not.toThrow()
    expect(forgetIdentity).not.toThrow()
  })
})
