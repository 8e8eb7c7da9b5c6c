/** Documents and drafts, read through the Worker's endpoints. */
import { toDocumentText } from '../../../functions/documents/load-document.ts'
import { pickContent } from '../../../functions/documents/write-decision.ts'
import { type DocumentFields, readFields } from '../../../src/content/manuscript/document.ts'
import type {
  DeskDocument,
  DocumentItem,
  DraftContent,
} from '../../../src/contracts/endpoints/document-endpoints.ts'
import type { InputOf } from '../../../src/contracts/endpoints/endpoint.ts'
import type { Api } from '../../../src/contracts/endpoints/endpoints.ts'
import type { ManuscriptCollection } from '../../../src/domain/publication.ts'
import { getFieldKind } from '../../../src/domain/text-fields.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { callSite, findOnSite } from '../site/call-site.ts'

export type TextRef = { readonly collection: ManuscriptCollection; readonly slug: string }

/** `since` is the version on which a file's text is based. Null if there is neither a document nor a draft. */
export const findDocument = (
  site: KeySite,
  { collection, slug }: TextRef,
  since: string | null = null,
): Promise<DeskDocument | null> =>
  findOnSite(site, 'GET /api/desk/documents/:collection/:slug', {
    collection,
    slug,
    ...(since === null ? {} : { since }),
  })

/** Throws if there is neither a document nor a draft. */
export const requireDocument = (site: KeySite, { collection, slug }: TextRef) =>
  callSite(site, 'GET /api/desk/documents/:collection/:slug', { collection, slug })

type ListQuery = Omit<InputOf<Api['GET /api/desk/documents']>, 'after'>

/** Yields the latest change first. */
export async function* listDocuments(
  site: KeySite,
  query: ListQuery,
): AsyncGenerator<DocumentItem> {
  let after: string | null = null
  do {
    const input = after === null ? query : { ...query, after }
    const page: { documents: DocumentItem[]; next: string | null } = await callSite(
      site,
      'GET /api/desk/documents',
      input,
    )
    yield* page.documents
    after = page.next
  } while (after !== null)
}

/** Null for a draft in the bin. */
export const getDraft = (document: DeskDocument | null) =>
  document?.draft && document.draft.deletedAt === null ? document.draft : null

/** Names the draft's editor; an import's drafts have none. */
export const getSavedBy = ({ savedBy }: Pick<NonNullable<DeskDocument['draft']>, 'savedBy'>) =>
  savedBy.name || 'an import'

/** Converts a text to a document's form, in which times are Dates. */
export const toText = (
  collection: ManuscriptCollection,
  { fields, body }: DraftContent,
): DocumentFields => readFields({ collection, fields: toDocumentText(collection, fields), body })

/** Picks only the fields that a save changes, with the schema's defaults. */
export function pickText(collection: ManuscriptCollection, fields: DocumentFields): DocumentFields {
  const state = collection === 'articles' ? { status: 'published', publishedAt: new Date(0) } : {}
  const whole = pickContent(collection, { ...fields, ...state })
  return Object.fromEntries(
    Object.entries(whole).filter(([name]) => {
      const kind = getFieldKind(collection, name)
      return kind === 'text' || kind === 'time'
    }),
  )
}
