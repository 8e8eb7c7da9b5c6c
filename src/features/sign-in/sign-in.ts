import { track } from '../../browser/analytics.ts'
import { createAuthLinkUrl } from '../../browser/auth-link.ts'
import { callAuth, getAuthMessage, googleMessages } from '../../browser/auth-service.ts'
import type { NewAccount } from '../../browser/firebase-auth.ts'
import type { AuthFailure } from '../../browser/firebase-auth-call.ts'
import type { GoogleCredential } from '../../browser/google-sign-in.ts'
import { invalidLinkMessage } from '../../contracts/endpoints/reader-messages.ts'
import type { SessionResponse } from '../../contracts/endpoints/session-endpoints.ts'
import { parseArticleToSave } from '../../contracts/pages/login-paths.ts'
import type { AuthSettings } from '../../contracts/settings/auth-settings.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { saveOnNextPage } from '../saved/next-page-store.ts'
import { createSession, startSession } from '../session/session-start-store.ts'
import { getUrlAfterSignIn } from './return-url.ts'

type SignInMethod = 'password' | 'google' | 'link'
type MessageOverrides = Partial<Record<AuthFailure, string>>

/** The next address, or a message for the reader. */
export type SignInResult = Promise<Result<string, string>>

async function exchangeToken(
  idToken: string,
  method: SignInMethod,
): Promise<Result<SessionResponse, string>> {
  const opened = await createSession(idToken, { isEmailLink: method === 'link' })
  if (!opened.ok) return opened
  const entered = await startSession(opened.value, () => track('Signed In', { method }))
  return entered.ok ? opened : entered
}

async function completeSignIn(
  token: Result<string, AuthFailure>,
  method: SignInMethod,
  returnTo: string | null,
  overrides: MessageOverrides = {},
): SignInResult {
  if (!token.ok) return fail(getAuthMessage(token.failure, 'logIn', overrides))
  const entered = await exchangeToken(token.value, method)
  return entered.ok ? finishSignIn(entered.value, returnTo) : entered
}

/** The guest's story is saved now, because they may never finish the welcome. */
function finishSignIn({ isNew }: SessionResponse, returnTo: string | null): Result<string, string> {
  const slug = parseArticleToSave(returnTo)
  if (slug !== null) saveOnNextPage(slug)
  return succeed(getUrlAfterSignIn(isNew, returnTo, location.origin))
}

export async function signInWithPassword(
  settings: AuthSettings,
  { email, password }: { email: string; password: string },
  returnTo: string | null,
): SignInResult {
  const token = await callAuth(settings, (firebase, auth) =>
    firebase.signInWithPassword(auth, email, password),
  )
  return completeSignIn(token, 'password', returnTo)
}

export async function signInWithGoogle(
  settings: AuthSettings,
  credential: GoogleCredential,
  returnTo: string | null,
): SignInResult {
  const token = await callAuth(settings, (firebase, auth) =>
    firebase.signInWithGoogle(auth, credential),
  )
  return completeSignIn(token, 'google', returnTo, {
    wrongCredentials: googleMessages.failed,
  })
}

export async function signInWithEmailLink(
  settings: AuthSettings,
  { email, href }: { email: string; href: string },
  returnTo: string | null,
): SignInResult {
  const token = await callAuth(settings, (firebase, auth) =>
    firebase.signInWithLink(auth, email, href),
  )
  return completeSignIn(token, 'link', returnTo, {
    invalidEmail: 'We didn’t send the link to this address. Check the address and try again.',
  })
}

export async function signInWithNewPassword(
  settings: AuthSettings,
  reset: { code: string; email: string; password: string },
  returnTo: string | null,
): SignInResult {
  const token = await callAuth(settings, (firebase, auth) => firebase.resetPassword(auth, reset))
  return completeSignIn(token, 'password', returnTo, {
    // The link may be invalid because of a second press after a lost response.
    invalidLink: `${invalidLinkMessage} If you used it yourself, log in as usual.`,
  })
}

/** Creates an account, and sends the confirmation email at the same time. */
export async function signUp(
  settings: AuthSettings,
  account: NewAccount,
  returnTo: string | null,
): SignInResult {
  const token = await callAuth(settings, (firebase, auth) => firebase.signUp(auth, account))
  if (!token.ok) return fail(getAuthMessage(token.failure, 'signUp'))
  const linkUrl = createAuthLinkUrl(location.origin, {})
  const [entered] = await Promise.all([
    exchangeToken(token.value, 'password'),
    // If the email can't be sent, logging in by email confirms the address too; the welcome and the settings say so.
    callAuth(settings, (firebase, auth) => firebase.sendAddressVerification(auth, linkUrl)),
  ])
  return entered.ok ? finishSignIn(entered.value, returnTo) : entered
}
