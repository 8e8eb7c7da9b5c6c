/** Keeps document identifiers unique and unchanged (src/domain/identifier.ts). */

import { type DocumentRef, publicPath } from '../../src/content/manuscript/document.ts'
import { identifierSchema } from '../../src/domain/identifier.ts'
import { hashRedirectPath } from '../../src/domain/redirect.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'

type Circumstances = {
  /** The stored document, read beforehand, so that a rename in the meantime is detected. */
  readonly stored: StoredDocument | null
  /** The slug before the document was renamed. */
  readonly formerSlug: string | undefined
  readonly claims: IdentifierClaims
}

/** The first document in a batch to claim each identifier. */
export type IdentifierClaims = ReadonlyMap<string, DocumentRef>

const formatClaim = ({ collection, slug }: DocumentRef, identifier: unknown) =>
  `${collection}/${identifierSchema.safeParse(identifier).data ?? slug}`

export const claimIdentifiers = (
  changes: readonly (DocumentRef & { readonly fields: Fields | null })[],
): IdentifierClaims =>
  new Map(
    changes.toReversed().map((change) => [formatClaim(change, change.fields?.identifier), change]),
  )

/**
 * Returns the fields with the identifier to store. A stored document keeps its identifier, whatever a file says. Costs
 * two database reads for a new document.
 */
export async function settleIdentifier(
  firestore: Firestore,
  ref: DocumentRef,
  { identifier, ...fields }: Fields,
  { stored, formerSlug, claims }: Circumstances,
): Promise<Result<Fields, FirestoreFailure>> {
  if (ref.collection !== 'articles' && ref.collection !== 'events') return succeed(fields)
  const given = identifierSchema.safeParse(identifier).data
  const identify = (value: unknown) =>
    succeed(value === undefined || value === ref.slug ? fields : { ...fields, identifier: value })
  if (stored) return identify(stored.fields.identifier)
  if (formerSlug !== undefined) return identify(given ?? formerSlug)
  if (claims.get(formatClaim(ref, given))?.slug !== ref.slug) return identify(crypto.randomUUID())
  const isUsed = await isIdentifierUsed(firestore, ref, given)
  if (!isUsed.ok) return isUsed
  return identify(isUsed.value ? crypto.randomUUID() : given)
}

/** Whether another document has the identifier or, if none is given, has had the address. */
async function isIdentifierUsed(
  firestore: Firestore,
  ref: DocumentRef,
  given: string | undefined,
): Promise<Result<boolean, FirestoreFailure>> {
  const { collection, slug } = ref
  const value = given ?? slug
  // Redirects are never deleted, and include those that earlier versions created for renames.
  const path =
    given === undefined
      ? `redirects/${await hashRedirectPath(publicPath(ref))}`
      : `${collection}/${given}`
  const [unidentified, identified] = await Promise.all([
    firestore.get(path),
    firestore.query({
      collection,
      where: [{ field: 'identifier', is: 'EQUAL', value }],
      fields: ['identifier'],
      limit: 1,
    }),
  ])
  if (!unidentified.ok) return unidentified
  if (!identified.ok) return identified
  const isAddressUsed = unidentified.value !== null && !unidentified.value.fields.identifier
  return succeed(isAddressUsed || identified.value.documents.length > 0)
}
