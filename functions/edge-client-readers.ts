/** For tests: readers of their own, made at the sign-in service, and everything the database has of them. */
import { openDatabase, type RawDocument, readDocuments } from '../scripts/live/database.ts'
import { connectFirestore } from '../scripts/site/firestore.ts'
import type { Write } from './adapters/firestore.ts'
import { type EdgeClient, edgeClient, openSession, stack } from './edge-client.ts'
import { pathOf } from './newsletter/list.ts'

export const firestore = connectFirestore(stack.buildEnvironment)
const password = 'a password of the tests'

let count = 0
/** That nobody has had before, in this run or another. */
export const newName = () => `own-${process.pid}-${Date.now()}-${count++}`

async function askSignIn(method: string, body: unknown, isOwner = false) {
  const { IDENTITY_URL, FIREBASE_API_KEY, FIREBASE_PROJECT_ID } = stack.workerVariables
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

/** Fresh, of the account with this address; throws where there is none. */
export async function freshToken(email: string): Promise<string> {
  const account = { email, password, returnSecureToken: true }
  return (await askSignIn('signInWithPassword', account)).idToken!
}

export type OwnReader = {
  readonly uid: string
  readonly email: string
  readonly client: EdgeClient
}

/** Signed in on a device of their own. */
export async function newReader({
  email = `${newName()}@example.com`,
  isVerified = true,
  siteUrl = stack.siteUrl,
} = {}): Promise<OwnReader> {
  const { localId } = await askSignIn('signUp', { email, password, displayName: 'Mira Bai' })
  if (isVerified) await askSignIn('update', { localId, emailVerified: true }, true)
  const client = edgeClient(siteUrl)
  const opened = await openSession(client, await freshToken(email))
  if (!opened.ok) throw new Error(`no session for ${email}: ${opened.status}`)
  return { uid: localId!, email, client }
}

export async function write(writes: readonly Write[]) {
  const written = await firestore.commit(writes)
  if (!written.ok) throw new Error(JSON.stringify(written.failure))
}

/** A row in every place of the list of holdings, each with a field that only it has. */
export async function fillHoldings({ uid, email }: OwnReader): Promise<readonly string[]> {
  const now = new Date()
  const day = 24 * 60 * 60 * 1000
  const rows = {
    [`subscriptions/${uid}`]: {
      state: 'active',
      plan: 'monthly_13',
      paidThrough: new Date(now.getTime() + 20 * day),
      providerId: `I-${uid}`,
    },
    [`users/${uid}/saved/fathers-in-pencil`]: { savedAt: now, title: 'Fathers in pencil' },
    [`users/${uid}/saved/whose-ball-was-it`]: { savedAt: now, title: 'Whose ball was it?' },
    [`users/${uid}/read/fathers-in-pencil`]: { firstReadAt: now, lastReadAt: now, depth: 0.4 },
    [await pathOf(email)]: {
      email,
      state: 'confirmed',
      source: 'footer',
      consentedAt: now,
      ip: '198.51.100.7',
      userAgent: 'A browser',
    },
  }
  await write(Object.entries(rows).map(([set, fields]) => ({ set, fields })))
  return [...Object.keys(rows), `users/${uid}`]
}

/** Every row of every collection that knows one of these readers, by uid or by address. */
export async function rowsOf(
  readers: readonly Pick<OwnReader, 'uid' | 'email'>[],
): Promise<readonly RawDocument[]> {
  const listed = await Promise.all(readers.map(({ email }) => pathOf(email)))
  const marks = [...readers.flatMap(({ uid, email }) => [uid, email]), ...listed]
  const rows: RawDocument[] = []
  for await (const row of readDocuments(openDatabase(stack.buildEnvironment).wire)) {
    const text = row.path + JSON.stringify(row.fields)
    if (marks.some((mark) => text.includes(mark))) rows.push(row)
  }
  return rows
}
