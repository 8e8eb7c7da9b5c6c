/** `desk import readers`: moves readers in from other systems. */
import { existsSync, statSync } from 'node:fs'
import { parse } from 'node:path'
import { maxListSource } from '../../../src/domain/newsletter/newsletter-entry.ts'
import { openDesk, requireEditor } from '../../desk/command-line/desk-environment.ts'
import { DeskError, type ExitStatus, firestoreError } from '../../desk/command-line/exit-status.ts'
import { createProgressBar } from '../../desk/command-line/terminal.ts'
import { workingDirectory } from '../../shared/operator-environment.ts'
import { toSingleLine } from '../items/single-line.ts'
import type { CsvFailure } from './read-csv.ts'
import { readerFormats } from './reader-formats.ts'
import { parseAccessEnd } from './reader-row.ts'
import { createReadersReport, type ReadersTotals } from './readers-report.ts'
import { type ReadersImportFailure, runReadersImport } from './run-readers-import.ts'
import type { StoreFailure } from './store-readers.ts'
import { type ReaderSurvey, surveyReaders } from './survey-readers.ts'

export const readersHelp = `"import readers" imports reader lists from Ghost, Substack, Mailchimp, beehiiv and Buttondown (CSV), and
plain lists of addresses. Subscribed readers are added to the newsletter list as confirmed, with the time at
which they signed up; addresses in a plain list have to be confirmed. Paid and complimentary access is given to
the account that logs in with that address, once it’s verified. No emails are sent without --list-source, and payments
at Stripe or PayPal aren’t transferred. The report is named after the file: FILE.readers.report.md.

  --paid-until DAY  the last day of access for readers whose end isn’t in the file, such as 2027-01-31
  --list-source WORDS
                    where a plain list comes from, such as "sign-up sheets, book fair 2026": each address gets
                    one email with a link to confirm it`

/** The number of addresses asked per day, because confirmations that aren't emailed within a day are dropped. */
const maxAsked = 20_000

type ReadersImportOptions = {
  readonly by: string | undefined
  readonly dryRun: boolean
  readonly paidUntil: string | undefined
  readonly listSource: string | undefined
}

export async function importReaders(
  path: string,
  { by, dryRun, paidUntil: lastDay, listSource: words }: ReadersImportOptions,
): Promise<ExitStatus> {
  const now = new Date()
  const paidUntil = parsePaidUntil(lastDay, now)
  const desk = await openDesk(by)
  if (!dryRun) requireEditor(desk)
  process.chdir(workingDirectory())
  if (!existsSync(path) || !statSync(path).isFile())
    throw new DeskError(`${path}: not found, or not a file. Check the path.`)

  const survey = await surveyWithProgress(path)
  const { name } = readerFormats[survey.source]
  const listSource = words === undefined ? null : toSingleLine(words)
  if (listSource !== null && survey.source !== 'list')
    throw new DeskError(
      `--list-source is only for plain lists, and this is an export from ${name}. Leave it out.`,
      'usage',
    )
  if (listSource !== null && (listSource === '' || listSource.length > maxListSource))
    throw new DeskError(
      `--list-source must say where the list comes from, in at most ${maxListSource} characters.`,
      'usage',
    )
  if (listSource !== null && survey.rows > maxAsked)
    throw new DeskError(
      `With --list-source, at most ${maxAsked.toLocaleString('en-GB')} addresses can be imported a day. Split the file.`,
      'usage',
    )
  if (survey.withoutEnd > 0 && !paidUntil) {
    throw new DeskError(
      `Readers whose access has no end in the file: ${survey.withoutEnd}. ` +
        'Add the last day, such as --paid-until 2027-01-31. Nothing was imported.',
      'usage',
    )
  }
  const report = createReadersReport(
    `${parse(path).name}.readers${dryRun ? '.dry-run' : ''}.report`,
  )
  const progressBar = createProgressBar('importing', survey.rows)
  const onRow = () => progressBar.advance()
  const { totals, failure } = await runReadersImport({
    desk,
    path,
    survey,
    report,
    paidUntil,
    listSource,
    dryRun,
    now,
    onRow,
  })
  progressBar.end()
  const state = `${dryRun ? ' (dry run)' : ''}${failure ? ' (not finished)' : ''}`
  const file = report.finish(
    `Import of readers from ${name}${state}`,
    survey.source,
    totals,
    listSource,
  )
  const dryRunPrefix = dryRun ? 'Dry run, nothing was written: ' : ''
  console.log(`${dryRunPrefix}${describeTotals(totals)}. Report: ${file}`)
  if (failure) throw importError(path, failure)
  return 'done'
}

function parsePaidUntil(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null
  const until = parseAccessEnd(text)
  if (!until) {
    throw new DeskError(
      '--paid-until must be a day, such as 2027-01-31, and not after the year 9000.',
      'usage',
    )
  }
  if (until <= now) throw new DeskError('--paid-until is in the past. Choose a later day.', 'usage')
  return until
}

async function surveyWithProgress(path: string): Promise<ReaderSurvey> {
  const progressBar = createProgressBar('reading', null)
  const survey = await surveyReaders(path, () => progressBar.advance())
  progressBar.end()
  if (survey.ok) return survey.value
  throw new DeskError(`${describeFailure(path, survey.failure)}\nNothing was imported.`)
}

function describeTotals({ rows, skippedRows, list, grants }: ReadersTotals): string {
  const subscribed = list.added + list.confirmed
  const withAccess = grants.waiting + grants.extended
  const waiting = list.pending > 0 ? `, ${list.pending} to be confirmed` : ''
  return `${rows} ${rows === 1 ? 'row' : 'rows'}, ${subscribed} subscribed${waiting}, ${withAccess} given access, ${skippedRows} not imported`
}

const describeFailure = (path: string, { row, reason }: CsvFailure) =>
  `${path}${row === null ? '' : `, row ${row}`}: ${reason}`

const importError = (path: string, failure: ReadersImportFailure): DeskError =>
  failure.kind === 'file'
    ? new DeskError(describeFailure(path, failure.failure))
    : storeError(failure.failure)

function storeError(failure: StoreFailure): DeskError {
  switch (failure.kind) {
    case 'malformedDocument':
      return new DeskError(
        `${failure.path}: the stored data is invalid. Correct it in Firestore, then run the same command again.`,
      )
    case 'malformed':
      return new DeskError(
        'The stored data of a reader’s subscription or access is invalid. Correct it in Firestore, then run the same command again.',
      )
    // PayPal failures can't occur, because PayPal isn't called here.
    case 'notFound':
    case 'refused':
    case 'superseded':
      return new DeskError(
        `Importing readers: a reader’s subscription or access was changed at the same time (${failure.kind}). Run the same command again.`,
      )
    default:
      return firestoreError('Importing readers', failure)
  }
}
