/**
 * The connection to Firebase Auth, and what can become of a question to it. Nothing is kept in the
 * browser: the session is the edge's, and what Firebase knows ends with the page.
 */
import { type FirebaseError, initializeApp } from 'firebase/app'
import { type Auth, connectAuthEmulator, initializeAuth, inMemoryPersistence } from 'firebase/auth'
import type { AuthSettings } from '../contracts/auth-settings.ts'
import { fail, type Result, succeed } from '../domain/result.ts'

export type AuthFailure =
  | 'wrongCredentials'
  | 'invalidEmail'
  | 'tooManyTries'
  | 'disabled'
  /** Somebody has an account with this address. Told at signing up alone, where it cannot be kept. */
  | 'emailTaken'
  | 'weakPassword'
  /** The link of a letter has been used, or is too old, or was never one. */
  | 'usedLink'
  /** The address belongs to an account that is entered in another way. */
  | 'otherWay'
  /** Whoever signed in is not the reader whose account this is. */
  | 'otherAccount'
  /** It is too long ago, or too many changes ago, that they said who they are. */
  | 'notFresh'
  | 'offline'
  /** The sign-in service gives no answer, or one that is none. */
  | 'unreachable'
  | 'unknown'

/** Unknown addresses and wrong passwords get one answer, so that nobody can ask who has an account. */
const failures: Readonly<Record<string, AuthFailure>> = {
  'auth/invalid-credential': 'wrongCredentials',
  'auth/wrong-password': 'wrongCredentials',
  'auth/user-not-found': 'wrongCredentials',
  'auth/invalid-email': 'invalidEmail',
  'auth/invalid-new-email': 'invalidEmail',
  'auth/too-many-requests': 'tooManyTries',
  'auth/user-disabled': 'disabled',
  'auth/email-already-in-use': 'emailTaken',
  'auth/weak-password': 'weakPassword',
  'auth/password-does-not-meet-requirements': 'weakPassword',
  'auth/invalid-action-code': 'usedLink',
  'auth/expired-action-code': 'usedLink',
  'auth/account-exists-with-different-credential': 'otherWay',
  'auth/requires-recent-login': 'notFresh',
  'auth/user-token-expired': 'notFresh',
  'auth/network-request-failed': 'unreachable',
  'auth/internal-error': 'unreachable',
}

function connect({ projectId, apiKey, authUrl }: AuthSettings): Auth {
  const app = initializeApp({ projectId, apiKey, authDomain: `${projectId}.firebaseapp.com` })
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  if (authUrl) connectAuthEmulator(auth, authUrl, { disableWarnings: true })
  return auth
}

/** Milliseconds; Firebase itself would wait half a minute, and a whole one on a phone. */
const patience = 15_000

const tooSlow = Symbol('too slow')

let connected: Auth | undefined

/** Thrown by a question that finds out by itself that the answer is no. */
export class Refusal extends Error {
  readonly failure: AuthFailure

  constructor(failure: AuthFailure) {
    super(failure)
    this.failure = failure
  }
}

/** What Firebase answers to `ask`, or why there is no answer. It is given up after a while. */
export async function answerOf<Answer>(
  settings: AuthSettings,
  ask: (auth: Auth) => Promise<Answer>,
): Promise<Result<Answer, AuthFailure>> {
  connected ??= connect(settings)
  let timer: ReturnType<typeof setTimeout> | undefined
  const patienceEnds = new Promise<typeof tooSlow>((resolve) => {
    timer = setTimeout(() => resolve(tooSlow), patience)
  })
  try {
    const answer = await Promise.race([ask(connected), patienceEnds])
    return answer === tooSlow ? fail('unreachable') : succeed(answer)
  } catch (error) {
    if (error instanceof Refusal) return fail(error.failure)
    const failure = failures[(error as FirebaseError).code] ?? 'unknown'
    return fail(failure === 'unreachable' && !navigator.onLine ? 'offline' : failure)
  } finally {
    clearTimeout(timer)
  }
}
