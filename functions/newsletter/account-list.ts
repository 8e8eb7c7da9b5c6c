/** The places of accounts on the list of The Weekly: what an account says and is changes them. */
import {
  type Consent,
  emailSchema,
  type NewsletterReader,
  newsletterReaderSchema,
  placeOnList,
  type WeeklyAccount,
  wantsWeekly,
} from '../../src/domain/newsletter.ts'
import type { Reader } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, StoredDocument, Write } from '../adapters/firestore.ts'
import { pathOf } from './list.ts'

type Listed = {
  readonly path: string
  readonly reader: NewsletterReader | null
  readonly updateTime: string | undefined
}

/** Null for an account without an address that mail can reach. */
async function placeOf(email: string): Promise<string | null> {
  const address = emailSchema.safeParse(email)
  return address.success ? pathOf(address.data) : null
}

function parseListed(
  path: string,
  stored: StoredDocument | null,
): Result<Listed, FirestoreFailure> {
  if (!stored) return succeed({ path, reader: null, updateTime: undefined })
  const reader = newsletterReaderSchema.safeParse(stored.fields)
  return reader.success
    ? succeed({ path, reader: reader.data, updateTime: stored.updateTime })
    : fail({ kind: 'rejected', status: 200, reason: `${path} is malformed` })
}

async function listedAt(
  firestore: Firestore,
  path: string,
): Promise<Result<Listed, FirestoreFailure>> {
  const stored = await firestore.get(path)
  return stored.ok ? parseListed(path, stored.value) : stored
}

/** Nothing where the place stays as it is. Fails its commit where somebody was there meanwhile. */
function writeOf({ path, updateTime }: Listed, reader: NewsletterReader | null): Write[] {
  if (!reader) return []
  const precondition = updateTime === undefined ? { ifExists: false } : { ifUpdatedAt: updateTime }
  return [{ set: path, fields: reader, ...precondition }]
}

/** Whether the account has asked for the letter. Costs a database read where its address is verified. */
export async function isWeeklyWanted(
  firestore: Firestore,
  { email, emailVerified, weekly }: Pick<Reader, 'email' | 'emailVerified' | 'weekly'>,
): Promise<Result<boolean, FirestoreFailure>> {
  const path = await placeOf(email)
  if (!path) return succeed(false)
  if (!emailVerified) return succeed(weekly.wanted)
  const listed = await listedAt(firestore, path)
  if (!listed.ok) return listed
  return succeed(wantsWeekly(listed.value.reader, { emailVerified }, weekly.wanted))
}

/** What an account's word changes on the list. */
export async function weeklyAsked(
  firestore: Firestore,
  account: WeeklyAccount,
  wanted: boolean,
  consent: Consent,
): Promise<Result<readonly Write[], FirestoreFailure>> {
  const path = await placeOf(account.email)
  if (!path) return succeed([])
  const listed = await listedAt(firestore, path)
  if (!listed.ok) return listed
  const email = emailSchema.parse(account.email)
  return succeed(
    writeOf(listed.value, placeOnList(listed.value.reader, { ...account, email }, wanted, consent)),
  )
}

/**
 * What a sign-in changes on the list, where the sign-in service knows another address than before, or
 * has seen meanwhile that it is theirs: the letter moves along, and comes at last.
 */
export async function weeklyMoved(
  firestore: Firestore,
  before: Pick<Reader, 'email' | 'emailVerified' | 'weekly'>,
  account: WeeklyAccount,
  now: Date,
): Promise<Result<readonly Write[], FirestoreFailure>> {
  const isMoved = before.email !== account.email
  if (!isMoved && before.emailVerified === account.emailVerified) return succeed([])
  const [from, to] = await Promise.all([placeOf(before.email), placeOf(account.email)])
  const old = from ? await listedAt(firestore, from) : succeed(null)
  if (!old.ok) return old
  const left = old.value?.reader ?? null
  const isOwn = left?.uid === account.uid
  const wanted = wantsWeekly(
    left,
    before,
    before.weekly.wanted || (isOwn && left.state === 'pending'),
  )
  const mayLeave = isMoved && left !== null && (before.emailVerified || isOwn)
  const leaving: Write[] = mayLeave
    ? [{ remove: old.value!.path, ifUpdatedAt: old.value!.updateTime! }]
    : []
  if (!wanted || !to) return succeed(leaving)
  const next = isMoved ? await listedAt(firestore, to) : succeed(old.value!)
  if (!next.ok) return next
  // Consent was given once, and moves along.
  const consent: Consent = left ?? { consentedAt: now, ip: '', userAgent: '' }
  const { consentedAt, ip, userAgent } = consent
  const email = emailSchema.parse(account.email)
  const place = placeOnList(
    next.value.reader,
    { uid: account.uid, email, emailVerified: account.emailVerified },
    true,
    { consentedAt, ip, userAgent },
  )
  return succeed([...leaving, ...writeOf(next.value, place)])
}
