/**
 * Sign-in with Firebase Auth. Imported lazily and by the sign-in form alone: reading pages never
 * load it. Nothing is kept in the browser; the session is the edge's.
 */
import { type FirebaseError, initializeApp } from 'firebase/app'
import {
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
} from 'firebase/auth'
import { fail, type Result, succeed } from '../domain/result.ts'

export type SignInFailure =
  | 'wrongCredentials'
  | 'invalidEmail'
  | 'tooManyTries'
  | 'disabled'
  | 'offline'
  /** The sign-in service gives no answer, or one that is none. */
  | 'unreachable'
  | 'unknown'

export type AuthSettings = {
  readonly projectId: string
  readonly apiKey: string
  /** A stand-in's address; empty for Google's own. */
  readonly authUrl: string
}

/** Unknown addresses and wrong passwords get one answer, so that nobody can ask who has an account. */
const failures: Readonly<Record<string, SignInFailure>> = {
  'auth/invalid-credential': 'wrongCredentials',
  'auth/wrong-password': 'wrongCredentials',
  'auth/user-not-found': 'wrongCredentials',
  'auth/invalid-email': 'invalidEmail',
  'auth/too-many-requests': 'tooManyTries',
  'auth/user-disabled': 'disabled',
  'auth/network-request-failed': 'unreachable',
  'auth/internal-error': 'unreachable',
}

function connect({ projectId, apiKey, authUrl }: AuthSettings) {
  const app = initializeApp({ projectId, apiKey, authDomain: `${projectId}.firebaseapp.com` })
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  if (authUrl) connectAuthEmulator(auth, authUrl, { disableWarnings: true })
  return auth
}

/** Milliseconds; Firebase itself would wait half a minute, and a whole one on a phone. */
const patience = 15_000

const tooSlow = Symbol('too slow')

let connected: ReturnType<typeof connect> | undefined

/** What Firebase answers to `ask`, or why there is no answer. It is given up after a while. */
async function answerOf<Answer>(
  settings: AuthSettings,
  ask: (auth: ReturnType<typeof connect>) => Promise<Answer>,
): Promise<Result<Answer, SignInFailure>> {
  connected ??= connect(settings)
  let timer: ReturnType<typeof setTimeout> | undefined
  const patienceEnds = new Promise<typeof tooSlow>((resolve) => {
    timer = setTimeout(() => resolve(tooSlow), patience)
  })
  try {
    const answer = await Promise.race([ask(connected), patienceEnds])
    return answer === tooSlow ? fail('unreachable') : succeed(answer)
  } catch (error) {
    const failure = failures[(error as FirebaseError).code] ?? 'unknown'
    return fail(failure === 'unreachable' && !navigator.onLine ? 'offline' : failure)
  } finally {
    clearTimeout(timer)
  }
}

/** The ID token of the account, for the edge to judge. */
export function signInWithPassword(
  settings: AuthSettings,
  email: string,
  password: string,
): Promise<Result<string, SignInFailure>> {
  return answerOf(settings, async (auth) => {
    const credential = await signInWithEmailAndPassword(auth, email, password)
    return credential.user.getIdToken()
  })
}

/**
 * Has Firebase send a letter by which a new password is set. An address without an account, or with
 * a closed one, fares like any other, so that nobody can ask who has one.
 */
export async function sendPasswordLetter(
  settings: AuthSettings,
  email: string,
): Promise<Result<void, Exclude<SignInFailure, 'wrongCredentials' | 'disabled'>>> {
  const sent = await answerOf(settings, (auth) => sendPasswordResetEmail(auth, email))
  if (sent.ok) return sent
  const { failure } = sent
  return failure === 'wrongCredentials' || failure === 'disabled'
    ? succeed(undefined)
    : fail(failure)
}
