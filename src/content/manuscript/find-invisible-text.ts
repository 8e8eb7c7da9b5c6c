import {
  findInvisibleCharacters,
  removeInvisibleCharacters,
} from '../../domain/invisible-characters.ts'
import type { FieldPath, FieldProblem } from './problem.ts'

/**
 * Checks manuscripts only: a stored story may contain invisible text from an earlier import, and can be renamed or
 * withdrawn all the same.
 */
export function findInvisibleText(value: unknown, field: FieldPath = []): FieldProblem[] {
  if (typeof value === 'string')
    return findInvisibleCharacters(value).map((found) => {
      const { code, description, before, line } = found
      const place = before === '' ? 'at the beginning' : `after “${before}”`
      const problem = { field, message: `${code} ${place} (${description}): remove it` }
      if (field[0] !== 'body')
        return { ...problem, fix: { value: removeInvisibleCharacters(value) } }
      const { index: from, length } = found
      const insert = removeInvisibleCharacters(value.slice(from, from + length))
      return { ...problem, line, fix: { edit: { from, to: from + length, insert } } }
    })
  if (typeof value !== 'object' || value === null || value instanceof Date) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    findInvisibleText(inner, [...field, Array.isArray(value) ? Number(name) : name]),
  )
}
