/**
 * Reports the result of importing a reader export. Each finding is a JSON line, written as it happens; the report for
 * people has the counts and the first rows of each kind. Neither has an address: rows are named by number.
 */
import { appendFileSync, writeFileSync } from 'node:fs'
import type { ReaderExportSource } from '../../../src/domain/newsletter/newsletter-entry.ts'
import { formatDeskCommand } from '../../desk/command-line/command.ts'
import {
  type GrantOutcome,
  grantOutcomes,
  type ListOutcome,
  listOutcomes,
} from './store-readers.ts'

const findingTitles = {
  malformed: 'Malformed, not imported',
  deleted: 'Deleted at the source, not imported',
  unconfirmed: 'Not confirmed at the source, not imported',
  duplicate: 'Duplicates',
  unsubscribed: 'Unsubscribed in the file, not subscribed here',
  unclear:
    'Not added to the newsletter list, because another row with the same address is malformed',
  choseHere: 'Unsubscribed in the file, but the reader signed up here: not changed',
  ended: 'Access that has ended, not imported',
  endsBeforeFile: `Claimed access that ends earlier than in the file: see “${formatDeskCommand('reader grant')}”`,
  waitsLonger:
    'Unclaimed access from an earlier import lasts longer than in this row: not changed, ' +
    `see “${formatDeskCommand('reader end-grant ADDRESS')}”`,
} as const

export type Finding = {
  readonly row: number
  /** The address in the form of `maskAddress`. */
  readonly reader: string
  readonly kind: keyof typeof findingTitles
  readonly detail?: string
}

export type ReadersTotals = {
  readonly rows: number
  readonly skippedRows: number
  /** The number of rows for readers who pay, or have paid, at the source. */
  readonly billedRows: number
  /** The number of accounts that got access straight away. */
  readonly applied: number
  readonly list: Readonly<Record<ListOutcome, number>>
  readonly grants: Readonly<Record<GrantOutcome, number>>
}

const listWords: Readonly<Record<ListOutcome, string>> = {
  added: 'added as confirmed',
  confirmed: 'pending here before, and confirmed now',
  pending: 'to be confirmed before any issue is sent',
  alreadySubscribed: 'already subscribed',
  staysUnsubscribed: 'unsubscribed before, and still unsubscribed',
  recorded: 'unsubscribed in the file, and recorded so that an older file can’t subscribe them',
  unsubscribed: 'unsubscribed at the source since an earlier import, and now here too',
  choseHere: 'unsubscribed in the file, but the reader signed up here: not changed',
  alreadyUnsubscribed: 'already unsubscribed',
}

const grantWords: Readonly<Record<GrantOutcome, string>> = {
  waiting: 'stored for the next login with this address',
  extended: 'imported before with an earlier end, and extended to the later one',
  unchanged: 'imported before, access not claimed yet',
  claimed: 'imported before, access claimed',
}

/** Rows of each kind that the report shows. */
const maxShownRows = 10

/** Masks an address, leaving enough to recognise the row, but nothing that could be a formula, Markdown or a name. */
export function maskAddress(cell: string): string {
  const [local = '', domain = ''] = cell.slice(0, 320).trim().toLowerCase().split('@')
  const findFirst = (text: string) => /[a-z0-9]/.exec(text)?.[0] ?? ''
  const ending = /\.[a-z]{2,10}$/.exec(domain)?.[0] ?? ''
  return `${findFirst(local)}…@${findFirst(domain)}…${ending}`
}

export type ReadersReport = {
  add(finding: Finding): void
  /** Writes the report for people, and returns its path. */
  finish(
    heading: string,
    source: ReaderExportSource,
    totals: ReadersTotals,
    listSource?: string | null,
  ): string
}

/** Findings are written together, because one write each would be slow. */
const findingsPerWrite = 1000

/** `base` is a path without an ending. */
export function createReadersReport(base: string): ReadersReport {
  const [jsonlPath, markdownPath] = [`${base}.jsonl`, `${base}.md`]
  const findings = new Map<Finding['kind'], { count: number; readonly shown: Finding[] }>()
  let pendingLines: string[] = []
  writeFileSync(jsonlPath, '', { mode: 0o600 })
  const flush = () => {
    appendFileSync(jsonlPath, pendingLines.join(''))
    pendingLines = []
  }

  function formatFindings(kind: Finding['kind']): string {
    const { count, shown } = findings.get(kind)!
    const rows = shown.map(
      ({ row, reader, detail }) => `- row ${row}, ${reader}${detail ? `: ${detail}` : ''}`,
    )
    const rest = count > shown.length ? [`- ${count - shown.length} more in ${jsonlPath}`] : []
    return `## ${findingTitles[kind]}: ${count}\n\n${[...rows, ...rest].join('\n')}`
  }

  return {
    add(finding) {
      const ofKind = findings.get(finding.kind) ?? { count: 0, shown: [] }
      findings.set(finding.kind, ofKind)
      ofKind.count++
      if (ofKind.shown.length < maxShownRows) ofKind.shown.push(finding)
      if (pendingLines.push(`${JSON.stringify(finding)}\n`) >= findingsPerWrite) flush()
    },
    finish(heading, source, totals, listSource = null) {
      flush()
      const kinds = Object.keys(findingTitles) as Finding['kind'][]
      const sections = [
        `# ${heading}`,
        formatNotes(source, totals, listSource),
        formatTotals(totals),
        ...kinds.filter((kind) => findings.has(kind)).map(formatFindings),
      ]
      writeFileSync(markdownPath, `${sections.join('\n\n')}\n`, { mode: 0o600 })
      return markdownPath
    },
  }
}

function formatNotes(
  source: ReaderExportSource,
  { billedRows }: ReadersTotals,
  listSource: string | null,
): string {
  const emailed =
    listSource === null
      ? '- No emails were sent.'
      : `- Source of the list: ${listSource}. Each address to be confirmed gets one email.`
  const who = source === 'ghost' ? 'are or were Stripe customers' : 'pay through Stripe'
  const billing =
    billedRows === 0
      ? ''
      : ` Readers in the file who ${who}: ${billedRows}. Cancel their subscriptions there, or they’ll ` +
        'still be charged. Here they pay only if they subscribe.'
  return [
    emailed,
    ...(source === 'list' && listSource === null
      ? [
          '- A plain list doesn’t prove consent. To ask its addresses to confirm, use --list-source to say where they come from.',
        ]
      : []),
    `- Payments at Stripe or PayPal aren’t transferred.${billing}`,
    '- Readers who have deleted their account here come back if their row is imported again. Remove such rows first.',
    ...(source === 'ghost'
      ? [
          '- In files from Ghost 4 and older, without tiers, every former Stripe customer counts as paid.',
        ]
      : []),
  ].join('\n')
}

function formatTotals({ list, grants, applied }: ReadersTotals): string {
  const format = (lines: readonly (readonly [number, string])[]) =>
    lines
      .filter(([count]) => count > 0)
      .map(([count, words]) => `- ${count} ${words}`)
      .join('\n') || '- nothing to do'
  const listLines = listOutcomes.map((outcome) => [list[outcome], listWords[outcome]] as const)
  const grantLines = grantOutcomes.map((outcome) => [grants[outcome], grantWords[outcome]] as const)
  const appliedLine = [
    applied,
    'of them applied straight away, because the reader has an account here',
  ] as const
  return [
    `## The newsletter list\n\n${format(listLines)}`,
    `## Access\n\n${format([...grantLines, appliedLine])}`,
  ].join('\n\n')
}
