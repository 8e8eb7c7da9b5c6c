/** Names of all authors or tags, by slug. */
import { call } from '../../browser/api.ts'

export type Names = ReadonlyMap<string, string>

const loaded = new Map<string, Promise<Names>>()

/** The maximum number of the list's pages that are requested. */
const maxPages = 40

async function load(collection: 'authors' | 'tags'): Promise<Names> {
  const names = new Map<string, string>()
  let after: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const found = await call('GET /api/desk/documents', {
      collection,
      ...(after === undefined ? {} : { after }),
    })
    if (!found.ok) break
    for (const { slug, title } of found.value.documents) names.set(slug, title || slug)
    if (found.value.next === null) break
    after = found.value.next
  }
  return names
}

export function loadNames(collection: 'authors' | 'tags'): Promise<Names> {
  const names = loaded.get(collection) ?? load(collection)
  loaded.set(collection, names)
  return names
}
