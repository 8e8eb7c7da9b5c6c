import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestBrowser, testBrowser } from '../../browser/page-of-tests.ts'
import { endpoints } from '../../contracts/endpoints.ts'

let browser: TestBrowser
/** What the server is asked, in this order. */
let asked: string[]
let isServerThere: boolean
/** What a standing that has been looked up waits for before it arrives. */
let held: Promise<unknown> | undefined
/** Whether the server knows a signed-in reader. */
let isSignedIn: boolean

const standing = () => ({
  status: isSignedIn ? 'isSubscribed' : 'notSubscribed',
  detail: isSignedIn ? 'active' : 'none',
  signedIn: isSignedIn,
  entitled: isSignedIn,
  until: null,
  plan: null,
  paidThrough: null,
  resumesAt: null,
  freeUntil: null,
  may: [],
})

beforeEach(() => {
  browser = testBrowser()
  asked = []
  isServerThere = true
  held = undefined
  isSignedIn = true
  browser.reader = 'isSubscribed.open'
  browser.local.set('session', 'mark-1')
  browser.local.set('saved', '["a-story"]')
  browser.local.set('rating.a-story', '5')
  browser.local.set('reading', 'dark large')
  browser.session.set('anything', 'of this visit')
})
afterEach(() => vi.unstubAllGlobals())

