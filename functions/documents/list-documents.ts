/**
 * Lists documents and their drafts, latest change first, by merging two queries. A document with a draft is listed
 * once, at the later change. A page may be shorter than others, because filters that the database doesn't support are
 * applied afterwards.
 */
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Staff } from '../identity/caller.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import type { FirestoreFailure, Position, Query } from '../platform/adapters/firestore.ts'
import { findNames, isEditor } from './change-document.ts'
import { listPeople } from './get-document.ts'
import { formatCursor, type ListCursor, parseCursor } from './list-cursor.ts'
import { chooseFilter, type ListRequest, matches, type Row, toItem } from './listed-document.ts'
import {
  documentFields,
  draftFields,
  dropText,
  maxTexts,
  readCounterparts,
  readsText,
} from './listed-records.ts'
import { searchDocuments } from './search-documents.ts'

const pageSize = 50

/** The maximum number of documents that one query of a call reads, besides their drafts or stored versions. */
const maxScanned = 200

type Context = {
  readonly firestore: Deps['firestore']
  readonly staff: Pick<Staff, 'uid' | 'role'>
  readonly request: ListRequest
}

export const listDocuments: Handle<'GET /api/desk/documents'> = async (
  { after, search, ...request },
  staff,
  deps,
) => {
  const { firestore } = deps
  const context = { firestore, staff, request }
  const start = after === undefined ? { documents: null, drafts: null } : parseCursor(after)
  if (!start) return refuse('bad_request')
  const words = search?.trim() || undefined
  const found =
    words && after === undefined
      ? await searchDocuments(context, words)
      : await findPage({ ...context, request: { ...request, words } }, start)
  if (!found.ok)
    return refuseUnavailable(deps, 'documents_unavailable', { kind: found.failure.kind })
  const { rows, next } = found.value
  const people = rows.flatMap(({ draft }) => (draft ? listPeople(draft) : []))
  const names = await findNames(deps, people)
  if (!names.ok)
    return refuseUnavailable(deps, 'documents_unavailable', { kind: names.failure.kind })
  const viewer = { uid: staff.uid, now: deps.now() }
  return succeed({
    documents: rows.map((row) => toItem(request.collection, row, names.value, viewer)),
    next: next && formatCursor(next),
  })
}

/** Limits the texts read at once, because each may have almost a megabyte. */
const getScanSize = (request: ListRequest) => (readsText(request) ? maxTexts : pageSize)

type Found = { readonly rows: readonly Row[]; readonly next: ListCursor | null }

async function findPage(
  context: Context,
  start: ListCursor,
): Promise<Result<Found, FirestoreFailure>> {
  const rows: Row[] = []
  let cursor: ListCursor | null = start
  const maxScans = maxScanned / getScanSize(context.request)
  for (let scan = 0; cursor !== null && scan < maxScans && rows.length < pageSize; scan++) {
    const scanned = await scanOnce(context, cursor)
    if (!scanned.ok) return scanned
    rows.push(...scanned.value.rows)
    cursor = scanned.value.next
  }
  return succeed({ rows, next: cursor })
}

/** The rows that one of the two queries has returned. */
type Source = {
  readonly rows: readonly { readonly row: Row; readonly time: Date; readonly position: Position }[]
  readonly isFull: boolean
}

const emptySource: Source = { rows: [], isFull: false }

async function scanOnce(
  context: Context,
  cursor: ListCursor,
): Promise<Result<Found, FirestoreFailure>> {
  const { request, staff } = context
  const sources = await Promise.all([
    readDocumentSource(context, cursor.documents),
    readDraftSource(context, cursor.drafts),
  ])
  const [documents, drafts] = sources
  if (!documents.ok) return documents
  if (!drafts.ok) return drafts
  const merged = [
    ...documents.value.rows.map((one) => ({ ...one, from: 'documents' as const })),
    ...drafts.value.rows.map((one) => ({ ...one, from: 'drafts' as const })),
  ].toSorted((one, other) => other.time.getTime() - one.time.getTime())
  const rows: Row[] = []
  const position: Record<keyof ListCursor, ListCursor[keyof ListCursor]> = { ...cursor }
  const left = { documents: documents.value.rows.length, drafts: drafts.value.rows.length }
  const isFull = { documents: documents.value.isFull, drafts: drafts.value.isFull }
  for (const one of merged) {
    const { from, row } = one
    position[from] = one.position
    if (isListedHere(context, one) && matches(request, row, isEditor(staff)))
      rows.push(dropText(row))
    // The other query's next rows may be older than this query's unread rows.
    if (--left[from] === 0 && isFull[from]) break
  }
  for (const from of ['documents', 'drafts'] as const)
    if (left[from] === 0 && !isFull[from]) position[from] = 'end'
  const isOver = position.documents === 'end' && position.drafts === 'end'
  return succeed({ rows, next: isOver ? null : position })
}

/** Whether this query, rather than the other, lists a document that has a draft. */
function isListedHere(
  { request, staff }: Context,
  { row, from }: { readonly row: Row; readonly from: keyof ListCursor },
): boolean {
  const { stored, draft } = row
  if (!stored || !draft) return true
  const { hasDocuments, hasDrafts } = chooseFilter(request, staff, isEditor(staff))
  if (!hasDocuments || !hasDrafts) return true
  const isDraftLater = draft.savedAt.getTime() >= row.updatedAt.getTime()
  if (from === 'documents') return !isDraftLater
  return isDraftLater || !matches(request, { ...row, draft: null }, isEditor(staff))
}

async function readDocumentSource(
  { firestore, staff, request }: Context,
  after: ListCursor['documents'],
): Promise<Result<Source, FirestoreFailure>> {
  const { collection } = request
  const { hasDocuments, documentFilter } = chooseFilter(request, staff, isEditor(staff))
  if (!hasDocuments || after === 'end') return succeed(emptySource)
  const found = await firestore.query({
    ...createPageQuery('updatedAt', request, after),
    collection,
    where: documentFilter,
    fields: documentFields(request),
  })
  if (!found.ok) return found
  const { documents, positions = [] } = found.value
  const rows = await readCounterparts(firestore, request, { documents, drafts: [] }, staff)
  if (!rows.ok) return rows
  return succeed({
    rows: rows.value.map((row, index) => ({
      row,
      time: row.updatedAt,
      position: positions[index]!,
    })),
    isFull: documents.length === getScanSize(request),
  })
}

async function readDraftSource(
  { firestore, staff, request }: Context,
  after: ListCursor['drafts'],
): Promise<Result<Source, FirestoreFailure>> {
  const { hasDrafts, draftFilter } = chooseFilter(request, staff, isEditor(staff))
  if (!hasDrafts || after === 'end') return succeed(emptySource)
  const found = await firestore.query({
    ...createPageQuery('savedAt', request, after),
    collection: 'drafts',
    where: draftFilter,
    fields: draftFields(request),
  })
  if (!found.ok) return found
  const { documents: drafts, positions = [] } = found.value
  const rows = await readCounterparts(firestore, request, { documents: [], drafts }, staff)
  if (!rows.ok) return rows
  return succeed({
    rows: rows.value.map((row, index) => ({
      row,
      time: row.draft?.savedAt ?? row.updatedAt,
      position: positions[index]!,
    })),
    isFull: drafts.length === getScanSize(request),
  })
}

const createPageQuery = (
  orderBy: string,
  request: ListRequest,
  after: Position | null,
): Omit<Query, 'collection'> => ({
  orderBy,
  newestFirst: true,
  limit: getScanSize(request),
  ...(after ? { after } : {}),
})
