/** Asks Google, over the network. None of these calls changes anything. */
import { createAuthAccounts } from '../../../functions/platform/adapters/auth-accounts.ts'
import type { AuthFailure } from '../../../functions/platform/adapters/auth-rest.ts'
import {
  accountsScope,
  createAccessTokenSource,
  serviceAccountSchema,
} from '../../../functions/platform/adapters/service-account.ts'
import type { Result } from '../../../src/domain/result.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import type { Environment } from '../../shared/operator-environment.ts'
import type { ProbeResult } from '../setup/finding.ts'
import type { AnonymousResponse, SignInResponse } from './check-firebase.ts'

/** Milliseconds. */
const timeout = 10_000

const createUnknown = (reason: string) => ({ isKnown: false, reason }) as const

const findFirestoreUrl = (environment: Environment) =>
  environment.FIRESTORE_URL || 'https://firestore.googleapis.com'

/** Reads one document, as our service account. */
export async function probeFirestore(environment: Environment) {
  const { FIREBASE_PROJECT_ID, FIREBASE_SERVICE_ACCOUNT = '' } = environment
  if (!FIREBASE_PROJECT_ID || !serviceAccountSchema.safeParse(FIREBASE_SERVICE_ACCOUNT).success) {
    return createUnknown('needs FIREBASE_PROJECT_ID and FIREBASE_SERVICE_ACCOUNT')
  }
  const FIRESTORE_URL = findFirestoreUrl(environment)
  try {
    const connection = { FIREBASE_PROJECT_ID, FIREBASE_SERVICE_ACCOUNT, FIRESTORE_URL }
    const firestore = connectFirestore(connection, timeout)
    return { isKnown: true, value: await firestore.query({ collection: 'front' }) } as const
  } catch {
    return createUnknown('the private key in FIREBASE_SERVICE_ACCOUNT can’t be read')
  }
}

/** Reads the same document without credentials. */
export async function probeAnonymousRead(
  environment: Environment,
): Promise<ProbeResult<AnonymousResponse>> {
  const { FIREBASE_PROJECT_ID: project } = environment
  if (!project) return createUnknown('needs FIREBASE_PROJECT_ID')
  const name = `projects/${project}/databases/(default)/documents/front/home`
  try {
    const response = await fetch(`${findFirestoreUrl(environment)}/v1/${name}`, {
      signal: AbortSignal.timeout(timeout),
    })
    return { isKnown: true, value: { status: response.status, body: await response.text() } }
  } catch {
    return createUnknown('Firestore can’t be reached')
  }
}

const findIdentityUrl = ({ FIREBASE_AUTH_URL: authUrl }: Environment) =>
  authUrl ? `${authUrl}/identitytoolkit.googleapis.com` : 'https://identitytoolkit.googleapis.com'

/** Looks up an account that doesn't exist, as our service account. */
export async function probeAccounts(
  environment: Environment,
): Promise<ProbeResult<Result<unknown, AuthFailure>>> {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_SERVICE_ACCOUNT } = environment
  const account = serviceAccountSchema.safeParse(FIREBASE_SERVICE_ACCOUNT ?? '')
  if (!projectId || !account.success) {
    return createUnknown('needs FIREBASE_PROJECT_ID and FIREBASE_SERVICE_ACCOUNT')
  }
  const token = createAccessTokenSource(account.data, {
    scope: accountsScope,
    now: Date.now,
    timeout,
  })
  const accounts = createAuthAccounts({
    url: findIdentityUrl(environment),
    projectId,
    token,
    timeout,
  })
  return { isKnown: true, value: await accounts.find('nobody') }
}

/**
 * The refusal of an unknown account shows whether the key is valid and passwords are allowed. Source:
 * `accounts.signInWithPassword` in Firebase Auth's REST reference. RFC 2606 reserves the domain.
 */
export async function probeSignIn(environment: Environment): Promise<ProbeResult<SignInResponse>> {
  const { FIREBASE_API_KEY: key } = environment
  if (!key) return createUnknown('needs FIREBASE_API_KEY')
  try {
    const response = await fetch(
      `${findIdentityUrl(environment)}/v1/accounts:signInWithPassword?key=${encodeURIComponent(key)}`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          email: 'nobody@example.invalid',
          password: crypto.randomUUID(),
          returnSecureToken: true,
        }),
        signal: AbortSignal.timeout(timeout),
      },
    )
    const body = (await response.json()) as { error?: { message?: string } }
    return { isKnown: true, value: { status: response.status, message: body.error?.message ?? '' } }
  } catch {
    return createUnknown('Firebase Auth can’t be reached')
  }
}
