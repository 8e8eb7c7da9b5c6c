/** Sessions that are ended from elsewhere, and what whoever holds a copy of one can still do. */
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { articleBodyPath } from '../../src/contracts/article-body.ts'
import {
  ago,
  articleWith,
  type EdgeClient,
  edgeClient,
  errorOf,
  openSession,
  signCookie,
  stack,
} from '../edge-client.ts'
import { freshToken, newReader, type OwnReader, write } from '../edge-client-readers.ts'
import { passFreshSeconds, sessionRollSeconds } from './tokens.ts'

const { slug } = articleWith('members')
const day = 24 * 60 * 60 * 1000

/** With a session that began a while ago: the sign-in service tells the time in whole seconds. */
async function subscriber(): Promise<OwnReader> {
  const reader = await newReader()
  await write([
    {
      set: `subscriptions/${reader.uid}`,
      fields: {
        subscription: {
          state: 'active',
          plan: 'annual_99',
          provider: 'I-1',
          paidThrough: new Date(Date.now() + 100 * day),
        },
      },
    },
  ])
  await openSession(reader.client, await freshToken(reader.email))
  return reader
}

/** Somebody else's browser with the same cookies. */
function stolenFrom(client: EdgeClient): EdgeClient {
  const thief = edgeClient()
  for (const [name, value] of client.cookies) thief.cookies.set(name, value)
  return thief
}

const userOf = async (client: EdgeClient) => (await client.request('/api/user')).json()
const bodyStatus = async (client: EdgeClient) =>
  (await client.request(articleBodyPath(slug))).status
const endEverywhere = (client: EdgeClient) => client.request('/api/sessions', { method: 'DELETE' })

