/** Accounts for journeys that change them, because other journeys use the sample's readers at the same time. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import {
  callIdentityApi,
  createTestAccount,
  createTestAddress,
  createTestName,
  testPassword,
} from '../../../scripts/dev/stack/emulator-accounts.ts'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'
import { openPage, pressLogIn, sampleAccount } from './page-actions.ts'
import { listEvents, readAnonymousId } from './received-events.ts'

/** `name` is the part of the address before the @. */
export type Account = Record<'name' | 'email' | 'password' | 'uid', string>
type Credentials = Pick<Account, 'email' | 'password'>

export const createEmailAddress = createTestAddress

export async function createAccount(options?: { isVerified?: boolean }): Promise<Account> {
  const name = createTestName()
  const email = `${name}@example.com`
  const uid = await createTestAccount(readRunningStack(), email, options)
  return { name, email, password: testPassword, uid }
}

async function requestIdToken(credentials: Credentials): Promise<string> {
  const body = { ...credentials, returnSecureToken: true }
  return (await callIdentityApi(readRunningStack(), 'signInWithPassword', body)).idToken!
}

/** A browser, or requests like a browser's. */
export type Caller = Pick<BrowserContext, 'request'>

async function post(context: Caller, path: string, data: object) {
  const headers = { Origin: readRunningStack().siteUrl }
  const response = await context.request.post(path, { data, headers })
  if (!response.ok()) throw new Error(await response.text())
}

/** Changes the address without confirmation, so that the service emails the former address. */
export async function changeEmail(account: Account, email: string) {
  const idToken = await requestIdToken(account)
  await callIdentityApi(readRunningStack(), 'update', { idToken, email })
}

export async function isVerified(email: string): Promise<boolean> {
  const { users } = await callIdentityApi(readRunningStack(), 'lookup', { email: [email] }, true)
  return users?.[0]?.emailVerified ?? false
}

type AuthEmailKind =
  | 'EMAIL_SIGNIN'
  | 'PASSWORD_RESET'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'

/** Waits for an email of this kind, and returns the link in the latest. */
export async function findAuthEmailLink(email: string, kind: AuthEmailKind): Promise<string> {
  const findLink = async () => {
    const apiResponse = await fetch(`${readRunningStack().inboxUrl}/auth-emails`)
    const emails = (await apiResponse.json()) as { to: string; kind: string; link: string }[]
    return emails.findLast((one) => one.to === email && one.kind === kind)?.link
  }
  await expect.poll(findLink).toBeDefined()
  return (await findLink())!
}

/** Lists the methods in this browser's “Signed In” events. */
export async function listSignInMethods(page: Page): Promise<string[]> {
  const events = await listEvents(await readAnonymousId(page))
  return events.flatMap((event) =>
    event.type === 'track' && event.event === 'Signed In' ? [String(event.properties.method)] : [],
  )
}

export async function signInWithIdToken(context: Caller, credentials: Credentials) {
  await post(context, '/api/session', { idToken: await requestIdToken(credentials) })
}

/** Logs in without the form, which is slower, for journeys that aren't about it. */
export async function openPageAs(page: Page, reader: string, path: string) {
  await signInWithIdToken(page.context(), sampleAccount(reader))
  await openPage(page, path)
}

/** Creates an account whose next login isn't the first, so that it doesn't lead to the welcome page. */
export async function createReturningAccount(context: BrowserContext): Promise<Account> {
  const account = await createAccount()
  await signInWithIdToken(context, account)
  await context.clearCookies()
  return account
}

export async function signInAsNewReader(context: Caller): Promise<Account> {
  const account = await createAccount()
  await signInWithIdToken(context, account)
  return account
}

/** The sign-in service stores whole seconds, so a login in the second in which sessions were ended is refused. */
export async function waitForNextSecond() {
  const second = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(second)
}

/** Returns null for a guest. */
export async function readSignedInReader(
  context: BrowserContext,
): Promise<{ email: string } | null> {
  const apiResponse = await context.request.get('/api/user')
  return ((await apiResponse.json()) as { response: { email: string } | null }).response
}

export async function logInAs(page: Page, { email, password }: Credentials) {
  await openPage(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await pressLogIn(page)
}

/** Returns the path of a signed-in reader's own link. */
export async function createReferralPath({ request }: BrowserContext): Promise<string> {
  const headers = { Origin: readRunningStack().siteUrl }
  const answer = await request.put('/api/referral', { headers })
  return `/r/${((await answer.json()) as { code: string }).code}`
}
