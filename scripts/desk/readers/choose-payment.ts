/** Finds the payment to refund, and never guesses between two. */
import { refundPeriod } from '../../../functions/referral/settle-payment.ts'
import { day } from '../../../src/domain/duration.ts'
import { formatDeskCommand } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { formatPayments, hasMoneyLeft, type ReaderPayment } from './reader-payments.ts'

export type Choice = {
  /** PayPal's id of a payment; undefined if none was given. A payment's number may have changed since it was listed. */
  readonly given: string | undefined
  /** Asks on the terminal; null without one. */
  readonly ask: ((question: string) => Promise<string>) | null
}

const isRefunded = ({ payment }: ReaderPayment) => payment.state === 'refunded'

const isCandidate = (one: ReaderPayment, now: Date) =>
  hasMoneyLeft(one) && now.getTime() - one.transaction.at.getTime() <= refundPeriod

/**
 * The given payment, or the only one that can be refunded. If another one was refunded before, even the only one must
 * be given: a repeated command must not refund a second payment. If all are refunded, chooses the latest, because its
 * refund may not be finished.
 */
export async function choosePayment(
  payments: readonly ReaderPayment[],
  { given, ask }: Choice,
  now: Date,
): Promise<ReaderPayment> {
  if (given !== undefined) return findGiven(payments, given)
  const candidates = payments.filter((one) => isCandidate(one, now))
  const refunded = payments.filter(isRefunded)
  const [only] = candidates
  if (!only) {
    const latest = refunded.at(-1)
    if (latest) return latest
    throw new DeskError(describeNone(payments))
  }
  if (candidates.length === 1 && refunded.length === 0) return only
  if (ask) {
    printText(formatPayments(payments))
    const answer = (await ask('Which payment, by number or ID?')).trim()
    const numbered = payments.find(({ number }) => String(number) === answer)
    return findGiven(payments, numbered?.transaction.id ?? answer)
  }
  const reason =
    candidates.length > 1
      ? 'Several payments can be refunded.'
      : 'One payment has already been refunded, and another can be.'
  throw new DeskError(
    `${reason} Choose one with --payment ID. Nothing was refunded.\n${formatPayments(candidates)}`,
  )
}

const describeNone = (payments: readonly ReaderPayment[]) =>
  payments.length === 0
    ? 'This reader has no payments.'
    : `No payment can be refunded: PayPal only refunds payments from the last ${refundPeriod / day} days.\n${formatPayments(payments)}`

function findGiven(payments: readonly ReaderPayment[], given: string): ReaderPayment {
  const found = payments.find(({ transaction }) => transaction.id === given)
  if (!found)
    throw new DeskError(
      `Payment not found: ${given}.\n${formatPayments(payments) || 'No payments.'}`,
    )
  const { transaction, payment } = found
  if (isRefunded(found) || hasMoneyLeft(found)) return found
  if (payment.state === 'paid' || payment.state === 'partlyRefunded')
    throw new DeskError(
      `${transaction.id} has already been refunded in full. To end the subscription, use “${formatDeskCommand('reader cancel READER --now')}”.`,
    )
  throw new DeskError(`${transaction.id} is ${payment.state} and can’t be refunded.`)
}
