/** Tests sessions that end because of Firebase's timestamps. sessions-faults.test.ts tests all others. */
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import {
  createEdgeClient,
  type EdgeClient,
  expectError,
  expectSession,
  findArticle,
  getArticleBodyPath,
  openSession,
  secondsAgo,
} from '../testing/edge-client.ts'
import {
  callFirebase,
  commitWrites,
  createIdToken,
  createReader,
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

/** Firebase's times are whole seconds, and the token must be from an earlier second. */
const waitAfter = (idToken: string) =>
  expect.poll(() => Date.now() / 1000).toBeGreaterThan(decodeJwt(idToken).iat! + 1)

describe('a session that was stolen before its reader logged out everywhere', () => {
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
    const attacker = createEdgeClient()
    for (const [name, value] of client.cookies) attacker.cookies.set(name, value)
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
