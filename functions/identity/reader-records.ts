import { type Reader, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'

/** Attempts of the optimistic lock: enough for twenty simultaneous changes, so that a session can always be ended. */
const defaultMaxAttempts = 25

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

/** Firestore reserves ids that begin with two underscores. */
export const isUid = (text: string) => /^(?!__)[\w-]{1,128}$/.test(text)

/** The most accounts listed for one address, because anybody can create an account with any address. */
const maxNamesakes = 20

/** Finds accounts as the address was typed, and in lower case, as the sign-in service stores it. */
export async function findUidsByEmail(
  firestore: Pick<Firestore, 'query'>,
  address: string,
  limit = maxNamesakes,
): Promise<Result<readonly string[], FirestoreFailure>> {
  const value = [...new Set([address, address.toLowerCase()])]
  const where = [{ field: 'email', is: 'IN', value } as const]
  const query = { collection: 'users', where, fields: ['email'], limit }
  const found = await firestore.query(query)
  return found.ok ? succeed(found.value.documents.map(({ id }) => id)) : found
}

/**
 * Changes a record with an optimistic lock; if `change` returns null, the record stays as it is. `createOtherWrites`
 * adds writes to the commit, given the previous record. Both functions may be called again. `notFound` if there is no
 * record.
 */
export async function updateReader(
  firestore: Firestore,
  uid: string,
  change: (reader: Reader) => Partial<Reader> | null,
  createOtherWrites: (
    before: Reader,
  ) => Promise<Result<readonly Write[], FirestoreFailure>> = async () => succeed([]),
  maxAttempts = defaultMaxAttempts,
): Promise<Result<Reader, UpdateFailure>> {
  const path = `users/${uid}`
  return repeatIfOvertaken<Reader, UpdateFailure>(maxAttempts, async () => {
    const stored = await findReader(firestore, uid)
    if (!stored.ok) return stored
    if (!stored.value) return fail({ kind: 'notFound' })
    const { reader, updateTime } = stored.value
    const updated = change(reader)
    if (!updated) return succeed(reader)
    const others = await createOtherWrites(reader)
    if (!others.ok) return others
    const fields = { ...reader, ...updated }
    const written = await commitUnlessOvertaken(firestore, [
      { set: path, fields, ifUpdatedAt: updateTime },
      ...others.value,
    ])
    return written.ok ? succeed(fields) : written
  })
}
