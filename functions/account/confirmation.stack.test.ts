import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { readerSchema } from '../../src/domain/reader.ts'
import { edgeClient, errorOf, openSession, stack } from '../edge-client.ts'
import { pathOf } from '../newsletter/list.ts'

const { IDENTITY_URL, FIREBASE_API_KEY } = stack.workerVariables
const firestore = connectFirestore(stack.buildEnvironment)

async function askSignIn<Answer>(method: string, body: object): Promise<Answer> {
  const response = await fetch(`${IDENTITY_URL}/v1/accounts:${method}?key=${FIREBASE_API_KEY}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ returnSecureToken: true, ...body }),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json() as Promise<Answer>
}

const newAddress = () => `confirming-${crypto.randomUUID()}@example.com`

/** An account that has not shown yet that its address is its own, with a session here. */
async function newReader() {
  const [email, password] = [newAddress(), 'a password of its own']
  type SignedUp = { idToken: string; localId: string }
  const { idToken, localId: uid } = await askSignIn<SignedUp>('signUp', { email, password })
  const client = edgeClient()
  expect((await openSession(client, idToken)).status).toBe(200)
  return { email, idToken, uid, client }
}

/** The code in the newest letter to an address. */
async function codeFor(email: string): Promise<string> {
  const answer = await fetch(`${stack.outboxUrl}/letters`)
  const letters = (await answer.json()) as { to: string; link: string }[]
  const { link } = letters.findLast(({ to }) => to === email)!
  return new URL(link).searchParams.get('oobCode')!
}

function confirm(code: unknown, client = edgeClient(), init = {}) {
  return client.request('/api/confirmation', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
    ...init,
  })
}

async function recordOf(uid: string) {
  const stored = await firestore.get(`users/${uid}`)
  return readerSchema.parse(stored.ok && stored.value?.fields)
}

async function listed(email: string) {
  const stored = await firestore.get(await pathOf(email))
  return stored.ok && stored.value?.fields
}

describe('POST /api/confirmation', () => {
  it('takes into the record that an address is the reader’s, once', async () => {
    const { email, idToken, uid } = await newReader()
    expect(await recordOf(uid)).toMatchObject({ email, emailVerified: false })
    await askSignIn('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
    const code = await codeFor(email)
    // Whoever has the letter, on whatever device.
    const response = await confirm(code)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ email })
    expect(await recordOf(uid)).toMatchObject({ email, emailVerified: true })
    expect(await errorOf(await confirm(code))).toMatchObject({ status: 401, code: 'bad_token' })
  })

  it('takes another address into the record, and leaves who is signed in', async () => {
    const { email, idToken, uid, client } = await newReader()
    const newEmail = newAddress()
    await askSignIn('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
    const response = await confirm(await codeFor(email))
    expect(await response.json()).toEqual({ email: newEmail })
    expect(await recordOf(uid)).toMatchObject({ email: newEmail, emailVerified: true })
    expect(await (await client.request('/api/user')).json()).toMatchObject({
      response: { email: newEmail },
    })
  })

  it('takes the letter of Sundays along to another address', async () => {
    const { email, idToken, client } = await newReader()
    const asked = await client.request('/api/preferences', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ weekly: { wanted: true } }),
    })
    expect(asked.status).toBe(200)
    expect(await listed(email)).toMatchObject({ state: 'pending' })
    const newEmail = newAddress()
    await askSignIn('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
    expect((await confirm(await codeFor(email))).status).toBe(200)
    expect(await listed(newEmail)).toMatchObject({ email: newEmail, state: 'confirmed' })
    expect(await listed(email)).not.toMatchObject({ state: 'confirmed' })
  })

  it('gives a former address back, and ends every session', async () => {
    const { email, idToken, uid, client } = await newReader()
    await askSignIn('update', { idToken, email: newAddress() })
    expect(await (await confirm(await codeFor(email))).json()).toEqual({ email })
    expect(await recordOf(uid)).toMatchObject({ email, emailVerified: true })
    expect(await (await client.request('/api/user')).json()).toEqual({ response: null })
  })

  it('works for an account that never signed in here', async () => {
    const email = newAddress()
    const { idToken } = await askSignIn<{ idToken: string }>('signUp', {
      email,
      password: 'secret',
    })
    await askSignIn('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
    expect(await (await confirm(await codeFor(email))).json()).toEqual({ email })
  })

  it('leaves codes of other letters to what they are for', async () => {
    const { email } = await newReader()
    await askSignIn('sendOobCode', { requestType: 'PASSWORD_RESET', email })
    const code = await codeFor(email)
    expect(await errorOf(await confirm(code))).toMatchObject({ status: 400, code: 'bad_request' })
    const next = await askSignIn<{ email: string }>('resetPassword', {
      oobCode: code,
      newPassword: 'another password',
    })
    expect(next.email).toBe(email)
  })

  it('refuses what another site made a browser send', async () => {
    const response = await edgeClient().request('/api/confirmation', {
      method: 'POST',
      body: JSON.stringify({ code: 'x' }),
      origin: 'https://evil.example',
    })
    expect(await errorOf(response)).toMatchObject({ status: 403 })
  })

  it('answers whatever is no code with a refusal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (code) => {
        const response = await confirm(code)
        expect([400, 401]).toContain(response.status)
      }),
      { numRuns: 50 },
    )
  })
})
