/**
 * Accounts of their own for journeys that change them, made at the sign-in service, and the letters
 * that it would send: other journeys use the sample's readers at the same time.
 */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { logIn, open } from './readers.ts'
import { anonymousIdOf, eventsOf } from './received-events.ts'

export type Account = { readonly email: string; readonly password: string; readonly uid: string }

let count = 0
/** An address that nobody has used yet. */
export const newAddress = () => `journey-${process.pid}-${Date.now()}-${count++}@example.com`

async function askSignIn<Answer>(method: string, body: object, isOwner = false): Promise<Answer> {
  const { IDENTITY_URL, FIREBASE_API_KEY } = runningStack().workerVariables
  const response = await fetch(`${IDENTITY_URL}/v1/accounts:${method}?key=${FIREBASE_API_KEY}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      // The emulator's way to know who may do everything.
      ...(isOwner ? { Authorization: 'Bearer owner' } : {}),
    },
    body: JSON.stringify({ returnSecureToken: true, ...body }),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json() as Promise<Answer>
}

export async function makeAccount({ isVerified = true } = {}): Promise<Account> {
  const [email, password] = [newAddress(), 'a password of its own']
  const { localId } = await askSignIn<{ localId: string }>('signUp', { email, password })
  if (isVerified) await askSignIn('update', { localId, emailVerified: true }, true)
  return { email, password, uid: localId }
}

export async function idTokenOf({ email, password }: Omit<Account, 'uid'>): Promise<string> {
  const answer = await askSignIn<{ idToken: string }>('signInWithPassword', { email, password })
  return answer.idToken
}

/** Has the service send a letter that no page of ours asks for. */
export const askForLetter = (body: object) => askSignIn('sendOobCode', body)

/** As the settings do, before the service sends an email to the new address. */
export async function noteAddress(context: BrowserContext, idToken: string, email: string) {
  const answer = await context.request.post('/api/account/email', {
    data: { idToken, email },
    headers: { Origin: runningStack().siteUrl },
  })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** Changes the address without a letter to it, which makes the service send one to the former. */
export async function changeAddress(account: Account, email: string) {
  await askSignIn('update', { idToken: await idTokenOf(account), email })
}

export async function isVerified(email: string): Promise<boolean> {
  type Found = { users: { emailVerified?: boolean }[] }
  const { users } = await askSignIn<Found>('lookup', { email: [email] }, true)
  return users[0]?.emailVerified ?? false
}

type Kind =
  | 'EMAIL_SIGNIN'
  | 'PASSWORD_RESET'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'

/** The link in the newest letter of this kind to an address, once it has been sent. */
export async function letterTo(email: string, kind: Kind): Promise<string> {
  const find = async () => {
    const answer = await fetch(`${runningStack().outboxUrl}/letters`)
    const letters = (await answer.json()) as { to: string; kind: string; link: string }[]
    return letters.findLast((letter) => letter.to === email && letter.kind === kind)?.link
  }
  await expect.poll(find).toBeDefined()
  return (await find())!
}

/** By which methods this browser has signed in, as the events say it. */
export async function signedInBy(page: Page): Promise<string[]> {
  const events = await eventsOf(await anonymousIdOf(page))
  return events.flatMap((event) =>
    event.type === 'track' && event.event === 'Signed In' ? [String(event.properties.method)] : [],
  )
}

/** Logs in without the form, for journeys that are about something else. */
export async function enter(context: BrowserContext, account: Omit<Account, 'uid'>) {
  const { siteUrl } = runningStack()
  const answer = await context.request.post('/api/session', {
    data: { idToken: await idTokenOf(account) },
    headers: { Origin: siteUrl },
  })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** Whose browser it is, in the server's eyes; null for nobody's. */
export async function readerOf(context: BrowserContext): Promise<{ email: string } | null> {
  const answer = await context.request.get('/api/user')
  return ((await answer.json()) as { response: { email: string } | null }).response
}

export async function logInAs(page: Page, { email, password }: Omit<Account, 'uid'>) {
  await open(page, '/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await logIn(page)
}
