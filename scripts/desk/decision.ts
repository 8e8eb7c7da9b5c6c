/** Whether a change may be written over what is stored. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { StoredDocument } from '../../functions/adapters/firestore.ts'
import { encodeFields, type Fields } from '../../functions/adapters/firestore-values.ts'
import { publicationSchemas } from '../../src/domain/publication.ts'
import type { EditedCollection } from './manuscript.ts'

/** An updateTime; or that there is to be nothing; or that it does not matter what there is. */
export type Base = string | 'new' | 'any'

export type Decision = 'write' | 'leave' | 'conflict'

/** `mine` null removes. */
export function decide(
  collection: EditedCollection,
  base: Base,
  mine: Fields | null,
  stored: StoredDocument | null,
): Decision {
  // First: a command that died after its commit, or is run twice, has nothing to quarrel about.
  if (isSameContent(collection, mine, stored?.fields ?? null)) return 'leave'
  if (base === 'any') return 'write'
  if (base === 'new') return stored === null ? 'write' : 'conflict'
  return stored?.updateTime === base ? 'write' : 'conflict'
}

/** Without `updatedAt`, and with defaults in place of what is missing. */
export function contentOf(collection: EditedCollection, fields: Fields): Fields {
  const parsed = publicationSchemas[collection].safeParse({ ...fields, updatedAt: new Date(0) })
  const { updatedAt: _, ...content } = parsed.success ? (parsed.data as Fields) : fields
  return content
}

function isSameContent(
  collection: EditedCollection,
  one: Fields | null,
  other: Fields | null,
): boolean {
  if (one === null || other === null) return one === other
  // On the wire a field that is undefined and one that is not there are the same.
  const [first, second] = [one, other].map((fields) => encodeFields(contentOf(collection, fields)))
  return isDeepStrictEqual(first, second)
}
