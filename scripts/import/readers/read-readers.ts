/** Reads reader exports row by row. */
import { basename } from 'node:path'
import type { ReaderExportSource } from '../../../src/domain/newsletter/newsletter-entry.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { listColumns } from './newsletter-row.ts'
import { type CsvFailure, readCsv } from './read-csv.ts'
import { findFormat, readerFormats } from './reader-formats.ts'
import { parseAddress, type ReaderRow, type RowProblem } from './reader-row.ts'

export type ReadReader = {
  readonly source: ReaderExportSource
  /** The row's number in a spreadsheet. */
  readonly number: number
  /** The address's cell as in the file. Reports may only show it masked. */
  readonly cell: string
  readonly row: Result<ReaderRow, RowProblem>
}

type Header = {
  readonly source: ReaderExportSource
  readonly width: number
  readonly columns: ReadonlyMap<string, number>
}

function parseHeader(cells: readonly string[], fileName: string): Result<Header, string> {
  const names = cells.map((cell) => cell.trim().toLowerCase().replace(/\s+/g, '_'))
  const columns = new Map(names.map((name, index) => [name, index]))
  if (names.includes('stripe_plan') && names.includes('start_date')) {
    return fail(
      'This is the table from Substack’s dashboard, which doesn’t show who has turned emails off. ' +
        'Import email_list….csv from Settings → Exports instead.',
    )
  }
  const { source, problem } = findFormat(names)
  if (source === null) return fail(problem)
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (twice !== undefined && readerFormats[source].columns.flat().includes(twice)) {
    return fail(`There are two columns named ${twice}. Remove one.`)
  }
  const mailchimpProblem = source === 'mailchimp' && findMailchimpProblem(fileName, columns)
  return mailchimpProblem
    ? fail(mailchimpProblem)
    : succeed({ source, width: cells.length, columns })
}

/** Only the file name of a Mailchimp export shows whether its contacts have ever subscribed. */
function findMailchimpProblem(fileName: string, columns: Header['columns']): string | null {
  const kinds =
    fileName.toLowerCase().match(/(?:(?:non|un)[-_ ]?)?sub(?=scribed)|clean(?=ed)/g) ?? []
  if (kinds.length === 0)
    return 'Mailchimp’s export must have “subscribed”, “unsubscribed” or “cleaned” in its name. Rename the file to the name that it was downloaded with.'
  if (kinds.some((kind) => kind.startsWith('non')))
    return 'These contacts have never subscribed, so they can’t be imported. Import the file of subscribed contacts.'
  const times = kinds.flatMap((kind) =>
    kind === 'sub' ? [] : [`${kind.replace(/[-_ ]/, '')}_time`],
  )
  const missing = times.find((name) => !columns.has(name))
  return missing
    ? `The column ${missing.toUpperCase()} is missing from Mailchimp’s export. Export the audience again.`
    : null
}

/** A plain list often has no header: each line is an address. */
const isAddressAlone = ([cell = '', ...others]: readonly string[]) =>
  others.length === 0 && parseAddress(/<([^<>]+)>\s*$/.exec(cell)?.[1] ?? cell) !== null

const noAddressReason =
  'not an address. If it’s a heading, readers below it may not want emails: remove their rows, then the heading.'

/** Yields the file's rows. Ends after a failure. */
export async function* readReaders(path: string): AsyncGenerator<Result<ReadReader, CsvFailure>> {
  let header: Header | null = null
  let hasNoHeader = false
  for await (const read of readCsv(path)) {
    if (!read.ok) return yield read
    const { number, cells } = read.value
    if (!header) {
      hasNoHeader = isAddressAlone(cells)
      const parsed = parseHeader(hasNoHeader ? ['email'] : cells, basename(path))
      if (!parsed.ok) return yield fail({ row: null, reason: parsed.failure })
      header = parsed.value
      if (!hasNoHeader) continue
    }
    const { source, width, columns } = header
    const text = cells.join('').trim()
    const hasAddress = hasNoHeader ? isAddressAlone(cells) : text.includes('@')
    if (source === 'list' && text !== '' && !hasAddress)
      return yield fail({ row: number, reason: noAddressReason })
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
    const cell = listColumns.map(getCell).find((one) => one !== undefined) ?? ''
    yield succeed({ source, number, cell, row })
  }
  if (!header) yield fail({ row: null, reason: 'The file is empty. Export it again.' })
}
