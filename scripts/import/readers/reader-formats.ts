/** Recognises, by its columns, the system that a reader export comes from. */
import type { ReaderExportSource } from '../../../src/domain/newsletter/newsletter-entry.ts'
import type { Result } from '../../../src/domain/result.ts'
import {
  listColumns,
  parseBeehiivRow,
  parseButtondownRow,
  parseListRow,
  parseMailchimpRow,
} from './newsletter-row.ts'
import {
  parseGhostRow,
  parseSubstackRow,
  type ReadCell,
  type ReaderRow,
  type RowProblem,
} from './reader-row.ts'

type ReaderFormat = {
  /** The system's usual name. */
  readonly name: string
  /** An export has all of these columns, and one of each list. */
  readonly columns: readonly (string | readonly string[])[]
  readonly parseRow: (cell: ReadCell) => Result<ReaderRow, RowProblem>
}

export const readerFormats: Readonly<Record<ReaderExportSource, ReaderFormat>> = {
  ghost: {
    name: 'Ghost',
    columns: ['email', 'subscribed_to_emails', 'complimentary_plan', 'created_at'],
    parseRow: parseGhostRow,
  },
  substack: {
    name: 'Substack',
    columns: ['email', 'active_subscription', 'expiry', 'email_disabled', 'created_at'],
    parseRow: parseSubstackRow,
  },
  mailchimp: {
    name: 'Mailchimp',
    columns: [['email_address', 'email'], 'optin_time', 'confirm_time', 'leid'],
    parseRow: parseMailchimpRow,
  },
  beehiiv: {
    name: 'beehiiv',
    columns: [
      'email',
      'status',
      ['created_at', 'subscribed_at'],
      ['tier', 'subscription_tier', 'acquisition_source', 'referral_code'],
    ],
    parseRow: parseBeehiivRow,
  },
  buttondown: {
    name: 'Buttondown',
    columns: [['email_address', 'email'], 'creation_date', ['type', 'subscriber_type']],
    parseRow: parseButtondownRow,
  },
  list: { name: 'a plain list', columns: [listColumns], parseRow: parseListRow },
}

const formatLines = Object.values(readerFormats)
  .map(
    ({ name, columns }) =>
      `  ${name}: ${columns.map((one) => [one].flat().join(' or ')).join(', ')}`,
  )
  .join('\n')

/** Columns that a plain list may have. Any other column may name readers who don't want emails. */
const plainColumns = new Set([
  ...listColumns,
  ...'name first_name last_name full_name given_name family_name firstname lastname surname'.split(
    ' ',
  ),
  ...'id no no. number date created created_at timestamp'.split(' '),
  ...'phone telephone address city town postcode zip country company organisation organization'.split(
    ' ',
  ),
])

type FoundFormat =
  | { readonly source: ReaderExportSource; readonly problem: null }
  | { readonly source: null; readonly problem: string }

/** `names` are in lower case, with underscores for spaces. */
export function findFormat(names: readonly string[]): FoundFormat {
  const hasColumn = (column: string | readonly string[]) =>
    [column].flat().some((name) => names.includes(name))
  const matches = Object.entries(readerFormats)
    .filter(([, { columns }]) => columns.every(hasColumn))
    .map(([source]) => source as ReaderExportSource)
  const systems = matches.filter((source) => source !== 'list')
  const problem = `This file can’t be imported. Its columns must match exactly one of these formats:\n${formatLines}`
  const [source, ...others] = systems
  if (source) return others.length > 0 ? { source: null, problem } : { source, problem: null }
  if (matches.length === 0) return { source: null, problem }
  const column = names.find((name) => !plainColumns.has(name))
  return column === undefined
    ? { source: 'list', problem: null }
    : {
        source: null,
        problem: `${problem}\nA plain list can’t have the column “${column}”, which may name readers who don’t want emails. Remove their rows first, then the column.`,
      }
}
