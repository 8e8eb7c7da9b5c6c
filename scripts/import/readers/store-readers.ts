/** Writes imported readers to the newsletter list, and their access as grants that owners claim by logging in. */
import { deleteLateData } from '../../../functions/account/delete-reader.ts'
import { hashAddress, hashInbox } from '../../../functions/identity/inbox.ts'
import { getEmailsPath, getListPath } from '../../../functions/newsletter/newsletter-list.ts'
import { personalData as outboxData } from '../../../functions/outbox/personal-data.ts'
import {
  createSafeWrite,
  type FirestoreFailure,
  type StoredDocument,
  type Write,
} from '../../../functions/platform/adapters/firestore.ts'
import type { ChangeFailure } from '../../../functions/subscription/change-subscription.ts'
import {
  claimImportedGrant,
  getImportedGrantPath,
} from '../../../functions/subscription/claim-imported-grant.ts'
import { personalData as subscriptionData } from '../../../functions/subscription/personal-data.ts'
import {
  newsletterEmailsSchema,
  requestEmail,
} from '../../../src/domain/newsletter/newsletter-emails.ts'
import {
  type ImportedSubscriber,
  mergeImportedSubscriber,
  type NewsletterEntry,
  newsletterEntrySchema,
} from '../../../src/domain/newsletter/newsletter-entry.ts'
import { readerSchema } from '../../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import {
  type ImportedGrant,
  importedGrantSchema,
  mergeImportedGrant,
} from '../../../src/domain/subscription/imported-grant.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'

/** The data of one address in a file. */
export type ImportedReader = {
  readonly email: string
  /** Null if the row is a duplicate, or if it isn't known whether the reader is subscribed. */
  readonly subscriber: ImportedSubscriber | null
  readonly grant: ImportedGrant | null
}

export const listOutcomes = [
  'added',
  /** The address was waiting for a confirmation here. */
  'confirmed',
  /** The reader has to confirm, because a plain list proves no consent. */
  'pending',
  'alreadySubscribed',
  'staysUnsubscribed',
  /** The address is stored as unsubscribed. */
  'recorded',
  /** The address was subscribed by an earlier import, and now isn't. */
  'unsubscribed',
  /** The reader signed up here themselves, and is unsubscribed in the file. */
  'choseHere',
  'alreadyUnsubscribed',
] as const
export type ListOutcome = (typeof listOutcomes)[number]

export const grantOutcomes = ['waiting', 'extended', 'unchanged', 'claimed'] as const
export type GrantOutcome = (typeof grantOutcomes)[number]

type StoreOutcome = {
  readonly list: ListOutcome | null
  readonly grant: GrantOutcome | null
  /** The grant has been claimed, and the file has a later end. */
  readonly endsBeforeFile: boolean
  /** The end of an earlier import's unclaimed grant; null unless it outlasts the row's access. */
  readonly waitsUntil: Date | null
  /** Only a plain list has this address, and no earlier run has asked its owner to confirm. */
  readonly isToBeAsked: boolean
}

export type StoreResult = {
  /** Results, in the order of the readers. */
  readonly outcomes: readonly StoreOutcome[]
  /** The number of accounts that got their access with this import. */
  readonly applied: number
}

export type StoreFailure =
  | ChangeFailure
  | { readonly kind: 'malformedDocument'; readonly path: string }

type StoreOptions = {
  readonly dryRun: boolean
  /** The time at which a plain list's addresses are asked to confirm; null if they aren't. */
  readonly confirmationsAt?: Date | null
}

/** Retries of the optimistic lock. */
const maxAttempts = 10

/**
 * Stores readers with different addresses in one commit, and gives those who have an account already their access. A
 * repeated call changes nothing; after an interruption, the next call stores the rest.
 */
export async function storeReaders(
  desk: Pick<Desk, 'firestore'>,
  readers: readonly ImportedReader[],
  { dryRun, confirmationsAt = null }: StoreOptions,
): Promise<Result<StoreResult, StoreFailure>> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const planned = await planWrites(desk, readers)
    if (!planned.ok) return planned
    const { outcomes } = planned.value
    if (dryRun) return succeed({ outcomes, applied: 0 })
    const pending = readers.filter((_, index) => outcomes[index]!.isToBeAsked)
    const requests = await requestConfirmations(
      desk,
      confirmationsAt ? pending : [],
      confirmationsAt,
    )
    if (!requests.ok) return requests
    const writes = [...planned.value.writes, ...requests.value]
    const committed = writes.length > 0 ? await desk.firestore.commit(writes) : succeed(null)
    if (!committed.ok) {
      if (isConflict(committed.failure)) continue
      return committed
    }
    const waiting = readers.filter((_, index) => isWaiting(outcomes[index]!))
    const applied = await applyToAccounts(desk, waiting)
    return applied.ok ? succeed({ outcomes, applied: applied.value }) : applied
  }
  return fail({ kind: 'conflict' })
}

/** Firestore answers 404 to a change of a document that was deleted in the meantime. */
const isConflict = (failure: FirestoreFailure) =>
  failure.kind === 'conflict' || (failure.kind === 'rejected' && failure.status === 404)

const isWaiting = ({ grant }: StoreOutcome) => grant !== null && grant !== 'claimed'

