import { expect, it } from 'vitest'
import { listCounters } from '../../../src/domain/statistics/counters.ts'
import {
  statisticsTables,
  storedStatistics,
} from '../../../src/domain/statistics/stored-statistics.ts'
import { createMemoryDatabase } from '../testing/memory-database.ts'

/** Columns that aren't in any backup. */
const unstored: readonly string[] = [...listCounters, 'shard']

it.each(statisticsTables)('backup rows have the columns of %s in order', (table) => {
  // A migration can only add columns at the end, so a value never moves to another column.
  const columns = createMemoryDatabase()
    .read<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
    .map(({ name }) => name)
    .filter((name) => !unstored.includes(name))
  const { keys, values } = storedStatistics[table]
  expect([...keys, ...values]).toEqual(columns)
})
