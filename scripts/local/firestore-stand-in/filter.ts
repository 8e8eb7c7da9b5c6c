/** Filters as SQL conditions. Every comparison is one of order keys, or of names. */
import type { SQLInputValue } from 'node:sqlite'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { Failure } from './failure.ts'
import { type FieldPath, isName } from './names.ts'
import { classBounds, nameKey, nanKey, nullKey, orderKey } from './order-key.ts'
import type { FieldFilter, Filter, UnaryFilter } from './query-request.ts'
import type { WireValue } from './values.ts'

export type Sql = { readonly sql: string; readonly parameters: readonly SQLInputValue[] }

/** What a filter compares: for implicit orders and indexes. */
export type Comparison = {
  readonly path: FieldPath
  readonly isInequality: boolean
  readonly isOfArray: boolean
}
export type FilterSql = Sql & { readonly comparisons: readonly Comparison[] }

const never: Sql = { sql: '0', parameters: [] }
const mostAlternatives = 30
const symbols = {
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL: '<=',
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL: '>=',
} as const

/** Null and NaN are found by unary filters alone; as a comparison's value they match nothing. */
const isComparable = (key: Uint8Array) => !nullKey.equals(key) && !nanKey.equals(key)

const refuse = (message: string) => fail<Failure>({ status: 'INVALID_ARGUMENT', message })

function keyOf(path: FieldPath, value: WireValue): Result<Buffer, Failure> {
  if (!isName(path)) return succeed(orderKey(value))
  if ('referenceValue' in value) return succeed(nameKey(value.referenceValue))
  return refuse('__name__ is compared with a reference')
}

function keysOf({ field, op, value }: FieldFilter): Result<Buffer[], Failure> {
  const values = 'arrayValue' in value ? (value.arrayValue.values ?? []) : []
  if (values.length === 0) return refuse(`${op} takes an array that is not empty`)
  if (values.length > mostAlternatives)
    return refuse(`${op} takes ${mostAlternatives} values at most`)
  const keys: Buffer[] = []
  for (const one of values) {
    const key = keyOf(field, one)
    if (!key.ok) return key
    keys.push(key.value)
  }
  return succeed(keys)
}

function listSql(filter: FieldFilter, expression: string): Result<Sql, Failure> {
  const keys = keysOf(filter)
  if (!keys.ok) return keys
  const parameters = keys.value.filter(isComparable)
  const marks = parameters.map(() => '?').join(', ')
  if (filter.op === 'IN') return succeed({ sql: `${expression} IN (${marks})`, parameters })
  // Missing fields and null are unequal to nothing.
  if (keys.value.some((key) => nullKey.equals(key))) return succeed(never)
  return succeed({
    sql: `${expression} > x'01' AND ${expression} NOT IN (${marks})`,
    parameters,
  })
}

function arraySql(filter: FieldFilter): Result<Sql, Failure> {
  const { field, op, value } = filter
  const keys = op === 'ARRAY_CONTAINS' ? succeed([orderKey(value)]) : keysOf(filter)
  if (!keys.ok) return keys
  const path = JSON.stringify(field)
  const wanted = keys.value.filter(isComparable)
  if (wanted.length === 0) return succeed(never)
  return succeed({
    sql: wanted.map(() => 'array_contains(fields, ?, ?)').join(' OR '),
    parameters: wanted.flatMap((key) => [path, key]),
  })
}

function fieldSql(filter: FieldFilter, expression: string): Result<Sql, Failure> {
  const { field, op, value } = filter
  switch (op) {
    case 'IN':
    case 'NOT_IN':
      return listSql(filter, expression)
    case 'ARRAY_CONTAINS':
    case 'ARRAY_CONTAINS_ANY':
      return arraySql(filter)
  }
  const key = keyOf(field, value)
  if (!key.ok) return key
  if (op === 'NOT_EQUAL') {
    if (nullKey.equals(key.value)) return succeed(never)
    // The emulator finds NaN unequal to itself, as IEEE 754 does.
    const unequal = nanKey.equals(key.value) ? nullKey : key.value
    return succeed({ sql: `${expression} > x'01' AND ${expression} <> ?`, parameters: [unequal] })
  }
  if (!isComparable(key.value)) return succeed(never)
  if (op === 'EQUAL') return succeed({ sql: `${expression} = ?`, parameters: [key.value] })
  const { from, to } = classBounds(key.value)
  return succeed({
    sql: `${expression} ${symbols[op]} ? AND ${expression} >= ? AND ${expression} < ?`,
    parameters: [key.value, from, to],
  })
}

function unarySql({ op }: UnaryFilter, expression: string): Sql {
  switch (op) {
    case 'IS_NULL':
      return { sql: `${expression} = ?`, parameters: [nullKey] }
    case 'IS_NAN':
      return { sql: `${expression} = ?`, parameters: [nanKey] }
    case 'IS_NOT_NULL':
      return { sql: `${expression} > ?`, parameters: [nullKey] }
    case 'IS_NOT_NAN':
      return { sql: `${expression} > ? AND ${expression} <> ?`, parameters: [nullKey, nanKey] }
  }
}

const equalities = new Set<string>(['EQUAL', 'IN', 'IS_NULL', 'IS_NAN'])

/** `expressionOf` gives the SQL of a field's key. */
export function filterSql(
  filter: Filter,
  expressionOf: (path: FieldPath) => string,
): Result<FilterSql, Failure> {
  if ('compositeFilter' in filter) {
    const { op, filters } = filter.compositeFilter
    const parts: FilterSql[] = []
    for (const inner of filters) {
      const part = filterSql(inner, expressionOf)
      if (!part.ok) return part
      parts.push(part.value)
    }
    return succeed({
      sql: parts.map(({ sql }) => `(${sql})`).join(` ${op} `) || '1',
      parameters: parts.flatMap(({ parameters }) => parameters),
      comparisons: parts.flatMap(({ comparisons }) => comparisons),
    })
  }
  const { field: path, op } = 'unaryFilter' in filter ? filter.unaryFilter : filter.fieldFilter
  const expression = expressionOf(path)
  const condition =
    'unaryFilter' in filter
      ? succeed(unarySql(filter.unaryFilter, expression))
      : fieldSql(filter.fieldFilter, expression)
  if (!condition.ok) return condition
  const isOfArray = op === 'ARRAY_CONTAINS' || op === 'ARRAY_CONTAINS_ANY'
  const isInequality = !isOfArray && !equalities.has(op)
  return succeed({ ...condition.value, comparisons: [{ path, isInequality, isOfArray }] })
}
