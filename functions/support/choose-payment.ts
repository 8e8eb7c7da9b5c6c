/** Finds the payment to refund, and never guesses between two. */
import { day } from '../../src/domain/duration.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { refundPeriod } from '../referral/settle-payment.ts'
import { formatPayments, hasMoneyLeft, type ReaderPayment } from './reader-payments.ts'
import { impossible, type SupportFailure } from './support-failure.ts'

/** A payment, or why one of them must be chosen. */
type Choice = { readonly payment: ReaderPayment } | { readonly payment: null; readonly why: string }

export const isRefunded = ({ payment }: ReaderPayment) => payment.state === 'refunded'

const isCandidate = (one: ReaderPayment, now: Date) =>
  hasMoneyLeft(one) && now.getTime() - one.transaction.at.getTime() <= refundPeriod

/**
 * The given payment, or the only one that can be refunded. If another one was refunded before, even the only one must
 * be given: a repeated call must not refund a second payment. If all are refunded, chooses the latest, because its
 * refund may not be finished. `given` is PayPal's id, because a number may have changed since the list was read.
 */
export function choosePayment(
  payments: readonly ReaderPayment[],
  given: string | undefined,
  now: Date,
): Result<Choice, SupportFailure> {
  if (given !== undefined) return findGiven(payments, given)
  const candidates = payments.filter((one) => isCandidate(one, now))
  const refunded = payments.filter(isRefunded)
  const [only] = candidates
  if (!only) {
    const latest = refunded.at(-1)
    return latest ? succeed({ payment: latest }) : refuseAll(payments)
  }
  if (candidates.length === 1 && refunded.length === 0) return succeed({ payment: only })
  const why =
    candidates.length > 1
      ? 'Several payments can be refunded.'
      : 'One payment has already been refunded, and another can be.'
  return succeed({ payment: null, why })
}

const refuseAll = (payments: readonly ReaderPayment[]) =>
  payments.length === 0
    ? impossible('This reader has no payments.')
    : impossible(
        `No payment can be refunded. PayPal only refunds what’s left of completed payments from the last ${refundPeriod / day} days.`,
        ...formatPayments(payments),
      )

function findGiven(
  payments: readonly ReaderPayment[],
  given: string,
): Result<Choice, SupportFailure> {
  const found = payments.find(({ transaction }) => transaction.id === given)
  if (!found) return impossible(`Payment not found: ${given}.`, ...formatPayments(payments))
  const { transaction, payment } = found
  if (isRefunded(found) || hasMoneyLeft(found)) return succeed({ payment: found })
  return impossible(
    payment.state === 'paid' || payment.state === 'partlyRefunded'
      ? `${transaction.id} has already been refunded in full. An operator can end the subscription straight away.`
      : `${transaction.id} is ${payment.state} and can’t be refunded.`,
  )
}