async function planWrites(
  { firestore }: Pick<Desk, 'firestore'>,
  readers: readonly ImportedReader[],
): Promise<Result<{ readonly outcomes: StoreOutcome[]; readonly writes: Write[] }, StoreFailure>> {
  const paths = await Promise.all(
    readers.flatMap(({ email }) => [getListPath(email), getImportedGrantPath(email)]),
  )
  const stored = await firestore.getAll(paths.map((path) => path!))
  if (!stored.ok) return stored
  const outcomes: StoreOutcome[] = []
  const writes: Write[] = []
  for (const [index, { subscriber, grant }] of readers.entries()) {
    const [listPath, grantPath] = [paths[2 * index]!, paths[2 * index + 1]!]
    const [listDocument, grantDocument] = [stored.value[2 * index]!, stored.value[2 * index + 1]!]
    const entry = newsletterEntrySchema.nullable().safeParse(listDocument?.fields ?? null)
    if (!entry.success) return fail({ kind: 'malformedDocument', path: listPath })
    const storedGrant = importedGrantSchema.nullable().safeParse(grantDocument?.fields ?? null)
    if (!storedGrant.success) return fail({ kind: 'malformedDocument', path: grantPath })
    const newEntry = subscriber && mergeImportedSubscriber(entry.data, subscriber)
    const newGrant = grant && mergeImportedGrant(storedGrant.data, grant)
    for (const [set, fields, document] of [
      [listPath, newEntry, listDocument],
      [grantPath, newGrant, grantDocument],
    ] as const) {
      if (!fields) continue
      const precondition = document ? { ifUpdatedAt: document.updateTime } : { ifExists: false }
      writes.push({ set, fields, ...precondition })
    }
    const waiting = storedGrant.data?.claimedAt === null ? storedGrant.data : null
    outcomes.push({
      list: subscriber && describeEntry(entry.data, newEntry, subscriber.isSubscribed),
      grant: grant && describeGrant(storedGrant.data, newGrant),
      endsBeforeFile: Boolean(
        grant && storedGrant.data?.claimedAt && storedGrant.data.until < grant.until,
      ),
      waitsUntil: waiting && !(grant && grant.until >= waiting.until) ? waiting.until : null,
      isToBeAsked: newEntry?.state === 'pending' && newEntry.uid === null,
    })
  }
  return succeed({ outcomes, writes })
}

/** Requests confirmations as after a sign-up. An inbox with several addresses gets one request. */
async function requestConfirmations(
  { firestore }: Pick<Desk, 'firestore'>,
  readers: readonly ImportedReader[],
  at: Date | null,
): Promise<Result<readonly Write[], StoreFailure>> {
  if (!at || readers.length === 0) return succeed([])
  const requests = new Map<string, string>()
  for (const { email } of readers)
    requests.set(getEmailsPath(await hashInbox(email)), await hashAddress(email))
  const stored = await firestore.getAll([...requests.keys()])
  if (!stored.ok) return stored
  return succeed(
    [...requests].map(([path, addressHash], index) => {
      const document = stored.value[index] ?? null
      const emails = newsletterEmailsSchema.safeParse(document?.fields).data ?? null
      const requested = requestEmail(emails, { addressHash, entry: null }, at)
      return createSafeWrite(path, document?.updateTime, requested)
    }),
  )
}

function describeEntry(
  before: NewsletterEntry | null,
  after: NewsletterEntry | null,
  isSubscribed: boolean,
): ListOutcome {
  if ((after ?? before)?.state === 'pending') return isSubscribed ? 'pending' : 'choseHere'
  if (isSubscribed) {
    if (after) return before ? 'confirmed' : 'added'
    return before?.state === 'unsubscribed' ? 'staysUnsubscribed' : 'alreadySubscribed'
  }
  if (after) return before ? 'unsubscribed' : 'recorded'
  return before && before.state !== 'unsubscribed' ? 'choseHere' : 'alreadyUnsubscribed'
}

function describeGrant(before: ImportedGrant | null, after: ImportedGrant | null): GrantOutcome {
  if (after) return before ? 'extended' : 'waiting'
  return before?.claimedAt ? 'claimed' : 'unchanged'
}

/** The maximum number of values in one query. */
const maxQueryValues = 30

const accountSchema = readerSchema.pick({
  email: true,
  emailVerified: true,
  deletionRequestedAt: true,
})

const printEvent = (event: string, details: object) =>
  console.error(JSON.stringify({ event, ...details }))

/** Gives accounts their access straight away: readers who are logged in may not log in again for a long time. */
async function applyToAccounts(
  { firestore }: Pick<Desk, 'firestore'>,
  readers: readonly ImportedReader[],
): Promise<Result<number, StoreFailure>> {
  let applied = 0
  for (let first = 0; first < readers.length; first += maxQueryValues) {
    const addresses = readers.slice(first, first + maxQueryValues).map(({ email }) => email)
    const found = await firestore.query({
      collection: 'users',
      where: [{ field: 'email', is: 'IN', value: addresses }],
      fields: Object.keys(accountSchema.shape),
    })
    if (!found.ok) return found
    for (const account of listOwners(found.value.documents)) {
      const deps = { firestore, now: () => new Date() }
      const claimed = await claimImportedGrant(deps, account)
      if (!claimed.ok) return claimed
      if (!claimed.value) continue
      applied++
      // The account may have been deleted in the meantime.
      const personalData = [...outboxData, ...subscriptionData]
      await deleteLateData({ ...deps, personalData, paypal: null, log: printEvent }, account.uid)
    }
  }
  return succeed(applied)
}

/**
 * Lists verified accounts that are the only ones with their address. If several records have the address, Firebase Auth
 * has at most one of them, so the access waits for its owner to log in.
 */
function listOwners(documents: readonly StoredDocument[]) {
  const accounts = documents.flatMap(({ id, fields }) => {
    const account = accountSchema.safeParse(fields)
    return account.success && account.data.emailVerified && !account.data.deletionRequestedAt
      ? [{ uid: id, ...account.data }]
      : []
  })
  const byAddress = Map.groupBy(accounts, ({ email }) => email)
  return [...byAddress.values()].flatMap((owners) => (owners.length === 1 ? owners : []))
}
