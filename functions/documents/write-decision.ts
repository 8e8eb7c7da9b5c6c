import type { EditableCollection } from '../../src/content/manuscript/document.ts'
import { publicationSchemas } from '../../src/domain/publication.ts'
import { isSameValue } from '../../src/domain/same-value.ts'
import type { StoredDocument } from '../platform/adapters/firestore.ts'
import { encodeFields, type Fields } from '../platform/adapters/firestore-values.ts'

/** An updateTime; `new` if there must be no document; `any` to overwrite. */
export type BaseVersion = string | 'new' | 'any'

export type WriteDecision = 'write' | 'skip' | 'conflict'

/** `mine` is null if the document is to be removed. */
export function decideWrite(
  collection: EditableCollection,
  base: BaseVersion,
  mine: Fields | null,
  stored: StoredDocument | null,
): WriteDecision {
  // The content is compared first, so that repeating a committed change isn't a conflict.
  if (hasSameContent(collection, mine, stored?.fields ?? null)) return 'skip'
  if (base === 'any') return 'write'
  if (base === 'new') return stored === null ? 'write' : 'conflict'
  return stored?.updateTime === base ? 'write' : 'conflict'
}

/** Leaves out `updatedAt`, and adds defaults for missing fields. */
export function pickContent(collection: EditableCollection, fields: Fields): Fields {
  const parsed = publicationSchemas[collection].safeParse({ ...fields, updatedAt: new Date(0) })
  const { updatedAt: _, ...content } = parsed.success ? (parsed.data as Fields) : fields
  return content
}

function hasSameContent(
  collection: EditableCollection,
  one: Fields | null,
  other: Fields | null,
): boolean {
  if (one === null || other === null) return one === other
  // Encoding makes undefined and missing fields equal. Sources may lack the identifier, which never changes.
  const encode = (fields: Fields) =>
    encodeFields({ ...pickContent(collection, fields), identifier: undefined })
  return isSameValue(encode(one), encode(other))
}
