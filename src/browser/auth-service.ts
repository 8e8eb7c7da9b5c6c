import type { Auth } from 'firebase/auth'
import { invalidEmailMessage, invalidLinkMessage } from '../contracts/endpoints/reader-messages.ts'
import type { AuthSettings } from '../contracts/settings/auth-settings.ts'
import { fail, type Result } from '../domain/result.ts'
import { site } from '../publication/identity.ts'
import { offlineMessage } from './api.ts'
import type { AuthFailure } from './firebase-auth-call.ts'
import type { GoogleFailure } from './google-sign-in.ts'

type Firebase = typeof import('./firebase-auth.ts')

export type AuthRequest<Value> = (firebase: Firebase, auth: Auth) => Promise<Value>

/** Calls Firebase, which is loaded on the first call. */
export async function callAuth<Value>(
  settings: AuthSettings,
  request: AuthRequest<Value>,
): Promise<Result<Value, AuthFailure>> {
  const firebase = await import('./firebase-auth.ts').catch(() => null)
  if (!firebase) return fail(navigator.onLine ? 'unreachable' : 'offline')
  return firebase.callFirebaseAuth(settings, (auth) => request(firebase, auth))
}

/** Messages for each action while the sign-in service isn't responding. */
export const unavailableMessages = {
  logIn: 'We can’t log you in right now. Try again in a minute.',
  signUp: 'We can’t create accounts right now. Try again in a minute.',
  send: 'We can’t send emails right now. Try again in a minute.',
  change: 'We can’t change your account right now. Try again in a minute.',
} as const

const failureMessages: Readonly<Record<Exclude<AuthFailure, 'unreachable' | 'unknown'>, string>> = {
  wrongCredentials: 'That email and password don’t match. Try again, or log in by email.',
  invalidEmail: invalidEmailMessage,
  tooManyAttempts: 'Too many attempts. Try again in a few minutes.',
  disabled: `This account has been closed. If you have questions, write to ${site.subscriptionsEmail}.`,
  emailTaken:
    'An account with this email already exists, and that’s not its password. Log in instead, or set a new password.',
  weakPassword: 'This password is too easy to guess. Choose a longer one.',
  invalidLink: invalidLinkMessage,
  differentMethod:
    'An account with this email already exists. Log in by email, or with your password.',
  differentAccount: 'That’s a different Google account. Choose the one you log in with.',
  recentSignInRequired: 'Confirming your login took too long. Start again.',
  offline: offlineMessage,
}

/** Returns the message for the reader. `overrides` replaces general messages that wouldn't help. */
export function getAuthMessage(
  failure: AuthFailure,
  action: keyof typeof unavailableMessages,
  overrides: Partial<Record<AuthFailure, string>> = {},
): string {
  const override = overrides[failure]
  if (override) return override
  return failure === 'unreachable' || failure === 'unknown'
    ? unavailableMessages[action]
    : failureMessages[failure]
}

export const googleMessages: Readonly<Record<GoogleFailure | 'blocked', string>> = {
  denied:
    'Google needs your permission to tell us who you are. Try again, or continue another way.',
  failed: 'Google couldn’t confirm that it’s you. Try again.',
  blocked: 'Your browser blocked the Google window.',
}
