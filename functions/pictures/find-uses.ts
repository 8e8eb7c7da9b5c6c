/** Finds where a picture is used in the current documents and drafts. */
import type { PictureUse } from '../../src/contracts/endpoints/picture-endpoints.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { findVisibleDraft } from '../documents/change-document.ts'
import { parseDraft, type StoredDraft } from '../documents/load-document.ts'
import type { Staff } from '../identity/caller.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import { showsPicture } from './document-pictures.ts'
import { draftCollection, picturedCollections } from './index-pictures.ts'
import type { StoredPicture } from './picture-records.ts'

type Collection = PictureUse['collection']

export type UsingDocument = {
  readonly ref: { readonly collection: Collection; readonly slug: string }
} & (
  | { readonly stored: StoredDocument; readonly draft: null }
  | { readonly stored: null; readonly draft: StoredDraft }
)

function readUse(path: string, record: StoredDocument, id: string): UsingDocument[] {
  const [name, slug = ''] = path.split('/', 2)
  if (name === draftCollection) {
    const draft = parseDraft(record)
    const collection = picturedCollections.find((known) => known === draft?.collection)
    if (!draft || draft.deletedAt || !collection) return []
    const isUsed = showsPicture({ ...draft.fields, body: draft.body }, id)
    return isUsed ? [{ ref: { collection, slug: draft.slug }, stored: null, draft }] : []
  }
  const collection = picturedCollections.find((known) => known === name)
  if (!collection || !showsPicture(record.fields, id)) return []
  return [{ ref: { collection, slug }, stored: record, draft: null }]
}

/** Costs one read per document. Drafts in the bin aren't found. */
export async function readUsingDocuments(
  firestore: Pick<Firestore, 'getAll'>,
  { id, uses }: Pick<StoredPicture, 'id' | 'uses'>,
): Promise<Result<readonly UsingDocument[], FirestoreFailure>> {
  const found = await firestore.getAll(uses)
  if (!found.ok) return found
  return succeed(
    uses.flatMap((path, index) => {
      const record = found.value[index]
      return record ? readUse(path, record, id) : []
    }),
  )
}

const readTitle = ({ title, name, subject }: Readonly<Record<string, unknown>>) => {
  const text = title ?? name ?? subject
  return typeof text === 'string' ? text : ''
}

/** Lists a picture's uses. A document whose draft shows it too is listed once. */
export async function findUses(
  firestore: Pick<Firestore, 'getAll'>,
  picture: Pick<StoredPicture, 'id' | 'uses'>,
  staff: Staff,
): Promise<Result<PictureUse[], FirestoreFailure>> {
  const documents = await readUsingDocuments(firestore, picture)
  if (!documents.ok) return documents
  const isStored = ({ ref }: UsingDocument) =>
    documents.value.some(
      (other) =>
        other.stored && other.ref.collection === ref.collection && other.ref.slug === ref.slug,
    )
  return succeed(
    documents.value
      .filter((use) => use.stored || (findVisibleDraft(use, staff) && !isStored(use)))
      .map(({ ref, stored, draft }) => ({
        ...ref,
        title: readTitle(stored ? stored.fields : draft.fields),
        isDraft: stored === null,
      })),
  )
}
