/**
 * Structured queries as SQL over order keys, so that SQLite does the work. Follows Google's
 * emulator, which was asked wherever the reference of StructuredQuery is silent.
 */
import type { SQLInputValue } from 'node:sqlite'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { StoredDocument } from './commit.ts'
import { missingIndex } from './composite-index.ts'
import { type Failure, notDoneHere } from './failure.ts'
import { type Comparison, filterSql, type Sql } from './filter.ts'
import { databaseOf, type FieldPath, isName } from './names.ts'
import { nameKey, orderKey } from './order-key.ts'
import type { Cursor, Query } from './query-request.ts'
import { collectionKey, groupKey, keyExpression, type Store } from './store.ts'
import type { WireValue } from './values.ts'

type Order = {
  readonly path: FieldPath
  readonly expression: string
  readonly isDescending: boolean
}

const refuse = (message: string) => fail<Failure>({ status: 'INVALID_ARGUMENT', message })

/** Where the query looks. Every name below a parent begins with the parent's key. */
function scopeSql(parent: string, { collectionId, allDescendants }: Scope): Sql {
  const from = nameKey(parent)
  const below: Sql = {
    sql: 'name_key > ? AND name_key < ?',
    parameters: [from, Buffer.concat([from, Buffer.from([255])])],
  }
  if (collectionId === undefined) return below
  if (!allDescendants)
    return { sql: 'collection = ?', parameters: [collectionKey(parent, collectionId)] }
  const group = {
    sql: 'collection_group = ?',
    parameters: [groupKey(databaseOf(parent), collectionId)],
  }
  return parent === databaseOf(parent) ? group : joined('AND', [group, below])
}
type Scope = NonNullable<Query['from']>[0]

function joined(by: 'AND' | 'OR', parts: readonly Sql[]): Sql {
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(` ${by} `),
    parameters: parts.flatMap(({ parameters }) => parameters),
  }
}

/** The orders given, then the fields of inequalities by name, then the document's name. */
function ordersOf(query: Query, comparisons: readonly Comparison[]): Order[] {
  const orders = query.orderBy.map(({ field, direction }) => ({
    path: field,
    isDescending: direction === 'DESCENDING',
  }))
  const isDescending = orders.at(-1)?.isDescending ?? false
  const has = (path: FieldPath) => orders.some((order) => label(order.path) === label(path))
  const unequal = comparisons
    .filter(({ isInequality, path }) => isInequality && !isName(path))
    .map(({ path }) => path)
    .sort((one, other) => (label(one) < label(other) ? -1 : 1))
  for (const path of [...unequal, ['__name__']]) if (!has(path)) orders.push({ path, isDescending })
  return orders.map((order) => ({ ...order, expression: expressionOf(order.path) }))
}

/** Tells a path from another: a dot may stand within a segment. */
const label = (path: FieldPath) => path.join('\0')
const expressionOf = (path: FieldPath) => (isName(path) ? 'name_key' : keyExpression(path))

/**
 * The rows from a position on, or up to it. A cursor with fewer values than there are orders stands
 * before or behind all rows that begin with its values.
 */
function cursorSql(
  { values, before }: Cursor,
  orders: readonly Order[],
  side: 'start' | 'end',
): Sql {
  const includesEqual = side === 'start' ? before : !before
  let condition: Sql = { sql: includesEqual ? '1' : '0', parameters: [] }
  const keys = values.map((value, index) => cursorKey(value, orders[index]!))
  for (const [index, key] of [...keys.entries()].reverse()) {
    const { expression, isDescending } = orders[index]!
    const beyond = isDescending === (side === 'start') ? '<' : '>'
    // The first comparison repeats what follows: it is what an index can be searched by.
    condition = {
      sql: `${expression} ${beyond}= ? AND (${expression} ${beyond} ? OR (${condition.sql}))`,
      parameters: [key, key, ...condition.parameters],
    }
  }
  return condition
}

const cursorKey = (value: WireValue, { path }: Order): SQLInputValue =>
  isName(path) && 'referenceValue' in value ? nameKey(value.referenceValue) : orderKey(value)

function queryFailure(query: Query, orders: readonly Order[], comparisons: readonly Comparison[]) {
  const { from, orderBy, startAt, endAt } = query
  const cursors = [startAt, endAt].filter((cursor) => cursor !== undefined)
  const given = orderBy.map(({ field }) => label(field))
  const atName = given.indexOf('__name__')
  if (!from || (from[0].collectionId === undefined && !from[0].allDescendants))
    return fail(notDoneHere('StructuredQuery.from without collectionId and allDescendants'))
  if (new Set(given).size < given.length) return refuse('orderBy names a field twice')
  if (atName >= 0 && atName < given.length - 1)
    return refuse('orderBy goes on after the document’s name, which settles the order')
  if (orderBy[0]?.direction === 'DESCENDING' && atName === 0)
    return fail<Failure>({
      status: 'FAILED_PRECONDITION',
      message: 'Names are sorted ascending only',
    })
  if (cursors.some(({ values }) => values.length > given.length))
    return refuse('A cursor has more values than orderBy has fields')
  const nameCursors = cursors.flatMap(({ values }) => values[atName] ?? [])
  if (atName >= 0 && nameCursors.some((value) => !('referenceValue' in value)))
    return refuse('A cursor’s value for __name__ is to be a reference')
  const isOfFields = comparisons.some(({ path }) => !isName(path)) || orders.length > 1
  if (from[0].collectionId === undefined && isOfFields)
    return refuse('A query over all collections can go by __name__ only')
  return null
}

export function runQuery(
  store: Store,
  parent: string,
  query: Query,
): Result<StoredDocument[], Failure> {
  const where = query.where ? filterSql(query.where, expressionOf) : succeed(null)
  if (!where.ok) return where
  const comparisons = where.value?.comparisons ?? []
  const orders = ordersOf(query, comparisons)
  const refused = queryFailure(query, orders, comparisons)
  if (refused) return refused
  const scope = query.from![0]
  const missing = store.indexes && missingIndex(store.indexes, scope, comparisons, orders)
  if (missing) {
    const message = `The query requires an index: ${JSON.stringify(missing)}`
    return fail({ status: 'FAILED_PRECONDITION', message })
  }
  for (const { path } of [...comparisons.filter(({ isOfArray }) => !isOfArray), ...orders]) {
    if (!isName(path))
      store.indexField(scope.allDescendants ? 'collection_group' : 'collection', path)
  }
  const fieldOrders = orders.filter(({ path }) => !isName(path))
  const condition = joined('AND', [
    scopeSql(parent, scope),
    // Documents without the field have no place in its order; NULL is greater than nothing.
    ...fieldOrders.map(({ expression }) => ({ sql: `${expression} > x''`, parameters: [] })),
    ...(where.value ? [where.value] : []),
    ...(query.startAt ? [cursorSql(query.startAt, orders, 'start')] : []),
    ...(query.endAt ? [cursorSql(query.endAt, orders, 'end')] : []),
  ])
  const order = orders.map(
    ({ expression, isDescending }) => `${expression} ${isDescending ? 'DESC' : 'ASC'}`,
  )
  return succeed(
    store.select(`${condition.sql} ORDER BY ${order.join(', ')} LIMIT ? OFFSET ?`, [
      ...condition.parameters,
      query.limit ?? -1,
      query.offset,
    ]),
  )
}
