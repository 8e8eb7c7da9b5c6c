/** Reads a reader export for the first time, and finds its problems before anything is written. */
import type { ReaderExportSource } from '../../../src/domain/newsletter/newsletter-entry.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { CsvFailure } from './read-csv.ts'
import { readReaders } from './read-readers.ts'
import { parseAddress } from './reader-row.ts'

/** An import holds a file's addresses in memory, at about 150 bytes each. */
const maxRows = 2_000_000

export type ReaderSurvey = {
  readonly source: ReaderExportSource
  readonly rows: number
  /** The number of readers with access whose end isn't in the file. */
  readonly withoutEnd: number
  /** Returns the first row with this address; 0 for an address that isn't in the file. */
  getFirstRow(email: string): number
  /** Returns whether any row with this address says that the reader is unsubscribed. */
  isUnsubscribed(email: string): boolean
  /** Returns whether any row with this address is malformed, because it may have unsubscribed the reader. */
  hasMalformedRow(email: string): boolean
}

export async function surveyReaders(
  path: string,
  onRow: () => void,
): Promise<Result<ReaderSurvey, CsvFailure>> {
  /** Keyed by address: the number of the first row, negative if any row says that the reader is unsubscribed. */
  const firstRows = new Map<string, number>()
  const malformedAddresses = new Set<string>()
  let source: ReaderExportSource | null = null
  let [rows, withoutEnd] = [0, 0]
  for await (const read of readReaders(path)) {
    if (!read.ok) return read
    onRow()
    if (++rows > maxRows) {
      return fail({
        row: null,
        reason: `The file has more than ${maxRows.toLocaleString('en-GB')} rows. Split it.`,
      })
    }
    const { number, cell, row } = read.value
    source = read.value.source
    if (!row.ok) {
      const address = row.failure.kind === 'malformed' ? parseAddress(cell) : null
      if (address) malformedAddresses.add(address)
      continue
    }
    const { email, isSubscribed, access } = row.value
    if (access && !access.until) withoutEnd++
    const firstRow = firstRows.get(email)
    if (firstRow === undefined) firstRows.set(email, isSubscribed ? number : -number)
    else if (!isSubscribed) firstRows.set(email, -Math.abs(firstRow))
  }
  if (!source) return fail({ row: null, reason: 'The file has no readers. Export it again.' })
  return succeed({
    source,
    rows,
    withoutEnd,
    getFirstRow: (email) => Math.abs(firstRows.get(email) ?? 0),
    isUnsubscribed: (email) => (firstRows.get(email) ?? 0) < 0,
    hasMalformedRow: (email) => malformedAddresses.has(email),
  })
}
