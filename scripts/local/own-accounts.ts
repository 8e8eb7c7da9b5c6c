/** For tests: accounts of their own with the sign-in service of a running stack, to change and to delete. */
import type { RunningStack } from './running-stack.ts'

type Stack = Pick<RunningStack, 'workerVariables'>

export const ownPassword = 'a password of the tests'

let count = 0
/** What stands before the @ of an address that nobody has had, in this run or another. */
export const newName = () => `own-${process.pid}-${Date.now()}-${count++}`

async function ask({ workerVariables }: Stack, method: string, body: unknown, isOwner = false) {
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
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { idToken?: string; localId?: string }
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return answer
}

/** Of the account with this address; throws where there is none. */
export async function freshToken(stack: Stack, email: string): Promise<string> {
  const account = { email, password: ownPassword, returnSecureToken: true }
  return (await ask(stack, 'signInWithPassword', account)).idToken!
}

/** Answers its uid. */
export async function makeAccount(
  stack: Stack,
  email: string,
  { isVerified = true, displayName = 'Mira Bai' } = {},
): Promise<string> {
  const { localId } = await ask(stack, 'signUp', { email, password: ownPassword, displayName })
  if (isVerified) await ask(stack, 'update', { localId, emailVerified: true }, true)
  return localId!
}

/** As its owner would by the link in an email: verifies the address and sets a password. */
export async function takeUpAccount(stack: Stack, uid: string): Promise<void> {
  const owned = { localId: uid, password: ownPassword, emailVerified: true }
  await ask(stack, 'update', owned, true)
}
