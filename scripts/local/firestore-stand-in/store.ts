/**
 * The documents, in one SQLite file. A commit is one transaction, so that a process killed in the
 * middle leaves whole commits only. Knows nothing of HTTP. One process at a time has the file.
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { applyWrite, fieldAt } from './apply-write.ts'
import { createClock } from './clock.ts'
import type { Failure } from './failure.ts'
import { collectionOf, databaseOf } from './names.ts'
import { nameKey, orderKey } from './order-key.ts'
import type { Write } from './requests.ts'
import {
  canonicalText,
  fieldsSize,
  printTimestamp,
  type WireFields,
  type WireValue,
} from './values.ts'

/** `fields` is wire JSON; times are microseconds since 1970. */
export type StoredDocument = {
  readonly name: string
  readonly fields: string
  readonly created: number
  readonly updated: number
}

export type WriteResult = { readonly updateTime?: string; readonly transformResults?: WireValue[] }
export type Committed = { readonly writeResults: WriteResult[]; readonly commitTime: string }

/** To be raised whenever order keys change: indexes made of the old ones are then made anew. */
const keyVersion = 1
const largestDocument = 2 ** 20

/** NORMAL: what a killed process confirmed is kept; a power cut may take the last commits, whole. */
const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS documents (
    name_key BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    collection BLOB NOT NULL,
    collection_group BLOB NOT NULL,
    fields TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS by_collection ON documents (collection, name_key);
  CREATE INDEX IF NOT EXISTS by_group ON documents (collection_group, name_key);
`

/** A collection's column value, and that of all collections of the same id in the database. */
export const collectionKey = (parent: string, id: string) => nameKey(`${parent}/${id}`)
export const groupKey = (database: string, id: string) => nameKey(`${database}/${id}`)

/** The SQL expression of a field's order key, NULL where the document has no such field. */
export const keyExpression = (path: readonly string[]) =>
  `order_key(fields, '${JSON.stringify(path).replaceAll("'", "''")}')`

function defineFunctions(database: DatabaseSync) {
  // A statement asks for several keys of one row in a row.
  let last: { text: string; fields: WireFields } | null = null
  const valueAt = (text: string, path: string) => {
    if (last?.text !== text) last = { text, fields: JSON.parse(text) }
    return fieldAt(last.fields, JSON.parse(path))
  }
  const options = { deterministic: true }
  database.function('order_key', options, (text, path) => {
    const value = valueAt(String(text), String(path))
    return value ? orderKey(value) : null
  })
  database.function('array_contains', options, (text, path, key) => {
    const value = valueAt(String(text), String(path))
    if (!value || !('arrayValue' in value)) return 0
    return +(value.arrayValue.values ?? []).some((one) => orderKey(one).equals(key as Uint8Array))
  })
}

export function openStore(file: string) {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  defineFunctions(database)
  database.exec(schema)
  if (database.prepare('PRAGMA user_version').get()!.user_version !== keyVersion) {
    database.exec(`REINDEX; PRAGMA user_version = ${keyVersion}`)
  }
  const clock = createClock()
  const columns = 'SELECT name, fields, created, updated FROM documents'
  const selectOne = database.prepare(`${columns} WHERE name_key = ?`)
  const remove = database.prepare('DELETE FROM documents WHERE name_key = ?')
  const put = database.prepare(
    `INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name_key)
     DO UPDATE SET fields = excluded.fields, created = excluded.created, updated = excluded.updated`,
  )
  const get = (name: string) => (selectOne.get(nameKey(name)) as StoredDocument | undefined) ?? null
  const indexed = new Set<string>()

  function save(name: string, document: StoredDocument | null) {
    if (!document) return remove.run(nameKey(name))
    const { collection, collectionId } = collectionOf(name)
    const group = groupKey(databaseOf(name), collectionId)
    const { fields, created, updated } = document
    return put.run(nameKey(name), name, nameKey(collection), group, fields, created, updated)
  }

  return {
    get,
    readTime: () => printTimestamp(clock.now()),

    /** `condition` and what follows it in a SELECT over the columns of the table. */
    select: (condition: string, parameters: readonly SQLInputValue[]) =>
      database.prepare(`${columns} WHERE ${condition}`).all(...parameters) as StoredDocument[],

    /** As Firestore does for every field: queries that filter or sort by it need not read all. */
    indexField(scope: 'collection' | 'collection_group', path: readonly string[]) {
      const name = `${scope} ${JSON.stringify(path)}`
      if (indexed.has(name)) return
      database.exec(
        `CREATE INDEX IF NOT EXISTS "${name.replaceAll('"', '""')}"
         ON documents (${scope}, ${keyExpression(path)}, name_key)`,
      )
      indexed.add(name)
    },

    /** In order, all or none. Nothing is written before everything is known to hold. */
    commit(writes: readonly Write[]): Result<Committed, Failure> {
      const time = clock.next()
      const requestTime = printTimestamp(time - (time % 1000))
      const before = new Map<string, StoredDocument | null>()
      const after = new Map<string, StoredDocument | null>()
      const results = writes.map((write) => ({ name: targetOf(write), write }))
      const transformResults: (readonly WireValue[])[] = []
      for (const { name, write } of results) {
        if (!before.has(name)) before.set(name, get(name))
        const stored = after.has(name) ? after.get(name)! : before.get(name)!
        const refusal = preconditionFailure(name, stored, write)
        if (refusal) return fail(refusal)
        const current = stored && JSON.parse(stored.fields)
        const applied = applyWrite(current, write, requestTime)
        transformResults.push(applied.transformResults)
        if (
          applied.fields &&
          Buffer.byteLength(name) + fieldsSize(applied.fields) > largestDocument
        )
          return fail({ status: 'INVALID_ARGUMENT', message: `${name} is larger than 1 MiB` })
        after.set(
          name,
          applied.fields && {
            name,
            fields: canonicalText(applied.fields),
            created: stored?.created ?? time,
            updated: time,
          },
        )
      }
      database.exec('BEGIN IMMEDIATE')
      try {
        for (const [name, document] of after) {
          const earlier = before.get(name)
          // A write that changes nothing leaves the document's time as it is.
          const isSame =
            earlier?.fields === document?.fields && earlier?.created === document?.created
          if (isSame) after.set(name, earlier ?? null)
          else save(name, document)
        }
        database.exec('COMMIT')
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
      const writeResults = results.map(({ name }, index): WriteResult => {
        const document = after.get(name)
        const transformed = transformResults[index]!
        return {
          ...(document ? { updateTime: printTimestamp(document.updated) } : {}),
          ...(transformed.length > 0 ? { transformResults: [...transformed] } : {}),
        }
      })
      return succeed({ writeResults, commitTime: printTimestamp(time) })
    },

    close: () => database.close(),
  }
}

export type Store = ReturnType<typeof openStore>

export function targetOf({ update, delete: removed, transform }: Write): string {
  return update?.name ?? removed ?? transform!.document
}

function preconditionFailure(
  name: string,
  stored: StoredDocument | null,
  { currentDocument }: Write,
): Failure | null {
  if (!currentDocument) return null
  const { exists, updateTime } = currentDocument
  if (exists === false && stored)
    return { status: 'ALREADY_EXISTS', message: `Document already exists: ${name}` }
  if (exists === true && !stored)
    return { status: 'NOT_FOUND', message: `No document to update: ${name}` }
  const version = stored ? printTimestamp(stored.updated) : 'none'
  if (updateTime === undefined || version === updateTime) return null
  const message = `the stored version (${version}) does not match the required base version (${updateTime})`
  return { status: 'FAILED_PRECONDITION', message }
}
