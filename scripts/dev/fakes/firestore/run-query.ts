/** Queries as SQL over order keys. Follows Google's emulator where the reference is silent. */
import type { SQLInputValue } from 'node:sqlite'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { findMissingIndex } from './composite-index.ts'
import {
  buildContainsExpression,
  buildKeyExpression,
  type DocumentStore,
} from './document-store.ts'
import { encodeName, encodeOrderKey, getClassBounds } from './order-key.ts'
import type { StoredDocument } from './plan-commit.ts'
import type { Query } from './request-schemas.ts'
import { namePath } from './resource-names.ts'
import type { Failure } from './rpc-failure.ts'

type Sql = { readonly sql: string; readonly parameters: readonly SQLInputValue[] }

/** Every name below a parent begins with the parent's key and a zero byte. */
function buildScopeSql(parent: string, [scope]: Query['from']): Sql {
  return 'collectionId' in scope
    ? { sql: 'collection = ?', parameters: [encodeName(`${parent}/${scope.collectionId}`)] }
    : {
        sql: 'name_key > ? AND name_key < ?',
        parameters: [encodeName(`${parent}/`), encodeName(`${parent}\u0001`)],
      }
}

const buildExpression = (path: string) =>
  path === namePath ? 'name_key' : buildKeyExpression(path)

const operators = {
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL: '<=',
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL: '>=',
} as const

function buildFilterSql({ field, op, values }: Query['where'][number]): Sql {
  const expression = buildExpression(field)
  const keys = values.map(encodeOrderKey)
  if (op === 'ARRAY_CONTAINS')
    return { sql: buildContainsExpression(field), parameters: [keys[0]!] }
  if (op === 'EQUAL' || op === 'IN')
    return { sql: `${expression} IN (${keys.map(() => '?').join(', ')})`, parameters: keys }
  const { from, to } = getClassBounds(keys[0]!)
  return {
    sql: `${expression} ${operators[op]} ? AND ${expression} >= ? AND ${expression} < ?`,
    parameters: [keys[0]!, from, to],
  }
}

function buildCursorSql(values: NonNullable<Query['startAt']>, orderBy: Query['orderBy']): Sql {
  let condition: Sql = { sql: '0', parameters: [] }
  for (const [index, { field, direction }] of [...orderBy.entries()].reverse()) {
    const value = values[index]!
    const key =
      field === namePath && 'referenceValue' in value
        ? encodeName(value.referenceValue)
        : encodeOrderKey(value)
    const expression = buildExpression(field)
    const operator = direction === 'DESCENDING' ? '<' : '>'
    // Repeats the next comparison, because SQLite can use it to search an index.
    condition = {
      sql: `${expression} ${operator}= ? AND (${expression} ${operator} ? OR (${condition.sql}))`,
      parameters: [key, key, ...condition.parameters],
    }
  }
  return condition
}

/** Supports only the order of names. */
function buildEndSql([value]: NonNullable<Query['endAt']>): Sql {
  const name = value && 'referenceValue' in value ? value.referenceValue : ''
  return { sql: 'name_key < ?', parameters: [encodeName(name)] }
}

export function runQuery(
  store: DocumentStore,
  parent: string,
  { from, where, orderBy, startAt, endAt, limit = -1 }: Query,
): Result<StoredDocument[], Failure> {
  const [scope] = from
  const missing =
    store.indexes && 'collectionId' in scope
      ? findMissingIndex(store.indexes, scope.collectionId, where, orderBy)
      : null
  if (missing) {
    const message = `The query requires an index: ${JSON.stringify(missing)}`
    return fail({ status: 'FAILED_PRECONDITION', message })
  }
  const sortedFields = orderBy.map(({ field }) => field).filter((field) => field !== namePath)
  for (const field of [...where.map((filter) => filter.field), ...sortedFields])
    store.indexField(field)
  const conditions = [
    buildScopeSql(parent, from),
    // Sorting by a field leaves out documents without the field: their NULL isn't greater than the empty key.
    ...sortedFields.map((field) => ({ sql: `${buildExpression(field)} > x''`, parameters: [] })),
    ...where.map(buildFilterSql),
    ...(startAt ? [buildCursorSql(startAt, orderBy)] : []),
    ...(endAt ? [buildEndSql(endAt)] : []),
  ]
  const order = orderBy.map(
    ({ field, direction }) =>
      `${buildExpression(field)} ${direction === 'DESCENDING' ? 'DESC' : 'ASC'}`,
  )
  return succeed(
    store.select(
      `${conditions.map(({ sql }) => `(${sql})`).join(' AND ')} ORDER BY ${order.join(', ')} LIMIT ?`,
      [...conditions.flatMap(({ parameters }) => parameters), limit],
    ),
  )
}
