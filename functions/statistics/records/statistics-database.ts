/** The part of D1 that is used here. Tests run it over node:sqlite (testing/memory-database.ts). */

export type StatisticsValue = string | number | null

export type StatisticsAnswer<Row> = {
  readonly results: Row[]
  readonly meta: {
    /** Rows that the statement inserted, changed or removed. */
    readonly changes: number
    /** Bytes of the whole database. */
    readonly size_after: number
  }
}

export type StatisticsStatement = {
  /** At most 100 values, each of at most 2 MB: lists are passed as one JSON text, for `json_each`. */
  bind(...values: StatisticsValue[]): StatisticsStatement
  all<Row = Record<string, unknown>>(): Promise<StatisticsAnswer<Row>>
}

export type StatisticsDatabase = {
  prepare(sql: string): StatisticsStatement
  /** One transaction: all statements take effect, or none does. */
  batch<Row = Record<string, unknown>>(
    statements: StatisticsStatement[],
  ): Promise<StatisticsAnswer<Row>[]>
}
