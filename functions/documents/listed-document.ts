import type {
  DocumentItem,
  DocumentState,
} from '../../src/contracts/endpoints/document-endpoints.ts'
import type { ParsedInputOf } from '../../src/contracts/endpoints/endpoint.ts'
import type { Api } from '../../src/contracts/endpoints/endpoints.ts'
import { imageHashLength } from '../../src/contracts/endpoints/publishing-endpoints.ts'
import { maxAuthors } from '../../src/domain/article.ts'
import type { ManuscriptCollection } from '../../src/domain/publication.ts'
import { slugPattern } from '../../src/domain/slug.ts'
import type { Query, StoredDocument } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { getState, toDraftItem, toTime } from './get-document.ts'
import type { StoredDraft } from './load-document.ts'

export type ListRequest = Omit<
  ParsedInputOf<Api['GET /api/desk/documents']>,
  'after' | 'search'
> & {
  /** Words of a title. Only documents that `searchDocuments` doesn't find are listed. */
  readonly words?: string | undefined
}

/** A listed document: its stored version, its draft, or both. A part that the viewer may not see is null. */
export type Row = {
  readonly slug: string
  readonly stored: StoredDocument | null
  readonly draft: StoredDraft | null
  /** The time when the stored document was last written; 1970 without a stored document. */
  readonly updatedAt: Date
  /** Whether a picture has no description. The text is examined only if the request is for such documents. */
  readonly needsAlt: boolean
}

type Where = NonNullable<Query['where']>

/** Chooses at most one filter per query, so that few indexes are needed; `matches` applies the others. */
export function chooseFilter(
  { collection, state, author, category, tag }: ListRequest,
  { uid }: { readonly uid: string },
  isForEditor: boolean,
): {
  readonly hasDocuments: boolean
  readonly hasDrafts: boolean
  readonly documentFilter: Where
  readonly draftFilter: Where
} {
  const isOfDrafts = state === 'draft' || state === 'submitted' || state === 'deleted'
  const hasStates = collection === 'articles'
  const status = state ?? (isForEditor ? undefined : 'published')
  const filters: Where = [
    ...(author ? [{ field: 'authors', is: 'ARRAY_CONTAINS', value: author } as const] : []),
    ...(tag ? [{ field: 'tags', is: 'ARRAY_CONTAINS', value: tag } as const] : []),
    ...(category ? [{ field: 'category', is: 'EQUAL', value: category } as const] : []),
    ...(status ? [{ field: 'status', is: 'EQUAL', value: status } as const] : []),
  ]
  return {
    // Earlier versions stored drafts among the stories.
    hasDocuments: !isOfDrafts || (state === 'draft' && hasStates && isForEditor),
    hasDrafts: state === undefined || state === 'scheduled' || isOfDrafts,
    documentFilter: hasStates ? filters.slice(0, 1) : [],
    draftFilter: [
      { field: 'collection', is: 'EQUAL', value: collection },
      ...(isForEditor ? [] : [{ field: 'owner', is: 'EQUAL', value: uid } as const]),
    ],
  }
}

export function matches(request: ListRequest, row: Row, isForEditor: boolean): boolean {
  const { state, needs, picture, words } = request
  const { stored, draft } = row
  if ((!stored && !draft) || (needs && !row.needsAlt)) return false
  const isInBin = draft !== null && draft.deletedAt !== null
  const isMatchingState = {
    deleted: () => isInBin,
    draft: () => draft !== null && !isInBin && draft.submitted === null && !isScheduledAgain(row),
    submitted: () => draft !== null && !isInBin && draft.submitted !== null,
    scheduled: () => (stored !== null && getState(stored) === 'scheduled') || isScheduledAgain(row),
    published: () => stored !== null && getState(stored) === 'published',
    withdrawn: () => stored !== null && getState(stored) === 'withdrawn',
  }
  const isShown = state === undefined ? stored !== null || !isInBin : isMatchingState[state]()
  if (!isShown || (!isForEditor && !isVisibleToWriter(stored, draft))) return false
  if (picture !== undefined && !showsPicture(row, picture)) return false
  if (words !== undefined && !isFoundByWordsOnly(row, words)) return false
  const contents = [stored?.fields, draft?.fields].filter((fields) => fields !== undefined)
  return contents.some((fields) => hasWhatIsAskedFor(request, fields))
}

