/** The editors' figures in a backup: rows of their tables, ordered by table and key. */
import { type FiguresRow, rowsPerPage } from '../../../src/contracts/endpoints/figures-endpoints.ts'
import {
  type FiguresTable,
  figuresTables,
  storedFigures,
} from '../../../src/domain/statistics/stored-figures.ts'
import { CommandError } from '../../shared/command-error.ts'
import { readFigures, type StoredRow } from './backup-file.ts'
import type { FiguresSite } from './figures-site.ts'

export async function* readAllFigures(site: FiguresSite): AsyncGenerator<StoredRow> {
  for (const table of figuresTables)
    for await (const row of site.readRows(table)) yield { figures: table, row }
}

type Difference = 'equal' | 'different' | 'missing' | 'extra'
type ComparedRow = { readonly kind: Difference; readonly row: FiguresRow }

/** As SQLite orders them: texts by their bytes, which for keys are ASCII. */
function compareKeys(one: FiguresRow, other: FiguresRow, keyCount: number): number {
  for (let index = 0; index < keyCount; index++) {
    const [left, right] = [one[index]!, other[index]!]
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

async function* compareRows(
  backup: AsyncIterator<FiguresRow>,
  site: AsyncIterator<FiguresRow>,
  keyCount: number,
): AsyncGenerator<ComparedRow> {
  let [wanted, found] = [await backup.next(), await site.next()]
  while (!wanted.done || !found.done) {
    const order = wanted.done
      ? 1
      : found.done
        ? -1
        : compareKeys(wanted.value, found.value, keyCount)
    if (order < 0) yield { kind: 'missing', row: wanted.value! }
    else if (order > 0) yield { kind: 'extra', row: found.value! }
    else {
      const isEqual = JSON.stringify(wanted.value) === JSON.stringify(found.value)
      yield { kind: isEqual ? 'equal' : 'different', row: wanted.value! }
    }
    if (order <= 0) wanted = await backup.next()
    if (order >= 0) found = await site.next()
  }
}

async function* filterTable(file: string, table: FiguresTable): AsyncGenerator<FiguresRow> {
  for await (const { figures, row } of readFigures(file)) if (figures === table) yield row
}

async function* compareWithSite(site: FiguresSite, file: string, table: FiguresTable) {
  const keyCount = storedFigures[table].keys.length
  yield* compareRows(filterTable(file, table), site.readRows(table), keyCount)
}

async function countDifferences(site: FiguresSite, file: string) {
  const counts: Record<Difference, number> = { equal: 0, different: 0, missing: 0, extra: 0 }
  for (const table of figuresTables)
    for await (const { kind } of compareWithSite(site, file, table)) counts[kind]++
  return counts
}

export type FiguresRestore = {
  readonly replace: boolean
  readonly dryRun: boolean
  readonly print: (line: string) => void
}

/** Throws before the first write, or if the figures differ at the end. Repeating it is safe. */
export async function restoreFigures(
  site: FiguresSite,
  file: string,
  { replace, dryRun, print }: FiguresRestore,
): Promise<void> {
  const before = await countDifferences(site, file)
  print(
    `Figures at ${site.siteUrl}: ${before.equal} rows unchanged, ${before.missing} missing, ` +
      `${before.different} different, ${before.extra} not in the backup.`,
  )
  if (before.different + before.extra > 0 && !replace) {
    const advice = 'The site has other figures. To replace them, add --replace.'
    if (!dryRun) throw new CommandError(`The figures weren’t written. ${advice}`)
    print(advice)
  }
  if (dryRun) return
  for (const table of figuresTables) await writeDifferences(site, file, table)
  const { equal: _, ...after } = await countDifferences(site, file)
  if (after.different + after.missing + after.extra === 0) return
  throw new CommandError(
    'The figures are out of sync with the backup: events were counted meanwhile. Run the same command again.',
  )
}

async function writeDifferences(site: FiguresSite, file: string, table: FiguresTable) {
  const keyCount = storedFigures[table].keys.length
  let rows: FiguresRow[] = []
  let removed: FiguresRow[] = []
  const write = async () => {
    if (rows.length + removed.length > 0) await site.writeRows(table, { rows, removed })
    rows = []
    removed = []
  }
  for await (const { kind, row } of compareWithSite(site, file, table)) {
    if (kind === 'equal') continue
    if (kind === 'extra') removed.push(row.slice(0, keyCount))
    else rows.push(row)
    if (rows.length + removed.length === rowsPerPage) await write()
  }
  await write()
}
