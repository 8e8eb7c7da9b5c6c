/**
 * Sign-in with Firebase Auth. Imported lazily and by the sign-in form alone: reading pages never
 * load it. Nothing is kept in the browser; the session is the edge's.
 */
import { type FirebaseError, initializeApp } from 'firebase/app'
import {
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword,
} from 'firebase/auth'
import { fail, type Result, succeed } from '../domain/result.ts'

export type SignInFailure =
  | 'wrongCredentials'
  | 'invalidEmail'
  | 'tooManyTries'
  | 'disabled'
  | 'offline'
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
  'auth/network-request-failed': 'offline',
}

function connect({ projectId, apiKey, authUrl }: AuthSettings) {
  const app = initializeApp({ projectId, apiKey, authDomain: `${projectId}.firebaseapp.com` })
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  if (authUrl) connectAuthEmulator(auth, authUrl, { disableWarnings: true })
  return auth
}

let connected: ReturnType<typeof connect> | undefined

/** The ID token of the account, for the edge to judge. */
export async function signInWithPassword(
  settings: AuthSettings,
  email: string,
  password: string,
): Promise<Result<string, SignInFailure>> {
  connected ??= connect(settings)
  try {
    const { user } = await signInWithEmailAndPassword(connected, email, password)
    return succeed(await user.getIdToken())
  } catch (error) {
    return fail(failures[(error as FirebaseError).code] ?? 'unknown')
  }
}
