/** The operator's view of a reader's referral credit, and corrections of it. */
import {
  changeLedger,
  openReferral,
  type ReferralFailure,
  readReferral,
  readReferralLink,
} from '../../../functions/credit/referral-record.ts'
import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import { formatValue, getDecimals, toMinorUnits } from '../../../src/domain/currency.ts'
import { formatMoney } from '../../../src/domain/money.ts'
import {
  grantCredit,
  type Ledger,
  type LedgerEntry,
  removeCredit,
  summariseLedger,
} from '../../../src/domain/referral/ledger.ts'
import { getPlanPrice, planIds } from '../../../src/domain/subscription/plan.ts'
import { currency, currencyName } from '../../../src/publication/offer.ts'
import { type Desk, requireEditor } from '../command-line/desk-environment.ts'
import { DeskError, firestoreError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import type { FoundReader } from './find-reader.ts'

const formatAmount = (minorUnits: number) => formatMoney({ minorUnits, currency })

function creditError(uid: string, failure: ReferralFailure): DeskError {
  return failure.kind === 'malformed'
    ? new DeskError(`referrals/${uid}: the stored data is invalid. Nothing was changed.`)
    : firestoreError(`referrals/${uid}`, failure)
}

async function readLedger(desk: Desk, uid: string): Promise<Ledger> {
  const found = await readReferral(desk.firestore, uid)
  if (!found.ok) throw creditError(uid, found.failure)
  return found.value?.ledger ?? []
}

/** Null if the reader has neither a link nor credit. */
export async function describeCredit(desk: Desk, uid: string): Promise<string | null> {
  const found = await readReferral(desk.firestore, uid)
  if (!found.ok) throw creditError(uid, found.failure)
  if (!found.value) return null
  const link = await readReferralLink(desk.firestore, found.value.code)
  if (!link.ok) throw creditError(uid, link.failure)
  const { available, pending, used, friends } = summariseLedger(found.value.ledger)
  return (
    `${formatAmount(available)} available, ${formatAmount(pending)} pending, ${formatAmount(used)} used; ` +
    `/r/${found.value.code}, ${link.value?.visits ?? 0} visits, ${friends} friends qualified`
  )
}

/** Prints entries oldest first: a ledger is read from its beginning. */
export async function printLedger(desk: Desk, { uid }: FoundReader): Promise<void> {
  const credit = await describeCredit(desk, uid)
  console.log(credit ?? 'This reader has no referral link and no credit.')
  for (const entry of await readLedger(desk, uid)) {
    printText(`${formatTime(entry.at)}  ${entry.kind.padEnd(8)}  ${describeEntry(entry)}`)
  }
}

function describeEntry(entry: LedgerEntry): string {
  switch (entry.kind) {
    case 'pending':
      return `${formatAmount(entry.amount)}, due ${formatTime(entry.earnsAt)}, friend ${shorten(entry.friend)}`
    case 'earned':
      return `friend ${shorten(entry.friend)}`
    case 'reversed':
      return `friend ${shorten(entry.friend)}: ${entry.reason}`
    case 'used':
      return `${formatAmount(entry.amount)} of payment ${entry.payment}`
    case 'settled':
      return `refunded by PayPal: payment ${entry.payment}`
    case 'restored':
      return `refused by PayPal: payment ${entry.payment}`
    case 'granted':
    case 'removed':
      return `${formatAmount(entry.amount)} by ${entry.operator}: ${entry.reason}`
  }
}

/** Returns the part of a friend's hash that is enough to tell friends apart. */
const shorten = (hash: string) => hash.slice(0, 8)

/** In minor units: ten times the price of the dearest plan, which limits the cost of a typing error. */
const maxAmount = 10 * Math.max(...planIds.map((plan) => getPlanPrice(plan).minorUnits))
/** Keeps “20” and “13.99”, and refuses “13.9” and, in a currency without decimals, “13.99”. */
const amountPattern = getDecimals(currency) === 0 ? /^\d{1,9}$/ : /^\d{1,7}(?:\.\d\d)?$/

type CreditChange = { readonly amount: number; readonly reason: string }

/** `amountText` is a text such as “20” or “13.99”. */
export function parseCreditChange(
  amountText: string | undefined,
  message: string | undefined,
): CreditChange {
  const reason = message?.trim().slice(0, 500) ?? ''
  if (reason === '') throw new DeskError('Add the reason with --message WORDS.', 'usage')
  return { amount: parseAmount(amountText), reason }
}

function parseAmount(text: string | undefined): number {
  const amount = text && amountPattern.test(text) ? toMinorUnits(text, currency) : 0
  if (amount < 1 || amount > maxAmount) {
    throw new DeskError(
      `--amount must be in ${currencyName}, such as ${formatValue(1399, currency)}, at most ${formatAmount(maxAmount)}.`,
      'usage',
    )
  }
  return amount
}

export async function changeCredit(
  desk: Desk,
  { uid, profile }: FoundReader,
  action: 'grant-credit' | 'remove-credit',
  creditChange: CreditChange,
  dryRun: boolean,
): Promise<void> {
  if (!profile || profile.deletionRequestedAt)
    throw new DeskError('Only a reader with an account can have credit.')
  const credit = { ...creditChange, operator: requireEditor(desk) }
  const at = new Date()
  const change = (ledger: Ledger) => {
    const next = (action === 'grant-credit' ? grantCredit : removeCredit)(ledger, credit, at)
    if (next) return next
    const left = formatAmount(summariseLedger(ledger).available)
    throw new DeskError(
      `This reader has only ${left} credit left, so nothing was removed. Choose a smaller --amount.`,
    )
  }
  if (dryRun) {
    const { available } = summariseLedger(change(await readLedger(desk, uid)))
    console.log(`${uid}: would have ${formatAmount(available)} credit. Nothing was written.`)
    return
  }
  const opened = await openReferral(desk.firestore, uid, at)
  if (!opened.ok) throw creditError(uid, opened.failure)
  const changed = await changeLedger(desk.firestore, uid, change)
  if (!changed.ok) throw creditError(uid, changed.failure)
  const { available } = summariseLedger(changed.value ?? [])
  console.log(`${uid}: ${formatAmount(available)} credit`)
}
