/**
 * Stores documents in one SQLite file that one process opens at a time. A commit is one transaction: a killed process
 * leaves whole commits only.
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { succeed } from '../../../../src/domain/result.ts'
import type { Indexes } from './composite-index.ts'
import { encodeName, encodeOrderKey } from './order-key.ts'
import { planCommit, type StoredDocument } from './plan-commit.ts'
import type { Write } from './request-schemas.ts'
import { getCollection } from './resource-names.ts'
import { printTimestamp, type WireFields, type WireValue } from './wire-values.ts'

/** Must be increased when the table changes, or the order keys in the table and its indexes. */
const schemaVersion = 3

/** NORMAL: a killed process loses nothing it confirmed; a power cut may lose the last commits, whole. */
const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS documents (
    name_key BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    collection BLOB NOT NULL,
    fields TEXT NOT NULL,
    updated INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS by_collection ON documents (collection, name_key);
`

/** Builds the SQL expression of a field's order key, NULL for a document without the field. */
export const buildKeyExpression = (path: string) => `order_key(fields, '${path}')`

/** Builds the SQL condition that a field is a list that contains an order key. */
export const buildContainsExpression = (path: string) => `has_entry(fields, '${path}', ?)`

function getField(fields: WireFields, path: string): WireValue | undefined {
  let value: WireValue | undefined = { mapValue: { fields } }
  for (const name of path.split('.')) {
    const inner: WireFields = value && 'mapValue' in value ? (value.mapValue.fields ?? {}) : {}
    value = Object.hasOwn(inner, name) ? inner[name] : undefined
  }
  return value
}

function defineOrderKey(database: DatabaseSync) {
  // A statement reads several keys of the same row successively.
  let last: { text: string; fields: WireFields } | null = null
  database.function('order_key', { deterministic: true }, (text, path) => {
    if (last?.text !== text) last = { text: String(text), fields: JSON.parse(String(text)) }
    const value = getField(last!.fields, String(path))
    return value ? encodeOrderKey(value) : null
  })
}

function defineHasEntry(database: DatabaseSync) {
  database.function('has_entry', { deterministic: true }, (text, path, key) => {
    const list = getField(JSON.parse(String(text)), String(path))
    const entries = list && 'arrayValue' in list ? (list.arrayValue.values ?? []) : []
    const wanted = Buffer.from(key as Uint8Array)
    return entries.some((entry) => encodeOrderKey(entry).equals(wanted)) ? 1 : 0
  })
}

/** Returns the machine's time in microseconds since 1970, different for each commit. */
function createCommitClock() {
  let last = 0
  // Adds random digits after Date's milliseconds, so that code that loses such digits fails here too.
  const readSystemTime = () => Date.now() * 1000 + Math.floor((performance.now() * 1000) % 1000)
  return {
    next: () => (last = Math.max(readSystemTime(), last + 1)),
    /** The time of a read: not before any commit that it sees. */
    now: () => Math.max(readSystemTime(), last),
  }
}

/**
 * Creates a missing file. Throws if another version of this program created it. Without `indexes`,
 * queries need none, as with Google's emulator.
 */
export function openDocumentStore(file: string, indexes?: Indexes) {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  const { user_version: found } = database.prepare('PRAGMA user_version').get()!
  if (found !== 0 && found !== schemaVersion) {
    database.close()
    throw new Error(
      `${file} was created by another version of the Firestore fake. Start with --fresh.`,
    )
  }
  defineOrderKey(database)
  defineHasEntry(database)
  database.exec(`${schema}; PRAGMA user_version = ${schemaVersion}`)
  const clock = createCommitClock()
  const columns = 'SELECT name, fields, updated FROM documents'
  const selectOne = database.prepare(`${columns} WHERE name_key = ?`)
  const remove = database.prepare('DELETE FROM documents WHERE name_key = ?')
  const upsert = database.prepare(
    `INSERT INTO documents VALUES (?, ?, ?, ?, ?) ON CONFLICT (name_key)
     DO UPDATE SET fields = excluded.fields, updated = excluded.updated`,
  )
  const get = (name: string) =>
    (selectOne.get(encodeName(name)) as StoredDocument | undefined) ?? null
  const indexed = new Set<string>()
  const selects = new Map<string, StatementSync>()

  function save(name: string, document: StoredDocument | null) {
    const key = encodeName(name)
    if (!document) return remove.run(key)
    const { fields, updated } = document
    return upsert.run(key, name, encodeName(getCollection(name)), fields, updated)
  }

  return {
    indexes,
    get,
    readTime: () => printTimestamp(clock.now()),

    /** `condition` is SQL after WHERE. */
    select(condition: string, parameters: readonly SQLInputValue[]) {
      const statement = selects.get(condition) ?? database.prepare(`${columns} WHERE ${condition}`)
      selects.set(condition, statement)
      return statement.all(...parameters) as StoredDocument[]
    },

    /**
     * Indexes every field, as Firestore does, so that a filter or an order need not read all documents. A test's few
     * documents in memory are read faster than they are indexed.
     */
    indexField(path: string) {
      if (indexed.has(path) || file === ':memory:') return
      database.exec(
        `CREATE INDEX IF NOT EXISTS "by ${path}"
         ON documents (collection, ${buildKeyExpression(path)}, name_key)`,
      )
      indexed.add(path)
    },

    commit(writes: readonly Write[]) {
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
      return succeed(planned.value.response)
    },

    close: () => database.close(),
  }
}

export type DocumentStore = ReturnType<typeof openDocumentStore>
