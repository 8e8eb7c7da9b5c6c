/** Names of documents and paths of fields, as Firestore's protocol writes them. */

const root = /^projects\/[^/]+\/databases\/[^/]+\/documents(?=\/|$)/

/** What keeps a name from being one of a document, or of a parent of collections; null if nothing. */
export function nameProblem(name: string, of: 'document' | 'parent'): string | null {
  const database = root.exec(name)?.[0]
  if (!database) return 'is no name below projects/…/databases/…/documents'
  const ids = name.slice(database.length + 1).split('/')
  if (name === database) return of === 'parent' ? null : 'names the database, not a document'
  const bad = ids.find((id) => !isId(id))
  if (bad !== undefined) return `has an id that Firestore does not take: "${bad}"`
  return ids.length % 2 === 0 ? null : 'names a collection, not a document'
}

/** Ids like __this__ are Firestore's own. */
export function isId(id: string): boolean {
  const isReserved = id === '.' || id === '..' || /^__.*__$/s.test(id)
  return id !== '' && !isReserved && !id.includes('/') && Buffer.byteLength(id) <= 1500
}

/** `projects/…/databases/…/documents` of a sound name. */
export function databaseOf(name: string): string {
  return root.exec(name)![0]
}

/** The part of a document's name that names its collection, and the collection's own id. */
export function collectionOf(name: string): { collection: string; collectionId: string } {
  const collection = name.slice(0, name.lastIndexOf('/'))
  return { collection, collectionId: collection.slice(collection.lastIndexOf('/') + 1) }
}

export type FieldPath = readonly string[]

/** The path that stands for the document's name in filters and orders. */
export const isName = (path: FieldPath) => path.length === 1 && path[0] === '__name__'

const segment = /(?:([a-zA-Z_][a-zA-Z_0-9]*)|`((?:[^`\\]|\\.)+)`)(\.|$)/y

/** The segments of a path like a.b or `odd name`.c; null for what is none. */
export function parseFieldPath(text: string): FieldPath | null {
  const segments: string[] = []
  segment.lastIndex = 0
  let ending = '.'
  while (ending === '.') {
    const match = segment.exec(text)
    if (!match) return null
    segments.push(match[1] ?? match[2]!.replace(/\\(.)/g, '$1'))
    ending = match[3]!
  }
  return segments
}
