import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failure, flushPromises } from '../../browser/testing/call-fakes.ts'
import { createTestBrowser, type TestBrowser } from '../../browser/testing/test-browser.ts'
import { getEndpointPath } from '../../contracts/endpoints/endpoint-path.ts'
import { placeholderSubscription } from '../../ui/subscription-text.ts'

let browser: TestBrowser
let requests: string[]
let isServerUp: boolean
/** Delays the subscription's response. */
let heldResponse: Promise<unknown> | undefined
let isSignedIn: boolean
/** Runs between the server's sign-out and its response. */
let onSignOut: () => unknown

const signedOut = { status: 'notSubscribed', detail: 'none', signedIn: false, entitled: false }

beforeEach(() => {
  browser = createTestBrowser()
  requests = []
  isServerUp = true
  heldResponse = undefined
  isSignedIn = true
  onSignOut = () => {}
  browser.reader = 'isSubscribed.open'
  browser.local.set('session', 'mark-1')
  browser.local.set('saved', '["a-story"]')
  browser.local.set('rating.a-story', '5')
  browser.local.set('display', 'dark large')
  browser.session.set('anything', 'of this visit')
})
afterEach(() => vi.unstubAllGlobals())

async function openPage() {
  browser.loadPage()
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`)
    if (!isServerUp) throw new TypeError('no network')
    if (method === 'DELETE') {
      browser.reader = ''
      isSignedIn = false
      await onSignOut()
      return new Response(null, { status: 204 })
    }
    if (path === getEndpointPath('GET /api/user')) return Response.json({ response: null })
    const answer = { ...placeholderSubscription, ...(isSignedIn ? {} : signedOut) }
    await heldResponse
    return Response.json(answer)
  })
  const { syncSession, completeSignOut } = await import('./follow-session.ts')
  const store = await import('./subscription-store.ts')
  const session = await import('./session-end-store.ts')
  const device = await import('./device-session.ts')
  const check = await import('./session-check-store.ts')
  store.applyReaderHint()
  syncSession()
  await flushPromises()
  return { syncSession, completeSignOut, ...store, ...session, ...device, ...check }
}

const readReaderData = () =>
  ['saved', 'rating.a-story'].some((key) => browser.local.has(key)) || browser.session.size > 0

describe('a page of the current session', () => {
  it('causes no request', async () => {
    const { syncSession, $reader } = await openPage()
    syncSession()
    expect(requests).toEqual([])
    expect($reader.get()).toMatchObject({ signedIn: 'in' })
    expect(browser.reload).not.toHaveBeenCalled()
  })

  it('causes no request for staff either, whose role is in the cookie too', async () => {
    browser.reader = 'isSubscribed.open~editor'
    const { syncSession } = await openPage()
    syncSession()
    await flushPromises()
    expect(requests).toEqual([])
  })

  it('creates a session id if there is none, and keeps it', async () => {
    browser.local.delete('session')
    const { syncSession } = await openPage()
    const sessionToken = browser.local.get('session')
    expect(sessionToken).toMatch(/^[0-9a-f-]{36}$/)
    browser.local.delete('session')
    syncSession()
    expect(browser.local.get('session')).toBe(sessionToken)
    expect(browser.reload).not.toHaveBeenCalled()
  })

  it('updates when the cookie changes', async () => {
    const { syncSession } = await openPage()
    browser.reader = 'isEnding.open'
    syncSession()
    await flushPromises()
    expect(requests).toEqual(['GET /api/subscription'])
    expect(browser.reload).not.toHaveBeenCalled()
  })
})

describe('a page whose reader has signed out in another tab', () => {
  it('shows a guest immediately and reloads', async () => {
    const { syncSession, $reader } = await openPage()
    browser.reader = ''
    browser.local.set('session', 'signed-out')
    syncSession()
    expect(browser.getShownReader()).toBe('guest')
    expect($reader.get()).toEqual({ signedIn: 'out' })
    expect(browser.session.size).toBe(0)
    expect(browser.reload).toHaveBeenCalledOnce()
  })

  it('shows a guest offline too, and deletes the reader’s data', async () => {
    const { syncSession } = await openPage()
    browser.reader = ''
    Object.assign(navigator, { onLine: false })
    isServerUp = false
    syncSession()
    await flushPromises()
    expect(browser.getShownReader()).toBe('guest')
    expect(browser.reload).not.toHaveBeenCalled()
    expect(readReaderData()).toBe(false)
  })

  it('shows a guest and reloads if another reader has signed in since', async () => {
    const { syncSession } = await openPage()
    browser.local.set('session', 'mark-2')
    syncSession()
    expect(browser.getShownReader()).toBe('guest')
    expect(browser.reload).toHaveBeenCalledOnce()
  })
})

describe('a guest’s page after a sign-in in another tab', () => {
  beforeEach(() => {
    browser.reader = ''
    browser.local.delete('session')
  })

  it('reloads', async () => {
    const { syncSession } = await openPage()
    browser.fields.push({ type: 'checkbox', value: 'on', defaultValue: '' })
    browser.reader = 'isSubscribed.open'
    syncSession()
    expect(browser.reload).toHaveBeenCalledOnce()
  })

  it('keeps what was typed, and shows the reader', async () => {
    const { syncSession } = await openPage()
    browser.fields.push({ type: 'email', value: 'someone@', defaultValue: '' })
    browser.reader = 'isSubscribed.open'
    syncSession()
    await flushPromises()
    expect(browser.reload).not.toHaveBeenCalled()
    expect(browser.getShownReader()).toBe('isSubscribed')
  })
})

describe('the data of a signed-out reader', () => {
  it('is deleted by the first page that detects the sign-out, and the device’s settings stay', async () => {
    browser.reader = ''
    isSignedIn = false
    await openPage()
    expect(readReaderData()).toBe(false)
    expect(browser.local.get('display')).toBe('dark large')
    expect(requests.sort()).toEqual(['GET /api/subscription', 'GET /api/user'])
    expect(browser.local.has('session')).toBe(false)
    requests = []
    await openPage()
    expect(requests).toEqual([])
  })

  it('is deleted offline too, and a later page checks the session', async () => {
    browser.reader = ''
    isSignedIn = false
    isServerUp = false
    await openPage()
    expect(readReaderData()).toBe(false)
    expect(browser.local.get('session')).toBe('signed-out')
    isServerUp = true
    await openPage()
    expect(browser.local.has('session')).toBe(false)
  })

  it('doesn’t include the session id of a new reader', async () => {
    browser.reader = ''
    isSignedIn = false
    const { completeSignOut } = await openPage()
    browser.local.set('session', 'signed-out')
    const finished = completeSignOut()
    browser.local.set('session', 'mark-2')
    isSignedIn = true
    await finished
    expect(browser.local.get('session')).toBe('mark-2')
  })
})

describe('a session that was ended elsewhere', () => {
  it('ends when the account’s response shows it, whatever the access pass says', async () => {
    const { $reader, $sessionEnded, fetchSubscription } = await openPage()
    const { fetchUser } = await import('./user-store.ts')
    // A response made before the session ended arrives after the sign-out.
    const { promise, resolve: release } = Promise.withResolvers<void>()
    heldResponse = promise
    const subscriptionRequest = fetchSubscription()
    isSignedIn = false
    await fetchUser()
    release()
    await subscriptionRequest
    expect($reader.get()).toEqual({ signedIn: 'out' })
    expect($sessionEnded.get()).toBe(true)
    expect(browser.getShownReader()).toBe('guest')
  })
})

describe('logging out', () => {
  it('leaves nothing on the page or the device, and the front page checks the session', async () => {
    const { signOut, $reader } = await openPage()
    expect(await signOut()).toEqual({ ok: true, value: undefined })
    expect(requests).toEqual(['DELETE /api/session'])
    expect($reader.get()).toEqual({ signedIn: 'out' })
    expect(browser.getShownReader()).toBe('guest')
    expect(readReaderData()).toBe(false)
    await openPage()
    expect(requests.slice(1).sort()).toEqual(['GET /api/subscription', 'GET /api/user'])
  })

  it('leaves the reader signed in if the server can’t be reached', async () => {
    const { signOut, $reader } = await openPage()
    isServerUp = false
    expect(await signOut('everywhere')).toMatchObject({ ok: false })
    expect(requests).toEqual(['DELETE /api/sessions'])
    expect($reader.get()).toMatchObject({ signedIn: 'in' })
    expect(browser.local.get('session')).toBe('mark-1')
  })

  it('opens the next page, even if the session is checked before that', async () => {
    const { syncSession, signOut } = await openPage()
    // The cookie has been removed, and the page checks the session before it has the response.
    onSignOut = syncSession
    expect(await signOut()).toMatchObject({ ok: true })
    expect(browser.reload).not.toHaveBeenCalled()
    expect(browser.getShownReader()).toBe('guest')
  })

  it('sends one request, even if another request finds that the session has ended', async () => {
    const { signOut, refreshIfSignedOut } = await openPage()
    onSignOut = () => refreshIfSignedOut(Promise.resolve(failure('signed_out')))
    await signOut()
    await flushPromises()
    expect(requests).toEqual(['DELETE /api/session'])
  })

  it('keeps following the session if it fails', async () => {
    isServerUp = false
    const { syncSession, signOut } = await openPage()
    expect(await signOut()).toMatchObject({ ok: false })
    browser.reader = ''
    syncSession()
    expect(browser.reload).toHaveBeenCalledOnce()
  })
})

describe('signing in', () => {
  it('deletes the data of a reader who never signed out, and informs the other tabs', async () => {
    const { startDeviceSession, acceptSubscription, $reader } = await openPage()
    startDeviceSession()
    expect(readReaderData()).toBe(false)
    expect(browser.local.get('session')).not.toBe('mark-1')
    acceptSubscription(placeholderSubscription)
    expect($reader.get()).toMatchObject({ signedIn: 'in', subscription: { entitled: true } })
    browser.local.set('session', 'mark-3')
    expect((await openPage()).$reader.get()).toEqual({ signedIn: 'in', subscription: null })
  })

  it('keeps a guest’s choices', async () => {
    browser.reader = ''
    browser.local.set('session', 'signed-out')
    const { startDeviceSession } = await openPage()
    startDeviceSession()
    expect(browser.local.has('saved')).toBe(true)
  })
})

describe('the cached subscription', () => {
  it('is fetched again if the cookie differs', async () => {
    const { acceptSubscription } = await openPage()
    acceptSubscription(placeholderSubscription)
    const same = await openPage()
    expect(same.$reader.get()).toMatchObject({ subscription: { status: 'isSubscribed' } })
    browser.reader = 'needsToRestart'
    const other = await openPage()
    expect(other.$reader.get()).toEqual({ signedIn: 'in', subscription: null })
  })
})
