import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { passFreshSeconds, sessionRenewSeconds } from '../identity/session-tokens.ts'
import {
  copyClient,
  createEdgeClient,
  type EdgeClient,
  expectError,
  expectSession,
  findArticle,
  getArticleBodyPath,
  openSession,
  secondsAgo,
  setSession,
  signCookie,
} from '../testing/edge-client.ts'
import {
  callFirebase,
  commitWrites,
  createIdToken,
  createReader,
  signIn,
  type TestReader,
  updateAccount,
} from '../testing/test-readers.ts'

const { slug } = findArticle('members')

async function createSubscriber(): Promise<TestReader> {
  const reader = await createReader()
  const paidThrough = secondsAgo(-100 * 24 * 3600)
  const subscription = { state: 'active', plan: 'annual_99', provider: 'I-1', paidThrough }
  await commitWrites([{ set: `subscriptions/${reader.uid}`, fields: { subscription } }])
  await expectSession(reader.client, await createIdToken(reader.email))
  return reader
}

const fetchUser = (client: EdgeClient) => client.fetchJson('GET /api/user')
const fetchBodyStatus = async (client: EdgeClient) =>
  (await client.request(getArticleBodyPath(slug))).status
const logOutEverywhere = (client: EdgeClient) => client.send('DELETE /api/sessions')

/** Firebase's times are whole seconds: the token must be from an earlier one. */
const waitAfter = (idToken: string) =>
  expect.poll(() => Date.now() / 1000).toBeGreaterThan(decodeJwt(idToken).iat! + 1)

describe('a session of an account whose address isn’t verified', () => {
  it('ends when the owner of the address signs in', async () => {
    const { client, email, uid } = await createReader({ isVerified: false })
    expect(await fetchUser(client)).toMatchObject({ response: { firebase_id: uid } })
    await updateAccount(uid, { emailVerified: true })
    const owner = await signIn(email)
    expect(await fetchUser(client)).toEqual({ response: null })
    expect(await fetchUser(owner)).toMatchObject({ response: { firebase_id: uid } })
  })
})

async function agePass(client: EdgeClient, seconds: number) {
  const { iat: _, ...claims } = decodeJwt(client.cookies.get('__Host-pass')!)
  client.cookies.set('__Host-pass', await signCookie('pass', claims, secondsAgo(seconds)))
}

describe('a session that was stolen before its reader logged out everywhere', () => {
  it('loses the account at once, and articles after ten minutes', async () => {
    const { client, uid } = await createSubscriber()
    const attacker = copyClient(client)
    expect(await fetchUser(attacker)).toMatchObject({ response: { firebase_id: uid } })
    expect(await fetchBodyStatus(attacker)).toBe(200)
    const replayed = copyClient(attacker)

    const ended = await logOutEverywhere(client)
    expect(ended.status).toBe(204)
    expect([...client.cookies.keys()]).toEqual([])

    // A pass is accepted for ten minutes, and isn't renewed.
    expect(await fetchBodyStatus(replayed)).toBe(200)
    expect(replayed.cookies.get('__Host-pass')).toBe(attacker.cookies.get('__Host-pass'))
    expect(await fetchUser(attacker)).toEqual({ response: null })
    expect([...attacker.cookies.keys()]).toEqual([])
    await expectError(logOutEverywhere(copyClient(replayed)), 401, 'signed_out')
    await agePass(replayed, passFreshSeconds + 1)
    expect(await fetchBodyStatus(replayed)).toBe(401)
    expect([...replayed.cookies.keys()]).toEqual([])
  })

  it('isn’t renewed', async () => {
    const { client, uid } = await createSubscriber()
    const attacker = createEdgeClient()
    attacker.cookies.set('__Host-pass', client.cookies.get('__Host-pass')!)
    const since = secondsAgo(2 * sessionRenewSeconds).getTime() / 1000
    await setSession(attacker, uid, since, secondsAgo(sessionRenewSeconds + 60))
    await agePass(attacker, passFreshSeconds + 1)
    // Sessions from before the account was created aren't valid.
    expect(await fetchBodyStatus(attacker)).toBe(401)
    expect(attacker.cookies.has('__Host-session')).toBe(false)
  })

  it('can’t be opened again with an earlier ID token', async () => {
    const { client, email } = await createSubscriber()
    const token = await createIdToken(email)
    await expectSession(createEdgeClient(), token)
    await waitAfter(token)
    expect((await logOutEverywhere(client)).status).toBe(204)
    const attacker = createEdgeClient()
    await expectError(openSession(attacker, token), 401, 'stale_token')
    expect(attacker.cookies.size).toBe(0)
    await expectSession(attacker, await createIdToken(email))
  })
})

describe('a changed password', () => {
  it('ends all other sessions at the next sign-in', async () => {
    const { client, uid, email } = await createSubscriber()
    const attacker = copyClient(client)
    const token = await createIdToken(email)
    await waitAfter(token)
    const password = 'another password'
    await updateAccount(uid, { password })
    const { idToken } = await callFirebase('signInWithPassword', { email, password })
    expect((await openSession(createEdgeClient(), token)).status).toBe(401)
    await expect(createIdToken(email)).rejects.toThrow()

    const again = await expectSession(createEdgeClient(), idToken!)
    expect(await fetchUser(attacker)).toEqual({ response: null })
    expect(await fetchUser(again)).toMatchObject({ response: { firebase_id: uid } })
    expect(await fetchBodyStatus(again)).toBe(200)
  })
})

describe('logging out everywhere', () => {
  it('is harmless twice, and leaves a later session', async () => {
    const { client, email } = await createSubscriber()
    const otherSession = copyClient(client)
    expect((await logOutEverywhere(client)).status).toBe(204)
    expect((await logOutEverywhere(otherSession)).status).toBe(401)
    await openSession(client, await createIdToken(email))
    expect((await logOutEverywhere(createEdgeClient())).status).toBe(401)
    expect(await fetchUser(client)).toMatchObject({ response: { email } })
  })

  it('leaves other readers’ sessions', async () => {
    const [{ client }, other] = [await createSubscriber(), await createReader()]
    expect((await logOutEverywhere(other.client)).status).toBe(204)
    expect(await fetchUser(client)).toMatchObject({ response: {} })
  })
})

describe('POST /api/log-out', () => {
  it('ends the session on this device and redirects to the front page, twice too', async () => {
    const { client } = await createReader()
    for (let time = 0; time < 2; time++) {
      const response = await client.send('POST /api/log-out')
      expect(response.status).toBe(303)
      expect(response.headers.get('Location')).toBe('/')
      expect([...client.cookies.keys()]).toEqual([])
    }
  })
})
