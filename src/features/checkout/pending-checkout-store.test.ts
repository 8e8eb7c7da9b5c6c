import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../browser/testing/test-browser.ts'
import { hour } from '../../domain/duration.ts'
import {
  clearPendingCheckout,
  consumeReturn,
  getOrCreateCheckout,
  getPendingCheckout,
  recordRedirect,
  redirectToStartPage,
  storePendingCheckout,
} from './pending-checkout-store.ts'
import {
  clearUnfinishedCheckout,
  readUnfinishedCheckout,
  storeUnfinishedCheckout,
  trackOnce,
} from './unfinished-checkout.ts'

let browser: TestBrowser

beforeEach(() => {
  vi.useFakeTimers()
  browser = createTestBrowser()
  browser.loadPage()
})
afterEach(() => void vi.useRealTimers())

describe('the pending checkout', () => {
  it('keeps its request id for two hours', () => {
    const first = getOrCreateCheckout('annual')
    vi.advanceTimersByTime(hour)
    expect(getOrCreateCheckout('annual')).toMatchObject(first)
    vi.advanceTimersByTime(hour)
    expect(getOrCreateCheckout('annual').requestId).not.toBe(first.requestId)
  })

  it('changes with the plan and with the reader', () => {
    const first = getOrCreateCheckout('annual')
    const second = getOrCreateCheckout('monthly')
    expect(second.requestId).not.toBe(first.requestId)
    browser.local.setItem('session', 'somebody')
    expect(getOrCreateCheckout('monthly').requestId).not.toBe(second.requestId)
  })

  it('keeps PayPal’s id until it is finished', () => {
    const first = getOrCreateCheckout('annual')
    expect(getPendingCheckout()).toBeNull()
    storePendingCheckout(first, 'I-ONE')
    expect(getPendingCheckout()).toMatchObject({ kind: 'annual', id: 'I-ONE' })
    expect(getOrCreateCheckout('annual').requestId).toBe(first.requestId)
    clearPendingCheckout()
    expect(getPendingCheckout()).toBeNull()
    expect(getOrCreateCheckout('annual').requestId).not.toBe(first.requestId)
  })

  it('leads a buyer back from PayPal to their page, and reports the return once', () => {
    const replaced: string[] = []
    const setLocation = (pathname: string, search: string) =>
      Object.assign(location, { pathname, search, replace: (to: string) => replaced.push(to) })
    setLocation('/subscribe-today', '?plan=annual&source=header')
    storePendingCheckout(getOrCreateCheckout('annual'), 'I-ONE')
    expect(redirectToStartPage()).toBe(false)
    recordRedirect()
    expect(redirectToStartPage()).toBe(false)
    setLocation('/subscribe', '?subscription_id=I-ONE&ba_token=BA-1')
    expect(consumeReturn()).toBe(false)
    expect(redirectToStartPage()).toBe(true)
    expect(replaced).toEqual(['/subscribe-today?plan=annual&source=header'])
    setLocation('/subscribe-today', '?plan=annual&source=header')
    expect([consumeReturn(), consumeReturn()]).toEqual([true, false])
    expect(getPendingCheckout()).toMatchObject({ kind: 'annual', id: 'I-ONE' })
  })

  it.each(['', '5', '{}', '{"kind":"gold","requestId":"x","at":1}', '{"kind":"annual"}', 'null'])(
    'is empty if storage contains %j',
    (kept) => {
      browser.session.setItem('checkout', kept)
      expect(getPendingCheckout()).toBeNull()
      expect(getOrCreateCheckout('annual').requestId).toMatch(/^[0-9a-f-]{36}$/)
    },
  )
})

describe('the unfinished checkout', () => {
  it('is stored until the guest has an account', () => {
    expect(readUnfinishedCheckout()).toBeNull()
    storeUnfinishedCheckout('I-ONE')
    expect(readUnfinishedCheckout()).toBe('I-ONE')
    clearUnfinishedCheckout()
    expect(readUnfinishedCheckout()).toBeNull()
    browser.local.setItem('checkout', '<script>')
    expect(readUnfinishedCheckout()).toBeNull()
  })

  it('is counted once per stage', () => {
    const tracked: string[] = []
    const track = (id: string, what: 'paid' | 'named') =>
      trackOnce(id, what, () => tracked.push(`${id} ${what}`))
    track('I-ONE', 'named')
    track('I-ONE', 'paid')
    track('I-ONE', 'paid')
    track('I-ONE', 'named')
    track('I-TWO', 'paid')
    expect(tracked).toEqual(['I-ONE named', 'I-ONE paid', 'I-TWO paid'])
  })
})
