/** Reads a reader export for the second time, and stores the readers. */

import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import { formatInstant } from '../../../src/content/manuscript/instant.ts'
import { getPendingEnd } from '../../../src/domain/newsletter/newsletter-entry.ts'
import type { ImportedGrant } from '../../../src/domain/subscription/imported-grant.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import type { CsvFailure } from './read-csv.ts'
import { type ReadReader, readReaders } from './read-readers.ts'
import {
  type Finding,
  maskAddress,
  type ReadersReport,
  type ReadersTotals,
} from './readers-report.ts'
import {
  grantOutcomes,
  type ImportedReader,
  listOutcomes,
  type StoreFailure,
  type StoreResult,
  storeReaders,
} from './store-readers.ts'
import type { ReaderSurvey } from './survey-readers.ts'

type ReadersImport = {
  readonly desk: Pick<Desk, 'firestore' | 'editor'>
  readonly path: string
  readonly survey: ReaderSurvey
  readonly report: ReadersReport
  /** The end of access for readers whose end isn't in the file. */
  readonly paidUntil: Date | null
  /** A plain list's source, if its addresses are asked to confirm; null if they aren't. */
  readonly listSource: string | null
  readonly dryRun: boolean
  readonly now: Date
  readonly onRow: () => void
}

export type ReadersImportFailure =
  | { readonly kind: 'file'; readonly failure: CsvFailure }
  | { readonly kind: 'store'; readonly failure: StoreFailure }

/** A reader has two documents, and a commit of more than 500 writes is slow. */
const readersPerCommit = 200
const concurrentCommits = 4

type Counts = {
  -readonly [Name in keyof ReadersTotals]: ReadersTotals[Name] extends number
    ? number
    : { -readonly [Outcome in keyof ReadersTotals[Name]]: number }
}

type NumberedReader = ImportedReader & Pick<ReadReader, 'number' | 'cell'>

/** If reading fails, all readers read before are stored and counted. */
export async function runReadersImport(
  readersImport: ReadersImport,
): Promise<{ readonly totals: ReadersTotals; readonly failure: ReadersImportFailure | null }> {
  const totals: Counts = {
    rows: 0,
    skippedRows: 0,
    billedRows: 0,
    applied: 0,
    list: Object.fromEntries(listOutcomes.map((outcome) => [outcome, 0])) as Counts['list'],
    grants: Object.fromEntries(grantOutcomes.map((outcome) => [outcome, 0])) as Counts['grants'],
  }
  let readers: NumberedReader[] = []
  for await (const read of readReaders(readersImport.path)) {
    // The survey has read the whole file, so a file that can't be read now has changed too.
    if (!read.ok) return { totals, failure: { kind: 'file', failure: read.failure } }
    const change = findChange(readersImport.survey, read.value)
    if (change) return { totals, failure: { kind: 'file', failure: change } }
    readersImport.onRow()
    const reader = toImportedReader(readersImport, read.value, totals)
    if (reader) readers.push(reader)
    if (readers.length < readersPerCommit * concurrentCommits) continue
    const failure = await storeBatches(readersImport, readers, totals)
    if (failure) return { totals, failure }
    readers = []
  }
  return { totals, failure: await storeBatches(readersImport, readers, totals) }
}

/** Finds a change of the file since the survey, whose results hold only for the rows it read. */
function findChange(survey: ReaderSurvey, { number, row }: ReadReader): CsvFailure | null {
  if (!row.ok || survey.getFirstRow(row.value.email) > 0) return null
  return { row: number, reason: 'the file has changed during the import. Run the import again.' }
}

