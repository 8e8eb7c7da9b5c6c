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
import { findReader, type UpdateFailure, updateReader } from '../identity/reader-records.ts'
import { createWeeklyMoveWrites } from '../newsletter/account-list-entry.ts'
import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import type { Identity } from '../platform/adapters/auth-identity.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { createRegistrationWrites } from '../statistics/records/create-record-writes.ts'

export type AdmissionFailure =
  | UpdateFailure
  /** The token was issued before the sessions were ended, or with credentials that have changed since. */
  | { readonly kind: 'stale' }
  /**
   * The account has an address that its owner didn't request. `restored` is `yes`, or the reason why the owner's
   * address wasn't restored.
   */
  | { readonly kind: 'otherAddress'; readonly uid: string; readonly restored: string }

/**
 * Creates the record at the first sign-in. Changed credentials end older sessions, and the first verification of the
 * address revokes everything set up before it.
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
  // Runs before the record is written, so that the next sign-in repeats a failed call.
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

/** Anyone can give an account any name in Firebase, so a name that the settings page would reject isn't stored. */
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
