import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { removeInvisibleCharacters } from '../../../src/domain/invisible-characters.ts'

function removeInvisible(value: unknown): unknown {
  if (typeof value === 'string') return removeInvisibleCharacters(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(removeInvisible)
  return removeInvisibleFromFields(value as Fields)
}

/** Removes invisible characters from all texts, at any depth. */
export const removeInvisibleFromFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, removeInvisible(value)]),
  ) as Fields
