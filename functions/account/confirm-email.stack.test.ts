import { describe, expect, it } from 'vitest'
import {
  createEdgeClient,
  type EdgeClient,
  expectError,
  expectSession,
} from '../testing/edge-client.ts'
import { callFirebase, createAddress, readEmailCode, readReader } from '../testing/test-readers.ts'

const password = 'a password of its own'

async function createUnverifiedReader() {
  const email = createAddress()
  const signedUp = await callFirebase('signUp', { email, password })
  const client = await expectSession(createEdgeClient(), signedUp.idToken!)
  return { email, idToken: signedUp.idToken!, uid: signedUp.localId!, client }
}

async function requestVerification(email: string, idToken: string) {
  await callFirebase('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  return readEmailCode(email)
}

const confirm = (code: unknown, client = createEdgeClient()) =>
  client.send('POST /api/confirmation', { code })
const confirmAndRead = async (code: string, client?: EdgeClient) =>
  (await confirm(code, client)).json()

describe('POST /api/confirmation', () => {
  it('records once that an address is verified, and keeps the session and the password', async () => {
    const { email, idToken, uid, client } = await createUnverifiedReader()
    expect(await readReader(uid)).toMatchObject({ email, emailVerified: false })
    const code = await requestVerification(email, idToken)
    const response = await confirm(code, client)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ email, isSecured: false })
    expect(await readReader(uid)).toMatchObject({ email, emailVerified: true })
    expect(await client.fetchJson('GET /api/user')).toMatchObject({ response: { email } })
    expect(await callFirebase('signInWithPassword', { email, password })).toMatchObject({
      localId: uid,
    })
    await expectError(confirm(code, client), 401, 'bad_token')
  })

  it('verifies the address of an account that has never signed in here', async () => {
    const email = createAddress()
    const { idToken } = await callFirebase('signUp', { email, password })
    const confirmed = await confirmAndRead(await requestVerification(email, idToken!))
    expect(confirmed).toEqual({ email, isSecured: true })
    const signIn = callFirebase('signInWithPassword', { email, password })
    await expect(signIn).rejects.toThrow('INVALID_LOGIN')
  })

  it('doesn’t use up the code from another kind of email', async () => {
    const { email } = await createUnverifiedReader()
    await callFirebase('sendOobCode', { requestType: 'PASSWORD_RESET', email })
    const oobCode = await readEmailCode(email)
    await expectError(confirm(oobCode), 400, 'bad_request')
    const reset = { oobCode, newPassword: 'another password' }
    expect((await callFirebase('resetPassword', reset)).email).toBe(email)
  })
})
