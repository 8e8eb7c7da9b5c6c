import {
  callIdentityApi,
  createTestAccount,
  createTestAddress,
  requestTestIdToken,
} from '../../scripts/dev/stack/emulator-accounts.ts'
import {
  openDatabase,
  type RawDocument,
  readDocuments,
} from '../../scripts/operate/backup/raw-database.ts'
import { connectFirestore } from '../../scripts/shared/connect-firestore.ts'
import { newsletterEntrySchema } from '../../src/domain/newsletter/newsletter-entry.ts'
import { readerSchema } from '../../src/domain/reader.ts'
import { findStepEmailsPath } from '../email/count-email.ts'
import { hashAddress } from '../identity/inbox.ts'
import { getListPath } from '../newsletter/newsletter-list.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { createEdgeClient, type EdgeClient, expectSession, stack } from './edge-client.ts'
import { createEverythingHeld } from './everything-held.ts'
import { unwrap } from './unwrap.ts'

export const firestore = connectFirestore(stack.buildEnvironment)

export async function readFields(path: string): Promise<Fields | null> {
  return unwrap(await firestore.get(path))?.fields ?? null
}

export const commitWrites = async (writes: readonly Write[]) =>
  unwrap(await firestore.commit(writes))

export const readReader = async (uid: string) =>
  readerSchema.parse(await readFields(`users/${uid}`))

export async function findListEntry(email: string) {
  const fields = await readFields(await getListPath(email))
  return fields && newsletterEntrySchema.strict().parse(fields)
}

export const createAddress = createTestAddress

export const createIdToken = (email: string) => requestTestIdToken(stack, email)

export type TestReader = {
  readonly uid: string
  readonly email: string
  readonly client: EdgeClient
}

export async function createReader({
  email = createAddress(),
  isVerified = true,
  siteUrl = stack.siteUrl,
} = {}): Promise<TestReader> {
  const uid = await createTestAccount(stack, email, { isVerified })
  const client = await expectSession(createEdgeClient(siteUrl), await createIdToken(email))
  return { uid, email, client }
}

export const callFirebase = (method: string, body: object) => callIdentityApi(stack, method, body)

/** Changes an account as Firebase does after the reader has followed an emailed link. */
export const updateAccount = (localId: string, changes: object) =>
  callIdentityApi(stack, 'update', { localId, ...changes }, true)

/** Returns the account as Firebase stores it. */
export const findAccount = async (uid: string) =>
  (await callIdentityApi(stack, 'lookup', { localId: [uid] }, true)).users?.[0]

/** Returns the code in the newest email that Firebase sent to the account with this address. */
export async function readEmailCode(email: string, kind?: string): Promise<string> {
  const emails: { to: string; kind: string; link: string }[] = await (
    await fetch(`${stack.inboxUrl}/auth-emails`)
  ).json()
  const isRequested = (sent: (typeof emails)[number]) =>
    sent.to === email && (kind === undefined || sent.kind === kind)
  return new URL(emails.findLast(isRequested)!.link).searchParams.get('oobCode')!
}

/** Stores a document of every kind that is stored about a reader. Returns their paths. */
export async function storeEverythingHeld(reader: TestReader): Promise<readonly string[]> {
  const documents = await createEverythingHeld(reader)
  await commitWrites(Object.entries(documents).map(([set, fields]) => ({ set, fields })))
  return [...Object.keys(documents), `users/${reader.uid}`]
}

export async function findDocuments(
  readers: readonly Pick<TestReader, 'uid' | 'email'>[],
): Promise<readonly RawDocument[]> {
  const hashes = await Promise.all(readers.map(({ email }) => hashAddress(email)))
  const counted = await Promise.all(
    readers.map((reader) => findStepEmailsPath({ ...reader, emailVerified: true })),
  )
  const identifiers = [...readers.flatMap(({ uid, email }) => [uid, email]), ...hashes, ...counted]
  const rows: RawDocument[] = []
  for await (const row of readDocuments(openDatabase(stack.buildEnvironment).wire)) {
    const text = row.path + JSON.stringify(row.fields)
    if (identifiers.some((identifier) => text.includes(identifier))) rows.push(row)
  }
  return rows
}
