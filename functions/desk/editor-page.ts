import { isDraftKey } from '../../src/domain/draft.ts'
import { manuscriptCollections } from '../../src/domain/publication.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import type { LoadDeskPage } from './desk-pages.ts'

/** The page's script loads the document, so that the page also opens for a document that hasn't been written yet. */
export const loadEditorPage: LoadDeskPage = async (
  _,
  { collection: name, slug = '' },
  { uid, role },
) => {
  const collection = manuscriptCollections.find((one) => one === name)
  if (!collection || !isDraftKey(collection, slug)) return fail({ kind: 'notFound' })
  return succeed({ path: '/desk/edit', collection, slug, uid, role })
}
