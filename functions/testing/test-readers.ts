import { connectFirestore } from '../../scripts/build/connect-firestore.ts'
import {
  callIdentityApi,
  createTestAccount,
  createTestName,
  requestTestIdToken,
} from '../../scripts/dev/stack/emulator-accounts.ts'
import {
  openDatabase,
  type RawDocument,
  readDocuments,
} from '../../scripts/operate/backup/raw-database.ts'
import { newsletterEntrySchema } from '../../src/domain/newsletter/newsletter-entry.ts'
import { readerSchema } from '../../src/domain/reader.ts'
import type { Write } from '../adapters/firestore.ts'
import type { Fields } from '../adapters/firestore-values.ts'
import { getListPath, hashAddress } from '../newsletter/newsletter-list.ts'
import { createEdgeClient, type EdgeClient, expectSession, stack } from './edge-client.ts'
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

export const createAddress = () => `${createTestName()}@example.com`

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
  return { uid, email, client: await signIn(email, siteUrl) }
}

export const signIn = async (email: string, siteUrl?: string) =>
  expectSession(createEdgeClient(siteUrl), await createIdToken(email))

export const callFirebase = (method: string, body: object) => callIdentityApi(stack, method, body)

/** Changes an account as Firebase does after an emailed link was followed. */
export const updateAccount = (localId: string, changes: object) =>
  callIdentityApi(stack, 'update', { localId, ...changes }, true)

/** The account as Firebase stores it. */
export const findAccount = async (uid: string) =>
  (await callIdentityApi(stack, 'lookup', { localId: [uid] }, true)).users?.[0]

/** The code in the newest email that Firebase sent to the account with this address. */
export async function readEmailCode(email: string, kind?: string): Promise<string> {
  const emails: { to: string; kind: string; link: string }[] = await (
    await fetch(`${stack.inboxUrl}/auth-emails`)
  ).json()
  const isRequested = (sent: (typeof emails)[number]) =>
    sent.to === email && (kind === undefined || sent.kind === kind)
  return new URL(emails.findLast(isRequested)!.link).searchParams.get('oobCode')!
}

/** Stores a document of every kind that is stored about a reader. Returns their paths. */
export async function storeEverythingHeld({ uid, email }: TestReader): Promise<readonly string[]> {
  const now = new Date()
  const day = 24 * 60 * 60 * 1000
  const rows = {
    [`subscriptions/${uid}`]: {
      subscription: {
        state: 'active',
        plan: 'monthly_13',
        provider: `I-${uid.slice(0, 40)}`,
        paidThrough: new Date(now.getTime() + 20 * day),
      },
    },
    [`subscriptions/${uid}/history/2026-01-01`]: {
      at: now,
      kind: 'providerSynced',
      from: 'none',
      to: 'active',
    },
    [`checkouts/I-${uid.slice(0, 40)}`]: {
      uid,
      customId: `guest-${uid}`,
      plan: 'monthly_13',
      source: 'header',
      // Too old to still be waiting for approval at PayPal.
      createdAt: new Date(now.getTime() - 2 * day),
    },
    [`subscriptions/guest-${uid}`]: { movedTo: uid },
    [`students/student-${uid}`]: { uid, provider: `I-${uid.slice(0, 40)}`, at: now },
    [`outbox/owed-${uid}`]: {
      kind: 'refundConfirmation',
      uid,
      provider: 'I-1',
      paidAt: now,
      amount: { minorUnits: 1399, currency: 'USD' },
      surplus: 'alreadySubscribed',
      pendingSince: now,
      // Later than any test.
      dueAt: new Date(now.getTime() + 20 * day),
      attempts: 0,
    },
    [`referrals/${uid}`]: {
      code: `code-of-${uid}`,
      ledger: [
        { kind: 'granted', at: now, amount: 500, operator: 'An editor', reason: 'goodwill' },
      ],
    },
    [`referralCodes/code-of-${uid}`]: { uid, visits: 3, createdAt: now },
    [`savedArticles/${uid}`]: {
      articles: [
        { slug: 'fathers-in-pencil', savedAt: now, title: 'Fathers in pencil' },
        { slug: 'whose-ball-was-it', savedAt: now, title: 'Whose ball was it?' },
      ],
    },
    [`readingHistory/${uid}`]: {
      articles: [{ slug: 'fathers-in-pencil', firstReadAt: now, lastReadAt: now, depth: 0.4 }],
    },
    [`ratings/fathers-in-pencil.${uid}`]: {
      slug: 'fathers-in-pencil',
      uid,
      rating: 5,
      ratedAt: now,
    },
    [await getListPath(email)]: {
      email,
      state: 'confirmed',
      source: 'footer',
      consentedAt: now,
      ip: '198.51.100.7',
      userAgent: 'A browser',
    },
    [`importedGrants/${await hashAddress(email)}`]: {
      until: new Date(now.getTime() + 90 * day),
      source: 'ghost',
      importedAt: now,
      importedBy: 'An editor',
      claimedAt: null,
      uid: null,
    },
    [`importedGrants/former-address-of-${uid}`]: {
      until: new Date(now.getTime() + 30 * day),
      source: 'substack',
      importedAt: now,
      importedBy: 'Another editor',
      claimedAt: now,
      uid,
    },
  }
  await commitWrites(Object.entries(rows).map(([set, fields]) => ({ set, fields })))
  return [...Object.keys(rows), `users/${uid}`]
}

export async function findDocuments(
  readers: readonly Pick<TestReader, 'uid' | 'email'>[],
): Promise<readonly RawDocument[]> {
  const hashes = await Promise.all(readers.map(({ email }) => hashAddress(email)))
  const identifiers = [...readers.flatMap(({ uid, email }) => [uid, email]), ...hashes]
  const rows: RawDocument[] = []
  for await (const row of readDocuments(openDatabase(stack.buildEnvironment).wire)) {
    const text = row.path + JSON.stringify(row.fields)
    if (identifiers.some((identifier) => text.includes(identifier))) rows.push(row)
  }
  return rows
}
