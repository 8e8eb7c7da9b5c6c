import { succeed } from '../../src/domain/result.ts'
import type { LoadDeskPage } from '../desk/desk-pages.ts'
import { loadAuthorNames } from './author-names.ts'
import { parseDocumentsQuery } from './documents-query.ts'
import { loadList } from './load-list.ts'

export const loadStoriesPage: LoadDeskPage = async (deps, _, staff) => {
  const query = parseDocumentsQuery(new URL(deps.request.url).searchParams)
  const list = await loadList(deps, staff, query)
  const authors = await loadAuthorNames(deps.firestore, [list], query.author ? [query.author] : [])
  return succeed({ path: '/desk/stories', at: deps.now(), query, list, authors })
}
