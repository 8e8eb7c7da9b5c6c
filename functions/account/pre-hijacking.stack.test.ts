/**
 * Account pre-hijacking: a stranger makes an account with somebody's address and prepares ways back
 * into it, before the owner of the address arrives. The five variants are described in Sudhodanan and
 * Paverd, "Pre-hijacked accounts" (USENIX Security 2022, arXiv:2205.10174).
 */
import { describe, expect, it } from 'vitest'
import { newName } from '../../scripts/local/own-accounts.ts'
import { readerSchema } from '../../src/domain/reader.ts'
import {
  ago,
  type EdgeClient,
  edgeClient,
  errorOf,
  openSession,
  signCookie,
  stack,
} from '../edge-client.ts'
import { firestore } from '../edge-client-readers.ts'
import { sessionRollSeconds } from './tokens.ts'

const { IDENTITY_URL, FIREBASE_API_KEY, FIREBASE_PROJECT_ID } = stack.workerVariables

type SignedIn = {
  readonly idToken: string
  readonly refreshToken: string
  readonly localId: string
}

/** A call that anybody can make with the public key. */
async function callFirebase<Answer>(method: string, body: object): Promise<Answer> {
  const response = await fetch(`${IDENTITY_URL}/v1/accounts:${method}?key=${FIREBASE_API_KEY}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ returnSecureToken: true, ...body }),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json() as Promise<Answer>
}

type Account = { readonly email: string; readonly providerUserInfo?: readonly { email: string }[] }

/** The account as Firebase stores it. */
async function accountOf(uid: string): Promise<Account | undefined> {
  const response = await fetch(
    `${IDENTITY_URL}/v1/projects/${FIREBASE_PROJECT_ID}/accounts:lookup`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
      body: JSON.stringify({ localId: [uid] }),
    },
  )
  return ((await response.json()) as { users?: Account[] }).users?.[0]
}

/** The code of the newest email of this kind; the emulator files each under the account's address. */
async function codeFor(email: string, kind: string): Promise<string> {
  const answer = await fetch(`${stack.outboxUrl}/letters`)
  const emails = (await answer.json()) as { to: string; kind: string; link: string }[]
  const found = emails.findLast((sent) => sent.to === email && sent.kind === kind)!
  return new URL(found.link).searchParams.get('oobCode')!
}

async function signInByLink(email: string): Promise<SignedIn> {
  await callFirebase('sendOobCode', { requestType: 'EMAIL_SIGNIN', email })
  const oobCode = await codeFor(email, 'EMAIL_SIGNIN')
  return callFirebase('signInWithEmailLink', { email, oobCode })
}

function signInByGoogle(email: string, idToken?: string): Promise<SignedIn> {
  const google = JSON.stringify({ sub: `google-${email}`, email, email_verified: true })
  return callFirebase('signInWithIdp', {
    requestUri: stack.siteUrl,
    postBody: `id_token=${encodeURIComponent(google)}&providerId=google.com`,
    ...(idToken ? { idToken } : {}),
  })
}

async function signInByNewPassword(email: string): Promise<SignedIn> {
  await callFirebase('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  const oobCode = await codeFor(email, 'PASSWORD_RESET')
  const password = 'the owner’s own password'
  await callFirebase('resetPassword', { oobCode, newPassword: password })
  return callFirebase('signInWithPassword', { email, password })
}

const post = (client: EdgeClient, path: string, body: object) =>
  client.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

const newAddress = () => `${newName()}@example.com`
const confirm = (code: string) => post(edgeClient(), '/api/confirmation', { code })
const userOf = async (client: EdgeClient) => (await client.request('/api/user')).json()

/** Firebase counts in whole seconds: what happens next happens in another one. */
async function nextSecond() {
  const second = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000), { timeout: 5000 }).toBeGreaterThan(second)
}

const attackerPassword = 'the attacker’s password'

/** Everything that an attacker can prepare in an account with somebody else's address. */
async function prepareAccount({ opensSession }: { readonly opensSession: boolean }) {
  const [victim, attacker] = [newAddress(), newAddress()]
  const password = attackerPassword
  const signedUp = await callFirebase<SignedIn>('signUp', { email: victim, password })
  const { localId: uid, idToken } = signedUp
  const session = edgeClient()
  if (opensSession) {
    expect((await openSession(session, idToken)).status).toBe(200)
  }
  await signInByGoogle(attacker, idToken)
  // Reserved for the code: Google's account at this address is linked already.
  const mailbox = newAddress()
  await post(session, '/api/account/email', { idToken, email: mailbox })
  await callFirebase('sendOobCode', {
    requestType: 'VERIFY_AND_CHANGE_EMAIL',
    idToken,
    newEmail: mailbox,
  })
  const code = await codeFor(victim, 'VERIFY_AND_CHANGE_EMAIL')
  await nextSecond()
  return { victim, attacker, mailbox, uid, idToken, session, code }
}

const arrivals = {
  link: signInByLink,
  Google: signInByGoogle,
  'new password': signInByNewPassword,
}

/** The owner of the address signs in for the first time. */
async function arrive(email: string, by: keyof typeof arrivals) {
  const { idToken, localId } = await arrivals[by](email)
  const client = edgeClient()
  const opened = await post(client, '/api/session', { idToken, byEmailLink: by === 'link' })
  expect(opened.status).toBe(200)
  return { client, uid: localId }
}

async function recordOf(uid: string) {
  const stored = await firestore.get(`users/${uid}`)
  return readerSchema.parse(stored.ok && stored.value?.fields)
}

describe.each([
  ['link', true],
  ['link', false],
  ['Google', true],
  ['Google', false],
  ['new password', true],
  ['new password', false],
] as const)(
  'an account that a stranger made, once the owner has signed in by %s (stranger had a session: %s)',
  (by, opensSession) => {
    it('refuses the change of address that the stranger had asked for', async () => {
      const { victim, uid, code } = await prepareAccount({ opensSession })
      const owner = await arrive(victim, by)
      expect(owner.uid).toBe(uid)
      expect(await errorOf(await confirm(code))).toMatchObject({ status: 401, code: 'bad_token' })
      expect(await recordOf(uid)).toMatchObject({ email: victim, emailVerified: true })
      expect(await accountOf(uid)).toMatchObject({ email: victim })
      expect(await userOf(owner.client)).toMatchObject({ response: { email: victim } })
    })

    it('is restored where the stranger hands the code to Firebase directly', async () => {
      const { victim, mailbox, uid, code } = await prepareAccount({ opensSession })
      await arrive(victim, by)
      await callFirebase('update', { oobCode: code })
      expect(await accountOf(uid)).toMatchObject({ email: mailbox })

      const thief = await signInByLink(mailbox)
      expect(thief.localId).toBe(uid)
      const browser = edgeClient()
      const refused = await openSession(browser, thief.idToken)
      expect(await errorOf(refused)).toMatchObject({ status: 401, code: 'stale_token' })
      expect(browser.cookies.size).toBe(0)

      expect(await accountOf(uid)).toMatchObject({ email: victim })
      const again = await signInByLink(victim)
      expect(again.localId).toBe(uid)
      await nextSecond()
      const owner = edgeClient()
      const { idToken } = await signInByLink(victim)
      expect((await openSession(owner, idToken)).status).toBe(200)
      expect(await userOf(owner)).toMatchObject({ response: { firebase_id: uid, email: victim } })
    })

    it('leaves the stranger no password, no linked Google account, no token and no session', async () => {
      const { victim, attacker, uid, idToken, session } = await prepareAccount({ opensSession })
      await arrive(victim, by)
      const signIn = { email: victim, password: attackerPassword }
      await expect(callFirebase('signInWithPassword', signIn)).rejects.toThrow('INVALID_LOGIN')
      const linked = (await accountOf(uid))?.providerUserInfo?.map(({ email }) => email) ?? []
      expect(linked).not.toContain(attacker)
      // A Google account that another one replaced stays in the emulator's index.
      if (by !== 'Google') expect((await signInByGoogle(attacker)).localId).not.toBe(uid)
      const newPassword = { idToken, password: 'another of the attacker' }
      await expect(callFirebase('update', newPassword)).rejects.toThrow('TOKEN_EXPIRED')
      expect((await openSession(edgeClient(), idToken)).status).toBe(401)
      expect(await userOf(session)).toEqual({ response: null })
    })
  },
)

describe('a change of address', () => {
  /** The owner of a verified address, signed in. */
  async function owner() {
    const email = newAddress()
    const { client, uid } = await arrive(email, 'link')
    const { idToken } = await signInByLink(email)
    return { email, client, uid, idToken }
  }

  async function askForChange({ client, email, idToken }: Awaited<ReturnType<typeof owner>>) {
    const newEmail = newAddress()
    const noted = await post(client, '/api/account/email', { idToken, email: newEmail })
    expect(noted.status).toBe(204)
    await callFirebase('sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken,
      newEmail,
    })
    return { newEmail, code: await codeFor(email, 'VERIFY_AND_CHANGE_EMAIL') }
  }

  it('takes effect where the owner asked for it', async () => {
    const reader = await owner()
    const { newEmail, code } = await askForChange(reader)
    expect(await (await confirm(code)).json()).toEqual({ email: newEmail })
    expect(await recordOf(reader.uid)).toMatchObject({
      email: newEmail,
      requestedEmail: null,
      formerEmails: [reader.email],
    })
    expect(await userOf(reader.client)).toMatchObject({ response: { email: newEmail } })
  })

  it('takes effect at the next sign-in where the answer was lost', async () => {
    const reader = await owner()
    const { newEmail, code } = await askForChange(reader)
    await callFirebase('update', { oobCode: code })
    const { idToken } = await signInByLink(newEmail)
    expect((await openSession(edgeClient(), idToken)).status).toBe(200)
    expect(await recordOf(reader.uid)).toMatchObject({ email: newEmail, emailVerified: true })
  })

  it('is refused where only Firebase was asked', async () => {
    const { email, idToken, uid } = await owner()
    const newEmail = newAddress()
    const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail }
    await callFirebase('sendOobCode', request)
    const refused = await confirm(await codeFor(email, 'VERIFY_AND_CHANGE_EMAIL'))
    expect(await errorOf(refused)).toMatchObject({ code: 'bad_token' })
    expect(await accountOf(uid)).toMatchObject({ email })
  })

  it('cannot be asked for by somebody who is not signed in, or with another reader’s token', async () => {
    const [one, other] = [await owner(), await owner()]
    const ask = async (client: EdgeClient, idToken: unknown, email: unknown = newAddress()) =>
      errorOf(await post(client, '/api/account/email', { idToken, email }))
    expect(await ask(edgeClient(), one.idToken)).toMatchObject({ code: 'signed_out' })
    expect(await ask(one.client, other.idToken)).toMatchObject({ code: 'forbidden' })
    expect(await ask(one.client, 'x')).toMatchObject({ code: 'bad_token' })
    expect(await ask(one.client, one.idToken, 'no address')).toMatchObject({ code: 'bad_request' })
    expect(await recordOf(one.uid)).toMatchObject({ requestedEmail: null })
  })

  it('can be undone by the email to the former address, and whoever made it is locked out', async () => {
    const reader = await owner()
    await callFirebase('update', { idToken: reader.idToken, password: attackerPassword })
    // The address was changed without asking; the emulator sends this email for that alone.
    const thief = await callFirebase<SignedIn>('signInWithPassword', {
      email: reader.email,
      password: attackerPassword,
    })
    const stolen = newAddress()
    await callFirebase('update', { idToken: thief.idToken, email: stolen })
    await nextSecond()
    const recovered = await confirm(await codeFor(reader.email, 'RECOVER_EMAIL'))
    expect(await recovered.json()).toEqual({ email: reader.email })
    expect(await userOf(reader.client)).toEqual({ response: null })
    const signIn = { email: reader.email, password: attackerPassword }
    await expect(callFirebase('signInWithPassword', signIn)).rejects.toThrow('INVALID_LOGIN')
  })

  it('is not undone in favour of an address that the account had before its owner came', async () => {
    const [attacker, victim] = [newAddress(), newAddress()]
    const password = attackerPassword
    const made = await callFirebase<SignedIn>('signUp', { email: attacker, password })
    expect((await openSession(edgeClient(), made.idToken)).status).toBe(200)
    await callFirebase('update', { idToken: made.idToken, email: victim })
    await nextSecond()
    const { uid } = await arrive(victim, 'link')
    expect(uid).toBe(made.localId)
    const code = await codeFor(attacker, 'RECOVER_EMAIL')
    expect(await errorOf(await confirm(code))).toMatchObject({ code: 'bad_token' })
    expect(await accountOf(uid)).toMatchObject({ email: victim })
    expect(await recordOf(uid)).toMatchObject({ email: victim })
  })

  it('between the owner’s sign-in and the session is noticed', async () => {
    const { victim, code } = await prepareAccount({ opensSession: true })
    const { idToken } = await signInByLink(victim)
    await callFirebase('update', { oobCode: code })
    const refused = await post(edgeClient(), '/api/session', { idToken, byEmailLink: true })
    expect(await errorOf(refused)).toMatchObject({ code: 'stale_token' })
  })

  it('and a sign-in are refused with a stranger’s token from before the owner’s sign-in', async () => {
    const { victim, uid, idToken } = await prepareAccount({ opensSession: true })
    const { idToken: own } = await signInByLink(victim)
    const stranger = edgeClient()
    expect(await errorOf(await openSession(stranger, idToken))).toMatchObject({
      code: 'stale_token',
    })
    expect(await recordOf(uid)).toMatchObject({ emailVerified: false })
    const owner = edgeClient()
    const opened = await post(owner, '/api/session', { idToken: own, byEmailLink: true })
    expect(opened.status).toBe(200)
    expect(stranger.cookies.size).toBe(0)
  })

  it('that Firebase alone knows of is undone when the owner’s session is renewed', async () => {
    const { victim, code, uid } = await prepareAccount({ opensSession: true })
    await arrive(victim, 'link')
    await callFirebase('update', { oobCode: code })
    const client = edgeClient()
    const since = Date.now() / 1000
    const session = await signCookie('session', { sub: uid, since }, ago(sessionRollSeconds + 60))
    client.cookies.set('__Host-session', session)
    expect(await (await client.request('/api/subscription')).json()).toMatchObject({
      signedIn: true,
    })
    expect(await accountOf(uid)).toMatchObject({ email: victim })
  })

  it('that Firebase alone knows of is undone when the owner looks at the account', async () => {
    const { victim, code, uid } = await prepareAccount({ opensSession: true })
    const { client } = await arrive(victim, 'link')
    await callFirebase('update', { oobCode: code })
    const answer = await client.request('/api/account')
    expect(await answer.json()).toMatchObject({ email: victim, emailVerified: true })
    expect(await accountOf(uid)).toMatchObject({ email: victim })
  })
})
