/** D1 over node:sqlite, with the tables of the migrations and D1's limits. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type {
  StatisticsAnswer,
  StatisticsDatabase,
  StatisticsStatement,
  StatisticsValue,
} from '../records/statistics-database.ts'

/** https://developers.cloudflare.com/d1/platform/limits/ */
const maxValues = 100
const maxStatementBytes = 100_000
const maxValueBytes = 2_000_000

const migrationsFolder = join(import.meta.dirname, '..', 'migrations')

export type MemoryDatabase = StatisticsDatabase & {
  /** All rows of a query, for assertions. */
  read<Row = Record<string, unknown>>(sql: string, ...values: StatisticsValue[]): Row[]
  /** Called before each transaction and, with `isDone`, after it; an exception interrupts the caller. */
  onTransaction: (isDone: boolean) => void
  close(): void
}

class MemoryStatement implements StatisticsStatement {
  private readonly database: MemoryStatementRunner
  readonly sql: string
  readonly values: readonly StatisticsValue[]

  constructor(
    database: MemoryStatementRunner,
    sql: string,
    values: readonly StatisticsValue[] = [],
  ) {
    this.database = database
    this.sql = sql
    this.values = values
    if (Buffer.byteLength(sql) > maxStatementBytes) throw new Error('the statement is too long')
  }

  bind(...values: StatisticsValue[]) {
    if (values.length > maxValues) throw new Error('too many values')
    for (const value of values) {
      if (value === undefined) throw new Error('D1 doesn’t accept undefined')
      if (typeof value === 'string' && Buffer.byteLength(value) > maxValueBytes)
        throw new Error('a value is too long')
    }
    return new MemoryStatement(this.database, this.sql, values)
  }

  async all<Row>() {
    const [answer] = await this.database.runInTransaction<Row>([this])
    return answer!
  }
}

type MemoryStatementRunner = {
  runInTransaction<Row>(statements: readonly MemoryStatement[]): Promise<StatisticsAnswer<Row>[]>
}

export function createMemoryDatabase(): MemoryDatabase {
  const sqlite = new DatabaseSync(':memory:')
  for (const file of readdirSync(migrationsFolder).sort())
    sqlite.exec(readFileSync(join(migrationsFolder, file), 'utf8'))

  const readNumber = (sql: string) => Number(Object.values(sqlite.prepare(sql).get() ?? {})[0])

  function run<Row>({ sql, values }: MemoryStatement): StatisticsAnswer<Row> {
    const before = readNumber('SELECT total_changes()')
    const results = sqlite.prepare(sql).all(...values) as Row[]
    return {
      results,
      meta: {
        changes: readNumber('SELECT total_changes()') - before,
        size_after: readNumber('PRAGMA page_count') * readNumber('PRAGMA page_size'),
      },
    }
  }

  const runner: MemoryStatementRunner = {
    async runInTransaction<Row>(statements: readonly MemoryStatement[]) {
      database.onTransaction(false)
      sqlite.exec('BEGIN')
      let answers: StatisticsAnswer<Row>[]
      try {
        answers = statements.map((statement) => run<Row>(statement))
        sqlite.exec('COMMIT')
      } catch (error) {
        sqlite.exec('ROLLBACK')
        throw error
      }
      database.onTransaction(true)
      return answers
    },
  }

  const database: MemoryDatabase = {
    prepare: (sql) => new MemoryStatement(runner, sql),
    batch: <Row>(statements: StatisticsStatement[]) =>
      runner.runInTransaction<Row>(statements as MemoryStatement[]),
    read: <Row>(sql: string, ...values: StatisticsValue[]) =>
      sqlite.prepare(sql).all(...values) as Row[],
    onTransaction: () => {},
    close: () => sqlite.close(),
  }
  return database
}
