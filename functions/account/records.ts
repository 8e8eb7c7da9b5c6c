/** The readers' records in Firestore: how one comes into being, and how it is changed. */
import { type Reader, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, Write } from '../adapters/firestore.ts'
import type { Identity } from '../adapters/identity.ts'
import { weeklyMoved } from '../newsletter/account-list.ts'

/** How often somebody else may be first. Twenty changes at once come through with it. */
const attempts = 25

export type ChangeFailure = FirestoreFailure | { readonly kind: 'gone' }

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
    const stored = await firestore.get(path)
    if (!stored.ok) return stored
    if (!stored.value) return fail({ kind: 'gone' })
    const reader = readerSchema.safeParse(stored.value.fields)
    if (!reader.success) return fail({ kind: 'rejected', status: 200, reason: 'malformed record' })
    const changed = change(reader.data)
    if (!changed) return succeed(reader.data)
    const others = await alongside(reader.data)
    if (!others.ok) return others
    const fields = { ...reader.data, ...changed }
    const written = await firestore.commit([
      { set: path, fields, ifUpdatedAt: stored.value.updateTime },
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

/**
 * What signing in does to a reader's record: the first time it comes into being; later the sign-in
 * service's word on the address is taken. Credentials that were changed meanwhile end the sessions that
 * were opened with the old ones, and an address that is shown to be the reader's those from before.
 */
export async function admitReader(
  firestore: Firestore,
  identity: Identity,
  now: Date,
): Promise<Result<{ readonly isNew: boolean }, AdmissionFailure>> {
  const { uid, email, emailVerified, authenticatedAt, credentialsSince } = identity
  const created = await firestore.commit([
    { set: `users/${uid}`, fields: newReader(identity, now), ifExists: false },
  ])
  if (created.ok) return succeed({ isNew: true })
  if (created.failure.kind !== 'conflict') return created

  let isStale = false
  const changed = await changeReader(
    firestore,
    uid,
    (reader) => {
      const ended = reader.sessionsEndedAt
      // The sign-in service tells the time in whole seconds.
      isStale =
        reader.leavingAt !== null ||
        (ended !== null && authenticatedAt.getTime() < Math.floor(ended.getTime() / 1000) * 1000)
      if (isStale) return null
      const sessionsEndedAt =
        emailVerified && !reader.emailVerified
          ? // Whoever made the account may not have owned the address: now its owner is here.
            now
          : ended === null || credentialsSince > ended
            ? credentialsSince
            : ended
      const isAsBefore = reader.email === email && reader.emailVerified === emailVerified
      return isAsBefore && sessionsEndedAt === ended
        ? null
        : { email, emailVerified, sessionsEndedAt }
    },
    (before) => weeklyMoved(firestore, before, { uid, email, emailVerified }, now),
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
