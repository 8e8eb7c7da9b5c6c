/** Callers are identified by their cookies, whether or not the database is available. */
import { gzipSync } from 'node:zlib'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute, second } from '../../src/domain/duration.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import type { Entitlement } from '../../src/domain/subscription/entitlement-schema.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'
import { passFreshSeconds } from './session-tokens.ts'

const slug = 'a-story'
const bodyPath = `/api/articles/${slug}/body`

let harness: WorkerHarness
beforeEach(async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  harness.bodyCache.set(slug, new Uint8Array(gzipSync('The closed part.')))
  // The account must be older than the sessions, because a newer account would invalidate them.
  await harness.advanceDays(40)
})

const ago = (milliseconds: number) => new Date(harness.now.getTime() - milliseconds)
const issueSession = (age: number) => harness.tokens.issueSession(harness.uid, ago(age), ago(age))

const notEntitled = resolveEntitlement(null, new Date(0))
const entitled: Entitlement = {
  ...notEntitled,
  status: 'isSubscribed',
  detail: 'active',
  entitled: true,
}
const issuePass = (age: number, changes: Partial<Entitlement> = {}, uid = harness.uid) =>
  harness.tokens.issuePass(uid, { ...entitled, ...changes }, ago(age))

const listOwnCookies = () => [...harness.cookies.keys()].filter((name) => name.startsWith('__Host'))

async function setCookies(cookies: { readonly session?: string; readonly pass?: string }) {
  for (const [name, value] of Object.entries(cookies)) harness.cookies.set(`__Host-${name}`, value)
}

describe('the country cookies', () => {
  async function readCookies(method: string, path: string, country = 'NP', headers = {}) {
    const response = await harness.openBrowser().send(method, path, undefined, headers, country)
    const lines = response.headers.getSetCookie()
    return [response.status, ...lines.filter((line) => /^(country|visits)=/.test(line))]
  }
  const attributes = 'Max-Age=86400; Path=/; Secure; SameSite=Lax'
  const free = `visits=free; ${attributes}`
  const removed = `visits=; ${attributes.replace('86400', '0')}`

  it.each([
    ['GET', '/api/client', 200],
    ['GET', '/api/subscription', 200],
    ['GET', bodyPath, 401],
    ['POST', '/api/collect', 400],
    ['GET', '/api/nothing', 404],
  ])('are set once by %s %s', async (method, path, status) => {
    const lines = [`country=NP; ${attributes}`, free]
    expect(await readCookies(method, path)).toEqual([status, ...lines])
  })

  it.each<[string, object, readonly string[]]>([
    ['NP', {}, [free]],
    ['NP', { 'Sec-GPC': '1' }, []],
    ['NP', { 'Sec-GPC': '1', Cookie: 'visits=free' }, [removed]],
    ['DE', {}, []],
    ['DE', { Cookie: 'visits=free' }, [removed]],
    ['XX', { Cookie: 'visits=free' }, [removed]],
    ['T1', {}, []],
  ])(
    'say whether analytics needs consent in %s with %j: %j',
    async (country, headers, expected) => {
      const [, ...lines] = await readCookies('GET', '/api/client', country, headers)
      const isKnown = !['XX', 'T1'].includes(country)
      expect(lines).toEqual([
        ...(isKnown ? [`country=${country}; ${attributes}`] : []),
        ...expected,
      ])
    },
  )

  it('aren’t set on pages', async () => {
    expect((await readCookies('GET', '/a-page')).slice(1)).toEqual([])
  })
})

