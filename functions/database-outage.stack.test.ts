import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signBotCheckToken } from '../scripts/dev/fakes/fake-bot-check.ts'
import { type Health, malformedKinds } from '../scripts/dev/fakes/fault-proxy.ts'
import { type FaultyEdge, startFaultyEdge } from '../scripts/dev/stack/faulty-edge.ts'
import { getEndpointPath } from '../src/contracts/endpoints/endpoint-path.ts'
import { botCheckActions } from '../src/contracts/settings/bot-check-config.ts'
import { site } from '../src/publication/identity.ts'
import {
  createEdgeClient,
  expectError,
  findArticle,
  getArticleBodyPath,
  openSession,
  readClosedPart,
  secondsAgo,
  sendAsDesk,
  setSession,
  signCookie,
  signDeskRequest,
  signInForToken,
  stack,
} from './testing/edge-client.ts'
import { createAddress, findListEntry } from './testing/test-readers.ts'

/**
 * Faults that fail immediately; a slow backend has its own tests. identity/caller-faults.test.ts tests what a pass
 * gives access to.
 */
const faultModes: readonly Health[] = ['stopped', 'failing', ...malformedKinds]

const closedArticle = findArticle('members')
const rest = await readClosedPart(closedArticle.slug)
const bodyPath = getArticleBodyPath(closedArticle.slug)
const uid = 'sample-subscriber'
const entitledClaims = {
  sub: uid,
  status: 'isSubscribed',
  detail: 'active',
  entitled: true,
  until: null,
}
const notEntitledClaims = {
  ...entitledClaims,
  status: 'notSubscribed',
  detail: 'none',
  entitled: false,
}

type Pass = Record<string, unknown> | null

let edge: FaultyEdge

beforeAll(async () => {
  edge = await startFaultyEdge()
})
afterAll(() => edge.stop())

const guest = () => createEdgeClient(edge.url)

async function reader(pass: Pass, issuedAt = secondsAgo(60)) {
  const client = guest()
  // Sessions from before the account was created are invalid.
  await setSession(client, uid, Date.now() / 1000, secondsAgo(3600))
  if (pass) client.cookies.set('__Host-pass', await signCookie('pass', pass, issuedAt))
  return client
}
const fetchBody = async (...[pass, issuedAt]: Parameters<typeof reader>) =>
  (await reader(pass, issuedAt)).request(bodyPath)
const signInAsSubscriber = async () => openSession(guest(), await signInForToken('subscriber'))

const join = (email: string) =>
  guest().send(
    'POST /api/join-newsletter',
    {
      email,
      botCheck: signBotCheckToken({
        action: botCheckActions.joinNewsletter,
        hostname: new URL(stack.siteUrl).hostname,
        score: 0.9,
        id: crypto.randomUUID(),
      }),
    },
    { params: { source: 'footer' } },
  )
/** The change is older than the build, so that no rebuild is needed. */
const publication = {
  path: getEndpointPath('POST /api/webhooks/publish'),
  body: JSON.stringify({ changedAt: '2020-01-01T00:00:00.123456Z' }),
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
  const response = await guest().send('GET /api/health')
  return [response.status, await response.json()]
}

describe.each(faultModes)('when Firestore is %s', (faultMode) => {
  let signed: Readonly<Record<string, string>>
  beforeAll(async () => {
    signed = await signDeskRequest(publication)
    await edge.firestore.setHealth(faultMode)
  })
  afterAll(() => edge.firestore.setHealth('well'))

  it('pages are served', async () => {
    for (const path of ['/', `/${closedArticle.slug}`]) {
      expect((await guest().request(path)).status).toBe(200)
    }
    expect((await guest().request('/no-such-page')).status).toBe(404)
    expect((await guest().request('/api/client')).status).toBe(200)
  })

  it('signing in, the user record and health answer 503', async () => {
    await expectUnavailable(await signInAsSubscriber())
    await expectUnavailable(await (await reader(entitledClaims)).send('GET /api/user'))
    await expect.poll(health).toEqual([503, { status: 'degraded', firestore: 'unavailable' }])
  })

  it('a notification from the desk is refused', async () => {
    const notified = await sendAsDesk(publication, signed, edge.url)
    expect(Number(notified.headers.get('Retry-After'))).toBeGreaterThan(0)
    await expectError(notified, 503, 'unavailable')
  })

  it('a notification from the desk is accepted afterwards', async () => {
    await edge.firestore.setHealth('well')
    expect((await sendAsDesk(publication, signed, edge.url)).status).toBe(202)
  })

  it('the same Worker recovers afterwards, and issues new passes', async () => {
    await edge.firestore.setHealth('well')
    for (const client of [await reader(null), await reader(notEntitledClaims, secondsAgo(3600))]) {
      await expectRest(await client.request(bodyPath))
      expect(client.cookies.get('reader')).toBe('isSubscribed.open')
    }
    const entitledPass = await reader(entitledClaims, secondsAgo(3600))
    const before = entitledPass.cookies.get('__Host-pass')
    await expectRest(await entitledPass.request(bodyPath))
    expect(entitledPass.cookies.get('__Host-pass')).not.toBe(before)
    expect((await signInAsSubscriber()).status).toBe(200)
  })
})

describe('while Firestore is slow', () => {
  beforeAll(() => edge.firestore.setHealth('slow'))
  afterAll(() => edge.firestore.setHealth('well'))

  it('a reader with an old pass reads after a few seconds, and other readers get 503', async () => {
    const [entitledPass, unknown, session] = await Promise.all([
      fetchBody(entitledClaims, secondsAgo(3600)),
      fetchBody(null),
      signInAsSubscriber(),
    ])
    await expectRest(entitledPass)
    await expectUnavailable(unknown)
    await expectUnavailable(session)
  })
})

describe.each([...faultModes, 'slow'] as const)('when Firebase Auth is %s', (faultMode) => {
  beforeAll(() => edge.identity.setHealth(faultMode))
  afterAll(() => edge.identity.setHealth('well'))

  it('signing in answers 503, and doesn’t report the token as invalid', async () => {
    await expectUnavailable(await signInAsSubscriber())
  })

  it('a confirmation answers 503, and doesn’t report the code as used', async () => {
    await expectUnavailable(await guest().send('POST /api/confirmation', { code: 'nonsense' }))
  })

  it('a signed-in reader isn’t affected', async () => {
    const client = await reader(null)
    await expectRest(await client.request(bodyPath))
    expect((await client.send('GET /api/user')).status).toBe(200)
    expect((await client.send('DELETE /api/session')).status).toBe(204)
  })

  it('the same sign-in succeeds afterwards', async () => {
    await edge.identity.setHealth('well')
    expect((await signInAsSubscriber()).status).toBe(200)
  })
})

describe.each([...faultModes, 'slow'] as const)('while the bot check is %s', (faultMode) => {
  beforeAll(() => edge.botCheck.setHealth(faultMode))
  afterAll(() => edge.botCheck.setHealth('well'))

  it('a sign-up for The Weekly is refused with advice, and can be sent again afterwards', async () => {
    const email = createAddress()
    expect(await expectError(join(email), 503, 'unavailable')).toContain(site.newsletterEmail)
    expect(await findListEntry(email)).toBeNull()
    await edge.botCheck.setHealth('well')
    expect((await join(email)).status).toBe(200)
  })
})
