/** Shows a document's earlier versions to people who may see all of it. */

import type { DocumentRef } from '../../src/content/manuscript/document.ts'
import { isDraftKey } from '../../src/domain/draft.ts'
import { succeed } from '../../src/domain/result.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { isEditor } from './change-document.ts'
import { getDocumentPath, readText } from './load-document.ts'
import { listRevisions, readRevision, revisionIdPattern } from './revision.ts'

/** The maximum number of revisions shown, latest first. */
const maxListed = 500

const isKnownRef = ({ collection, slug }: DocumentRef) =>
  collection === 'front' ? slug === 'home' : isDraftKey(collection, slug)

export const getRevisions: Handle<'GET /api/desk/documents/:collection/:slug/revisions'> = async (
  ref,
  staff,
  deps,
) => {
  if (!isEditor(staff) || !isKnownRef(ref)) return refuse('not_found')
  const listed = await listRevisions(deps.firestore, ref)
  if (!listed.ok) {
    const details = { path: getDocumentPath(ref), kind: listed.failure.kind }
    return refuseUnavailable(deps, 'revisions_unavailable', details)
  }
  return succeed({
    revisions: listed.value.slice(0, maxListed).map(({ id, version, revision }) => {
      const { at, by, action, message } = revision
      return {
        id,
        version,
        at: at.toISOString(),
        by,
        action,
        ...(message === undefined ? {} : { message }),
      }
    }),
  })
}

export const getRevision: Handle<
  'GET /api/desk/documents/:collection/:slug/revisions/:id'
> = async ({ id, ...ref }, staff, deps) => {
  const isKnown = isKnownRef(ref) && revisionIdPattern.test(id)
  if (!isEditor(staff) || !isKnown) return refuse('not_found')
  const refuseUnread = (kind: string) =>
    refuseUnavailable(deps, 'revisions_unavailable', { path: getDocumentPath(ref), kind })
  const listed = await listRevisions(deps.firestore, ref)
  if (!listed.ok) return refuseUnread(listed.failure.kind)
  const entry = listed.value.find((one) => one.id === id)
  if (!entry) return refuse('not_found')
  const fields = await readRevision(deps.firestore, entry)
  if (!fields.ok) return refuseUnread(fields.failure.kind)
  if (!fields.value) return refuse('not_found')
  const { collection } = ref
  return succeed(
    collection === 'front'
      ? { fields: fields.value, body: '' }
      : readText(collection, fields.value),
  )
}
