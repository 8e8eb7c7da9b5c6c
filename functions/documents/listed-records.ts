/** Reads the records of a list, without their texts. */
import { getDraftPath } from '../../src/domain/draft.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Staff } from '../identity/caller.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { findVisibleDraft, isEditor } from './change-document.ts'
import { getState } from './get-document.ts'
import type { ListRequest, Row } from './listed-document.ts'
import {
  getDocumentPath,
  isOlderDraftOf,
  parseDraft,
  readOlderDraft,
  type StoredDraft,
} from './load-document.ts'

const listedFields = [
  'title',
  'name',
  'subject',
  'status',
  'publishedAt',
  'updatedAt',
  'authors',
  'category',
  'tags',
  'image',
  'portrait',
  'editorsPick',
]

/** The text is needed for its pictures, and to flag pictures without a description. */
const listText = ({ needs, picture }: Pick<ListRequest, 'needs' | 'picture'>) =>
  needs || picture ? ['body'] : []

export const documentFields = (request: ListRequest) => [...listedFields, ...listText(request)]

export const draftFields = (request: ListRequest) => [
  'collection',
  'slug',
  'fields',
  'base',
  'revision',
  'owner',
  'savedAt',
  'savedBy',
  'submitted',
  'takenOver',
  'publishAt',
  'deletedAt',
  'expiresAt',
  ...listText(request),
]

/** The maximum number of texts that one query returns. An isolate has 128 MB, and a text has up to almost 1 MB. */
export const maxTexts = 10

export const readsText = (request: ListRequest) => documentFields(request).includes('body')

export const dropText = (row: Row): Row => ({
  ...row,
  stored: row.stored && { ...row.stored, fields: { ...row.stored.fields, body: undefined } },
  draft: row.draft && { ...row.draft, body: '' },
})

const parseListedDraft = (record: StoredDocument): StoredDraft | null =>
  parseDraft({ ...record, fields: { body: '', ...record.fields } })

type Records = {
  readonly documents: readonly StoredDocument[]
  readonly drafts: readonly StoredDocument[]
}

/** Adds the draft of each document and the document of each draft, in the same order. */
export async function readCounterparts(
  firestore: Pick<Firestore, 'getAll'>,
  request: ListRequest,
  { documents, drafts }: Records,
  staff: Pick<Staff, 'uid' | 'role'>,
): Promise<Result<Row[], FirestoreFailure>> {
  const { collection } = request
  const slugs = [
    ...documents.map(({ id }) => id),
    ...drafts.map(({ id }) => id.slice(collection.length + 1)),
  ]
  const counterparts = await Promise.all([
    firestore.getAll(
      documents.map(({ id }) => getDraftPath(collection, id)),
      draftFields(request),
    ),
    firestore.getAll(
      slugs.slice(documents.length).map((slug) => getDocumentPath({ collection, slug })),
      documentFields(request),
    ),
  ])
  const [foundDrafts, foundDocuments] = counterparts
  if (!foundDrafts.ok) return foundDrafts
  if (!foundDocuments.ok) return foundDocuments
  const hasFlags = request.needs ? await loadTextFlags() : hasFlaggedField
  const bothDocuments = [...documents, ...foundDocuments.value]
  const bothDrafts = [...foundDrafts.value, ...drafts]
  return succeed(
    slugs.map((slug, index) => {
      const ref = { collection, slug }
      const document = bothDocuments[index] ?? null
      const record = bothDrafts[index] ?? null
      const isOlder = isOlderDraftOf(collection, document)
      const draft = record
        ? parseListedDraft(record)
        : isOlder
          ? { ...readOlderDraft(ref, document!), updateTime: null }
          : null
      const stored =
        document && !isOlder && (isEditor(staff) || getState(document) === 'published')
          ? document
          : null
      const updatedAt = document?.fields.updatedAt
      const visibleDraft = findVisibleDraft({ draft }, staff)
      return {
        slug,
        stored,
        draft: visibleDraft,
        updatedAt: updatedAt instanceof Date ? updatedAt : new Date(0),
        needsAlt: [
          stored?.fields,
          visibleDraft && { ...visibleDraft.fields, body: visibleDraft.body },
        ].some((fields) => fields && hasFlags(fields)),
      }
    }),
  )
}

const hasFlaggedField = ({ image, portrait }: Fields) =>
  [image, portrait].some(
    (one) =>
      typeof one === 'object' && one !== null && 'altNeeded' in one && one.altNeeded === true,
  )

/** Imported on demand, with the Markdown parser. */
async function loadTextFlags() {
  const { countAltNeeded } = await import('../../src/content/manuscript/alt-needed.ts')
  return (fields: Fields) => countAltNeeded(fields) > 0
}
