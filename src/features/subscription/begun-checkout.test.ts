import { beforeEach, describe, expect, it } from 'vitest'
import { type TestBrowser, testBrowser } from '../../browser/page-of-tests.ts'
import {
  begunCheckout,
  checkoutToBegin,
  followReturn,
  forgetBegun,
  noteBegun,
  noteLeaving,
  takeReturn,
} from './begun-checkout.ts'
import { countOnce, forgetUnfinished, noteUnfinished, unfinishedCheckout } from './paid-checkout.ts'

const noon = 1_790_000_000_000
const hour = 60 * 60 * 1000
let browser: TestBrowser

beforeEach(() => {
  browser = testBrowser()
  browser.openPage()
})

describe('what has been begun', () => {
  it('is begun by the same request for two hours', () => {
    const first = checkoutToBegin('annual', noon)
    expect(checkoutToBegin('annual', noon + hour)).toMatchObject(first)
    expect(checkoutToBegin('annual', noon + 2 * hour).requestId).not.toBe(first.requestId)
  })

  it('is another for another plan, and for another reader', () => {
    const first = checkoutToBegin('annual', noon)
    const second = checkoutToBegin('monthly', noon)
    expect(second.requestId).not.toBe(first.requestId)
    browser.local.setItem('session', 'somebody')
    expect(checkoutToBegin('monthly', noon).requestId).not.toBe(second.requestId)
  })

  it('is known by its name at PayPal until it is done', () => {
    const first = checkoutToBegin('annual', noon)
    expect(begunCheckout(noon)).toBeNull()
    noteBegun(first, 'I-ONE', noon)
    expect(begunCheckout(noon)).toMatchObject({ kind: 'annual', id: 'I-ONE' })
    expect(checkoutToBegin('annual', noon).requestId).toBe(first.requestId)
    forgetBegun()
    expect(begunCheckout(noon)).toBeNull()
    expect(checkoutToBegin('annual', noon).requestId).not.toBe(first.requestId)
  })

  it('leads whoever comes back from PayPal’s own page to where they began, and says so once', () => {
    const replaced: string[] = []
    const at = (pathname: string, search: string) =>
      Object.assign(location, { pathname, search, replace: (to: string) => replaced.push(to) })
    at('/subscribe-today', '?plan=annual&source=header')
    noteBegun(checkoutToBegin('annual', noon), 'I-ONE', noon)
    expect(followReturn(noon)).toBe(false)
    noteLeaving(noon)
    expect(followReturn(noon)).toBe(false)
    at('/subscribe', '?subscription_id=I-ONE&ba_token=BA-1')
    expect(takeReturn(noon)).toBe(false)
    expect(followReturn(noon)).toBe(true)
    expect(replaced).toEqual(['/subscribe-today?plan=annual&source=header'])
    at('/subscribe-today', '?plan=annual&source=header')
    expect([takeReturn(noon), takeReturn(noon)]).toEqual([true, false])
    expect(begunCheckout(noon)).toMatchObject({ kind: 'annual', id: 'I-ONE' })
  })

  it.each(['', '5', '{}', '{"kind":"gold","requestId":"x","at":1}', '{"kind":"annual"}', 'null'])(
    'is nothing where %j is kept',
    (kept) => {
      browser.session.setItem('checkout', kept)
      expect(begunCheckout(noon)).toBeNull()
      expect(checkoutToBegin('annual', noon).requestId).toMatch(/^[0-9a-f-]{36}$/)
    },
  )
})

describe('what was paid', () => {
  it('is kept until its guest has an account', () => {
    expect(unfinishedCheckout()).toBeNull()
    noteUnfinished('I-ONE')
    expect(unfinishedCheckout()).toBe('I-ONE')
    forgetUnfinished()
    expect(unfinishedCheckout()).toBeNull()
    browser.local.setItem('checkout', '<script>')
    expect(unfinishedCheckout()).toBeNull()
  })

  it('is counted once, each in its own right', () => {
    const counted: string[] = []
    const count = (id: string, what: 'paid' | 'named') =>
      countOnce(id, what, () => counted.push(`${id} ${what}`))
    count('I-ONE', 'named')
    count('I-ONE', 'paid')
    count('I-ONE', 'paid')
    count('I-ONE', 'named')
    count('I-TWO', 'paid')
    expect(counted).toEqual(['I-ONE named', 'I-ONE paid', 'I-TWO paid'])
  })
})
