/** A client that shows Firestore's answers as they are, for tests of the wire. No product code. */
import { randomUUID } from 'node:crypto'
import type { WireFields, WireValue } from '../values.ts'

export const nothing: WireValue = { nullValue: null }
export const bool = (booleanValue: boolean): WireValue => ({ booleanValue })
export const int = (value: number | string): WireValue => ({ integerValue: String(value) })
export const double = (doubleValue: number | 'NaN' | 'Infinity' | '-Infinity'): WireValue => ({
  doubleValue,
})
export const time = (timestampValue: string): WireValue => ({ timestampValue })
export const text = (stringValue: string): WireValue => ({ stringValue })
export const bytes = (bytesValue: string): WireValue => ({ bytesValue })
export const place = (latitude: number, longitude: number): WireValue => ({
  geoPointValue: { latitude, longitude },
})
export const list = (...values: WireValue[]): WireValue => ({ arrayValue: { values } })
export const map = (fields: WireFields): WireValue => ({ mapValue: { fields } })

export type Direction = 'ASCENDING' | 'DESCENDING'
export const by = (fieldPath: string, direction: Direction = 'ASCENDING') => ({
  field: { fieldPath },
  direction,
})
export const where = (fieldPath: string, op: string, value: WireValue) => ({
  fieldFilter: { field: { fieldPath }, op, value },
})
export const all = (...filters: object[]) => ({ compositeFilter: { op: 'AND', filters } })
export const from = (collectionId: string) => [{ collectionId }]

export type WireDocument = {
  readonly name: string
  readonly fields?: WireFields
  readonly createTime: string
  readonly updateTime: string
}
export type Row = { readonly document?: WireDocument; readonly readTime: string }
export type Committed = {
  readonly writeResults: { updateTime?: string; transformResults?: WireValue[] }[]
  readonly commitTime: string
}
export type WireError = { readonly code: number; readonly message: string; readonly status: string }
export type Answer = { readonly status: number; readonly body: unknown }

/** Production wraps the errors of runQuery and batchGet in an array, Google's emulator does not. */
export function errorOf({ body }: Answer): WireError {
  return ([body].flat()[0] as { error: WireError }).error
}

/** A database of its own, unless one is named: nobody else writes to it. */
export function openDatabase(host: string, project = `demo-${randomUUID()}`) {
  const root = `projects/${project}/databases/(default)/documents`

  async function request(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' }
    const response = await fetch(`http://${host}/v1/${path}`, { headers, ...init })
    const answer = await response.text()
    return {
      status: response.status,
      body: answer.startsWith('Not Found') ? null : JSON.parse(answer),
    }
  }
  /** A string goes as it is, to send what is not JSON. */
  const post = (path: string, body: unknown) =>
    request(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })

  async function expectOk<Body>(answer: Promise<Answer>): Promise<Body> {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body as Body
  }

  const name = (path: string) => `${root}/${path}`
  const relative = (document: WireDocument) => document.name.slice(root.length + 1)
  const database = {
    root,
    name,
    request,
    post,
    reference: (path: string): WireValue => ({ referenceValue: name(path) }),
    set: (path: string, fields: WireFields, extra: object = {}) => ({
      update: { name: name(path), fields },
      ...extra,
    }),
    remove: (path: string, extra: object = {}) => ({ delete: name(path), ...extra }),
    tryCommit: (...writes: object[]) => post(`${root}:commit`, { writes }),
    commit: (...writes: object[]) => expectOk<Committed>(database.tryCommit(...writes)),
    /** Stores one document for each value, under its key, in the field `v`. */
    store: (collection: string, values: Readonly<Record<string, WireValue>>) =>
      database.commit(
        ...Object.entries(values).map(([id, v]) => database.set(`${collection}/${id}`, { v })),
      ),
    tryGet: (path: string) => request(name(path)),
    get: (path: string) => expectOk<WireDocument>(database.tryGet(path)),
    tryQuery: (structuredQuery: object, parent = root) =>
      post(`${parent}:runQuery`, { structuredQuery }),
    rows: (structuredQuery: object, parent = root) =>
      expectOk<Row[]>(database.tryQuery(structuredQuery, parent)),
    /** Paths of what is found, in order. */
    async find(structuredQuery: object, parent = root): Promise<string[]> {
      const rows = await database.rows(structuredQuery, parent)
      return rows.flatMap(({ document }) => (document ? [relative(document)] : []))
    },
    /** The ids alone: for queries of one collection. */
    async ids(structuredQuery: object, parent = root): Promise<string> {
      const paths = await database.find(structuredQuery, parent)
      return paths.map((path) => path.slice(path.lastIndexOf('/') + 1)).join(' ')
    },
  }
  return database
}

export type Database = ReturnType<typeof openDatabase>
export type OpenDatabase = () => Database
