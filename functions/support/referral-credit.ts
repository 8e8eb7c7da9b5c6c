/** Shows a reader's referral credit to staff, and corrects it. */
import { formatTime } from '../../src/content/manuscript/local-time.ts'
import { minute } from '../../src/domain/duration.ts'
import { formatMoney } from '../../src/domain/money.ts'
import {
  grantCredit,
  type Ledger,
  type LedgerEntry,
  type OperatorCredit,
  removeCredit,
  summariseLedger,
} from '../../src/domain/referral/ledger.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { currency } from '../../src/publication/offer.ts'
import {
  changeLedger,
  openReferral,
  type ReferralFailure,
  readReferral,
  readReferralLink,
} from '../credit/referral-record.ts'
import { createActWrite } from '../staff/act-records.ts'
import { type Act, deletedAccount, describeTrial, getStaffName } from './change-access.ts'
import type { FoundReader, ReaderDeps } from './find-reader.ts'
import { formatCount } from './staff-answer.ts'
import type { SupportDeps } from './support-deps.ts'
import { impossible, type SupportFailure } from './support-failure.ts'

const formatAmount = (minorUnits: number) => formatMoney({ minorUnits, currency })

const formatAvailable = (ledger: Ledger) => formatAmount(summariseLedger(ledger).available)

/** Returns null if the reader has neither a link nor credit. */
export async function describeCredit(
  { firestore }: ReaderDeps,
  uid: string,
): Promise<Result<{ readonly text: string; readonly ledger: Ledger } | null, ReferralFailure>> {
  const found = await readReferral(firestore, uid)
  if (!found.ok || !found.value) return found.ok ? succeed(null) : found
  const { code, ledger } = found.value
  const link = await readReferralLink(firestore, code)
  if (!link.ok) return link
  const { available, pending, used, friends } = summariseLedger(ledger)
  const visits = link.value?.visits ?? 0
  const text =
    `${formatAmount(available)} available, ${formatAmount(pending)} pending, ${formatAmount(used)} used; ` +
    `/r/${code}, ${formatCount(visits, 'visit')}, ${formatCount(friends, 'friend')} qualified`
  return succeed({ text, ledger })
}

/** Lists entries oldest first: a ledger is read from its beginning. */
export async function describeLedger(
  deps: ReaderDeps,
  uid: string,
): Promise<Result<readonly string[], ReferralFailure>> {
  const credit = await describeCredit(deps, uid)
  if (!credit.ok) return credit
  if (!credit.value) return succeed(['This reader has no referral link and no credit.'])
  const { text, ledger } = credit.value
  return succeed([
    text,
    ...ledger.map(
      (entry) => `${formatTime(entry.at)}  ${entry.kind.padEnd(8)}  ${describeEntry(entry)}`,
    ),
  ])
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

/** In milliseconds: the same change, for the same reason, is a repeated call, whose answer was lost. */
const repeatPeriod = 10 * minute

export async function changeCredit(
  { firestore, now }: SupportDeps,
  { uid, profile }: FoundReader,
  action: 'grantCredit' | 'removeCredit',
  amount: number,
  { staff, message, dryRun }: Act & { readonly message: string; readonly dryRun: boolean },
): Promise<Result<readonly string[], SupportFailure>> {
  if (!profile || profile.deletionRequestedAt)
    return impossible(
      'This reader has no account, or the account is being deleted, so the credit can’t be changed.',
    )
  const at = now()
  const credit = { amount, operator: getStaffName(staff), reason: message }
  const kind = action === 'grantCredit' ? 'granted' : 'removed'
  const change = action === 'grantCredit' ? grantCredit : removeCredit
  const isRepeated = (ledger: Ledger) =>
    ledger.some((entry) => entry.kind === kind && isSame(entry, credit, at))
  let available: number | null = null
  /** Returns the same entries if the change isn't possible. */
  const apply = (ledger: Ledger): Ledger => {
    available = null
    if (isRepeated(ledger)) return ledger
    const next = change(ledger, credit, at)
    if (!next) available = summariseLedger(ledger).available
    return next ?? ledger
  }
  const tooMuch = () =>
    impossible(
      available
        ? `This reader has only ${formatAmount(available)} credit left, so nothing was removed. Choose a smaller amount.`
        : 'This reader has no credit left, so nothing was removed.',
    )
  if (dryRun) {
    const found = await readReferral(firestore, uid)
    if (!found.ok) return found
    const next = apply(found.value?.ledger ?? [])
    if (available !== null) return tooMuch()
    return describeTrial(`${uid}: would have ${formatAvailable(next)} credit.`)
  }
  const opened = await openReferral(firestore, uid, at)
  if (!opened.ok) return opened
  const changed = await changeLedger(firestore, uid, apply, (before, after) => {
    const amounts = { before: formatAvailable(before), after: formatAvailable(after) }
    const act = action === 'grantCredit' ? 'creditGranted' : 'creditRemoved'
    return [createActWrite(staff, { kind: act, subject: uid, ...amounts }, at)]
  })
  if (!changed.ok) return fail(changed.failure)
  if (available !== null) return tooMuch()
  if (changed.value === null) return deletedAccount
  return succeed([`${uid}: ${formatAvailable(changed.value)} credit`])
}

const isSame = (
  entry: OperatorCredit & { readonly at: Date },
  { amount, operator, reason }: OperatorCredit,
  at: Date,
) =>
  entry.amount === amount &&
  entry.operator === operator &&
  entry.reason === reason &&
  at.getTime() - entry.at.getTime() < repeatPeriod
