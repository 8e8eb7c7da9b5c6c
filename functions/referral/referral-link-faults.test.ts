import { beforeEach, describe, expect, it } from 'vitest'
import { cookieDays } from '../../src/contracts/cookies/cookie-lifetimes.ts'
import { parseReferralCode } from '../../src/domain/referral/referral-code.ts'
import { referralCodePath } from '../credit/referral-record.ts'
import { type TokenType, tokenSeconds } from '../identity/session-tokens.ts'
import { subscriptionPath } from '../subscription/change-subscription.ts'
import { readCheckout, startMonthlyCheckout } from '../subscription/testing/checkout-steps.ts'
import { unwrap } from '../testing/unwrap.ts'
import { siteUrl, WorkerHarness } from '../testing/worker-harness.ts'
import { addReferrer, referrer } from './testing/referral-scenario.ts'

let harness: WorkerHarness
let code: string
beforeEach(async () => {
  harness = new WorkerHarness()
  code = await addReferrer(harness)
})

const phone = {
  'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'document',
}

type Browser = ReturnType<WorkerHarness['openBrowser']>

const follow = (
  browser: Browser,
  path = `/r/${code}`,
  headers: Readonly<Record<string, string>> = phone,
  method = 'GET',
) => browser.send(method, path, undefined, headers)

const readVisits = async () =>
  unwrap(await harness.database.firestore.get(referralCodePath(code)))!.fields.visits

const readCode = (browser: Browser) =>
  harness.tokens.readToken('referral', browser.cookies.get('__Host-referral'), harness.now)

