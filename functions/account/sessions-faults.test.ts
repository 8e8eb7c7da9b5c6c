import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { second } from '../../src/domain/duration.ts'
import { passFreshSeconds } from '../identity/session-tokens.ts'
import { type Browser, ReaderHarness } from '../testing/reader-harness.ts'

let harness: ReaderHarness
beforeEach(async () => {
  harness = new ReaderHarness()
  await harness.storeReaderAndCheckout()
  await harness.logIn()
})

const session = '__Host-session'

const isSignedIn = async () => {
  const response = await harness.get('/api/subscription')
  expect(response.status).toBe(200)
  return ((await response.json()) as { signedIn: boolean }).signedIn
}

describe('a session that is due for its daily renewal', () => {
  const disable = () => harness.disabledUids.add(harness.uid)
  const remove = () => harness.accounts.delete(harness.uid)

  it('is renewed', async () => {
    const first = harness.cookies.get(session)
    await harness.advanceDays(2)
    expect(await isSignedIn()).toBe(true)
    expect(harness.cookies.get(session)).not.toBe(first)
  })

  it.each([
    ['disabled', disable],
    ['deleted', remove],
  ])('ends on all devices if the account was %s in Firebase', async (_, change) => {
    const otherDevice = harness.copyBrowser(harness.browser)
    change()
    expect(await isSignedIn()).toBe(true)
    await harness.advanceDays(2)
    expect(await isSignedIn()).toBe(false)
    expect(harness.cookies.listNames()).toEqual([])
    const refused = await otherDevice.send('GET', '/api/preferences')
    expect(refused.status).toBe(401)
  })

  it('isn’t renewed if it was ended on another device', async () => {
    const otherDevice = harness.copyBrowser(harness.browser)
    harness.advance(second)
    expect((await otherDevice.send('DELETE', '/api/sessions')).status).toBe(204)
    await harness.advanceDays(2)
    expect(await isSignedIn()).toBe(false)
    expect(harness.cookies.listNames()).toEqual([])
  })

  it('doesn’t end while Firebase is unavailable', async () => {
    disable()
    harness.unavailableService = 'accounts'
    await harness.advanceDays(2)
    expect(await isSignedIn()).toBe(true)
    expect(harness.cookies.has(session)).toBe(true)
    harness.unavailableService = null
    await harness.advanceDays(2)
    expect(await isSignedIn()).toBe(false)
  })

  it('doesn’t end if the account gets its owner’s address back', async () => {
    await harness.merge(`users/${harness.uid}`, { emailVerified: true })
    harness.accounts.set(harness.uid, 'stranger@example.com')
    await harness.advanceDays(2)
    expect(await isSignedIn()).toBe(true)
    expect(harness.accounts.get(harness.uid)).toBe('ama@example.com')
  })
})

it('a session that was ended on another device can’t delete the account', async () => {
  const path = `users/${harness.uid}`
  await harness.advanceDays(1)
  await harness.merge(path, { sessionsEndedAt: harness.now })
  const answer = await harness.browser.send('DELETE', '/api/account', { idToken: harness.uid })
  expect(answer.status).toBe(401)
  expect((await harness.readFields(path))?.deletionRequestedAt).toBeUndefined()
})

describe('logging out everywhere', () => {
  const slug = 'a-story'
  const logOutEverywhere = (browser: Browser) => browser.send('DELETE', '/api/sessions')
  const fetchUser = async ({ send }: Browser) => (await send('GET', '/api/user')).json()
  const readBody = async ({ send }: Browser) =>
    (await send('GET', `/api/articles/${slug}/body`)).status

  beforeEach(() => {
    harness.bodyCache.set(slug, new Uint8Array(gzipSync('The closed part.')))
  })

  it('ends a stolen session straight away for the account, and after ten minutes for articles', async () => {
    const owner = await harness.addSubscriber('leela')
    const thief = harness.copyBrowser(owner)
    expect(await readBody(thief)).toBe(200)
    const replayed = harness.copyBrowser(thief)
    harness.advance(second)
    expect((await logOutEverywhere(owner)).status).toBe(204)
    expect(owner.cookies.listNames()).toEqual([])

    expect(await readBody(replayed)).toBe(200)
    expect(replayed.cookies.get('__Host-pass')).toBe(thief.cookies.get('__Host-pass'))
    expect(await fetchUser(thief)).toEqual({ response: null })
    expect(thief.cookies.listNames()).toEqual([])
    expect((await logOutEverywhere(harness.copyBrowser(replayed))).status).toBe(401)
    harness.advance((passFreshSeconds + 1) * second)
    expect(await readBody(replayed)).toBe(401)
    expect(replayed.cookies.listNames()).toEqual([])
  })

  it('keeps later sessions and other readers’ sessions', async () => {
    const [owner, other] = [
      await harness.addSubscriber('leela'),
      await harness.addSubscriber('ravi'),
    ]
    harness.advance(second)
    await logOutEverywhere(owner)
    await harness.logIn('leela', owner)
    for (const browser of [owner, other])
      expect(await fetchUser(browser)).toMatchObject({ response: {} })
  })
})

it.each([
  ['DELETE', '/api/session', 204, null],
  ['POST', '/api/log-out', 303, '/'],
  ['DELETE', '/api/sessions', 204, null],
])(
  '%s %s also removes the confirmation of a student address',
  async (method, path, status, location) => {
    const { cookies, browser, tokens, now } = harness
    cookies.set('__Host-student', await tokens.issueToken('student', 'a', now))
    const response = await browser.send(method, path)
    expect([response.status, response.headers.get('Location')]).toEqual([status, location])
    expect(cookies.listNames()).toEqual([])
  },
)
