/** Writes callers' highest costs into scripts/operate/ceilings.md. `--check` fails if it is out of date. */
import { rateLimitNumbers } from '../../../functions/testing/fake-rate-limits.ts'
import { emailLimits } from '../../../src/domain/email-limits.ts'
import { networksPerWideNetwork, statisticsNetworks } from '../../../src/domain/network.ts'
import { type Caller, type Ceiling, getCeiling } from './ceilings.ts'
import { updateTable } from './update-table.ts'

/** In dollars: November 2026 list prices of Cloudflare, Firestore (multi-region), Amazon SES and reCAPTCHA. */
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

type Amounts = Readonly<Record<Kind, number>>

const kinds = Object.keys(prices) as Kind[]

/** The statistics' rows are counted by network, whoever is signed in. */
const getAmounts = (caller: Caller): Amounts => {
  const ceiling: Ceiling = getCeiling(caller)
  return { ...ceiling, rows: rateLimitNumbers.STATISTICS_NETWORK_LIMIT! }
}

/** A network's limits hold for an IPv6 /48 too (functions/http/caller-network.ts). */
const getWideAmounts = (caller: 'guests' | 'readers'): Amounts => {
  const amounts = getAmounts(caller)
  const getNetworks = (kind: Kind) =>
    kind === 'rows' ? statisticsNetworks : networksPerWideNetwork
  return Object.fromEntries(
    kinds.map((kind) => [kind, getNetworks(kind) * amounts[kind]]),
  ) as Amounts
}

const minutesPerDay = 24 * 60

const formatNumber = (value: number) =>
  value >= 1e6
    ? `${(value / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} million`
    : value.toLocaleString('en-US')

const formatAmount = (amount: number) =>
  `${formatNumber(amount)}; ${formatNumber(amount * minutesPerDay)}`

const getDollars = (amounts: Amounts) =>
  kinds.reduce((sum, kind) => sum + amounts[kind] * prices[kind], 0)

const formatDollars = (amount: number) =>
  `$${amount.toFixed(2)}; $${Math.round(amount * minutesPerDay).toLocaleString('en-US')}`

const columns: readonly (readonly [title: string, amounts: Amounts, networks: number])[] = [
  ['strangers and guests on one network', getAmounts('guests'), 1],
  ['strangers and guests on one IPv6 /48', getWideAmounts('guests'), networksPerWideNetwork],
  ['one reader', getAmounts('reader'), 1],
  ['all readers on one network', getAmounts('readers'), 1],
  ['all readers on one IPv6 /48', getWideAmounts('readers'), networksPerWideNetwork],
]

/** A day's limit is the same for a network and for the /48 around it. */
const formatUnchecked = (networks: number) =>
  `${formatNumber(networks * rateLimitNumbers.UNCHECKED_LIMIT!)}; ${formatNumber(emailLimits.uncheckedNetwork[0].count)}`

const rows: Readonly<Record<Kind, string>> = {
  calls: 'calls',
  reads: 'documents read',
  writes: 'documents written',
  payPal: 'calls to PayPal',
  emails: 'emails',
  botChecks: 'requests to reCAPTCHA',
  rows: 'statistics rows',
}

const createRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

await updateTable({
  file: 'scripts/operate/ceilings.md',
  name: 'ceilings table',
  command: 'npm run ceilings-table',
  table: [
    createRow(['per minute; per day', ...columns.map(([title]) => title)]),
    createRow(['---', ...columns.map(() => '---')]),
    ...kinds.map((kind) =>
      createRow([rows[kind], ...columns.map(([, amounts]) => formatAmount(amounts[kind]))]),
    ),
    createRow([
      'sign-ups by a form without a bot check',
      ...columns.map(([, , networks]) => formatUnchecked(networks)),
    ]),
    createRow(['dollars', ...columns.map(([, amounts]) => formatDollars(getDollars(amounts)))]),
  ].join('\n'),
})
