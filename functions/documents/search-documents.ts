/**
 * Finds documents by the beginning of their slug or title, and drafts by any words of their title. Firestore can't
 * search for words, so later pages find the rest by reading all documents.
 */
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Staff } from '../identity/caller.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { isEditor } from './change-document.ts'
import type { ListCursor } from './list-cursor.ts'
import {
  chooseFilter,
  hasWords,
  type ListRequest,
  listBeginnings,
  matches,
  type Row,
  toSlug,
} from './listed-document.ts'
import {
  documentFields,
  draftFields,
  maxTexts,
  readCounterparts,
  readsText,
} from './listed-records.ts'

const maxFound = 50

/** The number of latest drafts that are searched. */
const maxDrafts = 300

/** Sorts after every letter that a title can contain. */
const last = '\uf8ff'

type Context = {
  readonly firestore: Deps['firestore']
  readonly staff: Pick<Staff, 'uid' | 'role'>
  readonly request: ListRequest
}

export async function searchDocuments(
  { firestore, staff, request }: Context,
  words: string,
): Promise<Result<{ rows: readonly Row[]; next: ListCursor | null }, FirestoreFailure>> {
  const documents = await findDocuments(firestore, request, words)
  if (!documents.ok) return documents
  const { draftFilter } = chooseFilter(request, staff, isEditor(staff))
  const drafts = await firestore.query({
    collection: 'drafts',
    where: draftFilter,
    orderBy: 'savedAt',
    newestFirst: true,
    limit: maxDrafts,
    fields: draftFields(request).filter((field) => field !== 'body'),
  })
  if (!drafts.ok) return drafts
  const matching = drafts.value.documents.filter(({ id, fields }) =>
    hasWords(id, (fields.fields ?? {}) as Fields, words),
  )
  const complete = readsText(request)
    ? await readDrafts(firestore, request, matching.slice(0, maxTexts))
    : succeed(matching)
  if (!complete.ok) return complete
  const found = { documents: documents.value, drafts: complete.value }
  const rows = await readCounterparts(firestore, request, found, staff)
  if (!rows.ok) return rows
  const bySlug = new Map(rows.value.map((row) => [row.slug, row]))
  const getTime = ({ draft, updatedAt }: Row) =>
    Math.max(draft?.savedAt.getTime() ?? 0, updatedAt.getTime())
  return succeed({
    rows: [...bySlug.values()]
      .filter((row) => matches(request, row, isEditor(staff)))
      .toSorted((one, other) => getTime(other) - getTime(one))
      .slice(0, maxFound),
    next: toSlug(words) === '' ? null : { documents: null, drafts: 'end' },
  })
}

async function readDrafts(
  firestore: Deps['firestore'],
  request: ListRequest,
  drafts: readonly StoredDocument[],
): Promise<Result<StoredDocument[], FirestoreFailure>> {
  const paths = drafts.map(({ id }) => `drafts/${id}`)
  const read = await firestore.getAll(paths, draftFields(request))
  return read.ok ? succeed(read.value.filter((draft) => draft !== null)) : read
}

async function findDocuments(
  firestore: Deps['firestore'],
  request: ListRequest,
  words: string,
): Promise<Result<StoredDocument[], FirestoreFailure>> {
  const { collection } = request
  const fields = documentFields(request)
  const limit = readsText(request) ? maxTexts : maxFound
  const slug = toSlug(words)
  const byTitle = listBeginnings(words).map((text) =>
    firestore.query({
      collection,
      where: [
        { field: getTitleField(collection), is: 'GREATER_THAN_OR_EQUAL', value: text },
        { field: getTitleField(collection), is: 'LESS_THAN', value: text + last },
      ],
      orderBy: getTitleField(collection),
      limit,
      fields,
    }),
  )
  const bySlug =
    slug === ''
      ? []
      : [
          firestore.query({
            collection,
            afterId: slug,
            beforeId: `${slug}~`,
            limit,
            fields,
          }),
        ]
  const exact =
    slug === '' ? succeed([]) : await firestore.getAll([`${collection}/${slug}`], fields)
  if (!exact.ok) return exact
  const documents = exact.value.flatMap((document) => document ?? [])
  for (const found of await Promise.all([...bySlug, ...byTitle])) {
    if (!found.ok) return found
    documents.push(...found.value.documents)
  }
  return succeed([...new Map(documents.map((document) => [document.id, document])).values()])
}

function getTitleField(collection: ListRequest['collection']) {
  if (collection === 'issues') return 'subject'
  return collection === 'authors' || collection === 'tags' ? 'name' : 'title'
}
