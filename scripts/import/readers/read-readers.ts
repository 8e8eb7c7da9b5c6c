/** Ghost's and Substack's exports of readers, row by row. */
import type { ReaderExportSource } from '../../../src/domain/newsletter/newsletter-entry.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { type CsvFailure, readCsv } from './read-csv.ts'
import { type ReaderRow, type RowProblem, readerFormats } from './reader-row.ts'

export type ReadReader = {
  readonly source: ReaderExportSource
  /** The row's number in a spreadsheet. */
  readonly number: number
  /** The cell with the address, as it is in the file; for reports only when masked. */
  readonly cell: string
  readonly row: Result<ReaderRow, RowProblem>
}

const describeFormats = Object.values(readerFormats)
  .map(({ name, columns }) => `  ${name}: ${columns.join(', ')}`)
  .join('\n')

type Header = {
  readonly source: ReaderExportSource
  readonly width: number
  readonly columns: ReadonlyMap<string, number>
}

function parseHeader(cells: readonly string[]): Result<Header, string> {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const columns = new Map(names.map((name, index) => [name, index]))
  if (names.includes('stripe plan') && names.includes('start date')) {
    return fail(
      'This is the table of Substack’s dashboard, which doesn’t say who has turned emails off. ' +
        'Import email_list….csv from Settings → Exports instead.',
    )
  }
  const matches = Object.entries(readerFormats).filter(([, format]) =>
    format.columns.every((column) => columns.has(column)),
  )
  const [match, ...others] = matches
  if (!match || others.length > 0) {
    return fail(
      `Not an export of readers that can be imported. These columns are needed:\n${describeFormats}`,
    )
  }
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (twice !== undefined && match[1].columns.includes(twice)) {
    return fail(`There are two columns named ${twice}.`)
  }
  return succeed({ source: match[0] as ReaderExportSource, width: cells.length, columns })
}

/** Ends after a failure. */
export async function* readReaders(path: string): AsyncGenerator<Result<ReadReader, CsvFailure>> {
  let header: Header | null = null
  for await (const read of readCsv(path)) {
    if (!read.ok) return yield read
    const { number, cells } = read.value
    if (!header) {
      const parsed = parseHeader(cells)
      if (!parsed.ok) return yield fail({ row: null, reason: parsed.failure })
      header = parsed.value
      continue
    }
    const { source, width, columns } = header
    const getCell = (column: string) => {
      const index = columns.get(column)
      return index === undefined ? undefined : cells[index]
    }
    // Cells of a row that is too long or too short may be in the wrong columns.
    const row =
      cells.length === width
        ? readerFormats[source].parseRow(getCell)
        : fail({
            kind: 'malformed',
            reason: `${cells.length} cells instead of ${width}`,
          } as const)
    yield succeed({ source, number, cell: getCell('email') ?? '', row })
  }
  if (!header) yield fail({ row: null, reason: 'The file is empty.' })
}
