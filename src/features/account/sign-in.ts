/** Signing in, in every way there is: what happens and in which order. */
import { track } from '../../browser/analytics.ts'
import type { AuthFailure } from '../../browser/auth-answer.ts'
import type { NewAccount } from '../../browser/firebase-auth.ts'
import type { GoogleCredential } from '../../browser/google-sign-in.ts'
import type { AuthSettings } from '../../contracts/auth-settings.ts'
import { storyToSave } from '../../contracts/save-on-return.ts'
import type { SessionResponse } from '../../contracts/session.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { saveOnNextPage } from '../saved/saved-store.ts'
import { askAuth, authWords } from './ask-auth.ts'
import { letterAddress } from './letter-link.ts'
import { openSession } from './open-session.ts'
import { enterSession } from './opened-session-store.ts'
import { placeAfterSignIn } from './return-address.ts'

type Method = 'password' | 'google' | 'link'
/** What one way to sign in says in place of the general words. */
type Instead = Partial<Record<AuthFailure, string>>

/** The address to go on at, or words for the reader. */
export type SignedIn = Promise<Result<string, string>>

async function enter(idToken: string, method: Method): Promise<Result<SessionResponse, string>> {
  const opened = await openSession(idToken, { byEmailLink: method === 'link' })
  if (!opened.ok) return opened
  const entered = await enterSession(opened.value, () => track('Signed In', { method }))
  return entered.ok ? opened : entered
}

async function enterWith(
  token: Result<string, AuthFailure>,
  method: Method,
  wanted: string | null,
  instead: Instead = {},
): SignedIn {
  if (!token.ok) return fail(authWords(token.failure, 'logIn', instead))
  const entered = await enter(token.value, method)
  return entered.ok ? goOn(entered.value, wanted) : entered
}

/** What a guest wanted is done now: the next page may be the welcome, which they may never finish. */
function goOn({ isNew }: SessionResponse, wanted: string | null): Result<string, string> {
  const slug = storyToSave(wanted)
  if (slug !== null) saveOnNextPage(slug)
  return succeed(placeAfterSignIn(isNew, wanted, location.origin))
}

export async function signInWithPassword(
  settings: AuthSettings,
  { email, password }: { email: string; password: string },
  wanted: string | null,
): SignedIn {
  const token = await askAuth((auth) => auth.signInWithPassword(settings, email, password))
  return enterWith(token, 'password', wanted)
}

export async function signInWithGoogle(
  settings: AuthSettings,
  credential: GoogleCredential,
  wanted: string | null,
): SignedIn {
  const token = await askAuth((auth) => auth.signInWithGoogle(settings, credential))
  return enterWith(token, 'google', wanted, {
    wrongCredentials: 'Google’s answer was not taken. Please try again.',
  })
}

export async function signInWithLetter(
  settings: AuthSettings,
  { email, href }: { email: string; href: string },
  wanted: string | null,
): SignedIn {
  const token = await askAuth((auth) => auth.signInWithLetter(settings, email, href))
  return enterWith(token, 'link', wanted, {
    invalidEmail: 'This is not the address that the link was sent to.',
  })
}

/** Signs in with the password that a letter's code has set. */
export async function signInWithNewPassword(
  settings: AuthSettings,
  letter: { code: string; email: string; password: string },
  wanted: string | null,
): SignedIn {
  const token = await askAuth((auth) => auth.setForgottenPassword(settings, letter))
  return enterWith(token, 'password', wanted, {
    // It may be the reader's own second press, after an answer that was lost.
    usedLink: 'This link has been used already, or is too old. If it was you, log in as ever.',
  })
}

/** Makes an account and signs in. The letter that confirms the address is asked for beside it. */
export async function signUp(
  settings: AuthSettings,
  account: NewAccount,
  wanted: string | null,
): SignedIn {
  const token = await askAuth((auth) => auth.signUp(settings, account))
  if (!token.ok) return fail(authWords(token.failure, 'signUp'))
  const address = letterAddress(location.origin, {})
  const [entered] = await Promise.all([
    enter(token.value, 'password'),
    // A letter that was not sent can be asked for in the settings, and keeps nobody out.
    askAuth((auth) => auth.sendVerificationLetter(settings, address)),
  ])
  return entered.ok ? goOn(entered.value, wanted) : entered
}
