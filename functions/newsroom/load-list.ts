import type { DocumentList, DocumentsQuery } from '../../src/contracts/pages/desk-page.ts'
import type { DeskDeps } from '../desk/desk-deps.ts'
import { listDocuments } from '../documents/list-documents.ts'
import type { Staff } from '../identity/caller.ts'
import { Reply } from '../identity/handler.ts'

/** Returns the response to `GET /api/desk/documents`; null if the documents can't be read now. */
export async function loadList(
  deps: DeskDeps,
  staff: Staff,
  query: DocumentsQuery,
): Promise<DocumentList | null> {
  const listed = await listDocuments(query, staff, deps)
  if (!listed.ok) return null
  return listed.value instanceof Reply ? listed.value.body : listed.value
}
