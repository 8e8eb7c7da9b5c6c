/** Asks the sign-in service, and has words for whatever it answers. */
import type { AuthFailure } from '../../browser/auth-answer.ts'
import type { GoogleFailure } from '../../browser/google-sign-in.ts'
import { fail, type Result } from '../../domain/result.ts'
import { site } from '../../site.ts'

type Auth = typeof import('../../browser/firebase-auth.ts')

/** Loads what speaks to the sign-in service with the first question. */
export async function askAuth<Value>(
  ask: (auth: Auth) => Promise<Result<Value, AuthFailure>>,
): Promise<Result<Value, AuthFailure>> {
  const loaded = await import('../../browser/firebase-auth.ts').catch(() => null)
  if (!loaded) return fail(navigator.onLine ? 'unreachable' : 'offline')
  return ask(loaded)
}

/** What cannot be done while the sign-in service is away. */
export const notNow = {
  logIn:
    'Logging in is not possible right now. The fault is ours, not yours: please try again in a minute.',
  signUp:
    'We cannot make accounts right now. The fault is ours, not yours: please try again in a minute.',
  send: 'We cannot send anything right now. The fault is ours, not yours: please try again in a minute.',
  change:
    'We cannot change that right now. The fault is ours, not yours: please try again in a minute.',
} as const

const words: Readonly<Record<Exclude<AuthFailure, 'unreachable' | 'unknown'>, string>> = {
  wrongCredentials: 'This e-mail address and password do not go together.',
  invalidEmail: 'This does not look like an e-mail address.',
  tooManyTries: 'Too many tries. Please wait a few minutes, then try again.',
  disabled: `This account is closed. Please write to ${site.subscriptionsEmail}.`,
  emailTaken: 'There is an account with this address already, and this is not its password.',
  weakPassword: 'This password is too easy to guess. Please choose a longer one.',
  usedLink: 'This link has been used already, or is too old.',
  otherWay:
    'There is an account with this address, which is entered in another way. Log in by e-mail, or with its password.',
  otherAccount: 'That was another account at Google. Please choose the one that you log in with.',
  notFresh: 'That took a while. Please begin again.',
  offline: 'You seem to be offline. Please check your connection and try again.',
}

/** Words for the reader. `instead` is for where the general words would not help. */
export function authWords(
  failure: AuthFailure,
  doing: keyof typeof notNow,
  instead: Partial<Record<AuthFailure, string>> = {},
): string {
  const own = instead[failure]
  if (own) return own
  return failure === 'unreachable' || failure === 'unknown' ? notNow[doing] : words[failure]
}

export const googleWords: Readonly<Record<GoogleFailure | 'blocked', string>> = {
  denied: 'Google was not allowed to tell us who you are.',
  failed: 'Google’s answer was not one to our question. Please try again.',
  blocked: 'Your browser did not let Google’s window open.',
}
