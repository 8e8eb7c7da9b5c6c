/** The parts of D1 that we use. Tests implement them with node:sqlite (testing/memory-database.ts). */

export type StatisticsValue = string | number | null

export type StatisticsAnswer<Row> = {
  readonly results: Row[]
  readonly meta: {
    /** The number of rows inserted, changed or deleted. */
    readonly changes: number
    /** The size of the whole database in bytes. */
    readonly size_after: number
  }
}

export type StatisticsStatement = {
  /** Binds at most 100 values of at most 2 MB each: lists are passed as one JSON text, for `json_each`. */
  bind(...values: StatisticsValue[]): StatisticsStatement
  all<Row = Record<string, unknown>>(): Promise<StatisticsAnswer<Row>>
}

export type StatisticsDatabase = {
  prepare(sql: string): StatisticsStatement
  /** Runs one transaction: either all statements take effect, or none. */
  batch<Row = Record<string, unknown>>(
    statements: StatisticsStatement[],
  ): Promise<StatisticsAnswer<Row>[]>
}