/** As the reader does by the link in a letter; answers an ID token of the account as it is then. */
async function changePassword(uid: string, email: string, password: string): Promise<string> {
  const { IDENTITY_URL, FIREBASE_API_KEY, FIREBASE_PROJECT_ID } = stack.workerVariables
  const post = async (address: string, body: unknown) => {
    const response = await fetch(`${IDENTITY_URL}/v1/${address}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
    return response.json() as Promise<{ idToken: string }>
  }
  await post(`projects/${FIREBASE_PROJECT_ID}/accounts:update`, { localId: uid, password })
  const account = { email, password, returnSecureToken: true }
  return (await post(`accounts:signInWithPassword?key=${FIREBASE_API_KEY}`, account)).idToken
}

describe('a session of an account whose address nobody had shown to be theirs', () => {
  it('is over when somebody signs in who has', async () => {
    const { client, email, uid } = await newReader({ isVerified: false })
    expect(await userOf(client)).toMatchObject({ response: { firebase_id: uid } })
    const { IDENTITY_URL, FIREBASE_PROJECT_ID } = stack.workerVariables
    await fetch(`${IDENTITY_URL}/v1/projects/${FIREBASE_PROJECT_ID}/accounts:update`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
      body: JSON.stringify({ localId: uid, emailVerified: true }),
    })
    const owner = edgeClient()
    expect((await openSession(owner, await freshToken(email))).status).toBe(200)
    expect(await userOf(client)).toEqual({ response: null })
    expect(await userOf(owner)).toMatchObject({ response: { firebase_id: uid } })
  })
})

/** Puts a pass of that age in the place of the client's own, as time would. */
async function agePass(client: EdgeClient, seconds: number) {
  const { iat: _, ...claims } = decodeJwt(client.cookies.get('__Host-pass')!)
  client.cookies.set('__Host-pass', await signCookie('pass', claims, ago(seconds)))
}

describe('a session that was stolen before its reader signed out everywhere', () => {
  it('opens nothing of the account from that moment, and no article after ten minutes', async () => {
    const { client, uid } = await subscriber()
    const thief = stolenFrom(client)
    expect(await userOf(thief)).toMatchObject({ response: { firebase_id: uid } })
    expect(await bodyStatus(thief)).toBe(200)
    const replayed = stolenFrom(thief)

    const ended = await endEverywhere(client)
    expect(ended.status).toBe(204)
    expect([...client.cookies.keys()]).toEqual([])

    // The pass is believed for ten minutes, and renewed by nobody.
    expect(await bodyStatus(replayed)).toBe(200)
    expect(replayed.cookies.get('__Host-pass')).toBe(thief.cookies.get('__Host-pass'))
    expect(await userOf(thief)).toEqual({ response: null })
    expect([...thief.cookies.keys()]).toEqual([])
    expect(await errorOf(await endEverywhere(stolenFrom(replayed)))).toMatchObject({
      status: 401,
      code: 'signed_out',
    })
    await agePass(replayed, passFreshSeconds + 1)
    expect(await bodyStatus(replayed)).toBe(401)
    expect([...replayed.cookies.keys()]).toEqual([])
  })

  it('does not roll on, and a rolled one is over as well', async () => {
    const { client, uid } = await subscriber()
    const since = ago(2 * sessionRollSeconds).getTime() / 1000
    const old = await signCookie('session', { sub: uid, since }, ago(sessionRollSeconds + 60))
    const cookies = { session: old, pass: client.cookies.get('__Host-pass')! }
    const thief = edgeClient()
    for (const [name, value] of Object.entries(cookies)) thief.cookies.set(`__Host-${name}`, value)
    await agePass(thief, passFreshSeconds + 1)
    // Their sessions began to count when the account was made, just now.
    expect(await bodyStatus(thief)).toBe(401)
    expect(thief.cookies.has('__Host-session')).toBe(false)
  })

  it('is not opened again by an ID token of before', async () => {
    const { client, email } = await subscriber()
    const token = await freshToken(email)
    expect((await openSession(edgeClient(), token)).status).toBe(200)
    // The token says in which second its reader authenticated, and in that one it would do.
    await expect.poll(() => Date.now() / 1000).toBeGreaterThan(decodeJwt(token).iat! + 1)
    expect((await endEverywhere(client)).status).toBe(204)
    const thief = edgeClient()
    expect(await errorOf(await openSession(thief, token))).toMatchObject({
      status: 401,
      code: 'stale_token',
    })
    expect(thief.cookies.size).toBe(0)
    expect((await openSession(thief, await freshToken(email))).status).toBe(200)
  })
})

describe('a changed password', () => {
  it('ends the sessions of the old one at the next sign-in, on every other device', async () => {
    const { client, uid, email } = await subscriber()
    const thief = stolenFrom(client)
    const token = await freshToken(email)
    await expect.poll(() => Date.now() / 1000).toBeGreaterThan(decodeJwt(token).iat! + 1)
    const renewed = await changePassword(uid, email, 'another password')
    expect((await openSession(edgeClient(), token)).status).toBe(401)
    await expect(freshToken(email)).rejects.toThrow()

    const again = edgeClient()
    expect((await openSession(again, renewed)).status).toBe(200)
    expect(await userOf(thief)).toEqual({ response: null })
    expect(await userOf(again)).toMatchObject({ response: { firebase_id: uid } })
    expect(await bodyStatus(again)).toBe(200)
  })
})

describe('signing out everywhere', () => {
  it('twice is harmless, and does not reach a session that began afterwards', async () => {
    const { client, email } = await subscriber()
    const twin = stolenFrom(client)
    expect((await endEverywhere(client)).status).toBe(204)
    expect((await endEverywhere(twin)).status).toBe(401)
    await openSession(client, await freshToken(email))
    expect((await endEverywhere(edgeClient())).status).toBe(401)
    expect(await userOf(client)).toMatchObject({ response: { email } })
  })

  it('is nobody else’s business', async () => {
    const [{ client }, other] = [await subscriber(), await newReader()]
    expect((await endEverywhere(other.client)).status).toBe(204)
    expect(await userOf(client)).toMatchObject({ response: {} })
  })
})

describe('POST /api/log-out, the way of a form', () => {
  const leave = (client: EdgeClient, origin?: string) =>
    client.request('/api/log-out', { method: 'POST', ...(origin ? { origin } : {}) })

  it('ends the session on this device and leads to the front page, twice as well', async () => {
    const { client } = await newReader()
    for (let time = 0; time < 2; time++) {
      const response = await leave(client)
      expect(response.status).toBe(303)
      expect(response.headers.get('Location')).toBe('/')
      expect([...client.cookies.keys()]).toEqual([])
    }
  })

  it('is not for other sites', async () => {
    const { client } = await newReader()
    expect((await leave(client, 'https://evil.example')).status).toBe(403)
    expect(client.cookies.has('__Host-session')).toBe(true)
  })
})
