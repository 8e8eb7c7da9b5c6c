import { findInvisibleCharacters } from '../../domain/invisible-characters.ts'
import type { FieldPath, FieldProblem } from './problem.ts'

/** Only of manuscripts: a stored story may have some from an earlier import, and can be renamed or withdrawn all the same. */
export function findInvisibleText(value: unknown, field: FieldPath = []): FieldProblem[] {
  if (typeof value === 'string')
    return findInvisibleCharacters(value).map(({ code, description, before, line }) => {
      const place = before === '' ? 'at the beginning' : `after “${before}”`
      const message = `${code} ${place} (${description}): remove it by hand or with “check --fix”`
      return { field, message, ...(field[0] === 'body' ? { line } : {}) }
    })
  if (typeof value !== 'object' || value === null || value instanceof Date) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    findInvisibleText(inner, [...field, Array.isArray(value) ? Number(name) : name]),
  )
}
