/** Loads a stored document and its draft. */
import type { DocumentRef } from '../../src/content/manuscript/document.ts'
import { formatInstant, parseInstant } from '../../src/content/manuscript/instant.ts'
import type { DraftContent } from '../../src/contracts/endpoints/document-endpoints.ts'
import { type Draft, type DraftFields, draftSchema, getDraftPath } from '../../src/domain/draft.ts'
import type { ManuscriptCollection } from '../../src/domain/publication.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { getFieldKind, pickKeptFields } from '../../src/domain/text-fields.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'

export type EditedRef = DocumentRef & { readonly collection: ManuscriptCollection }

export type StoredDraft = Draft & {
  /** Null for an earlier version's draft, stored as a story that nobody can read. */
  readonly updateTime: string | null
}

export type LoadedDocument = {
  readonly ref: EditedRef
  /** Null unless the document is published, withdrawn or scheduled. */
  readonly stored: StoredDocument | null
  readonly draft: StoredDraft | null
  /** A draft that an earlier version of the software stored among the stories. */
  readonly olderDraft: StoredDocument | null
}

/** A draft's record that this version can't read, and its first such field. */
export type Malformed = { readonly kind: 'malformed'; readonly field: string }

export const getDocumentPath = ({ collection, slug }: DocumentRef) => `${collection}/${slug}`

/** Costs two database reads. */
export async function loadDocument(
  firestore: Pick<Firestore, 'getAll'>,
  ref: EditedRef,
): Promise<Result<LoadedDocument, FirestoreFailure | Malformed>> {
  const { collection, slug } = ref
  const found = await firestore.getAll([getDocumentPath(ref), getDraftPath(collection, slug)])
  if (!found.ok) return found
  const [document, record] = found.value as [StoredDocument | null, StoredDocument | null]
  const isOlderDraft = isOlderDraftOf(collection, document)
  const olderDraft = isOlderDraft ? document : null
  const stored = isOlderDraft ? null : document
  if (!record) {
    const draft = olderDraft && { ...readOlderDraft(ref, olderDraft), updateTime: null }
    return succeed({ ref, stored, draft, olderDraft })
  }
  const draft = readDraft(record)
  return draft.ok ? succeed({ ref, stored, draft: draft.value, olderDraft }) : draft
}

export const isOlderDraftOf = (collection: string, document: StoredDocument | null) =>
  collection === 'articles' && document?.fields.status === 'draft'

function readDraft({ fields, updateTime }: StoredDocument): Result<StoredDraft, Malformed> {
  const { success, data, error } = draftSchema.safeParse(fields)
  if (success) return succeed({ ...data, updateTime })
  return fail({ kind: 'malformed', field: error.issues[0]!.path.join('.') })
}

export function parseDraft(record: StoredDocument): StoredDraft | null {
  const draft = readDraft(record)
  return draft.ok ? draft.value : null
}

/** The draft's first save stores a separate record, with revision 1. */
export function readOlderDraft(
  { collection, slug }: EditedRef,
  { fields }: Pick<StoredDocument, 'fields'>,
): Draft {
  const savedAt = fields.updatedAt instanceof Date ? fields.updatedAt : new Date(0)
  const { status: _, updatedAt: __, identifier, ...others } = pickKeptFields(collection, fields)
  const kept = identifier === undefined || identifier === slug ? others : { ...others, identifier }
  return {
    collection,
    slug,
    ...readText(collection, fields),
    base: null,
    revision: 0,
    owner: '',
    savedAt,
    savedBy: '',
    submitted: null,
    takenOver: null,
    publishAt: null,
    deletedAt: null,
    expiresAt: null,
    preview: null,
    kept,
  }
}

/** Returns a stored document's text in a draft's format. */
export function readText(collection: ManuscriptCollection, document: Fields): DraftContent {
  const { body = '', ...others } = document
  const text = Object.entries(others).filter(([name]) => {
    const kind = getFieldKind(collection, name)
    return kind === 'text' || kind === 'time'
  })
  const fields = Object.fromEntries(text.map(([name, value]) => [name, toJson(value)]))
  return { fields, body: String(body) }
}

function toJson(value: unknown): unknown {
  if (value instanceof Date) return formatInstant(value)
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toJson(inner)]))
  return value
}

/** Returns a draft's text in a document's format. Fields that aren't text are left out. */
export function toDocumentText(collection: ManuscriptCollection, fields: DraftFields): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const kind = getFieldKind(collection, name)
      if (kind === 'kept' || name === 'body') return []
      const instant = kind === 'time' && typeof value === 'string' ? parseInstant(value) : null
      return [[name, instant ?? value]]
    }),
  )
}

/** Creates a draft that nobody has saved at the desk yet. */
export const createImportedDraft = (ref: EditedRef, fields: Fields, at: Date): Draft => ({
  ...readOlderDraft(ref, { fields }),
  revision: 1,
  savedAt: at,
})

export const isAsImported = ({ savedBy }: Pick<Draft, 'savedBy'>) => savedBy === ''

/** Converts an unfinished story's draft to a document, for files. */
export const toDraftDocument = ({ collection, fields, body, kept }: Draft): Fields => ({
  ...kept,
  ...toDocumentText(collection, fields),
  ...(collection === 'tags' ? {} : { body }),
  ...(collection === 'articles' ? { status: 'draft' } : {}),
})
