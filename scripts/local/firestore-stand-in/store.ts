/**
 * The documents, in one SQLite file. A commit is one transaction, so that a process killed in the
 * middle leaves whole commits only. Knows nothing of HTTP. One process at a time has the file.
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type Result, succeed } from '../../../src/domain/result.ts'
import { fieldAt } from './apply-write.ts'
import { createClock } from './clock.ts'
import { type Committed, planCommit, type StoredDocument } from './commit.ts'
import type { Indexes } from './composite-index.ts'
import type { Failure } from './failure.ts'
import { collectionOf, databaseOf } from './names.ts'
import { nameKey, orderKey } from './order-key.ts'
import { printTimestamp, type WireFields } from './values.ts'
import type { Write } from './write-requests.ts'

/** To be raised whenever the table or the order keys in it and in its indexes change. */
const layout = 1

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

/**
 * Makes the file where it is missing. Throws where another version of this program has made it.
 * Without `indexes`, queries need none, as at Google's emulator.
 */
export function openStore(file: string, indexes?: Indexes) {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  const { user_version: found } = database.prepare('PRAGMA user_version').get()!
  if (found !== 0 && found !== layout) {
    database.close()
    throw new Error(`${file} was made by another version of the stand-in: start with --fresh.`)
  }
  defineFunctions(database)
  database.exec(`${schema}; PRAGMA user_version = ${layout}`)
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
    indexes,
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

    commit(writes: readonly Write[]): Result<Committed, Failure> {
      const planned = planCommit(writes, get, clock.next())
      if (!planned.ok) return planned
      database.exec('BEGIN IMMEDIATE')
      try {
        for (const [name, document] of planned.value.changes) save(name, document)
        database.exec('COMMIT')
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
      return succeed(planned.value.answer)
    },

    close: () => database.close(),
  }
}

export type Store = ReturnType<typeof openStore>
