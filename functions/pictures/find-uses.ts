/** Finds where a picture is used in the current documents and drafts. */
import type { PictureUse } from '../../src/contracts/endpoints/picture-endpoints.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { findVisibleDraft } from '../documents/change-document.ts'
import { parseDraft } from '../documents/load-document.ts'
import type { Staff } from '../identity/caller.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import { showsPicture } from './document-pictures.ts'
import { picturedCollections } from './index-pictures.ts'
import type { StoredPicture } from './picture-records.ts'

type Collection = PictureUse['collection']

export type UsingDocument = {
  readonly ref: { readonly collection: Collection; readonly slug: string }
  readonly stored: StoredDocument
}

function parsePath(path: string): UsingDocument['ref'] | null {
  const [name, slug] = path.split('/', 2)
  const collection = picturedCollections.find((known) => known === name)
  return collection && slug ? { collection, slug } : null
}

/** Costs one read per document. */
export async function readUsingDocuments(
  firestore: Pick<Firestore, 'getAll'>,
  { id, uses }: Pick<StoredPicture, 'id' | 'uses'>,
): Promise<Result<readonly UsingDocument[], FirestoreFailure>> {
  const refs = uses.flatMap((path) => parsePath(path) ?? [])
  const found = await firestore.getAll(refs.map(({ collection, slug }) => `${collection}/${slug}`))
  if (!found.ok) return found
  return succeed(
    refs.flatMap((ref, index) => {
      const stored = found.value[index]
      return stored && showsPicture(stored.fields, id) ? [{ ref, stored }] : []
    }),
  )
}

const maxDrafts = 50

const readTitle = ({ title, name }: Readonly<Record<string, unknown>>) => {
  const text = title ?? name
  return typeof text === 'string' ? text : ''
}

/** Lists a picture's uses. Drafts are found only by their lead picture. */
export async function findUses(
  firestore: Firestore,
  picture: Pick<StoredPicture, 'id' | 'uses'>,
  staff: Staff,
): Promise<Result<PictureUse[], FirestoreFailure>> {
  const documents = await readUsingDocuments(firestore, picture)
  if (!documents.ok) return documents
  const found = await firestore.query({
    collection: 'drafts',
    where: [{ field: 'fields.image.id', is: 'EQUAL', value: picture.id }],
    limit: maxDrafts,
  })
  if (!found.ok) return found
  const stored = documents.value.map(({ ref, stored: { fields } }) => ({
    ...ref,
    title: readTitle(fields),
    isDraft: false,
  }))
  const drafts = found.value.documents.flatMap((record): PictureUse[] => {
    const draft = findVisibleDraft({ draft: parseDraft(record) }, staff)
    const collection = picturedCollections.find((name) => name === draft?.collection)
    if (!draft || draft.deletedAt || !collection) return []
    const { slug, fields } = draft
    const isStored = stored.some((use) => use.collection === collection && use.slug === slug)
    return isStored ? [] : [{ collection, slug, title: readTitle(fields), isDraft: true }]
  })
  return succeed([...stored, ...drafts])
}