const getTitle = ({ title, name, subject }: Fields) =>
  String([title, name, subject].find((one) => typeof one === 'string') ?? '')

/** Whether the title or slug contains each word. */
export function hasWords(slug: string, fields: Fields, words: string): boolean {
  const text = `${slug} ${getTitle(fields)}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** “Fathers in p” becomes `fathers-in-p`, the beginning of `fathers-in-pencil`. */
export const toSlug = (words: string) =>
  words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .replace(/-$/, '')

/** Lists the title prefixes to search for: the words as they were typed, and with a capital first letter. */
export const listBeginnings = (words: string) => [
  ...new Set([words, words.charAt(0).toUpperCase() + words.slice(1)]),
]

function isFoundByWordsOnly({ slug, stored, draft }: Row, words: string): boolean {
  if (!stored || !hasWords(slug, stored.fields, words)) return false
  const beginning = toSlug(words)
  const isFoundAtOnce =
    (beginning !== '' && slug.startsWith(beginning)) ||
    listBeginnings(words).some((text) => getTitle(stored.fields).startsWith(text)) ||
    (draft !== null && hasWords(slug, draft.fields, words))
  return !isFoundAtOnce
}

/** Compares the hash at the end of the picture's id. */
const showsPicture = ({ stored, draft }: Row, id: string) =>
  JSON.stringify([stored?.fields, draft?.fields, draft?.body]).includes(
    id.slice(-imageHashLength - 1),
  )

const isVisibleToWriter = (stored: StoredDocument | null, draft: StoredDraft | null) =>
  draft !== null || (stored !== null && getState(stored) === 'published')

function hasWhatIsAskedFor(
  { author, category, tag }: ListRequest,
  fields: Readonly<Record<string, unknown>>,
): boolean {
  return (
    (author === undefined || listTexts(fields.authors).includes(author)) &&
    (tag === undefined || listTexts(fields.tags).includes(tag)) &&
    (category === undefined || fields.category === category)
  )
}

const listTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []

/** Whether the story was unpublished or withdrawn, and will be published again. */
const isScheduledAgain = ({ stored, draft }: Row) =>
  stored !== null &&
  getState(stored) === 'withdrawn' &&
  draft !== null &&
  draft.deletedAt === null &&
  draft.publishAt !== null

/** A story that was unpublished counts as a draft, even though its address responds like a withdrawn story's. */
function decideState(row: Row): DocumentState {
  const { stored, draft } = row
  if (isScheduledAgain(row)) return 'scheduled'
  const state = stored && getState(stored)
  if (state && !(state === 'withdrawn' && draft && !draft.deletedAt)) return state
  return draft?.submitted ? 'submitted' : 'draft'
}

export function toItem(
  collection: ManuscriptCollection,
  row: Row,
  names: ReadonlyMap<string, string>,
  viewer: { readonly uid: string; readonly now: Date },
): DocumentItem {
  const { slug, stored, draft } = row
  const fields: Fields = stored?.fields ?? draft?.fields ?? {}
  const { category } = fields
  const updatedAt =
    draft && (!stored || draft.savedAt > row.updatedAt) ? draft.savedAt : row.updatedAt
  return {
    collection,
    slug,
    title: getTitle(fields),
    state: decideState(row),
    publishedAt: toTime(stored?.fields.publishedAt),
    updatedAt: updatedAt.toISOString(),
    authors: listTexts(fields.authors)
      .filter((author) => slugPattern.test(author))
      .slice(0, maxAuthors),
    category: typeof category === 'string' ? category : null,
    editorsPick: fields.editorsPick === true,
    needsAlt: row.needsAlt,
    draft: draft && toDraftItem(draft, names, viewer),
  }
}
