/** Writes what callers can cause at most into scripts/operate/README.md. `--check` fails if it is out of date. */
import { rateLimitNumbers } from '../../../functions/testing/fake-rate-limits.ts'
import { type Caller, type Ceiling, getCeiling } from './ceilings.ts'
import { updateTable } from './update-table.ts'

/** Dollars: Cloudflare's, Firestore's (a multi-region), Amazon SES' and reCAPTCHA's list prices of November 2026. */
const prices = {
  calls: 0.3e-6,
  reads: 0.6e-6,
  writes: 1.8e-6,
  payPal: 0,
  emails: 0.1e-3,
  botChecks: 1e-3,
  rows: 1e-6,
} as const

type Kind = keyof typeof prices

/** The statistics' rows are counted by network, whoever is signed in. */
const getAmounts = (caller: Caller): Readonly<Record<Kind, number>> => {
  const ceiling: Ceiling = getCeiling(caller)
  return { ...ceiling, rows: rateLimitNumbers.STATISTICS_CEILING! }
}

const minutesPerDay = 24 * 60

const formatNumber = (value: number) =>
  value >= 1e6
    ? `${(value / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} million`
    : value.toLocaleString('en-US')

const formatAmount = (amount: number) =>
  `${formatNumber(amount)}; ${formatNumber(amount * minutesPerDay)}`

const getDollars = (amounts: Readonly<Record<Kind, number>>) =>
  (Object.keys(prices) as Kind[]).reduce((sum, kind) => sum + amounts[kind] * prices[kind], 0)

const formatDollars = (amount: number) =>
  `$${amount.toFixed(2)}; $${Math.round(amount * minutesPerDay)}`

const columns: Readonly<Record<Caller, string>> = {
  guests: 'strangers and guests of one network',
  reader: 'one reader',
  readers: 'all readers of one network',
}

const rows: Readonly<Record<Kind, string>> = {
  calls: 'calls',
  reads: 'documents read',
  writes: 'documents written',
  payPal: 'calls of PayPal',
  emails: 'emails',
  botChecks: 'questions to reCAPTCHA',
  rows: 'rows of the statistics',
}

const callers = Object.keys(columns) as Caller[]
const amounts = callers.map(getAmounts)
const createRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

await updateTable({
  file: 'scripts/operate/README.md',
  name: 'ceilings table',
  command: 'npm run ceilings-table',
  table: [
    createRow(['in a minute; in a day', ...callers.map((caller) => columns[caller])]),
    createRow(['---', ...callers.map(() => '---')]),
    ...(Object.keys(rows) as Kind[]).map((kind) =>
      createRow([rows[kind], ...amounts.map((amount) => formatAmount(amount[kind]))]),
    ),
    createRow(['dollars', ...amounts.map((amount) => formatDollars(getDollars(amount)))]),
  ].join('\n'),
})