/** Returns null for a row that isn't imported. */
function toImportedReader(
  { survey, report, desk, paidUntil, listSource, now }: ReadersImport,
  { source, number, cell, row }: ReadReader,
  totals: Counts,
): NumberedReader | null {
  const addFinding = (kind: Finding['kind'], detail?: string) =>
    report.add({ row: number, reader: maskAddress(cell), kind, ...(detail ? { detail } : {}) })
  totals.rows++
  if (!row.ok) {
    totals.skippedRows++
    const { failure } = row
    addFinding(failure.kind, failure.kind === 'malformed' ? failure.reason : undefined)
    return null
  }
  const { email, consentedAt, access, isBilled } = row.value
  if (isBilled) totals.billedRows++
  const firstRow = survey.getFirstRow(email)
  const isDuplicate = firstRow !== number
  const isSubscribed = !survey.isUnsubscribed(email)
  const isUnclear = isSubscribed && survey.hasMalformedRow(email)
  if (isDuplicate) addFinding('duplicate', `the address of row ${firstRow}`)
  else if (!isSubscribed) addFinding('unsubscribed')
  else if (isUnclear) addFinding('unclear')
  const until = access && (access.until ?? paidUntil)
  const hasEnded = until !== null && until <= now
  if (hasEnded) addFinding('ended', formatInstant(until))
  const grant: ImportedGrant | null =
    until && !hasEnded
      ? {
          until,
          source,
          importedAt: now,
          importedBy: desk.editor ?? '',
          claimedAt: null,
          uid: null,
        }
      : null
  // The access of a duplicate counts, because it may be the row of a reader who has paid.
  const subscriber =
    isDuplicate || isUnclear
      ? null
      : {
          ...{ email, source, isSubscribed, consentedAt: consentedAt ?? now },
          pendingUntil: source === 'list' ? getPendingEnd(now) : null,
          listSource,
        }
  return { number, cell, email, subscriber, grant }
}

async function storeBatches(
  { desk, report, dryRun, listSource, now }: ReadersImport,
  readers: readonly NumberedReader[],
  totals: Counts,
): Promise<ReadersImportFailure | null> {
  const merged = mergeDuplicates(readers)
  const batches: NumberedReader[][] = []
  for (let first = 0; first < merged.length; first += readersPerCommit) {
    batches.push(merged.slice(first, first + readersPerCommit))
  }
  const results = await mapConcurrently(batches, concurrentCommits, (batch) =>
    storeReaders(desk, batch, { dryRun, confirmationsAt: listSource === null ? null : now }),
  )
  let failure: ReadersImportFailure | null = null
  for (const [index, result] of results.entries()) {
    if (result.ok) countOutcomes(batches[index]!, result.value, report, totals)
    else failure ??= { kind: 'store', failure: result.failure }
  }
  return failure
}

/**
 * Merges rows with the same address, because a commit can't write a document twice. The access that ends last counts.
 */
function mergeDuplicates(readers: readonly NumberedReader[]): NumberedReader[] {
  const byAddress = new Map<string, NumberedReader>()
  for (const reader of readers) {
    const earlier = byAddress.get(reader.email)
    if (!earlier) byAddress.set(reader.email, reader)
    else if (reader.grant && !(earlier.grant && earlier.grant.until >= reader.grant.until)) {
      byAddress.set(reader.email, { ...earlier, grant: reader.grant })
    }
  }
  return [...byAddress.values()]
}

function countOutcomes(
  readers: readonly NumberedReader[],
  { outcomes, applied }: StoreResult,
  report: ReadersReport,
  totals: Counts,
) {
  totals.applied += applied
  for (const [index, { list, grant, endsBeforeFile, waitsUntil }] of outcomes.entries()) {
    const { number: row, cell } = readers[index]!
    if (list) totals.list[list]++
    if (grant) totals.grants[grant]++
    const reader = maskAddress(cell)
    if (list === 'choseHere') report.add({ row, reader, kind: 'choseHere' })
    if (endsBeforeFile) report.add({ row, reader, kind: 'endsBeforeFile' })
    if (waitsUntil) {
      report.add({ row, reader, kind: 'waitsLonger', detail: formatInstant(waitsUntil) })
    }
  }
}
