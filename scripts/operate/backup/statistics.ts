/** Backs up and restores the editors' statistics: rows of their tables, ordered by table and key. */
import {
  rowsPerPage,
  type StatisticsRow,
} from '../../../src/contracts/endpoints/statistics-backup-endpoints.ts'
import {
  type StatisticsTable,
  statisticsTables,
  storedStatistics,
} from '../../../src/domain/statistics/stored-statistics.ts'
import { CommandError } from '../../shared/command-error.ts'
import { readStatistics, type StoredRow } from './backup-file.ts'
import { compareSorted, countKinds } from './compare-sorted.ts'
import type { RestoreOptions } from './restore-options.ts'
import type { StatisticsSite } from './statistics-site.ts'

export async function* readAllStatistics(site: StatisticsSite): AsyncGenerator<StoredRow> {
  for (const table of statisticsTables)
    for await (const row of site.readRows(table)) yield { figures: table, row }
}

/** Compares keys like SQLite: texts by their bytes, which for keys are ASCII. */
function compareKeys(one: StatisticsRow, other: StatisticsRow, keyCount: number): number {
  for (let index = 0; index < keyCount; index++) {
    const [left, right] = [one[index]!, other[index]!]
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

async function* filterTable(file: string, table: StatisticsTable): AsyncGenerator<StatisticsRow> {
  for await (const { figures, row } of readStatistics(file)) if (figures === table) yield row
}

async function* compareWithSite(site: StatisticsSite, file: string, table: StatisticsTable) {
  const keyCount = storedStatistics[table].keys.length
  yield* compareSorted(
    filterTable(file, table),
    site.readRows(table),
    (one, other) => compareKeys(one, other, keyCount),
    (one, other) => JSON.stringify(one) === JSON.stringify(other),
  )
}

async function* compareAllTables(site: StatisticsSite, file: string) {
  for (const table of statisticsTables) yield* compareWithSite(site, file, table)
}

/** Throws before the first write, or if the statistics differ at the end. Repeating it is safe. */
export async function restoreStatistics(
  site: StatisticsSite,
  file: string,
  { replace, dryRun, print }: RestoreOptions,
): Promise<void> {
  const before = await countKinds(compareAllTables(site, file))
  print(
    `Statistics at ${site.siteUrl}: ${before.equal} rows unchanged, ${before.missing} missing, ` +
      `${before.different} different, ${before.extra} not in the backup.`,
  )
  if (before.different + before.extra > 0 && !replace) {
    const advice =
      'The site’s statistics differ from the backup’s. To replace them, add --replace --project ID.'
    if (!dryRun) throw new CommandError(`The statistics weren’t written. ${advice}`)
    print(advice)
  }
  if (dryRun) return
  for (const table of statisticsTables) await writeDifferences(site, file, table)
  const { equal: _, ...after } = await countKinds(compareAllTables(site, file))
  if (after.different + after.missing + after.extra === 0) return
  throw new CommandError(
    'The statistics are out of sync with the backup: the site has counted events in the meantime. Run the same command again.',
  )
}

async function writeDifferences(site: StatisticsSite, file: string, table: StatisticsTable) {
  const keyCount = storedStatistics[table].keys.length
  let rows: StatisticsRow[] = []
  let removed: StatisticsRow[] = []
  const write = async () => {
    if (rows.length + removed.length > 0) await site.writeRows(table, { rows, removed })
    rows = []
    removed = []
  }
  for await (const { kind, item: row } of compareWithSite(site, file, table)) {
    if (kind === 'equal') continue
    if (kind === 'extra') removed.push(row.slice(0, keyCount))
    else rows.push(row)
    if (rows.length + removed.length === rowsPerPage) await write()
  }
  await write()
}
