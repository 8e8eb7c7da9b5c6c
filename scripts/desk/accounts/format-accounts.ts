/** The accounts of a month as text for a terminal, and as CSV for an accountant. */

import type { Accounts, OpenPoints } from '../../../src/contracts/endpoints/books-endpoints.ts'
import { type AccountKind, accountKinds } from '../../../src/domain/books/accounts.ts'
import { formatValue } from '../../../src/domain/currency.ts'
import { formatMonthCount } from '../../../src/domain/number-words.ts'
import { currency } from '../../../src/publication/offer.ts'
import { formatDeskCommand } from '../command-line/command.ts'
import { formatCsvLine } from '../command-line/csv.ts'
import { alignColumns } from '../command-line/terminal.ts'

type Line = Accounts['lines'][number]

const definitions: Readonly<Record<AccountKind, string>> = {
  started: 'first payments of subscriptions',
  renewed: 'further payments that were due',
  giftBought: 'gifts sold',
  giftRedeemed: 'gifts redeemed (the money was received when they were sold)',
  refunded: 'payments refunded in full, or in part for a reason that an operator gave',
  credit: 'parts of payments returned as referral credit',
  share: 'parts of payments returned for months that the reader was given',
  excess: 'parts of payments returned because PayPal charged more than the price',
  undue: 'payments that weren’t due',
  undueReturned: 'refunds of payments that weren’t due',
  dispute: 'payments taken back by a bank or PayPal, less disputes that were won',
  hold: 'money that PayPal holds or releases',
  byHand: 'movements that an operator has explained',
  transfer: 'movements between our PayPal balance and our bank, and between currencies',
  fee: 'PayPal’s fees',
  unexplained: 'unexplained movements',
  deferred: 'money received for months of access that begin after the end of the month',
}

/** Returns a text such as “-13.99”. */
const formatAmount = ({ amount, currency }: Pick<Line, 'amount' | 'currency'>) =>
  formatValue(amount, currency)

const columns = ['month', 'country', 'plan', 'currency', 'kind', 'count', 'amount', 'months']

/** Returns one line for each country, plan, currency and kind. Amounts are in the currency’s unit. */
export function formatAccountsCsv({ month, lines }: Accounts): string {
  const rows = lines.map((line) => {
    const { country, plan, currency, kind, count, months } = line
    // The amount is a number, so that a spreadsheet doesn’t take the minus sign for a formula.
    return `${formatCsvLine([month, country, plan, currency, kind, count])},${formatAmount(line)},${months}`
  })
  return [formatCsvLine(columns), ...rows].map((row) => `${row}\r\n`).join('')
}

function formatTable(
  title: string,
  lines: readonly Pick<Line, 'kind' | 'currency' | 'count' | 'amount' | 'months'>[],
) {
  const rows = [
    ['', 'number', 'amount', ''],
    ...lines.map((line) => [
      line.kind,
      String(line.count || ''),
      `${formatAmount(line)} ${line.currency}`,
      line.months > 0 ? formatMonthCount(line.months) : '',
    ]),
  ]
  return [title, ...alignColumns(rows).map((row) => `  ${row}`), '']
}

function sumByKind(lines: readonly Line[]) {
  const currencies = [...new Set(lines.map(({ currency }) => currency))].sort()
  return currencies.flatMap((currency) =>
    accountKinds.flatMap((kind) => {
      const found = lines.filter((line) => line.kind === kind && line.currency === currency)
      const add = (name: 'count' | 'amount' | 'months') =>
        found.reduce((sum, line) => sum + line[name], 0)
      return found.length > 0
        ? [{ kind, currency, count: add('count'), amount: add('amount'), months: add('months') }]
        : []
    }),
  )
}

export function formatAccounts({ month, timeZone, lines }: Accounts): string[] {
  if (lines.length === 0) return [`${month}: no money movements are recorded.`]
  const groups = Map.groupBy(lines, ({ country, plan }) =>
    [country || 'unknown country', plan || 'no plan'].join(', '),
  )
  const used = accountKinds.filter((kind) => lines.some((line) => line.kind === kind))
  return [
    `Accounts for ${month} (time zone: ${timeZone})`,
    '',
    ...formatTable('All countries and plans', sumByKind(lines)),
    ...[...groups].flatMap(([title, group]) => formatTable(title, group)),
    'What the lines mean',
    ...used.map((kind) => `  ${kind}: ${definitions[kind]}`),
  ]
}

const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export function formatOpenPoints(open: OpenPoints): string[] {
  const { nextStep, comparedAt, movements, records, readers } = open
  if (comparedAt === null && nextStep === null)
    return ['The books haven’t been compared with PayPal yet. The comparison runs every night.']
  const explain = formatDeskCommand('accounts explain ID --reason TEXT')
  return [
    ...(nextStep === null
      ? [`The books balance. Compared at ${comparedAt}.`]
      : [`Next: ${nextStep}`]),
    ...(movements.length > 0
      ? [
          '',
          `${countOf(open.movementCount, 'unexplained movement', 'unexplained movements')} at PayPal. Look up each ID there, then run: ${explain}`,
          ...movements.map(
            (one) => `  ${one.id}  ${one.at}  ${one.code}  ${formatAmount(one)} ${one.currency}`,
          ),
        ]
      : []),
    ...(records.length > 0
      ? [
          '',
          `${countOf(open.recordCount, 'record', 'records')} of money that PayPal doesn’t list. Search PayPal by time and amount, then run: ${explain}`,
          ...records.map(({ id, at, kind, plan, amount, payment }) =>
            `  ${id}  ${at}  ${kind}  ${plan ?? ''}  ${formatAmount({ amount, currency })} ${currency}  ${payment ?? ''}`.trimEnd(),
          ),
        ]
      : []),
    ...(readers.length > 0
      ? [
          '',
          `${countOf(readers.length, 'reader has', 'readers have')} more access than was paid for or given. To see each history, run: ${formatDeskCommand('reader history UID')}`,
          ...readers.map(
            ({ uid, days, at }) => `  ${uid}  ${countOf(days, 'day', 'days')}, seen ${at}`,
          ),
        ]
      : []),
  ]
}
