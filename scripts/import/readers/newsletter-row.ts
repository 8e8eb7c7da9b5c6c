/** Parses rows from newsletter systems and from plain lists. */
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import {
  type Columns,
  createReaderRow,
  malformed,
  parseAddress,
  type ReadCell,
  type ReaderRow,
  type RowProblem,
} from './reader-row.ts'

type ParsedRow = Result<ReaderRow, RowProblem>

const unconfirmed = fail({ kind: 'unconfirmed' } as const)

/** These systems write times in UTC, often without a time zone. */
const withZone = (text: string) => text.trim().replace(/(?:\.\d+)?(?: ?UTC|Z)?$/, 'Z')
const toInstant = (text: string | undefined) =>
  text && /\d\d:\d\d/.test(text) && !/[+-]\d\d:?\d\d$/.test(text.trim()) ? withZone(text) : text

type State = Pick<Columns, 'access' | 'isBilled'> & { readonly isSubscribed: boolean }
type States = Readonly<Record<string, State | null>>

/** Returns undefined for an unknown word, such as `constructor`. */
function findState(states: States, cell: string): State | null | undefined {
  const word = cell.trim().toLowerCase()
  return Object.hasOwn(states, word) ? states[word] : undefined
}

const free: State = { isSubscribed: true, access: null, isBilled: false }
const unsubscribed: State = { ...free, isSubscribed: false }
const withAccess: State = { ...free, access: { until: null } }
const paying: State = { ...withAccess, isBilled: true }

const mailchimpStates: States = {
  subscribed: free,
  unsubscribed,
  cleaned: unsubscribed,
  archived: unsubscribed,
  pending: null,
  nonsubscribed: null,
  'non-subscribed': null,
  transactional: null,
}

/** Columns: Mailchimp's `subscribed_…`, `unsubscribed_…` and `cleaned_…csv`. Cleaned addresses refuse emails. */
export function parseMailchimpRow(cell: ReadCell): ParsedRow {
  const read = (...names: string[]) => names.map((name) => cell(name)?.trim()).find(Boolean)
  const state = findState(mailchimpStates, read('status') ?? 'subscribed')
  if (state === undefined) return malformed('STATUS has an unknown value')
  if (state === null) return unconfirmed
  const isSubscribed = state.isSubscribed && !read('unsub_time', 'clean_time')
  const signedUpAt = read('confirm_time', 'optin_time')
  if (isSubscribed && !signedUpAt) return unconfirmed
  return createReaderRow({
    address: cell('email_address') ?? cell('email')!,
    isSubscribed,
    consentColumn: 'UNSUB_TIME',
    signedUpAt: toInstant(signedUpAt),
    signUpColumn: 'CONFIRM_TIME',
    access: null,
    isBilled: false,
  })
}

const beehiivStates: States = {
  active: free,
  inactive: unsubscribed,
  unsubscribed,
  pending: null,
  validating: null,
  needs_attention: null,
  invalid: null,
}

export function parseBeehiivRow(cell: ReadCell): ParsedRow {
  const tier = cell('tier') ?? cell('subscription_tier') ?? ''
  const isPremium = /^(?:premium|paid)$/i.test(tier.trim())
  const state = findState(beehiivStates, cell('status')!)
  return createStateRow(cell, 'status', isPremium && state === free ? paying : state, {
    address: cell('email')!,
    signedUpAt: cell('created_at') ?? cell('subscribed_at'),
  })
}

const buttondownStates: States = {
  regular: free,
  unpaid: free,
  paused: free,
  churned: free,
  premium: paying,
  churning: paying,
  past_due: { ...free, isBilled: true },
  gifted: withAccess,
  trialed: withAccess,
  unactivated: null,
  upcoming: null,
  unsubscribed,
  removed: unsubscribed,
  blocked: unsubscribed,
  complained: unsubscribed,
  undeliverable: unsubscribed,
  spammy: unsubscribed,
}

export function parseButtondownRow(cell: ReadCell): ParsedRow {
  const type = (cell('type') ?? cell('subscriber_type'))!
  return createStateRow(cell, 'type', findState(buttondownStates, type), {
    address: cell('email_address') ?? cell('email')!,
    signedUpAt: cell('creation_date'),
    signUpColumn: 'creation_date',
  })
}

/** `state` is null for a reader who hasn't confirmed, and undefined if the file has an unknown word. */
function createStateRow(
  cell: ReadCell,
  consentColumn: string,
  state: State | null | undefined,
  columns: Pick<Columns, 'address' | 'signedUpAt' | 'signUpColumn'>,
): ParsedRow {
  if (state === undefined) return malformed(`${consentColumn} has an unknown value`)
  if (state === null) return unconfirmed
  const hasLeft = cell('unsubscription_date')?.trim() || cell('unsubscribed_at')?.trim()
  return createReaderRow({
    ...columns,
    ...(hasLeft ? unsubscribed : state),
    signedUpAt: toInstant(columns.signedUpAt),
    consentColumn,
  })
}

/** An address alone proves no consent. */
export function parseListRow(cell: ReadCell): ParsedRow {
  const written = listColumns.map((column) => cell(column)).find((one) => one !== undefined) ?? ''
  const email = parseAddress(/<([^<>]+)>\s*$/.exec(written)?.[1] ?? written)
  return email
    ? succeed({ email, isSubscribed: true, consentedAt: null, access: null, isBilled: false })
    : malformed('not an email address that can receive emails')
}

export const listColumns = ['email', 'email_address', 'e-mail', 'e-mail_address', 'mail']
