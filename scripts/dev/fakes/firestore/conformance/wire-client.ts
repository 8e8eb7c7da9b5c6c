/** A client that shows Firestore's responses unchanged. It uses no product code. */
import { randomUUID } from 'node:crypto'
import type { WireFields, WireValue } from '../wire-values.ts'

export const nullWireValue: WireValue = { nullValue: null }
export const bool = (booleanValue: boolean): WireValue => ({ booleanValue })
export const int = (value: number | string): WireValue => ({ integerValue: String(value) })
export const double = (doubleValue: number | 'NaN' | 'Infinity' | '-Infinity'): WireValue => ({
  doubleValue,
})
export const time = (timestampValue: string): WireValue => ({ timestampValue })
export const text = (stringValue: string): WireValue => ({ stringValue })
export const list = (...values: WireValue[]): WireValue => ({ arrayValue: { values } })
export const map = (fields: WireFields): WireValue => ({ mapValue: { fields } })

export const where = (fieldPath: string, op: string, value: WireValue) => ({
  fieldFilter: { field: { fieldPath }, op, value },
})

type QueryParts = {
  readonly where?: readonly object[]
  readonly by?: string
  readonly direction?: 'ASCENDING' | 'DESCENDING'
  /** A name. */
  readonly before?: WireValue
  readonly after?: readonly WireValue[]
  readonly limit?: number
  readonly select?: readonly string[]
}

/** A query in the form in which functions/platform/adapters/firestore.ts sends it. */
export function buildQuery(
  collectionId: string,
  {
    where: filters = [],
    by,
    direction = 'ASCENDING',
    after,
    before,
    limit = 500,
    select,
  }: QueryParts = {},
) {
  return {
    from: [{ collectionId }],
    ...(select ? { select: { fields: select.map((fieldPath) => ({ fieldPath })) } } : {}),
    ...(filters.length > 0 ? { where: { compositeFilter: { op: 'AND', filters } } } : {}),
    orderBy: [...(by ? [by] : []), '__name__'].map((fieldPath) => ({
      field: { fieldPath },
      direction,
    })),
    limit,
    ...(after ? { startAt: { values: after, before: false } } : {}),
    ...(before ? { endAt: { values: [before], before: true } } : {}),
  }
}

/** The query with which a backup reads the whole database (scripts/operate/backup). */
export const buildBackupQuery = (limit: number, after?: WireValue) => ({
  from: [{ allDescendants: true }],
  orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
  limit,
  ...(after ? { startAt: { values: [after], before: false } } : {}),
})

type WireDocument = {
  readonly name: string
  readonly fields?: WireFields
  readonly createTime: string
  readonly updateTime: string
}
type Row = { readonly document?: WireDocument; readonly readTime: string }
type CountRow = {
  readonly result: { readonly aggregateFields: { readonly count: { integerValue: string } } }
}
type Committed = {
  readonly writeResults: { updateTime?: string; transformResults?: WireValue[] }[]
  readonly commitTime: string
}
type WireError = { readonly code: number; readonly message: string; readonly status: string }
type WireResponse = { readonly status: number; readonly body: unknown }

/** Production wraps the errors of runQuery and batchGet in an array, Google's emulator does not. */
export function readError({ body }: WireResponse): WireError {
  return ([body].flat()[0] as { error: WireError }).error
}

/** A client of a database that nothing else uses, unless one is named. */
export function openDatabase(host: string, project = `demo-${randomUUID()}`) {
  const root = `projects/${project}/databases/(default)/documents`

  async function request(path: string, init: RequestInit = {}): Promise<WireResponse> {
    const headers = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' }
    const response = await fetch(`http://${host}/v1/${path}`, { headers, ...init })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  /** A string is sent as it is, to send something other than JSON. */
  const post = (path: string, body: unknown) =>
    request(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })

  async function expectOk<Body>(answer: Promise<WireResponse>): Promise<Body> {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body as Body
  }

  const name = (path: string) => `${root}/${path}`
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
    store: (collection: string, values: Readonly<Record<string, WireValue>>) =>
      database.commit(
        ...Object.entries(values).map(([id, v]) => database.set(`${collection}/${id}`, { v })),
      ),
    tryGet: (path: string) => request(name(path)),
    get: (path: string) => expectOk<WireDocument>(database.tryGet(path)),
    rows: (structuredQuery: object, parent = root) =>
      expectOk<Row[]>(post(`${parent}:runQuery`, { structuredQuery })),
    async count(structuredQuery: object, parent = root): Promise<string> {
      const aggregations = [{ alias: 'count', count: {} }]
      const body = { structuredAggregationQuery: { structuredQuery, aggregations } }
      const [row] = await expectOk<CountRow[]>(post(`${parent}:runAggregationQuery`, body))
      return row!.result.aggregateFields.count.integerValue
    },
    async find(structuredQuery: object, parent = root): Promise<string[]> {
      const rows = await database.rows(structuredQuery, parent)
      return rows.flatMap(({ document }) =>
        document ? [document.name.slice(root.length + 1)] : [],
      )
    },
    async ids(...query: Parameters<typeof buildQuery>): Promise<string> {
      const paths = await database.find(buildQuery(...query))
      return paths.map((path) => path.slice(path.lastIndexOf('/') + 1)).join(' ')
    },
  }
  return database
}

export type Database = ReturnType<typeof openDatabase>
export type OpenDatabase = () => Database
