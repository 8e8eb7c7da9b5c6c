import type { DocumentList, Names } from '../../src/contracts/pages/desk-page.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'

/** Returns the names of these documents' authors. If a name can't be read, returns the slug instead. */
export async function loadAuthorNames(
  firestore: Pick<Firestore, 'getAll'>,
  lists: readonly (DocumentList | null)[],
  others: readonly string[] = [],
): Promise<Names> {
  const listed = lists.flatMap((list) => list?.documents.flatMap(({ authors }) => authors) ?? [])
  const slugs = [...new Set([...listed, ...others])]
  if (slugs.length === 0) return {}
  const stored = await firestore.getAll(
    slugs.map((slug) => `authors/${slug}`),
    ['name'],
  )
  const names = stored.ok ? stored.value.map((document) => document?.fields.name) : []
  return Object.fromEntries(
    slugs.map((slug, index) => {
      const name = names[index]
      return [slug, typeof name === 'string' ? name : slug]
    }),
  )
}
