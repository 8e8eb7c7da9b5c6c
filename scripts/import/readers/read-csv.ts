/** Reads CSV files as a stream of rows. Holds only one record in memory, and takes linear time. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, type Info, parse } from 'csv-parse'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'

type CsvRow = {
  /** The row's number in a spreadsheet: the header is row 1. */
  readonly number: number
  readonly cells: readonly string[]
}

/** `row` is null for a failure of the whole file. */
export type CsvFailure = { readonly row: number | null; readonly reason: string }

/** Characters of a record; without a limit, an unclosed quotation mark would extend to the end of the file. */
const maxRecordSize = 100_000

const reasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark isn’t closed',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quotation mark',
  INVALID_OPENING_QUOTE: 'there is a quotation mark in a cell that isn’t quoted',
  CSV_MAX_RECORD_SIZE: `a row has more than ${maxRecordSize.toLocaleString('en-GB')} characters, perhaps because a quotation mark is open`,
}

/** Returns the first line's most frequent delimiter: spreadsheets in many countries write semicolons. */
async function detectDelimiter(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxRecordSize), 0, maxRecordSize, 0)
    const [header = ''] = buffer.toString('utf8', 0, bytesRead).split(/[\r\n]/, 1)
    const count = (delimiter: string) => header.split(delimiter).length
    return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
  } finally {
    await file.close()
  }
}

/**
 * Yields every row, the header first, without empty lines. Ends after a failure, which may come before the last rows
 * that could be read.
 */
export async function* readCsv(path: string): AsyncGenerator<Result<CsvRow, CsvFailure>> {
  const parser = parse({
    bom: true,
    delimiter: await detectDelimiter(path),
    info: true,
    max_record_size: maxRecordSize,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  })
  const input = createReadStream(path)
  input.on('error', (error) => parser.destroy(error)).pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: Info
    }>) {
      yield succeed({ number: info.records + info.empty_lines, cells: record })
    }
  } catch (error) {
    yield fail(describeFailure(error))
  } finally {
    input.destroy()
  }
}

/** Describes a failure without quoting the file. */
function describeFailure(error: unknown): CsvFailure {
  if (error instanceof CsvError) {
    // Rows are counted when they are complete. Lines can't be counted, because an open quotation mark swallows them.
    const row = Number(error.records) + Number(error.empty_lines) + 1
    return { row, reason: `${reasons[error.code] ?? 'not valid CSV'}. Correct the row.` }
  }
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  return { row: null, reason: `can’t be read (${code})` }
}
