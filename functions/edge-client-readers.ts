/** For tests: readers of their own, made at the sign-in service, and everything the database has of them. */
import { openDatabase, type RawDocument, readDocuments } from '../scripts/live/database.ts'
import { makeAccount, newName, freshToken as tokenOf } from '../scripts/local/own-accounts.ts'
import { connectFirestore } from '../scripts/site/firestore.ts'
import type { Write } from './adapters/firestore.ts'
import { type EdgeClient, edgeClient, openSession, stack } from './edge-client.ts'
import { pathOf } from './newsletter/list.ts'

export const firestore = connectFirestore(stack.buildEnvironment)
/** Of the account with this address; throws where there is none. */
export const freshToken = (email: string) => tokenOf(stack, email)

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
  const uid = await makeAccount(stack, email, { isVerified })
  const client = edgeClient(siteUrl)
  const opened = await openSession(client, await freshToken(email))
  if (!opened.ok) throw new Error(`no session for ${email}: ${opened.status}`)
  return { uid, email, client }
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
      subscription: {
        state: 'active',
        plan: 'monthly_13',
        provider: `I-${uid.slice(0, 40)}`,
        paidThrough: new Date(now.getTime() + 20 * day),
      },
    },
    [`subscriptions/${uid}/history/2026-01-01`]: {
      at: now,
      what: 'observed',
      from: 'none',
      to: 'active',
    },
    [`checkouts/I-${uid.slice(0, 40)}`]: {
      uid,
      customId: `guest-${uid}`,
      plan: 'monthly_13',
      source: 'header',
      // Nothing waits at PayPal for the payer's word any more.
      createdAt: new Date(now.getTime() - 2 * day),
    },
    [`subscriptions/guest-${uid}`]: { movedTo: uid },
    [`students/student-${uid}`]: { uid, provider: `I-${uid.slice(0, 40)}`, at: now },
    [`outbox/owed-${uid}`]: {
      kind: 'givenBack',
      uid,
      provider: 'I-1',
      paidAt: now,
      amount: { minorUnits: 1399, currency: 'USD' },
      surplus: 'alreadySubscribed',
      owedSince: now,
      // Not in this test's time.
      dueAt: new Date(now.getTime() + 20 * day),
      attempts: 0,
    },
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
