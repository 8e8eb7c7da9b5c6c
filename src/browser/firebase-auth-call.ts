/** The connection to Firebase Auth. Its state ends with the page, because the Worker manages the session. */
import { type FirebaseApp, type FirebaseError, initializeApp } from 'firebase/app'
import { type Auth, connectAuthEmulator, initializeAuth, inMemoryPersistence } from 'firebase/auth'
import type { AuthSettings } from '../contracts/settings/auth-settings.ts'
import { fail, type Result, succeed } from '../domain/result.ts'

export type AuthFailure =
  | 'wrongCredentials'
  | 'invalidEmail'
  | 'tooManyAttempts'
  | 'disabled'
  /** Reported only at sign-up, where the existing account can't be kept secret. */
  | 'emailTaken'
  | 'weakPassword'
  | 'invalidLink'
  | 'differentMethod'
  /** The reader signed in to a different account from the one to confirm. */
  | 'differentAccount'
  /** The last sign-in is too old, or was before a password change. */
  | 'recentSignInRequired'
  | 'offline'
  | 'unreachable'
  | 'unknown'

/** Unknown addresses and wrong passwords cause the same failure, which doesn't reveal who has an account. */
const failureByCode: Readonly<Record<string, AuthFailure>> = {
  'auth/invalid-credential': 'wrongCredentials',
  'auth/wrong-password': 'wrongCredentials',
  'auth/user-not-found': 'wrongCredentials',
  'auth/invalid-email': 'invalidEmail',
  'auth/invalid-new-email': 'invalidEmail',
  'auth/too-many-requests': 'tooManyAttempts',
  'auth/user-disabled': 'disabled',
  'auth/email-already-in-use': 'emailTaken',
  'auth/weak-password': 'weakPassword',
  'auth/password-does-not-meet-requirements': 'weakPassword',
  'auth/invalid-action-code': 'invalidLink',
  'auth/expired-action-code': 'invalidLink',
  'auth/account-exists-with-different-credential': 'differentMethod',
  'auth/requires-recent-login': 'recentSignInRequired',
  'auth/user-token-expired': 'recentSignInRequired',
  'auth/network-request-failed': 'unreachable',
  'auth/internal-error': 'unreachable',
}

const getFailure = (error: unknown): AuthFailure =>
  failureByCode[(error as FirebaseError).code] ?? 'unknown'

/** Used in `catch`: these failures count as success. */
export const ignoreFailures =
  (...failures: readonly AuthFailure[]) =>
  (error: unknown) => {
    if (!failures.includes(getFailure(error))) throw error
  }

/** The part of `FirebaseAppImpl` that we use, which isn't in Firebase's types. */
type AppInternals = { readonly container: { addOrOverwriteComponent(component: object): void } }

/** Prevents Firebase from recording its days of use in IndexedDB, for Google's own statistics. */
function turnOffUsageFigures(app: FirebaseApp) {
  const { container } = app as unknown as AppInternals
  container.addOrOverwriteComponent({
    name: 'heartbeat',
    type: 'PRIVATE',
    instanceFactory: () => ({
      triggerHeartbeat: async () => {},
      getHeartbeatsHeader: async () => '',
    }),
    instantiationMode: 'LAZY',
    multipleInstances: false,
    serviceProps: {},
    onInstanceCreated: null,
  })
}

function createAuth({ projectId, apiKey, authUrl }: AuthSettings): Auth {
  const app = initializeApp({ projectId, apiKey, authDomain: `${projectId}.firebaseapp.com` })
  turnOffUsageFigures(app)
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  if (authUrl) connectAuthEmulator(auth, authUrl, { disableWarnings: true })
  return auth
}

/** In milliseconds. Firebase's own timeouts are 30 seconds, and 60 on phones. */
const timeout = 15_000

const timedOut = Symbol('too slow')

let connected: Auth | undefined

/** Requests throw this if they fail for one of our own reasons. */
export class AuthRefusal extends Error {
  readonly failure: AuthFailure

  constructor(failure: AuthFailure) {
    super(failure)
    this.failure = failure
  }
}

export async function callFirebaseAuth<Value>(
  settings: AuthSettings,
  request: (auth: Auth) => Promise<Value>,
): Promise<Result<Value, AuthFailure>> {
  connected ??= createAuth(settings)
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeoutReached = new Promise<typeof timedOut>((resolve) => {
    timer = setTimeout(() => resolve(timedOut), timeout)
  })
  try {
    const outcome = await Promise.race([request(connected), timeoutReached])
    return outcome === timedOut ? fail('unreachable') : succeed(outcome)
  } catch (error) {
    if (error instanceof AuthRefusal) return fail(error.failure)
    const failure = getFailure(error)
    return fail(failure === 'unreachable' && !navigator.onLine ? 'offline' : failure)
  } finally {
    clearTimeout(timer)
  }
}
