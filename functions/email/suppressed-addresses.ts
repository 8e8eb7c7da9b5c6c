import { emailSchema } from '../../src/domain/email-schema.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import {
  recordArrival,
  recordHardBounce,
  type SuppressedAddress,
  suppressedAddressSchema,
} from '../../src/domain/suppressed-address.ts'
import { hashAddress } from '../identity/inbox.ts'
import { changeDocument } from '../platform/adapters/change-document.ts'
import type { Firestore, FirestoreFailure } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import type { Log } from '../platform/log.ts'

export const getSuppressionPath = (addressHash: string) => `suppressedAddresses/${addressHash}`

/** Returns the path of an address's suppression record; null for an invalid address. */
export async function findSuppressionPath(email: string): Promise<string | null> {
  const address = emailSchema.safeParse(email)
  return address.success ? getSuppressionPath(await hashAddress(address.data)) : null
}

const parse = (fields: Fields | null) => suppressedAddressSchema.safeParse(fields).data ?? null

export async function isSuppressed(
  firestore: Pick<Firestore, 'get'>,
  email: string,
): Promise<Result<boolean, FirestoreFailure>> {
  const path = await findSuppressionPath(email)
  const stored = path === null ? succeed(null) : await firestore.get(path)
  if (!stored.ok) return stored
  return succeed(Boolean(parse(stored.value?.fields ?? null)?.hardBouncedAt))
}

async function change(
  firestore: Firestore,
  path: string,
  record: (address: SuppressedAddress | null) => SuppressedAddress | null,
): Promise<Result<void, FirestoreFailure>> {
  const changed = await changeDocument(firestore, path, async (fields) =>
    succeed(record(parse(fields))),
  )
  return changed.ok ? succeed(undefined) : changed
}

export async function suppress(
  firestore: Firestore,
  email: string,
  at: Date,
): Promise<Result<void, FirestoreFailure>> {
  const path = await findSuppressionPath(email)
  if (path === null) return succeed(undefined)
  return change(firestore, path, (address) => recordHardBounce(address, at))
}

/** Called when a reader opens a link emailed at `at`. If the update fails, the next link ends the suppression. */
export async function endSuppression(
  { firestore, log }: { readonly firestore: Firestore; readonly log: Log },
  path: string,
  at: Date,
): Promise<void> {
  const ended = await change(firestore, path, (address) => recordArrival(address, at))
  if (!ended.ok) log('suppression_not_ended', { kind: ended.failure.kind })
}
