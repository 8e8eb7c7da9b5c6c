/** What the doctor asks Google, over the network. None of these calls changes anything. */
import { type AccountsFailure, createAccounts } from '../../functions/adapters/accounts.ts'
import {
  accountsScope,
  serviceAccountAccess,
  serviceAccountSchema,
} from '../../functions/adapters/service-account.ts'
import type { Result } from '../../src/domain/result.ts'
import { connectFirestore } from '../site/firestore.ts'
import type { Environment } from './environment.ts'
import type { Answer } from './finding.ts'
import type { AnonymousAnswer, SignInAnswer } from './firestore.ts'

/** Milliseconds. */
const timeout = 10_000

const because = (reason: string) => ({ asked: false, because: reason }) as const

const firestoreUrl = (environment: Environment) =>
  environment.FIRESTORE_URL || 'https://firestore.googleapis.com'

/** One query for one document, as our service account. */
export async function askFirestore(environment: Environment) {
  const { FIREBASE_PROJECT_ID, FIREBASE_SERVICE_ACCOUNT = '' } = environment
  if (!FIREBASE_PROJECT_ID || !serviceAccountSchema.safeParse(FIREBASE_SERVICE_ACCOUNT).success) {
    return because('needs FIREBASE_PROJECT_ID and FIREBASE_SERVICE_ACCOUNT')
  }
  const FIRESTORE_URL = firestoreUrl(environment)
  try {
    const connection = { FIREBASE_PROJECT_ID, FIREBASE_SERVICE_ACCOUNT, FIRESTORE_URL }
    const firestore = connectFirestore(connection, timeout)
    return { asked: true, value: await firestore.query({ collection: 'front' }) } as const
  } catch {
    return because('the private key of FIREBASE_SERVICE_ACCOUNT cannot be read')
  }
}

/** The same document, as nobody. */
export async function askAnonymously(environment: Environment): Promise<Answer<AnonymousAnswer>> {
  const { FIREBASE_PROJECT_ID: project } = environment
  if (!project) return because('needs FIREBASE_PROJECT_ID')
  const name = `projects/${project}/databases/(default)/documents/front/home`
  try {
    const response = await fetch(`${firestoreUrl(environment)}/v1/${name}`, {
      signal: AbortSignal.timeout(timeout),
    })
    return { asked: true, value: { status: response.status, body: await response.text() } }
  } catch {
    return because('Firestore is out of reach')
  }
}

/** Firebase Auth's own address, or a stand-in's. */
const identityUrl = ({ FIREBASE_AUTH_URL: standIn }: Environment) =>
  standIn ? `${standIn}/identitytoolkit.googleapis.com` : 'https://identitytoolkit.googleapis.com'

/** Looks for an account that nobody has, as our service account. */
export async function askAccounts(
  environment: Environment,
): Promise<Answer<Result<unknown, AccountsFailure>>> {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_SERVICE_ACCOUNT } = environment
  const account = serviceAccountSchema.safeParse(FIREBASE_SERVICE_ACCOUNT ?? '')
  if (!projectId || !account.success) {
    return because('needs FIREBASE_PROJECT_ID and FIREBASE_SERVICE_ACCOUNT')
  }
  const token = serviceAccountAccess(account.data, {
    scope: accountsScope,
    now: Date.now,
    timeout,
  })
  const accounts = createAccounts({ url: identityUrl(environment), projectId, token, timeout })
  return { asked: true, value: await accounts.find('nobody') }
}

/**
 * Signs in as nobody: the refusal tells whether the key is known, and passwords are taken. Facts:
 * `accounts.signInWithPassword` in Firebase Auth's REST reference; the address is under a domain
 * that can belong to nobody (RFC 2606).
 */
export async function askSignIn(environment: Environment): Promise<Answer<SignInAnswer>> {
  const { FIREBASE_API_KEY: key } = environment
  if (!key) return because('needs FIREBASE_API_KEY')
  try {
    const response = await fetch(
      `${identityUrl(environment)}/v1/accounts:signInWithPassword?key=${encodeURIComponent(key)}`,
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
    return { asked: true, value: { status: response.status, message: body.error?.message ?? '' } }
  } catch {
    return because('Firebase Auth is out of reach')
  }
}
