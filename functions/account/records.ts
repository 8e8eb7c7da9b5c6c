/** The readers' records in Firestore: how one comes into being, and how it is changed. */
import { mayHaveAddress, type Reader, readerSchema, withAddress } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Accounts } from '../adapters/accounts.ts'
import type { Firestore, FirestoreFailure, Write } from '../adapters/firestore.ts'
import type { Identity } from '../adapters/identity.ts'
import { weeklyMoved } from '../newsletter/account-list.ts'
import { restoreAddress, secureVerifiedAddress } from './address-owner.ts'

/** How often somebody else may be first. Twenty changes at once come through with it. */
const attempts = 25

export type ChangeFailure = FirestoreFailure | { readonly kind: 'gone' }

type StoredReader = { readonly reader: Reader; readonly updateTime: string }

/** Null if there is no record. */
async function findReader(
  firestore: Firestore,
  uid: string,
): Promise<Result<StoredReader | null, FirestoreFailure>> {
  const stored = await firestore.get(`users/${uid}`)
  if (!stored.ok) return stored
  if (!stored.value) return succeed(null)
  const reader = readerSchema.safeParse(stored.value.fields)
  if (!reader.success) return fail({ kind: 'rejected', status: 200, reason: 'malformed record' })
  return succeed({ reader: reader.data, updateTime: stored.value.updateTime })
}

/**
 * Changes a reader's record by a function of what it is now, however many do so at once. Null from
 * `change` leaves it as it is. `alongside` says what else is written in the same commit, given the
 * record as it was; where that is overtaken, both are asked again. Answers the record as it stands
 * afterwards; `gone` where there is none.
 */
export async function changeReader(
  firestore: Firestore,
  uid: string,
  change: (reader: Reader) => Partial<Reader> | null,
  alongside: (before: Reader) => Promise<Result<readonly Write[], FirestoreFailure>> = async () =>
    succeed([]),
): Promise<Result<Reader, ChangeFailure>> {
  const path = `users/${uid}`
  for (let attempt = 0; attempt < attempts; attempt++) {
    const stored = await findReader(firestore, uid)
    if (!stored.ok) return stored
    if (!stored.value) return fail({ kind: 'gone' })
    const { reader, updateTime } = stored.value
    const changed = change(reader)
    if (!changed) return succeed(reader)
    const others = await alongside(reader)
    if (!others.ok) return others
    const fields = { ...reader, ...changed }
    const written = await firestore.commit([
      { set: path, fields, ifUpdatedAt: updateTime },
      ...others.value,
    ])
    if (written.ok) return succeed(fields)
    if (written.failure.kind !== 'conflict') return written
  }
  return fail({ kind: 'conflict' })
}

export type AdmissionFailure =
  | ChangeFailure
  /** They authenticated before their sessions were ended, or with credentials that are no more. */
  | { readonly kind: 'stale' }
  /** The account has an address that its owner didn't ask for; says whether it has its own again. */
  | { readonly kind: 'otherAddress'; readonly uid: string; readonly restored: string }

/**
 * What signing in does to a reader's record: the first sign-in creates it; later ones update the address
 * if its owner has changed it. Changed credentials end the sessions opened with the old ones, and the
 * first verification of the address ends everything that was set up before it.
 */
export async function admitReader(
  { firestore, accounts }: { readonly firestore: Firestore; readonly accounts: Accounts },
  identity: Identity,
  now: Date,
  { byEmailLink = false } = {},
): Promise<Result<{ readonly isNew: boolean }, AdmissionFailure>> {
  const { uid, emailVerified, authenticatedAt, credentialsSince } = identity
  const found = await findReader(firestore, uid)
  if (!found.ok) return found
  const before = found.value?.reader ?? null
  if (before && !mayHaveAddress(before, identity)) {
    const restored = await restoreAddress(accounts, uid, before.email, now)
    const outcome = restored.ok ? 'yes' : restored.failure.kind
    return fail({ kind: 'otherAddress', uid, restored: outcome })
  }
  // Before the record says that the address is verified: if this fails, the next sign-in repeats it.
  const secured = await secureVerifiedAddress(accounts, before, identity, byEmailLink)
  if (!secured.ok) {
    return secured.failure.kind === 'unavailable' ? fail(secured.failure) : fail({ kind: 'stale' })
  }
  if (!before) {
    const created = await firestore.commit([
      { set: `users/${uid}`, fields: newReader(identity, now), ifExists: false },
    ])
    if (created.ok) return succeed({ isNew: true })
    if (created.failure.kind !== 'conflict') return created
  }

  let isStale = false
  const changed = await changeReader(
    firestore,
    uid,
    (reader) => {
      const ended = reader.sessionsEndedAt
      // The sign-in service tells the time in whole seconds.
      isStale =
        reader.leavingAt !== null ||
        !mayHaveAddress(reader, identity) ||
        (ended !== null && authenticatedAt.getTime() < Math.floor(ended.getTime() / 1000) * 1000)
      if (isStale) return null
      const sessionsEndedAt =
        emailVerified && !reader.emailVerified
          ? // The account's creator may not own the address, and its owner is here now. Their request
            // may have begun before the account was created, whose session it ends all the same.
            new Date(Math.max(now.getTime(), reader.createdAt.getTime() + 1))
          : ended === null || credentialsSince > ended
            ? credentialsSince
            : ended
      const address = withAddress(reader, identity)
      const isAsBefore =
        reader.email === address.email && reader.emailVerified === address.emailVerified
      return isAsBefore && sessionsEndedAt === ended ? null : { ...address, sessionsEndedAt }
    },
    (reader) => weeklyMoved(firestore, reader, { uid, ...withAddress(reader, identity) }, now),
  )
  if (!changed.ok) return changed
  return isStale ? fail({ kind: 'stale' }) : succeed({ isNew: false })
}

function newReader(identity: Identity, now: Date): Reader {
  const { email, emailVerified, displayName, credentialsSince } = identity
  const [firstName = '', ...lastNames] = displayName.trim().split(/\s+/)
  return {
    ...readerSchema.parse({
      first_name: firstName.slice(0, 100),
      last_name: lastNames.join(' ').slice(0, 100),
      email,
      emailVerified,
      createdAt: now,
    }),
    sessionsEndedAt: credentialsSince,
  }
}
