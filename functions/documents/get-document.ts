import { publicPath } from '../../src/content/manuscript/document.ts'
import type {
  DeskDocument,
  DocumentItem,
} from '../../src/contracts/endpoints/document-endpoints.ts'
import type { Draft } from '../../src/domain/draft.ts'
import { isDraftKey } from '../../src/domain/draft.ts'
import { findOtherEditor } from '../../src/domain/draft-changes.ts'
import { succeed } from '../../src/domain/result.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import type { StoredDocument } from '../platform/adapters/firestore.ts'
import { findNames, findVisibleDraft, isEditor, refuseMalformed } from './change-document.ts'
import { isBasedOn } from './is-based-on.ts'
import { type EditedRef, getDocumentPath, loadDocument, readText } from './load-document.ts'

export const getDocument: Handle<'GET /api/desk/documents/:collection/:slug'> = async (
  { since, ...ref },
  staff,
  deps,
) => {
  if (!isDraftKey(ref.collection, ref.slug)) return refuse('not_found')
  const loaded = await loadDocument(deps.firestore, ref)
  const refuseUnread = (kind: string) =>
    refuseUnavailable(deps, 'document_unavailable', { path: getDocumentPath(ref), kind })
  if (!loaded.ok)
    return loaded.failure.kind === 'malformed'
      ? refuseMalformed(ref, loaded.failure)
      : refuseUnread(loaded.failure.kind)
  const { stored } = loaded.value
  const draft = findVisibleDraft(loaded.value, staff)
  const visible = stored && (isEditor(staff) || getState(stored) === 'published') ? stored : null
  if (!visible && !draft) return refuse('not_found')
  const based = visible
    ? await isBasedOn(deps.firestore, ref, { base: since ?? visible.updateTime }, visible)
    : succeed(false)
  if (!based.ok) return refuseUnread(based.failure.kind)
  const names = await findNames(deps, draft ? listPeople(draft) : [])
  if (!names.ok) return refuseUnread(names.failure.kind)
  return succeed({
    path: publicPath(ref),
    stored: visible && { ...toStored(ref, visible), hasSameText: based.value },
    draft: draft && {
      ...toDraftItem(draft, names.value, { uid: staff.uid, now: deps.now() }),
      fields: draft.fields,
      body: draft.body,
      base: draft.base,
    },
  })
}

type StoredState = NonNullable<DeskDocument['stored']>['state']

/** In most collections, every existing document is published. */
export function getState({ fields }: Pick<StoredDocument, 'fields'>): StoredState {
  const { status } = fields
  return status === 'scheduled' || status === 'withdrawn' ? status : 'published'
}

export const toTime = (value: unknown) => (value instanceof Date ? value.toISOString() : null)

const toStored = ({ collection }: EditedRef, stored: StoredDocument) => ({
  ...readText(collection, stored.fields),
  state: getState(stored),
  version: stored.updateTime,
  publishedAt: toTime(stored.fields.publishedAt),
})

export const listPeople = ({ owner, savedBy, submitted, takenOver }: Draft): string[] => [
  owner,
  savedBy,
  ...(submitted ? [submitted.by] : []),
  ...(takenOver ? [takenOver.by] : []),
]

type DraftItem = NonNullable<DocumentItem['draft']>

export function toDraftItem(
  draft: Draft,
  names: ReadonlyMap<string, string>,
  { uid, now }: { readonly uid: string; readonly now: Date },
): DraftItem {
  const toPerson = (one: string) => ({ uid: one, name: names.get(one) ?? '' })
  const { submitted, takenOver } = draft
  const other = findOtherEditor(draft, uid, now)
  return {
    revision: draft.revision,
    savedAt: draft.savedAt.toISOString(),
    savedBy: toPerson(draft.savedBy),
    owner: toPerson(draft.owner),
    editing: other === null ? null : toPerson(other),
    submitted: submitted && {
      at: submitted.at.toISOString(),
      by: toPerson(submitted.by),
      note: submitted.note,
    },
    takenOver: takenOver && { at: takenOver.at.toISOString(), by: toPerson(takenOver.by) },
    publishAt: toTime(draft.publishAt),
    deletedAt: toTime(draft.deletedAt),
  }
}
