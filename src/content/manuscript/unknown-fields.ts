/** Finds fields that a schema doesn’t have. */
import type { z } from 'zod'
import { findClosestWord } from '../../domain/closest-word.ts'
import type { FieldPath } from './problem.ts'

export type UnknownField = {
  readonly field: FieldPath
  /** The name that was probably meant, if the document doesn’t have it. */
  readonly meant: string | null
}

/** A misspelt field would be lost silently. */
export function findUnknownFields(
  schema: z.core.$ZodType,
  given: unknown,
  path: FieldPath = [],
): UnknownField[] {
  if (typeof given !== 'object' || given === null || given instanceof Date) return []
  if (Array.isArray(given)) {
    const [entry] = unwrapSchema(schema).flatMap(({ _zod: { def } }) =>
      def.type === 'array' ? [def.element] : [],
    )
    if (!entry) return []
    return given.flatMap((value, index) => findUnknownFields(entry, value, [...path, index]))
  }
  const fields = unwrapSchema(schema).flatMap(({ _zod: { def } }) =>
    def.type === 'object' ? Object.entries(def.shape) : [],
  )
  if (fields.length === 0) return []
  const known = new Map(fields)
  // The server sets `updatedAt`.
  known.delete('updatedAt')
  const entries = Object.entries(given)
  const used = new Set(entries.flatMap(([name, value]) => (value == null ? [] : [name])))
  return entries.flatMap(([name, value]) => {
    const field = [...path, name]
    if (value === undefined) return []
    const inner = known.get(name)
    if (inner) return findUnknownFields(inner, value, field)
    const unused = [...known.keys()].filter((one) => !used.has(one))
    return [{ field, meant: findClosestWord(name, unused) }]
  })
}

/** Returns the schema without wrappers such as `optional`, or a union's schemas. */
function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodTypes[] {
  const known = schema as z.core.$ZodTypes
  const { def } = known._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return unwrapSchema(def.innerType)
    case 'union':
      return def.options.flatMap(unwrapSchema)
    default:
      return [known]
  }
}
