/** Signing in and out: what happens, in which order, and the words for what can go wrong. */
import { forgetIdentity, identify, track } from '../../browser/analytics.ts'
import { type ApiFailure, callForJson, callForNothing } from '../../browser/api.ts'
import type { AuthSettings, SignInFailure } from '../../browser/firebase-auth.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import type { User } from '../../contracts/user.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { site } from '../../site.ts'
import { acceptSubscription, forgetReader } from './subscription-store.ts'

const notNow =
  'Logging in is not possible right now. The fault is ours, not yours: please try again in a minute.'

const words: Readonly<Record<SignInFailure, string>> = {
  wrongCredentials: 'This e-mail address and password do not go together.',
  invalidEmail: 'This does not look like an e-mail address.',
  tooManyTries: 'Too many tries. Please wait a few minutes, then try again.',
  disabled: `This account is closed. Please write to ${site.subscriptionsEmail}.`,
  offline: 'You seem to be offline. Please check your connection and try again.',
  unreachable: notNow,
  unknown: notNow,
}

/** Fails with words for the reader. */
export async function signIn(
  settings: AuthSettings,
  email: string,
  password: string,
): Promise<Result<void, string>> {
  const loaded = await import('../../browser/firebase-auth.ts').catch(() => null)
  if (!loaded) return fail(navigator.onLine ? words.unreachable : words.offline)
  const idToken = await loaded.signInWithPassword(settings, email, password)
  if (!idToken.ok) return fail(words[idToken.failure])
  const opened = await callForJson<SubscriptionResponse>('POST', endpoints.session, {
    idToken: idToken.value,
  })
  if (!opened.ok) return fail(openingWords(opened.failure))
  // Of whoever was here before, had they not signed out.
  forgetSaved()
  acceptSubscription(opened.value)
  track('Signed In', { method: 'password' })
  await identifyReader()
  return succeed(undefined)
}

/** Milliseconds that a reader who has signed in may be kept for what only we want to know. */
const identifyPatience = 1000

/** Costs one database read. */
async function identifyReader() {
  const found = callForJson<{ response: User | null }>('GET', endpoints.user).then((answer) => {
    if (answer.ok && answer.value.response) identify(answer.value.response)
  })
  await Promise.race([found, new Promise((resolve) => setTimeout(resolve, identifyPatience))])
}

function openingWords({ code, message }: ApiFailure): string {
  const isOurFault =
    code === 'unavailable' || code === 'unreachable' || code === 'internal' || code === 'unknown'
  return isOurFault ? notNow : message
}

const noLetterNow =
  'We cannot send anything right now. The fault is ours, not yours: please try again in a minute.'

/** Fails with words for the reader. Says nothing about whether the address has an account. */
export async function requestPasswordLetter(
  settings: AuthSettings,
  email: string,
): Promise<Result<void, string>> {
  const loaded = await import('../../browser/firebase-auth.ts').catch(() => null)
  if (!loaded) return fail(navigator.onLine ? noLetterNow : words.offline)
  const sent = await loaded.sendPasswordLetter(settings, email)
  if (sent.ok) return sent
  const isOurFault = sent.failure === 'unreachable' || sent.failure === 'unknown'
  return fail(isOurFault ? noLetterNow : words[sent.failure])
}

/** What features/saved keeps on this device of whoever is signed in. */
function forgetSaved() {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key === 'saved' || key.startsWith('saved.')) localStorage.removeItem(key)
    }
  } catch {
    // Then nothing is kept.
  }
}

export async function signOut(): Promise<Result<void, string>> {
  // First of all, while the session can still say whose events these are.
  track('Signed Out', {})
  forgetIdentity()
  const closed = await callForNothing('DELETE', endpoints.session)
  if (!closed.ok) return fail(closed.failure.message)
  forgetSaved()
  forgetReader()
  return succeed(undefined)
}

/** Where a reader goes after signing in: the page they came from, if it is one of ours. */
export function returnAddress(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('return') ?? '/'
  try {
    const address = new URL(wanted, origin)
    // Whole, because a path that begins with two slashes would name another site.
    return address.origin === origin ? address.href : '/'
  } catch {
    return '/'
  }
}
