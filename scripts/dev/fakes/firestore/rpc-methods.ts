/** The Firestore methods that the fake has, from a request's JSON to the response's. */
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import type { DocumentStore } from './document-store.ts'
import type { StoredDocument } from './plan-commit.ts'
import {
  batchGetRequest,
  commitRequest,
  parseRequest,
  runAggregationQueryRequest,
  runQueryRequest,
} from './request-schemas.ts'
import { documentName } from './resource-names.ts'
import type { Failure } from './rpc-failure.ts'
import { runQuery } from './run-query.ts'
import { printCanonical, printTimestamp, type WireFields } from './wire-values.ts'

function selectFields(text: string, names: readonly string[]): string {
  const fields: WireFields = JSON.parse(text)
  const selected = names.filter((name) => Object.hasOwn(fields, name))
  return printCanonical(Object.fromEntries(selected.map((name) => [name, fields[name]!])))
}

/** Returns the stored text, unless only some of the fields are requested. */
function printDocument(document: StoredDocument, names?: readonly string[]): string {
  const { name, updated } = document
  const fields = names ? selectFields(document.fields, names) : document.fields
  const inner = fields === '{}' ? '' : `"fields":${fields},`
  return `{"name":${JSON.stringify(name)},${inner}"updateTime":"${printTimestamp(updated)}"}`
}

export function getDocument(store: DocumentStore, name: string): Result<string, Failure> {
  const parsed = parseRequest(documentName, name)
  if (!parsed.ok) return parsed
  const document = store.get(name)
  if (!document) return fail({ status: 'NOT_FOUND', message: `Document "${name}" not found.` })
  return succeed(printDocument(document))
}

function commit(store: DocumentStore, _: string, body: unknown): Result<string, Failure> {
  const request = parseRequest(commitRequest, body)
  if (!request.ok) return request
  const committed = store.commit(request.value.writes)
  return committed.ok ? succeed(JSON.stringify(committed.value)) : committed
}

function batchGet(store: DocumentStore, _: string, body: unknown): Result<string, Failure> {
  const request = parseRequest(batchGetRequest, body)
  if (!request.ok) return request
  const { documents, mask } = request.value
  const readTime = `"readTime":"${store.readTime()}"`
  const rows = [...new Set(documents)].map((name) => {
    const document = store.get(name)
    return document
      ? `{"found":${printDocument(document, mask)},${readTime}}`
      : `{"missing":${JSON.stringify(name)},${readTime}}`
  })
  return succeed(`[${rows.join(',')}]`)
}

function query(store: DocumentStore, parent: string, body: unknown): Result<string, Failure> {
  const request = parseRequest(runQueryRequest, body)
  if (!request.ok) return request
  const { structuredQuery } = request.value
  const documents = runQuery(store, parent, structuredQuery)
  if (!documents.ok) return documents
  // A page without documents has a read time too.
  const readTime = `"readTime":"${store.readTime()}"`
  const rows = documents.value.map(
    (document) => `{"document":${printDocument(document, structuredQuery.select)},${readTime}}`,
  )
  return succeed(`[${rows.join(',') || `{${readTime}}`}]`)
}

function count(store: DocumentStore, parent: string, body: unknown): Result<string, Failure> {
  const request = parseRequest(runAggregationQueryRequest, body)
  if (!request.ok) return request
  const { structuredQuery, aggregations } = request.value.structuredAggregationQuery
  const documents = runQuery(store, parent, structuredQuery)
  if (!documents.ok) return documents
  const counted = { integerValue: String(documents.value.length) }
  const aggregateFields = { [aggregations[0].alias]: counted }
  return succeed(JSON.stringify([{ result: { aggregateFields }, readTime: store.readTime() }]))
}

/** The methods by their names in the protocol. Each is called on a parent. */
export const methods = { commit, batchGet, runQuery: query, runAggregationQuery: count }
