/** Parses a row of a reader export. */

import { parseInstant } from '../../../src/content/manuscript/instant.ts'
import { day } from '../../../src/domain/duration.ts'
import { emailSchema } from '../../../src/domain/email-schema.ts'
import { hasForeignMailbox } from '../../../src/domain/name-and-email.ts'
import type { ImportedSubscriber } from '../../../src/domain/newsletter/newsletter-entry.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'

export type ReaderRow = Pick<ImportedSubscriber, 'email' | 'isSubscribed'> & {
  /** The time at which the reader signed up. Null only for a reader who has unsubscribed. */
  readonly consentedAt: Date | null
  /** Paid or complimentary access; null for a reader without. */
  readonly access: ReaderAccess | null
  /** True for a Stripe customer: payments at Stripe aren't imported. */
  readonly isBilled: boolean
}

type ReaderAccess = {
  /** Null if the file doesn't say when it ends. */
  readonly until: Date | null
}

/** Reasons why a row isn't imported. */
export type RowProblem =
  | { readonly kind: 'malformed'; readonly reason: string }
  /** The reader has deleted their account. */
  | { readonly kind: 'deleted' }
  /** The reader was asked to confirm at the source, and hasn't. */
  | { readonly kind: 'unconfirmed' }

/** Returns a cell by its column's name; undefined if the file doesn't have the column. */
export type ReadCell = (column: string) => string | undefined

export const malformed = (reason: string) => fail({ kind: 'malformed', reason } as const)

/** Returns null unless the text is clearly true or false: consent isn't guessed. */
function parseFlag(text = ''): boolean | null {
  const word = text.trim().toLowerCase()
  if (word === 'true' || word === '1') return true
  return word === 'false' || word === '0' ? false : null
}

/** Reads days without a time in UTC. Returns null for any other text that isn't an instant with a time zone. */
function parseDay(text: string): Date | null {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? parseInstant(`${text}T00:00:00Z`) : null
}

/** Firestore's times end with the year 9999. */
const maxAccessYear = 9000

/** Parses the end of access: a day counts to its end. */
export function parseAccessEnd(text: string): Date | null {
  const lastDay = parseDay(text.trim())
  const end = lastDay ? new Date(lastDay.getTime() + day) : parseInstant(text)
  return end && end.getUTCFullYear() <= maxAccessYear ? end : null
}

const parseSignUpTime = (text = '') => parseDay(text.trim()) ?? parseInstant(text)

const dateExample = 'a date such as 2026-01-31T09:30:00Z'

export type Columns = {
  readonly address: string
  readonly isSubscribed: boolean | null
  readonly consentColumn: string
  readonly signedUpAt: string | undefined
  readonly signUpColumn?: string
  readonly access: ReaderAccess | null
  readonly isBilled: boolean
}

/**
 * Returns null if the cell isn't an address. Ghost's exporter puts an apostrophe before a cell that a spreadsheet would
 * take for a formula.
 */
export function parseAddress(cell: string): string | null {
  const address = cell.replace(/^'(?=[=+\-@])/, '')
  // Normalising turns some foreign letters into ASCII ones, and thus the address into another person's.
  const email = emailSchema.safeParse(hasForeignMailbox(address.trim()) ? '' : address)
  return email.success ? email.data : null
}

export function createReaderRow(columns: Columns): Result<ReaderRow, RowProblem> {
  const { address, isSubscribed, consentColumn, signedUpAt, access, isBilled } = columns
  const { signUpColumn = 'created_at' } = columns
  const email = parseAddress(address)
  if (!email) return malformed('not an email address that can receive emails')
  if (isSubscribed === null) return malformed(`${consentColumn} must be true or false`)
  const consentedAt = parseSignUpTime(signedUpAt)
  if (isSubscribed && !consentedAt) return malformed(`${signUpColumn} isn’t ${dateExample}`)
  // Clocks and time zones differ by less than a day.
  if (consentedAt && consentedAt.getTime() > Date.now() + day) {
    return malformed(`${signUpColumn} is in the future`)
  }
  return succeed({ email, isSubscribed, consentedAt, access, isBilled })
}

/**
 * Columns: Ghost's `members/csv`. `tiers` (`products` before Ghost 5) names what a paying or complimentary member has;
 * exports without `tiers` only show who has ever been a customer. No version exports the end of access.
 */
export function parseGhostRow(cell: ReadCell): Result<ReaderRow, RowProblem> {
  if (cell('deleted_at')?.trim()) return fail({ kind: 'deleted' })
  const complimentary = cell('complimentary_plan')?.trim()
  const isComplimentary = complimentary ? parseFlag(complimentary) : false
  if (isComplimentary === null) return malformed('complimentary_plan must be true or false')
  const isBilled = Boolean(cell('stripe_customer_id')?.trim())
  const tiers = cell('tiers') ?? cell('products')
  const isPaid = tiers === undefined ? isBilled : tiers.trim() !== ''
  return createReaderRow({
    address: cell('email')!,
    isSubscribed: parseFlag(cell('subscribed_to_emails')),
    consentColumn: 'subscribed_to_emails',
    signedUpAt: cell('created_at'),
    access: isComplimentary || isPaid ? { until: null } : null,
    isBilled,
  })
}

/**
 * Columns: `email_list.*.csv` in Substack's export. A reader who asked Substack to be deleted has an
 * address at deletion-request.substack.com.
 */
export function parseSubstackRow(cell: ReadCell): Result<ReaderRow, RowProblem> {
  const address = cell('email')!
  if (/@deletion-request\.substack\.com\s*$/i.test(address)) return fail({ kind: 'deleted' })
  const active = cell('active_subscription')!.trim()
  const isActive = active ? parseFlag(active) : false
  if (isActive === null) return malformed('active_subscription must be true or false')
  const expiry = cell('expiry')!.trim()
  const until = expiry ? parseAccessEnd(expiry) : null
  if (isActive && expiry && !until) {
    return malformed(`expiry isn’t ${dateExample}, or is after the year ${maxAccessYear}`)
  }
  const isDisabled = parseFlag(cell('email_disabled'))
  return createReaderRow({
    address,
    isSubscribed: isDisabled === null ? null : !isDisabled,
    consentColumn: 'email_disabled',
    signedUpAt: cell('created_at'),
    access: isActive ? { until } : null,
    isBilled: isActive && !/^(comp|gift)/i.test(cell('plan')?.trim() ?? ''),
  })
}
