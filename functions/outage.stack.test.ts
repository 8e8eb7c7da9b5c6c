/** What readers get from the edge while one of its backends fails, and when it is back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Health, rubbish } from '../scripts/local/fault-proxy.ts'
import { type FaultyEdge, startFaultyEdge } from '../scripts/local/faulty-edge.ts'
import { articleBodyPath } from '../src/contracts/article-body.ts'
import {
  ago,
  articleWith,
  closedPartOf,
  edgeClient,
  idTokenOf,
  openSession,
  signCookie,
} from './edge-client.ts'

/** Faults that show at once; a slow backend costs a wait, and has its own tests. */
const ailments: readonly Health[] = ['stopped', 'failing', ...rubbish]

const closedArticle = articleWith('members')
const rest = closedPartOf(closedArticle.slug)
const bodyPath = articleBodyPath(closedArticle.slug)
const uid = 'sample-subscriber'
const open = { sub: uid, status: 'isSubscribed', detail: 'active', entitled: true, until: null }
const shut = { ...open, status: 'notSubscribed', detail: 'none', entitled: false }

type Pass = Record<string, unknown> | null

let edge: FaultyEdge

beforeAll(async () => {
  edge = await startFaultyEdge()
})
afterAll(() => edge.stop())

const guest = () => edgeClient(edge.url)

/** A reader whose pass says this, since then. */
async function reader(pass: Pass, passIssued = ago(60)) {
  const client = guest()
  // Not before the account was made, which is when its sessions begin to count.
  const session = { sub: uid, since: Date.now() / 1000 }
  client.cookies.set('__Host-session', await signCookie('session', session, ago(3600)))
  if (pass) client.cookies.set('__Host-pass', await signCookie('pass', pass, passIssued))
  return client
}

async function expectRest(response: Response) {
  expect(response.status).toBe(200)
  expect(await response.text()).toBe(rest)
}

async function expectUnavailable(response: Response) {
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } })
}

const health = async () => {
  const response = await guest().request('/api/health')
  return [response.status, await response.json()]
}

describe.each(ailments)('while Firestore is %s', (ailment) => {
  beforeAll(() => edge.firestore.become(ailment))
  afterAll(() => edge.firestore.become('well'))

  it('pages are served', async () => {
    for (const path of ['/', `/${closedArticle.slug}`]) {
      expect((await guest().request(path)).status).toBe(200)
    }
    expect((await guest().request('/no-such-page')).status).toBe(404)
    expect((await guest().request('/api/client')).status).toBe(200)
  })

  it('a reader with a fresh pass reads', async () => {
    await expectRest(await (await reader(open)).request(bodyPath))
  })

  it('a pass of up to 24 hours still opens, and is not renewed', async () => {
    const client = await reader(open, ago(23.9 * 3600))
    const response = await client.request(bodyPath)
    expect(response.headers.getSetCookie()).toEqual([])
    await expectRest(response)
    expect(await (await client.request('/api/subscription')).json()).toMatchObject({
      status: 'isSubscribed',
    })
  })

  it('an older pass, or none, gets 503: nobody is told to subscribe because of it', async () => {
    await expectUnavailable(await (await reader(open, ago(24.1 * 3600))).request(bodyPath))
    await expectUnavailable(await (await reader(null)).request(bodyPath))
    await expectUnavailable(await (await reader(null)).request('/api/subscription'))
    // They may have subscribed since the pass was written.
    await expectUnavailable(await (await reader(shut, ago(3600))).request(bodyPath))
  })

  it('an entitlement that ended is over all the same', async () => {
    const until = Math.floor(ago(60).getTime() / 1000)
    await expectUnavailable(await (await reader({ ...open, until }, ago(7200))).request(bodyPath))
  })

  it('a guest is told to log in, as ever', async () => {
    expect((await guest().request(bodyPath)).status).toBe(401)
  })

  it('signing in, the user record and health say 503', async () => {
    await expectUnavailable(await openSession(guest(), await idTokenOf('subscriber')))
    await expectUnavailable(await (await reader(open)).request('/api/user'))
    // One look at Firestore answers for a few seconds.
    await expect
      .poll(health, { timeout: 20_000 })
      .toEqual([503, { status: 'degraded', firestore: 'unavailable' }])
  })

  it('and when it is back, the same edge looks again and writes new passes', async () => {
    await edge.firestore.become('well')
    for (const client of [await reader(null), await reader(shut, ago(3600))]) {
      await expectRest(await client.request(bodyPath))
      expect(client.cookies.get('reader')).toBe('isSubscribed.open')
    }
    const bridged = await reader(open, ago(3600))
    const before = bridged.cookies.get('__Host-pass')
    await expectRest(await bridged.request(bodyPath))
    expect(bridged.cookies.get('__Host-pass')).not.toBe(before)
    expect((await openSession(guest(), await idTokenOf('subscriber'))).status).toBe(200)
  })
})

describe('after Firestore was away', () => {
  it('health says so by itself', async () => {
    const well = [200, { status: 'ok', firestore: 'ok', rebuild: expect.anything() }]
    await expect.poll(health, { timeout: 20_000 }).toMatchObject(well)
  })
})

describe('while Firestore is slow', () => {
  beforeAll(() => edge.firestore.become('slow'))
  afterAll(() => edge.firestore.become('well'))

  it('whoever has to be looked up waits a few seconds: who may read on reads, others get 503', async () => {
    const [bridged, unknown, session] = await Promise.all([
      (await reader(open, ago(3600))).request(bodyPath),
      (await reader(null)).request(bodyPath),
      openSession(guest(), await idTokenOf('subscriber')),
    ])
    await expectRest(bridged)
    await expectUnavailable(unknown)
    await expectUnavailable(session)
  })
})

describe.each([...ailments, 'slow'] as const)('while the sign-in service is %s', (ailment) => {
  beforeAll(() => edge.identity.become(ailment))
  afterAll(() => edge.identity.become('well'))

  it('nobody can sign in, and no token is called a bad one', async () => {
    await expectUnavailable(await openSession(guest(), await idTokenOf('subscriber')))
  })

  it('no letter is called a used one', async () => {
    const code = { method: 'POST', body: JSON.stringify({ code: 'nonsense' }) }
    await expectUnavailable(await guest().request('/api/confirmation', code))
  })

  it('who is signed in already reads on and is looked up', async () => {
    const client = await reader(null)
    await expectRest(await client.request(bodyPath))
    expect((await client.request('/api/user')).status).toBe(200)
    expect((await client.request('/api/session', { method: 'DELETE' })).status).toBe(204)
  })

  it('and when it is back, the same sign-in works', async () => {
    await edge.identity.become('well')
    expect((await openSession(guest(), await idTokenOf('subscriber'))).status).toBe(200)
  })
})
