import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestBrowser } from '../../browser/testing/test-browser.ts'
import { preferencesChangeSchema } from '../../contracts/endpoints/preferences-endpoints.ts'
import {
  applyPreferencesChange,
  defaultPreferences,
  type PreferencesChange,
} from '../../domain/preferences/preferences.ts'

/** Toasts need this function; without toasts, messages are alerts. */
vi.mock('react-dom/client', () => {
  throw new Error('It can’t be loaded.')
})

type Call = { readonly method: string; readonly keepalive: boolean; readonly body: string }

let events: EventTarget
let changes: Call[]
let local: Storage
let cancelCall: () => void
let confirmCall: () => void
/** Each GET gets the next of these responses, or none if they are used up. */
let answers: (() => Response)[] = []
let requests: string[]

async function openPage(copy: object = {}) {
  const browser = createTestBrowser()
  browser.reader = 'isSubscribed.1'
  browser.loadPage()
  browser.local.set(
    'preferences',
    JSON.stringify({
      owner: 'account',
      preferences: defaultPreferences,
      checkedAt: Date.now(),
      changedAt: 0,
      ...copy,
    }),
  )
  local = browser.local
  events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  changes = []
  requests = []
  vi.stubGlobal('fetch', (path: string, call: Call) => {
    if (call.method !== 'PATCH') {
      requests.push(path)
      const answer = answers.shift()
      return answer ? Promise.resolve(answer()) : new Promise(() => {})
    }
    changes.push(call)
    return new Promise((resolve, reject) => {
      cancelCall = () => reject(new TypeError('Failed to fetch'))
      confirmCall = () => resolve(Response.json({ ...defaultPreferences, address: null }))
    })
  })
  return await import('./preferences-store.ts')
}

const readStoredCategories = () => JSON.parse(local.getItem('preferences')!).preferences.categories

const bodies = () => changes.map(({ body }) => preferencesChangeSchema.parse(JSON.parse(body)))

describe('a page that closes while changes are pending', () => {
  const inOrder: readonly PreferencesChange[] = [
    { add: { tags: ['nepal'], categories: ['food'] } },
    { remove: { tags: ['nepal'] }, goal: '1' },
    { goal: '3' },
    { add: { categories: ['food'] }, weekly: { isOn: true } },
  ]
  let page: Awaited<ReturnType<typeof openPage>>
  beforeEach(async () => {
    page = await openPage()
  })

  it('sends the changes as one, with the same result', () => {
    for (const change of inOrder) page.updatePreferences(change)
    expect(bodies()).toEqual([inOrder[0]])
    events.dispatchEvent(new Event('pagehide'))
    const [, merged, ...others] = bodies()
    expect(others).toEqual([])
    expect(changes[1]!.keepalive).toBe(true)
    const expected = inOrder.reduce(applyPreferencesChange, defaultPreferences)
    expect(applyPreferencesChange(defaultPreferences, merged!)).toEqual(expected)
    // The result is the same whether or not the first call has arrived.
    expect(
      applyPreferencesChange(applyPreferencesChange(defaultPreferences, inOrder[0]!), merged!),
    ).toEqual(expected)
  })

  it('sends nothing twice if there is only one change', () => {
    page.updatePreferences(inOrder[0]!)
    events.dispatchEvent(new Event('pagehide'))
    expect(bodies()).toEqual([inOrder[0]])
  })

  it('keeps a change whose call it cancels', async () => {
    page.updatePreferences(inOrder[0]!)
    events.dispatchEvent(new Event('pagehide'))
    cancelCall()
    await new Promise((resolve) => setTimeout(resolve))
    expect(readStoredCategories()).toEqual(['food'])
  })

  it('keeps a change even if the call fails first', async () => {
    page.updatePreferences(inOrder[0]!)
    cancelCall()
    await new Promise((resolve) => setTimeout(resolve))
    events.dispatchEvent(new Event('pagehide'))
    await expect.poll(readStoredCategories).toEqual(['food'])
  })
})

it('a change is reported as saved once the account has it, except progress in the welcome', async () => {
  const page = await openPage()
  const isSaved = () => page.$preferences.get().isSaved
  page.updatePreferences({ step: 'welcome_goals' })
  confirmCall()
  page.updatePreferences({ add: { categories: ['food'] } })
  await expect.poll(() => changes).toHaveLength(2)
  expect(isSaved()).toBe(false)
  confirmCall()
  await expect.poll(isSaved).toBe(true)
  page.updatePreferences({ goal: '3' })
  expect(isSaved()).toBe(false)
})