describe('session and pass cookies', () => {
  it.each<[string, () => Promise<Record<string, string>>]>([
    ['malformed', async () => ({ session: 'x', pass: 'y' })],
    ['a pass alone', async () => ({ pass: await issuePass(0) })],
  ])('are treated as absent: %s', async (_, make) => {
    await setCookies(await make())
    expect((await harness.get(bodyPath)).status).toBe(401)
    expect(await (await harness.get('/api/user')).json()).toEqual({ response: null })
    expect(listOwnCookies()).toEqual([])
  })

  it.each<[string, () => Promise<string>]>([
    ['another reader’s pass', () => issuePass(0, {}, 'another')],
    [
      'a fresh pass after its entitlement has ended',
      () => issuePass(0, { until: ago(5 * second) }),
    ],
  ])('grant no access with %s', async (_, make) => {
    await setCookies({ session: await issueSession(minute), pass: await make() })
    expect((await harness.get(bodyPath)).status).toBe(403)
  })

  it('include a new pass after ten minutes, but keep a young session', async () => {
    const before = {
      session: await issueSession(hour),
      pass: await issuePass((passFreshSeconds + 1) * second),
    }
    await setCookies(before)
    expect((await harness.get(bodyPath)).status).toBe(403)
    expect(harness.cookies.get('__Host-pass')).not.toBe(before.pass)
    expect(harness.cookies.get('__Host-session')).toBe(before.session)
    expect(harness.cookies.get('reader')).toBe('notSubscribed')
  })

  it('include a new session after a day, with the time the session began', async () => {
    const session = await issueSession(29 * day)
    await setCookies({ session })
    await harness.get('/api/subscription')
    const { since, iat } = decodeJwt(harness.cookies.get('__Host-session')!)
    expect(since).toBe(decodeJwt(session).since)
    expect(iat).toBe(harness.now.getTime() / second)
  })

  it('have a hint cookie, which is deleted if they’re missing', async () => {
    harness.cookies.set('reader', 'isSubscribed.open')
    await harness.get('/api/subscription')
    expect(harness.cookies.has('reader')).toBe(false)
  })
})

describe('while the database isn’t responding', () => {
  beforeEach(() => {
    harness.unavailableService = 'firestore'
  })

  it.each<[string, () => Promise<string> | undefined, number]>([
    ['a fresh pass', () => issuePass(minute), 200],
    ['a pass of up to 24 hours', () => issuePass(23.9 * hour), 200],
    ['an older pass', () => issuePass(24.1 * hour), 503],
    ['no pass', () => undefined, 503],
    // The reader may have subscribed since the pass was issued.
    ['a pass without an entitlement', () => issuePass(hour, notEntitled), 503],
    ['a pass whose entitlement has ended', () => issuePass(hour, { until: ago(minute) }), 503],
  ])('a session with %s gets a response, and no new cookie', async (_, make, status) => {
    const pass = await make()
    await setCookies({ session: await issueSession(2 * day), ...(pass ? { pass } : {}) })
    const response = await harness.get(bodyPath)
    expect(response.status).toBe(status)
    expect(response.headers.getSetCookie().join()).not.toContain('__Host-')
    if (status === 200) return
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it('a guest is told to log in', async () => {
    expect((await harness.get(bodyPath)).status).toBe(401)
  })

  it('a reader is told what wasn’t saved, and can repeat it', async () => {
    await harness.store({ [`articles/${slug}`]: { access: 'public', status: 'published' } })
    const { send } = harness.browser
    const rate = () => send('PUT', `/api/ratings/${slug}`, { rating: 4 })
    const join = () =>
      send('POST', '/api/join-newsletter?source=footer', { email: 'a@example.com' })
    harness.unavailableService = null
    // The first answer only sets the device's cookie.
    expect((await rate()).status).toBe(428)
    harness.unavailableService = 'firestore'
    for (const [refused, message] of [
      [await rate(), 'couldn’t save your rating'],
      [await join(), 'couldn’t sign you up'],
    ] as const) {
      expect(refused.status).toBe(503)
      expect(await refused.text()).toContain(message)
    }
    harness.unavailableService = null
    expect(await (await rate()).json()).toEqual({ rating: 4 })
    expect((await join()).status).toBe(200)
  })
})
