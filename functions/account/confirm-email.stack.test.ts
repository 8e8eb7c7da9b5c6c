import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getImportedGrantPath } from '../subscription/claim-imported-grant.ts'
import {
  createEdgeClient,
  type EdgeClient,
  expectError,
  expectSession,
} from '../testing/edge-client.ts'
import {
  callFirebase,
  commitWrites,
  createAddress,
  findListEntry,
  readEmailCode,
  readReader,
} from '../testing/test-readers.ts'

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

async function requestChange(email: string, idToken: string) {
  const newEmail = createAddress()
  const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail }
  await callFirebase('sendOobCode', request)
  return { newEmail, code: await readEmailCode(email) }
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

  it('on another device also ends all sessions and removes the password', async () => {
    const { email, idToken, uid, client } = await createUnverifiedReader()
    const code = await requestVerification(email, idToken)
    expect(await confirmAndRead(code)).toEqual({ email, isSecured: true })
    expect(await readReader(uid)).toMatchObject({ email, emailVerified: true })
    expect(await client.fetchJson('GET /api/user')).toEqual({ response: null })
    const signIn = callFirebase('signInWithPassword', { email, password })
    await expect(signIn).rejects.toThrow('INVALID_LOGIN')
  })

  it('gives the reader the access that was imported for the address', async () => {
    const { email, idToken, client } = await createUnverifiedReader()
    const until = new Date(Date.now() + 24 * 60 * 60 * 1000)
    const grant = { until, source: 'substack', importedAt: new Date(), importedBy: 'Ama' }
    await commitWrites([{ set: (await getImportedGrantPath(email))!, fields: grant }])
    const fetchSubscription = () => {
      client.cookies.delete('__Host-pass')
      return client.fetchJson('GET /api/subscription')
    }
    expect(await fetchSubscription()).toMatchObject({ detail: 'none' })
    expect((await confirm(await requestVerification(email, idToken), client)).status).toBe(200)
    expect(await fetchSubscription()).toMatchObject({ detail: 'complimentary' })
  })

  it('records a changed address, and keeps the reader signed in', async () => {
    const { email, idToken, uid, client } = await createUnverifiedReader()
    const { newEmail, code } = await requestChange(email, idToken)
    expect(await confirmAndRead(code, client)).toEqual({ email: newEmail, isSecured: false })
    expect(await readReader(uid)).toMatchObject({ email: newEmail, emailVerified: true })
    expect(await client.fetchJson('GET /api/user')).toMatchObject({ response: { email: newEmail } })
  })

  it('moves The Weekly to the new address', async () => {
    const { email, idToken, client } = await createUnverifiedReader()
    const changed = await client.send('PATCH /api/preferences', { weekly: { isOn: true } })
    expect(changed.status).toBe(200)
    expect(await findListEntry(email)).toMatchObject({ state: 'pending' })
    const { newEmail, code } = await requestChange(email, idToken)
    expect((await confirm(code)).status).toBe(200)
    expect(await findListEntry(newEmail)).toMatchObject({ email: newEmail, state: 'confirmed' })
    expect(await findListEntry(email)).not.toMatchObject({ state: 'confirmed' })
  })

  it('restores a former address, and ends every session', async () => {
    const { email, idToken, uid, client } = await createUnverifiedReader()
    await callFirebase('update', { idToken, email: createAddress() })
    const restored = await confirmAndRead(await readEmailCode(email))
    expect(restored).toEqual({ email, isSecured: false })
    expect(await readReader(uid)).toMatchObject({ email, emailVerified: true })
    expect(await client.fetchJson('GET /api/user')).toEqual({ response: null })
  })

  it('works for an account that never signed in here', async () => {
    const email = createAddress()
    const { idToken } = await callFirebase('signUp', { email, password })
    const confirmed = await confirmAndRead(await requestVerification(email, idToken!))
    expect(confirmed).toEqual({ email, isSecured: true })
    const signIn = callFirebase('signInWithPassword', { email, password })
    await expect(signIn).rejects.toThrow('INVALID_LOGIN')
  })

  it('doesn’t use up the code of another kind of email', async () => {
    const { email } = await createUnverifiedReader()
    await callFirebase('sendOobCode', { requestType: 'PASSWORD_RESET', email })
    const oobCode = await readEmailCode(email)
    await expectError(confirm(oobCode), 400, 'bad_request')
    const reset = { oobCode, newPassword: 'another password' }
    expect((await callFirebase('resetPassword', reset)).email).toBe(email)
  })

  it('refuses everything that isn’t a code', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (code) => {
        const response = await confirm(code)
        expect([400, 401]).toContain(response.status)
      }),
      { numRuns: 50 },
    )
  })
})