it('an earlier page’s change that the server doesn’t have yet is kept', async () => {
  const preferences = { ...defaultPreferences, isHistoryEnabled: true }
  const times = { checkedAt: Date.now() - 60_000, changedAt: Date.now() - 1000 }
  const page = await openPage({ preferences, ...times })
  page.updatePreferences({ add: { categories: ['food'] } })
  await expect.poll(() => changes).toHaveLength(1)
  confirmCall()
  await expect.poll(() => page.$preferences.get().isSaved).toBe(true)
  expect(page.$preferences.get().preferences).toMatchObject({
    isHistoryEnabled: true,
    categories: ['food'],
  })
  expect(local.getItem('history')).toBe('1')
})

describe('a change that fails', () => {
  it('is undone and reported, and no longer overrides the server’s response', async () => {
    const alert = vi.fn()
    vi.stubGlobal('alert', alert)
    vi.useFakeTimers()
    const page = await openPage()
    page.updatePreferences({ add: { categories: ['food'] } })
    expect(readStoredCategories()).toEqual(['food'])
    cancelCall()
    await vi.advanceTimersByTimeAsync(1000)
    expect(readStoredCategories()).toEqual([])
    expect(JSON.parse(local.getItem('preferences')!).changedAt).toBe(0)
    expect(page.$preferences.get().isSaved).toBe(false)
    vi.useRealTimers()
    await expect
      .poll(() => alert.mock.calls)
      .toEqual([['We couldn’t reach our server. Try again in a minute.']])
  })
})

const accountAnswer = () => Response.json({ ...defaultPreferences, address: null })
const refusal = (code: string, status: number) => () =>
  Response.json({ error: { code, message: 'Refused.' } }, { status })

describe('a guest’s choices', () => {
  const openPageAfterLogin = () =>
    openPage({ owner: 'device', preferences: { ...defaultPreferences, categories: ['food'] } })
  const stored = () => JSON.parse(local.getItem('preferences')!)
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    answers = []
  })

  it('reach the account although the first request fails', async () => {
    answers = [refusal('unavailable', 503), accountAnswer]
    const page = await openPageAfterLogin()
    page.loadPreferences()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(bodies()).toMatchObject([{ add: { categories: ['food'] } }])
    expect(stored().owner).toBe('device')
    confirmCall()
    await vi.advanceTimersByTimeAsync(0)
    expect(stored().owner).toBe('account')
  })

  it('are sent again if the account couldn’t store them', async () => {
    answers = [accountAnswer, accountAnswer]
    const page = await openPageAfterLogin()
    page.loadPreferences()
    await vi.advanceTimersByTimeAsync(0)
    cancelCall()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(bodies()).toMatchObject([
      { add: { categories: ['food'] } },
      { add: { categories: ['food'] } },
    ])
  })

  it('stay on the device while another change is stored', async () => {
    answers = [refusal('unavailable', 503)]
    const page = await openPageAfterLogin()
    page.updatePreferences({ goal: '3' })
    confirmCall()
    await vi.advanceTimersByTimeAsync(0)
    expect(stored()).toMatchObject({ owner: 'device', preferences: { categories: ['food'] } })
  })

  it('aren’t sent again after another tab has sent them', async () => {
    answers = [refusal('unavailable', 503), accountAnswer]
    const page = await openPageAfterLogin()
    page.loadPreferences()
    await vi.advanceTimersByTimeAsync(0)
    const copy = { owner: 'account', preferences: defaultPreferences, checkedAt: 0, changedAt: 0 }
    events.dispatchEvent(
      Object.assign(new Event('storage'), { key: 'preferences', newValue: JSON.stringify(copy) }),
    )
    await vi.advanceTimersByTimeAsync(10_000)
    expect(answers).toEqual([])
    expect(bodies()).toEqual([])
  })

  it('are no longer sent once the session has ended, and new choices are stored', async () => {
    answers = [refusal('signed_out', 401)]
    const page = await openPageAfterLogin()
    page.loadPreferences()
    await expect.poll(() => requests).toContain('/api/subscription')
    document.documentElement.dataset.reader = 'guest'
    page.updatePreferences({ goal: '3' })
    expect(stored()).toMatchObject({ owner: 'device', preferences: { goal: '3' } })
    expect(page.$preferences.get().storage).toBe('device')
  })
})
