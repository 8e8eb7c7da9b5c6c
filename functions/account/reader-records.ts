import { z } from 'zod'
import {
  applyAddress,
  canHaveAddress,
  nameSchema,
  type Reader,
  readerSchema,
} from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Attribution } from '../../src/domain/statistics/attribution.ts'
import { restoreAddress, secureVerifiedAddress } from '../identity/address-owner.ts'
import { createWeeklyMoveWrites } from '../newsletter/account-list-entry.ts'
import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import type { Identity } from '../platform/adapters/auth-identity.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import { createRegistrationWrites } from '../statistics/records/create-record-writes.ts'

/** Retries of the optimistic lock: enough for twenty simultaneous changes. */
const maxAttempts = 25

export type UpdateFailure = FirestoreFailure | { readonly kind: 'notFound' }

type StoredReader = { readonly reader: Reader; readonly updateTime: string }

export async function findReader(
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
 * Changes a record with an optimistic lock; null from `change` leaves it as it is. `createOtherWrites`
 * adds writes to the commit, given the previous record. Both may be called again. `notFound` without a record.
 */
export async function updateReader(
  firestore: Firestore,
  uid: string,
  change: (reader: Reader) => Partial<Reader> | null,
  createOtherWrites: (
    before: Reader,
  ) => Promise<Result<readonly Write[], FirestoreFailure>> = async () => succeed([]),
): Promise<Result<Reader, UpdateFailure>> {
  const path = `users/${uid}`
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const stored = await findReader(firestore, uid)
    if (!stored.ok) return stored
    if (!stored.value) return fail({ kind: 'notFound' })
    const { reader, updateTime } = stored.value
    const updated = change(reader)
    if (!updated) return succeed(reader)
    const others = await createOtherWrites(reader)
    if (!others.ok) return others
    const fields = { ...reader, ...updated }
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
  | UpdateFailure
  /** Authenticated before the sessions were ended, or with credentials that were changed since. */
  | { readonly kind: 'stale' }
  /** The account has an address that its owner didn't request. `restored`: `yes`, or why not. */
  | { readonly kind: 'otherAddress'; readonly uid: string; readonly restored: string }

/**
 * Creates the record at the first sign-in. Changed credentials end older sessions, and the first
 * verification of the address revokes everything set up before.
 */
export async function admitReader(
  { firestore, accounts }: { readonly firestore: Firestore; readonly accounts: AuthAccounts },
  identity: Identity,
  now: Date,
  {
    isEmailLink = false,
    attribution = null,
  }: { readonly isEmailLink?: boolean; readonly attribution?: Attribution | null } = {},
): Promise<Result<{ readonly isNew: boolean }, AdmissionFailure>> {
  const { uid, emailVerified, authenticatedAt, credentialsSince } = identity
  const found = await findReader(firestore, uid)
  if (!found.ok) return found
  const before = found.value?.reader ?? null
  if (before && !canHaveAddress(before, identity)) {
    const restored = await restoreAddress(accounts, uid, before.email, now)
    const outcome = restored.ok ? 'yes' : restored.failure.kind
    return fail({ kind: 'otherAddress', uid, restored: outcome })
  }
  // Before the record: if this fails, the next sign-in repeats it.
  const secured = await secureVerifiedAddress(accounts, before, identity, isEmailLink)
  if (!secured.ok) {
    return secured.failure.kind === 'unavailable' ? fail(secured.failure) : fail({ kind: 'stale' })
  }
  if (!before) {
    const reader = { ...createReader(identity, now), attribution }
    const created = await firestore.commit([
      { set: `users/${uid}`, fields: reader, ifExists: false },
      ...(await createRegistrationWrites(uid, reader, 'signUp')),
    ])
    if (created.ok) return succeed({ isNew: true })
    if (created.failure.kind !== 'conflict') return created
  }

  let isStale = false
  const updated = await updateReader(
    firestore,
    uid,
    (reader) => {
      const ended = reader.sessionsEndedAt
      // Firebase's times are whole seconds.
      isStale =
        reader.deletionRequestedAt !== null ||
        !canHaveAddress(reader, identity) ||
        (ended !== null && authenticatedAt.getTime() < Math.floor(ended.getTime() / 1000) * 1000)
      if (isStale) return null
      const sessionsEndedAt =
        emailVerified && !reader.emailVerified
          ? // Also ends the session of whoever created the account during this request.
            new Date(Math.max(now.getTime(), reader.createdAt.getTime() + 1))
          : ended === null || credentialsSince > ended
            ? credentialsSince
            : ended
      const address = applyAddress(reader, identity)
      const isUnchanged =
        reader.email === address.email && reader.emailVerified === address.emailVerified
      return isUnchanged && sessionsEndedAt === ended ? null : { ...address, sessionsEndedAt }
    },
    (reader) =>
      createWeeklyMoveWrites(firestore, reader, { uid, ...applyAddress(reader, identity) }, now),
  )
  if (!updated.ok) return updated
  return isStale ? fail({ kind: 'stale' }) : succeed({ isNew: false })
}

const namesSchema = z.object({ first_name: nameSchema, last_name: nameSchema })

/** Anyone can give an account any name in Firebase, so one that the settings would refuse isn't stored. */
function splitName(displayName: string): z.infer<typeof namesSchema> {
  const [first_name = '', ...lastNames] = displayName.trim().split(/\s+/)
  const names = namesSchema.safeParse({ first_name, last_name: lastNames.join(' ') })
  return names.data ?? { first_name: '', last_name: '' }
}

function createReader(identity: Identity, now: Date): Reader {
  const { email, emailVerified, displayName, credentialsSince } = identity
  return {
    ...readerSchema.parse({
      ...splitName(displayName),
      email,
      emailVerified,
      createdAt: now,
    }),
    sessionsEndedAt: credentialsSince,
  }
}