describe('GET /r/{code}', () => {
  it('stores the code for a limited time and redirects, without a referrer or caching', async () => {
    const browser = harness.openBrowser()
    const response = await follow(browser, `/r/${code}?to=fathers-in-pencil`)
    expect(response.status).toBe(302)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      location: '/fathers-in-pencil?utm_source=share&friend=first',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    const { referral, referred } = tokenSeconds
    expect(response.headers.getSetCookie().map((cookie) => cookie.replace(/=.*?;/, ';'))).toEqual([
      `__Host-referral; Max-Age=${referral}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      `referred-by; Max-Age=${referral}; Path=/; Secure; SameSite=Lax`,
      `__Host-referred; Max-Age=${referred}; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ])
    expect(await readCode(browser)).toBe(code)
    await harness.advanceDays(cookieDays.referral + 1)
    expect(await readCode(browser)).toBeNull()
  })

  it('tells guests which reader recommends us, from the first link', async () => {
    const browser = harness.openBrowser()
    await follow(browser)
    expect(browser.cookies.get('referred-by')).toBe('Ravi')
    await harness.merge(`users/${referrer}`, { first_name: 'The Verandah' })
    const { headers } = await follow(harness.openBrowser())
    expect(headers.getSetCookie()).toContainEqual(expect.stringMatching(/^referred-by=;/))
    await harness.merge(`users/${referrer}`, { first_name: 'Asha' })
    await follow(browser, `/r/${code}?to=fathers-in-pencil`)
    expect(browser.cookies.get('referred-by')).toBe('Ravi')
    const reader = harness.openBrowser()
    await harness.logIn('nimal', reader)
    await follow(reader)
    expect(reader.cookies.has('referred-by')).toBe(false)
  })

  it('counts a device once, even if the code is typed in capitals', async () => {
    const browser = harness.openBrowser()
    await follow(browser, `/r/${code.toUpperCase()}/`)
    await follow(browser)
    await follow(browser)
    expect(await readVisits()).toBe(1)
    await follow(harness.openBrowser())
    expect(await readVisits()).toBe(2)
  })

  it('counts every device in a crowd', async () => {
    await Promise.all(Array.from({ length: 4 }, () => follow(harness.openBrowser())))
    expect(await readVisits()).toBe(4)
  })

  it('keeps the first code, and leads later codes to a page without a reader’s name', async () => {
    const browser = harness.openBrowser()
    await follow(browser)
    const firstCode = code
    Object.assign(harness, { uid: 'other' })
    await harness.store({ [referralCodePath('bcdfghjkmn')]: { uid: 'other', visits: 0 } })
    const readPlace = async (path: string) => {
      const { headers } = await follow(browser, path)
      return new URL(headers.get('location')!, siteUrl).searchParams.get('friend')
    }
    expect(await readPlace('/r/bcdfghjkmn')).toBe('later')
    expect(await readPlace('/r/zzzzzzzzzz')).toBe('later')
    expect(await readCode(browser)).toBe(firstCode)
    expect(await readPlace(`/r/${firstCode}?to=/refer%23top`)).toBe('first')
  })

  it.each<[string, string, Record<string, string>, string?]>([
    ['an unknown code', '/r/zzzzzzzzzz', phone],
    ['a malformed code', '/r/..%2F..%2Fadmin', phone],
    ['a HEAD request', '', phone, 'HEAD'],
    ['a prefetch', '', { ...phone, 'Sec-Purpose': 'prefetch;prerender' }],
    ['an older prefetch', '', { ...phone, Purpose: 'prefetch' }],
    ['a script', '', { ...phone, 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }],
    ['an image', '', { ...phone, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }],
    ['a frame', '', { ...phone, 'Sec-Fetch-Dest': 'iframe' }],
    ['a search engine', '', { ...phone, 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    ['a message’s preview', '', { ...phone, 'User-Agent': 'WhatsApp/2.25.1 A' }],
    ['a nameless program', '', { ...phone, 'User-Agent': '' }],
  ])('redirects %s without setting or counting anything', async (_, path, headers, method) => {
    const browser = harness.openBrowser()
    const response = await follow(browser, path || `/r/${code}`, headers, method)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/?utm_source=share&friend=first')
    expect(browser.cookies.size).toBe(0)
    expect(await readVisits()).toBe(0)
  })

  it('neither counts the link’s owner nor stores the code', async () => {
    const browser = harness.openBrowser()
    await harness.logIn(referrer, browser)
    await follow(browser)
    expect(await readVisits()).toBe(0)
    expect(await readCode(browser)).toBeNull()
  })

  it('still redirects while the database is unavailable', async () => {
    harness.unavailableService = 'firestore'
    const response = await follow(harness.openBrowser(), `/r/${code}?to=/subscribe`)
    expect(response.headers.get('location')).toBe('/subscribe?utm_source=share&friend=first')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('replaces a forged cookie', async () => {
    const browser = harness.openBrowser()
    browser.cookies.set(
      '__Host-referral',
      await harness.tokens.issueToken('student', 'x', harness.now),
    )
    await follow(browser)
    expect(await readCode(browser)).toBe(code)
  })

  it('refuses other methods', async () => {
    expect((await follow(harness.openBrowser(), `/r/${code}`, phone, 'POST')).status).toBe(405)
  })
})

it('a reader has one link, however often and simultaneously it’s requested', async () => {
  await harness.storeReaderAndCheckout()
  await harness.logIn()
  const open = () => harness.browser.send('PUT', '/api/referral')
  const opened = await Promise.all([open(), open(), open()])
  const answers = await Promise.all([...opened, await open()].map((answer) => answer.json()))
  const [{ code: own }] = answers as [{ code: string }]
  expect(parseReferralCode(own)).toBe(own)
  for (const answer of answers) expect(answer).toMatchObject({ code: own, visits: 0, friends: 0 })
  const stored = await harness.database.firestore.get(referralCodePath(own))
  expect(unwrap(stored)?.fields).toMatchObject({ uid: harness.uid, visits: 0 })
})

describe('the code in a cookie', () => {
  async function startWith(cookie: string) {
    harness.cookies.set('__Host-referral', cookie)
    return (await readCheckout(harness, await startMonthlyCheckout(harness.browser))).referral
  }
  const issue = (type: TokenType = 'referral') => harness.tokens.issueToken(type, code, harness.now)

  it('is stored with a checkout, unless the code isn’t ours or is too old', async () => {
    expect(await startWith(await issue())).toBe(code)
    expect(await startWith(await issue('student'))).toBeNull()
    expect(await startWith(code)).toBeNull()
    const old = await issue()
    await harness.advanceDays(cookieDays.referral + 1)
    expect(await startWith(old)).toBeNull()
  })

  it('isn’t stored if the reader has subscribed before', async () => {
    await harness.storeReaderAndCheckout()
    await harness.logIn()
    expect(await startWith(await issue())).toBe(code)
    const at = harness.now
    const subscription = {
      ...{ state: 'ended', plan: 'annual_99', provider: 'I-OLD' },
      ...{ paidThrough: at, stoppedAt: at, endedAt: at },
    }
    await harness.store({ [subscriptionPath(harness.uid)]: { subscription } })
    expect(await startWith(await issue())).toBeNull()
  })
})
