/**
 * Tests account pre-hijacking, in the five variants of Sudhodanan and Paverd, "Pre-hijacked accounts" (USENIX Security
 * 2022, arXiv:2205.10174).
 */
import { describe, expect, it, vi } from 'vitest'
import {
  createEdgeClient,
  type EdgeClient,
  expectError,
  expectSession,
  openSession,
  stack,
} from '../testing/edge-client.ts'
import {
  callFirebase,
  createAddress,
  findAccount,
  readEmailCode,
  readReader,
} from '../testing/test-readers.ts'

type SignedIn = { readonly idToken: string; readonly localId: string }

const signInWith = async (method: string, body: object) =>
  (await callFirebase(method, body)) as SignedIn

async function signInByLink(email: string): Promise<SignedIn> {
  await callFirebase('sendOobCode', { requestType: 'EMAIL_SIGNIN', email })
  const oobCode = await readEmailCode(email, 'EMAIL_SIGNIN')
  return signInWith('signInWithEmailLink', { email, oobCode })
}

function signInByGoogle(email: string, idToken?: string): Promise<SignedIn> {
  const google = JSON.stringify({ sub: `google-${email}`, email, email_verified: true })
  return signInWith('signInWithIdp', {
    requestUri: stack.siteUrl,
    postBody: `id_token=${encodeURIComponent(google)}&providerId=google.com`,
    ...(idToken ? { idToken } : {}),
  })
}

