/** Separate accounts of a running stack's sign-in service, for tests to change and delete. */
import type { RunningStack } from '../../shared/running-stack.ts'

type Stack = Pick<RunningStack, 'workerVariables'>

export const testPassword = 'a password of the tests'

let count = 0
/** Returns a name that is unique, even across runs. */
export const createTestName = () => `own-${process.pid}-${Date.now()}-${count++}`

/** The address has a domain of its own, because all tests of a run share a domain's limits. */
export function createTestAddress(): string {
  const name = createTestName()
  return `${name}@${name}.example`
}

type Account = {
  readonly email: string
  readonly emailVerified?: boolean
  readonly providerUserInfo?: readonly Account[]
}
type IdentityResult = {
  readonly idToken?: string
  readonly localId?: string
  readonly email?: string
  readonly users?: readonly Account[]
}

/** Uses the public key, or the project owner's token. */
export async function callIdentityApi(
  { workerVariables }: Stack,
  method: string,
  body: object,
  isOwner = false,
) {
  const { IDENTITY_URL, FIREBASE_API_KEY, FIREBASE_PROJECT_ID } = workerVariables
  const address = isOwner
    ? `${IDENTITY_URL}/v1/projects/${FIREBASE_PROJECT_ID}/accounts:${method}`
    : `${IDENTITY_URL}/v1/accounts:${method}?key=${FIREBASE_API_KEY}`
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(isOwner ? { Authorization: 'Bearer owner' } : {}),
    },
    body: JSON.stringify({ ...(isOwner ? {} : { returnSecureToken: true }), ...body }),
  })
  const result = (await response.json()) as IdentityResult
  if (!response.ok) throw new Error(JSON.stringify(result))
  return result
}

/** Throws if the account doesn't exist. */
export async function requestTestIdToken(stack: Stack, email: string): Promise<string> {
  const credentials = { email, password: testPassword }
  return (await callIdentityApi(stack, 'signInWithPassword', credentials)).idToken!
}

/** Returns the uid. */
export async function createTestAccount(
  stack: Stack,
  email: string,
  { isVerified = true } = {},
): Promise<string> {
  const { localId } = await callIdentityApi(stack, 'signUp', {
    email,
    password: testPassword,
    displayName: 'Mira Bai',
  })
  if (isVerified) await callIdentityApi(stack, 'update', { localId, emailVerified: true }, true)
  return localId!
}
