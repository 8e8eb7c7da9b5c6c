/** The methods that the stand-in does: from a request's JSON to the answer's. */
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { projected } from './apply-write.ts'
import type { StoredDocument } from './commit.ts'
import { type Failure, notDoneHere } from './failure.ts'
import { type FieldPath, nameProblem } from './names.ts'
import { runQuery } from './query.ts'
import { runAggregationQueryRequest, runQueryRequest } from './query-request.ts'
import { check, fieldPath } from './requests.ts'
import type { Store } from './store.ts'
import { canonicalText, printTimestamp } from './values.ts'
import { batchGetRequest, commitRequest, foreignName, targetOf } from './write-requests.ts'

/** The stored text goes out as it is, unless only some of it is wanted. */
function documentJson(document: StoredDocument, paths?: readonly FieldPath[]): string {
  const { name, created, updated } = document
  const fields = paths
    ? canonicalText(projected(JSON.parse(document.fields), paths))
    : document.fields
  const inner = fields === '{}' ? '' : `"fields":${fields},`
  return (
    `{"name":${JSON.stringify(name)},${inner}` +
    `"createTime":"${printTimestamp(created)}","updateTime":"${printTimestamp(updated)}"}`
  )
}

export function getDocument(
  store: Store,
  name: string,
  query: URLSearchParams,
): Result<string, Failure> {
  const problem = nameProblem(name, 'document')
  if (problem) return fail({ status: 'INVALID_ARGUMENT', message: `"${name}" ${problem}` })
  const paths = check(fieldPath.array(), query.getAll('mask.fieldPaths'))
  if (!paths.ok) return paths
  const other = [...query.keys()].find((key) => key !== 'mask.fieldPaths')
  if (other) return fail(notDoneHere(`GetDocument.${other}`))
  const document = store.get(name)
  if (!document) return fail({ status: 'NOT_FOUND', message: `Document "${name}" not found.` })
  return succeed(documentJson(document, query.has('mask.fieldPaths') ? paths.value : undefined))
}

function commit(store: Store, database: string, body: unknown): Result<string, Failure> {
  const request = check(commitRequest, body)
  if (!request.ok) return request
  const { writes } = request.value
  const foreign = foreignName(writes.map(targetOf), database)
  if (foreign) return fail(foreign)
  const committed = store.commit(writes)
  return committed.ok ? succeed(JSON.stringify(committed.value)) : committed
}

function batchGet(store: Store, database: string, body: unknown): Result<string, Failure> {
  const request = check(batchGetRequest, body)
  if (!request.ok) return request
  const { documents, mask } = request.value
  const foreign = foreignName(documents, database)
  if (foreign) return fail(foreign)
  const readTime = `"readTime":"${store.readTime()}"`
  const rows = [...new Set(documents)].map((name) => {
    const document = store.get(name)
    return document
      ? `{"found":${documentJson(document, mask)},${readTime}}`
      : `{"missing":${JSON.stringify(name)},${readTime}}`
  })
  return succeed(`[${rows.join(',')}]`)
}

function query(store: Store, parent: string, body: unknown): Result<string, Failure> {
  const request = check(runQueryRequest, body)
  if (!request.ok) return request
  const { structuredQuery } = request.value
  const documents = runQuery(store, parent, structuredQuery)
  if (!documents.ok) return documents
  // A page without documents still says when it was read.
  const readTime = `"readTime":"${store.readTime()}"`
  const rows = documents.value.map(
    (document) => `{"document":${documentJson(document, structuredQuery.select)},${readTime}}`,
  )
  return succeed(`[${rows.join(',') || `{${readTime}}`}]`)
}

function aggregate(store: Store, parent: string, body: unknown): Result<string, Failure> {
  const request = check(runAggregationQueryRequest, body)
  if (!request.ok) return request
  const { structuredQuery, aggregations } = request.value.structuredAggregationQuery
  const documents = runQuery(store, parent, structuredQuery)
  if (!documents.ok) return documents
  const found = documents.value.length
  const aggregateFields = Object.fromEntries(
    aggregations.map(({ alias, count }) => [
      alias,
      { integerValue: String(Math.min(found, count?.upTo ?? found)) },
    ]),
  )
  return succeed(JSON.stringify([{ result: { aggregateFields }, readTime: store.readTime() }]))
}

/** Those that are called by name, on a parent. */
export const methods = { commit, batchGet, runQuery: query, runAggregationQuery: aggregate }