async function signInByNewPassword(email: string): Promise<SignedIn> {
  await callFirebase('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const oobCode = await readEmailCode(email, 'PASSWORD_RESET')
  const password = 'the owner’s own password'
  await callFirebase('resetPassword', { oobCode, newPassword: password })
  return signInWith('signInWithPassword', { email, password })
}

async function requestChangeCode(email: string, idToken: string, newEmail: string) {
  const requestType = 'VERIFY_AND_CHANGE_EMAIL'
  await callFirebase('sendOobCode', { requestType, idToken, newEmail })
  return readEmailCode(email, requestType)
}

const confirm = (code: string) => createEdgeClient().send('POST /api/confirmation', { code })
const confirmAndRead = async (code: string) => (await confirm(code)).json()
const fetchUser = (client: EdgeClient) => client.fetchJson('GET /api/user')

/** Waits for the next second of Firebase's timestamps. The tests mostly wait, so they run concurrently. */
async function nextSecond() {
  const second = Math.floor(Date.now() / 1000)
  // Unlike expect.poll, `waitUntil` works in concurrent tests.
  await vi.waitUntil(() => Math.floor(Date.now() / 1000) > second, { timeout: 5000 })
}

const attackerPassword = 'the attacker’s password'

async function prepareAccount({ opensSession }: { readonly opensSession: boolean }) {
  const [victim, attacker] = [createAddress(), createAddress()]
  const signedUp = await signInWith('signUp', { email: victim, password: attackerPassword })
  const { localId: uid, idToken } = signedUp
  const session = createEdgeClient()
  if (opensSession) await expectSession(session, idToken)
  await signInByGoogle(attacker, idToken)
  // A new address, because the attacker's Google account is already linked to the other one.
  const mailbox = createAddress()
  await session.send('POST /api/account/email', { idToken, email: mailbox })
  const code = await requestChangeCode(victim, idToken, mailbox)
  await nextSecond()
  return { victim, attacker, mailbox, uid, idToken, session, code }
}

const ownerSignIns = {
  link: signInByLink,
  Google: signInByGoogle,
  'new password': signInByNewPassword,
}

async function signInAsOwner(email: string, by: keyof typeof ownerSignIns) {
  const { idToken, localId } = await ownerSignIns[by](email)
  const client = createEdgeClient()
  const opened = await client.send('POST /api/session', { idToken, isEmailLink: by === 'link' })
  expect(opened.status).toBe(200)
  return { client, uid: localId }
}

type Account = Omit<Awaited<ReturnType<typeof prepareAccount>>, 'mailbox' | 'code'>

/** Checks that nothing with which the attacker signed in still opens the account. */
async function expectLockedOut({ victim, attacker, uid, idToken, session }: Account) {
  expect(await fetchUser(session)).toEqual({ response: null })
  const signIn = { email: victim, password: attackerPassword }
  await expect(callFirebase('signInWithPassword', signIn)).rejects.toThrow('INVALID_LOGIN')
  const linked = (await findAccount(uid))?.providerUserInfo?.map(({ email }) => email) ?? []
  expect(linked).not.toContain(attacker)
  const newPassword = { idToken, password: 'another of the attacker' }
  await expect(callFirebase('update', newPassword)).rejects.toThrow('TOKEN_EXPIRED')
  expect((await openSession(createEdgeClient(), idToken)).status).toBe(401)
}

const signInCases = (['link', 'Google', 'new password'] as const).flatMap((by) => [
  { by, opensSession: true },
  { by, opensSession: false },
])

describe.concurrent.each(signInCases)(
  'an attacker’s account when the address’s owner signs in by $by (attacker had a session: $opensSession)',
  ({ by, opensSession }) => {
    it('refuses the change of address that the attacker requested', async () => {
      const { victim, uid, code } = await prepareAccount({ opensSession })
      const owner = await signInAsOwner(victim, by)
      expect(owner.uid).toBe(uid)
      await expectError(confirm(code), 401, 'bad_token')
      expect(await readReader(uid)).toMatchObject({ email: victim, emailVerified: true })
      expect(await findAccount(uid)).toMatchObject({ email: victim })
      expect(await fetchUser(owner.client)).toMatchObject({ response: { email: victim } })
    })

    it('is restored if the attacker applies the code directly in Firebase', async () => {
      const { victim, mailbox, uid, code } = await prepareAccount({ opensSession })
      await signInAsOwner(victim, by)
      await callFirebase('update', { oobCode: code })
      expect(await findAccount(uid)).toMatchObject({ email: mailbox })
      const stolen = await signInByLink(mailbox)
      expect(stolen.localId).toBe(uid)
      const browser = createEdgeClient()
      await expectError(openSession(browser, stolen.idToken), 401, 'stale_token')
      expect(browser.cookies.size).toBe(0)

      expect(await findAccount(uid)).toMatchObject({ email: victim })
      await nextSecond()
      const { idToken } = await signInByLink(victim)
      const owner = await expectSession(createEdgeClient(), idToken)
      const response = { firebase_id: uid, email: victim }
      expect(await fetchUser(owner)).toMatchObject({ response })
    })

    it('keeps no password, linked Google account, token or session of the attacker', async () => {
      const account = await prepareAccount({ opensSession })
      const { victim, attacker, uid } = account
      await signInAsOwner(victim, by)
      await expectLockedOut(account)
      // The emulator still finds an account by a linked Google account that has been replaced.
      if (by !== 'Google') expect((await signInByGoogle(attacker)).localId).not.toBe(uid)
    })
  },
)

/** Requests with which an attacker makes Firebase email the owner. */
const confirmationRequests = {
  VERIFY_EMAIL: async () => {
    const account = await prepareAccount({ opensSession: true })
    const { victim, idToken } = account
    await callFirebase('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
    return { ...account, code: await readEmailCode(victim, 'VERIFY_EMAIL') }
  },
  VERIFY_AND_CHANGE_EMAIL: async () => {
    const [attacker, victim] = [createAddress(), createAddress()]
    const credentials = { email: attacker, password: attackerPassword }
    const { localId: uid, idToken } = await signInWith('signUp', credentials)
    const session = await expectSession(createEdgeClient(), idToken)
    await session.send('POST /api/account/email', { idToken, email: victim })
    const code = await requestChangeCode(attacker, idToken, victim)
    return { victim, attacker, uid, idToken, session, code }
  },
}

describe.concurrent.each(['VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL'] as const)(
  'an attacker’s account when the address’s owner confirms the address (%s)',
  (requestType) => {
    it('keeps no password, linked Google account, token or session of the attacker', async () => {
      const account = await confirmationRequests[requestType]()
      const { victim, uid, code } = account
      expect(await confirmAndRead(code)).toEqual({ email: victim, isSecured: true })
      await expectLockedOut(account)

      await nextSecond()
      const owner = await signInAsOwner(victim, 'link')
      expect(owner.uid).toBe(uid)
      expect(await fetchUser(owner.client)).toMatchObject({ response: { email: victim } })
    })
  },
)

describe.concurrent('a change of address', () => {
  async function owner() {
    const email = createAddress()
    const signedIn = await signInAsOwner(email, 'link')
    return { ...signedIn, email, idToken: (await signInByLink(email)).idToken }
  }

  async function requestEmailChange({ client, email, idToken }: Awaited<ReturnType<typeof owner>>) {
    const newEmail = createAddress()
    const recorded = await client.send('POST /api/account/email', { idToken, email: newEmail })
    expect(recorded.status).toBe(204)
    return { newEmail, code: await requestChangeCode(email, idToken, newEmail) }
  }

  it('takes effect if the owner requested it', async () => {
    const reader = await owner()
    const { newEmail, code } = await requestEmailChange(reader)
    expect(await confirmAndRead(code)).toEqual({ email: newEmail, isSecured: false })
    const changed = { email: newEmail, requestedEmail: null, formerEmails: [reader.email] }
    expect(await readReader(reader.uid)).toMatchObject(changed)
    expect(await fetchUser(reader.client)).toMatchObject({ response: { email: newEmail } })
  })

  it('takes effect at the next sign-in if the response was lost', async () => {
    const reader = await owner()
    const { newEmail, code } = await requestEmailChange(reader)
    await callFirebase('update', { oobCode: code })
    const { idToken } = await signInByLink(newEmail)
    await expectSession(createEdgeClient(), idToken)
    expect(await readReader(reader.uid)).toMatchObject({ email: newEmail, emailVerified: true })
  })

  it('is refused if it was requested from Firebase alone', async () => {
    const { email, idToken, uid } = await owner()
    const code = await requestChangeCode(email, idToken, createAddress())
    await expectError(confirm(code), 401, 'bad_token')
    expect(await findAccount(uid)).toMatchObject({ email })
  })

  it('can’t be requested by a guest, or with another reader’s token', async () => {
    const [one, other] = [await owner(), await owner()]
    const request = (client: EdgeClient, idToken: string) =>
      client.send('POST /api/account/email', { idToken, email: createAddress() })
    await expectError(request(createEdgeClient(), one.idToken), 401, 'signed_out')
    await expectError(request(one.client, other.idToken), 403, 'forbidden')
    expect(await readReader(one.uid)).toMatchObject({ requestedEmail: null })
  })

  it('can be undone from the email to the former address, which locks the attacker out', async () => {
    const reader = await owner()
    await callFirebase('update', { idToken: reader.idToken, password: attackerPassword })
    // The emulator emails the former address only after changes that need no confirmation.
    const credentials = { email: reader.email, password: attackerPassword }
    const attackerClient = await signInWith('signInWithPassword', credentials)
    const stolen = createAddress()
    await callFirebase('update', { idToken: attackerClient.idToken, email: stolen })
    await nextSecond()
    const code = await readEmailCode(reader.email, 'RECOVER_EMAIL')
    expect(await confirmAndRead(code)).toMatchObject({ email: reader.email })
    expect(await fetchUser(reader.client)).toEqual({ response: null })
    await expect(callFirebase('signInWithPassword', credentials)).rejects.toThrow('INVALID_LOGIN')
  })

  it('can’t be undone from an address that the account had before its owner signed in', async () => {
    const [attacker, victim] = [createAddress(), createAddress()]
    const made = await signInWith('signUp', { email: attacker, password: attackerPassword })
    await expectSession(createEdgeClient(), made.idToken)
    await callFirebase('update', { idToken: made.idToken, email: victim })
    await nextSecond()
    const { uid } = await signInAsOwner(victim, 'link')
    expect(uid).toBe(made.localId)
    const code = await readEmailCode(attacker, 'RECOVER_EMAIL')
    await expectError(confirm(code), 401, 'bad_token')
    expect(await findAccount(uid)).toMatchObject({ email: victim })
    expect(await readReader(uid)).toMatchObject({ email: victim })
  })

  it('is detected between the owner’s sign-in and the session', async () => {
    const { victim, code } = await prepareAccount({ opensSession: true })
    const { idToken } = await signInByLink(victim)
    await callFirebase('update', { oobCode: code })
    const refused = createEdgeClient().send('POST /api/session', { idToken, isEmailLink: true })
    await expectError(refused, 401, 'stale_token')
  })

  it('doesn’t let an attacker sign in with a token from before the owner’s sign-in', async () => {
    const { victim, uid, idToken } = await prepareAccount({ opensSession: true })
    const { idToken: own } = await signInByLink(victim)
    const attacker = createEdgeClient()
    await expectError(openSession(attacker, idToken), 401, 'stale_token')
    expect(await readReader(uid)).toMatchObject({ emailVerified: false })
    const session = { idToken: own, isEmailLink: true }
    expect((await createEdgeClient().send('POST /api/session', session)).status).toBe(200)
    expect(attacker.cookies.size).toBe(0)
  })

  it('is undone when the owner opens the account settings, if it was made in Firebase alone', async () => {
    const { victim, code, uid } = await prepareAccount({ opensSession: true })
    const { client } = await signInAsOwner(victim, 'link')
    await callFirebase('update', { oobCode: code })
    const account = { email: victim, emailVerified: true }
    expect(await client.fetchJson('GET /api/account')).toMatchObject(account)
    expect(await findAccount(uid)).toMatchObject({ email: victim })
  })
})
