import { z } from 'zod'

const root = /^projects\/[^/]+\/databases\/[^/]+\/documents(?=\/|$)/

function findNameProblem(name: string, of: 'document' | 'parent'): string | null {
  const database = root.exec(name)?.[0]
  if (!database) return 'is not a name below projects/…/databases/…/documents'
  const ids = name.slice(database.length + 1).split('/')
  if (name === database) return of === 'parent' ? null : 'names the database, not a document'
  const bad = ids.find((id) => !isId(id))
  if (bad !== undefined) return `has an id that Firestore refuses: "${bad}"`
  return ids.length % 2 === 0 ? null : 'names a collection, not a document'
}

const nameSchema = (of: 'document' | 'parent') =>
  z.string().superRefine((name, context) => {
    const problem = findNameProblem(name, of)
    if (problem) context.addIssue(`"${name}" ${problem}`)
  })
export const documentName = nameSchema('document')
/** The name of a document or of the database. */
export const parentName = nameSchema('parent')

/** Ids like __this__ are Firestore's own. */
export function isId(id: string): boolean {
  const isReserved = id === '.' || id === '..' || /^__.*__$/s.test(id)
  return id !== '' && !isReserved && !id.includes('/') && Buffer.byteLength(id) <= 1500
}

export const getCollection = (name: string) => name.slice(0, name.lastIndexOf('/'))

/** The field path that sorts and filters by the document's name. */
export const namePath = '__name__'
const identifier = /^[a-zA-Z_]\w*$/

export const fieldPath = z
  .string()
  .refine((text) => text.split('.').every((part) => identifier.test(part)), 'is not a field path')
export const topLevelField = fieldPath.refine((text) => !text.includes('.'), 'is a path into a map')
