/** Implements D1 with node:sqlite, with the migrations' tables and D1's limits. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type {
  StatisticsAnswer,
  StatisticsDatabase,
  StatisticsStatement,
  StatisticsValue,
} from '../records/statistics-database.ts'

/** Limits: https://developers.cloudflare.com/d1/platform/limits/ */
const maxValues = 100
const maxStatementBytes = 100_000
const maxValueBytes = 2_000_000

const migrationsFolder = join(import.meta.dirname, '..', 'migrations')

export type MemoryDatabase = StatisticsDatabase & {
  /** Returns all rows of a query, for assertions. */
  read<Row = Record<string, unknown>>(sql: string, ...values: StatisticsValue[]): Row[]
  /** Called before each transaction and, with `isDone`, after it; throwing interrupts the caller. */
  onTransaction: (isDone: boolean) => void
}

function checkValues(values: readonly StatisticsValue[]) {
  if (values.length > maxValues) throw new Error('too many values')
  for (const value of values) {
    if (value === undefined) throw new Error('D1 doesn’t accept undefined')
    if (typeof value === 'string' && Buffer.byteLength(value) > maxValueBytes)
      throw new Error('a value is too long')
  }
}

export function createMemoryDatabase(): MemoryDatabase {
  const sqlite = new DatabaseSync(':memory:')
  for (const file of readdirSync(migrationsFolder).sort())
    sqlite.exec(readFileSync(join(migrationsFolder, file), 'utf8'))

  const readNumber = (sql: string) => Number(Object.values(sqlite.prepare(sql).get() ?? {})[0])
  const runs = new WeakMap<StatisticsStatement, () => StatisticsAnswer<unknown>>()

  function prepare(sql: string, values: readonly StatisticsValue[] = []): StatisticsStatement {
    if (Buffer.byteLength(sql) > maxStatementBytes) throw new Error('the statement is too long')
    const statement: StatisticsStatement = {
      bind(...bound) {
        checkValues(bound)
        return prepare(sql, bound)
      },
      all: async <Row>() => (await database.batch<Row>([statement]))[0]!,
    }
    runs.set(statement, () => {
      const before = readNumber('SELECT total_changes()')
      const results = sqlite.prepare(sql).all(...values)
      const changes = readNumber('SELECT total_changes()') - before
      const size_after = readNumber('PRAGMA page_count') * readNumber('PRAGMA page_size')
      return { results, meta: { changes, size_after } }
    })
    return statement
  }

  const database: MemoryDatabase = {
    prepare: (sql) => prepare(sql),
    async batch<Row>(statements: StatisticsStatement[]) {
      database.onTransaction(false)
      sqlite.exec('BEGIN')
      let answers: StatisticsAnswer<Row>[]
      try {
        answers = statements.map((one) => runs.get(one)!() as StatisticsAnswer<Row>)
        sqlite.exec('COMMIT')
      } catch (error) {
        sqlite.exec('ROLLBACK')
        throw error
      }
      database.onTransaction(true)
      return answers
    },
    read: <Row>(sql: string, ...values: StatisticsValue[]) =>
      sqlite.prepare(sql).all(...values) as Row[],
    onTransaction: () => {},
  }
  return database
}