async function onAPage() {
  browser.openPage()
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`)
    if (!isServerThere) throw new TypeError('no network')
    if (method === 'DELETE') {
      browser.reader = ''
      isSignedIn = false
      return new Response(null, { status: 204 })
    }
    if (path === endpoints.user) return Response.json({ response: null })
    const answer = standing()
    await held
    return Response.json(answer)
  })
  const { followSession, finish } = await import('./follow-session.ts')
  const store = await import('./subscription-store.ts')
  const session = await import('./session.ts')
  const device = await import('./device-session.ts')
  store.readHint()
  followSession()
  await settled()
  return { followSession, finish, ...store, ...session, ...device }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const somethingOfTheirs = () =>
  ['saved', 'rating.a-story'].some((key) => browser.local.has(key)) || browser.session.size > 0

describe('a page and the session it was made for', () => {
  it('go together, and nothing is asked', async () => {
    const { followSession, $reader } = await onAPage()
    followSession()
    expect(asked).toEqual([])
    expect($reader.get()).toMatchObject({ signedIn: 'in' })
    expect(browser.reload).not.toHaveBeenCalled()
  })

  it('get a mark where there is none, and keep it', async () => {
    browser.local.delete('session')
    const { followSession } = await onAPage()
    const mark = browser.local.get('session')
    expect(mark).toMatch(/^[0-9a-f-]{36}$/)
    browser.local.delete('session')
    followSession()
    expect(browser.local.get('session')).toBe(mark)
    expect(browser.reload).not.toHaveBeenCalled()
  })

  it('show another standing when the cookie has one', async () => {
    const { followSession } = await onAPage()
    browser.reader = 'isEnding.open'
    followSession()
    await settled()
    expect(asked).toEqual(['GET /api/subscription'])
    expect(browser.reload).not.toHaveBeenCalled()
  })
})

describe('a page whose reader has signed out in another tab', () => {
  it('shows a guest at once and is made anew', async () => {
    const { followSession, $reader } = await onAPage()
    browser.reader = ''
    browser.local.set('session', 'left')
    followSession()
    expect(browser.shown()).toBe('guest')
    expect($reader.get()).toEqual({ signedIn: 'out' })
    expect(browser.session.size).toBe(0)
    expect(browser.reload).toHaveBeenCalledOnce()
  })

  it('shows one without a network as well, and takes away what is kept', async () => {
    const { followSession } = await onAPage()
    browser.reader = ''
    Object.assign(navigator, { onLine: false })
    isServerThere = false
    followSession()
    await settled()
    expect(browser.shown()).toBe('guest')
    expect(browser.reload).not.toHaveBeenCalled()
    expect(somethingOfTheirs()).toBe(false)
  })

  it('does so where somebody else has signed in meanwhile', async () => {
    const { followSession } = await onAPage()
    browser.local.set('session', 'mark-2')
    followSession()
    expect(browser.shown()).toBe('guest')
    expect(browser.reload).toHaveBeenCalledOnce()
  })
})

describe('a guest’s page whose reader has signed in in another tab', () => {
  beforeEach(() => {
    browser.reader = ''
    browser.local.delete('session')
  })

  it('is made anew', async () => {
    const { followSession } = await onAPage()
    browser.fields.push({ type: 'checkbox', value: 'on', defaultValue: '' })
    browser.reader = 'isSubscribed.open'
    followSession()
    expect(browser.reload).toHaveBeenCalledOnce()
  })

  it('keeps what was typed into it, and shows the reader', async () => {
    const { followSession } = await onAPage()
    browser.fields.push({ type: 'email', value: 'someone@', defaultValue: '' })
    browser.reader = 'isSubscribed.open'
    followSession()
    await settled()
    expect(browser.reload).not.toHaveBeenCalled()
    expect(browser.shown()).toBe('isSubscribed')
  })
})

describe('what is kept of a reader who is gone', () => {
  it('goes with the first page that knows, whichever way they went; what is the device’s stays', async () => {
    browser.reader = ''
    isSignedIn = false
    await onAPage()
    expect(somethingOfTheirs()).toBe(false)
    expect(browser.local.get('reading')).toBe('dark large')
    expect(asked.sort()).toEqual(['GET /api/subscription', 'GET /api/user'])
    expect(browser.local.has('session')).toBe(false)
    asked = []
    await onAPage()
    expect(asked).toEqual([])
  })

  it('goes without a network too; the server is asked by the next page that can', async () => {
    browser.reader = ''
    isSignedIn = false
    isServerThere = false
    await onAPage()
    expect(somethingOfTheirs()).toBe(false)
    expect(browser.local.get('session')).toBe('left')
    isServerThere = true
    await onAPage()
    expect(browser.local.has('session')).toBe(false)
  })

  it('does not take the mark of whoever signs in meanwhile', async () => {
    browser.reader = ''
    isSignedIn = false
    const { finish } = await onAPage()
    browser.local.set('session', 'left')
    const finished = finish()
    browser.local.set('session', 'mark-2')
    isSignedIn = true
    await finished
    expect(browser.local.get('session')).toBe('mark-2')
  })
})

describe('a session that was ended from elsewhere', () => {
  it('is over by the word of the account, whatever the pass still says', async () => {
    const { $reader, $sessionEnded, fetchSubscription } = await onAPage()
    const { fetchUser } = await import('./user-store.ts')
    // Made while the session stood, by a pass of before, it comes after what says that it is over.
    let release = () => {}
    held = new Promise<void>((resolve) => {
      release = resolve
    })
    const standingAsked = fetchSubscription()
    isSignedIn = false
    await fetchUser()
    release()
    await standingAsked
    expect($reader.get()).toEqual({ signedIn: 'out' })
    expect($sessionEnded.get()).toBe(true)
    expect(browser.shown()).toBe('guest')
  })
})

describe('logging out', () => {
  it('leaves nothing on the page or the device, and the front page asks the server anew', async () => {
    const { signOut, $reader } = await onAPage()
    expect(await signOut()).toEqual({ ok: true, value: undefined })
    expect(asked).toEqual(['DELETE /api/session'])
    expect($reader.get()).toEqual({ signedIn: 'out' })
    expect(browser.shown()).toBe('guest')
    expect(somethingOfTheirs()).toBe(false)
    await onAPage()
    expect(asked.slice(1).sort()).toEqual(['GET /api/subscription', 'GET /api/user'])
  })

  it('that does not reach the server leaves the reader signed in', async () => {
    const { signOut, $reader } = await onAPage()
    isServerThere = false
    expect(await signOut('everywhere')).toMatchObject({ ok: false })
    expect(asked).toEqual(['DELETE /api/sessions'])
    expect($reader.get()).toMatchObject({ signedIn: 'in' })
    expect(browser.local.get('session')).toBe('mark-1')
  })

  it('goes where they mean to, whatever looks after the session in between', async () => {
    const { followSession, signOut } = await onAPage()
    const answer = fetch
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const response = await answer(path, init)
      // The page is shown, say, when the cookie has gone and the page has not heard of it.
      if (init.method === 'DELETE') followSession()
      return response
    })
    expect(await signOut()).toMatchObject({ ok: true })
    expect(browser.reload).not.toHaveBeenCalled()
    expect(browser.shown()).toBe('guest')
  })

  it('stays one with the session where it cannot be ended', async () => {
    isServerThere = false
    const { followSession, signOut } = await onAPage()
    expect(await signOut()).toMatchObject({ ok: false })
    browser.reader = ''
    followSession()
    expect(browser.reload).toHaveBeenCalledOnce()
  })
})

describe('a reader who signs in', () => {
  it('finds nothing of one who never signed out, and the other tabs see a new mark', async () => {
    const { beginSession, acceptSubscription, $reader } = await onAPage()
    await beginSession()
    expect(somethingOfTheirs()).toBe(false)
    expect(browser.local.get('session')).not.toBe('mark-1')
    acceptSubscription({ ...standing(), status: 'isSubscribed', detail: 'active' })
    expect($reader.get()).toMatchObject({ signedIn: 'in', subscription: { entitled: true } })
    browser.local.set('session', 'mark-3')
    expect((await onAPage()).$reader.get()).toEqual({ signedIn: 'in', subscription: null })
  })

  it('keeps what they chose as a guest', async () => {
    browser.reader = ''
    browser.local.set('session', 'left')
    const { beginSession } = await onAPage()
    await beginSession()
    expect(browser.local.has('saved')).toBe(true)
  })
})

describe('what is known of the standing', () => {
  it('is asked for again where the cookie says otherwise', async () => {
    const { acceptSubscription } = await onAPage()
    acceptSubscription({ ...standing(), status: 'isSubscribed', detail: 'active' })
    const same = await onAPage()
    expect(same.$reader.get()).toMatchObject({ subscription: { status: 'isSubscribed' } })
    browser.reader = 'needsToRestart'
    const other = await onAPage()
    expect(other.$reader.get()).toEqual({ signedIn: 'in', subscription: null })
  })
})
