/**
 * Refunds a payment, or what referral credit has left of it: first at PayPal, where repeating it has no effect, then in
 * the record, as PayPal's own message would. Refunding the payment that a subscription runs on ends it.
 */
import type { PayPalTransaction } from '../../../functions/adapters/paypal-payments.ts'
import { type CreditedPart, readCreditUses } from '../../../functions/referral/use-credit.ts'
import {
  createHistoryWrite,
  describeActor,
} from '../../../functions/subscription/change-subscription.ts'
import { formatMoney, type Money } from '../../../src/domain/money.ts'
import { formatDeskCommand } from '../command.ts'
import { type Desk, requirePayPal } from '../desk-environment.ts'
import { DeskError, firestoreError, payPalError } from '../exit-status.ts'
import { formatInstant } from '../manuscripts/instant.ts'
import type { FoundReader } from './find-reader.ts'
import {
  applyOperatorChange,
  type OperatorChangeOptions,
  toOperatorActor,
} from './operator-change.ts'

type FindCreditUse = (payment: string) => CreditedPart

/** Whether all of it was returned as referral credit, so that nothing is left to refund. */
const isReturnedAsCredit = ({ id, gross }: PayPalTransaction, findCreditUse: FindCreditUse) =>
  findCreditUse(id).amount >= gross.minorUnits

const describePayment = ({ id, at, gross }: PayPalTransaction) =>
  `${formatMoney(gross)} of ${formatInstant(at)} (${id})`

/** `rest` is null if PayPal decides it. */
function describeRefund(payment: PayPalTransaction, rest: Money | null): string {
  const whole = describePayment(payment)
  if (rest) return `${formatMoney(rest)}, the rest of ${whole}`
  // PayPal’s list doesn’t contain the amount that was refunded before.
  return payment.status === 'PARTIALLY_REFUNDED' ? `the rest of ${whole}` : whole
}

export async function refundPayment(
  desk: Desk,
  reader: FoundReader,
  paymentId: string | undefined,
  options: OperatorChangeOptions,
): Promise<void> {
  const { subscription } = reader.record
  if (!subscription) throw new DeskError('This reader has never had a subscription.')
  const { provider } = subscription
  const actor = toOperatorActor(desk, options)
  const paypal = requirePayPal(desk)
  const transactions = await paypal.transactions(provider, new Date(0), new Date())
  if (!transactions.ok) throw payPalError('Looking up the payment', transactions.failure)
  const creditUses = await readCreditUses(desk.firestore, reader.uid)
  if (!creditUses.ok)
    throw new DeskError(`referrals/${reader.uid}: can’t be read. Nothing was refunded.`)
  const payment = choosePayment(transactions.value, paymentId, creditUses.value)
  const wasRefunded = payment.status === 'REFUNDED'
  const credit = creditUses.value(payment.id)
  // If PayPal has returned the credit, a part may have been refunded by hand too, so PayPal refunds what is left.
  const isLeftToPayPal = credit.isReturned && payment.status === 'PARTIALLY_REFUNDED'
  const rest =
    credit.amount > 0 && !isLeftToPayPal
      ? { ...payment.gross, minorUnits: payment.gross.minorUnits - credit.amount }
      : null
  if (credit.amount > 0) {
    const amount = formatMoney({ ...payment.gross, minorUnits: credit.amount })
    console.log(
      `${amount} of this payment is returned as referral credit: only the rest is refunded.`,
    )
  }
  const description = describeRefund(payment, rest)
  if (wasRefunded) console.log(`already refunded: ${description}`)
  else if (options.dryRun) console.log(`would refund ${description}`)
  else {
    const requestId = `refund-${payment.id}`
    const refunded = rest
      ? await paypal.refundPart(payment.id, rest, requestId)
      : await paypal.refund(payment.id, requestId)
    if (!refunded.ok) throw payPalError('Refunding the payment', refunded.failure)
    console.log(`refunded ${description}`)
  }
  const event = { kind: 'refunded', provider, paymentAt: payment.at } as const
  const changed = await applyOperatorChange(desk, reader, event, options)
  // The change is ignored if the subscription doesn't run on this payment, or PayPal's message was
  // faster. The history still has to show who refunded it.
  if (!changed?.ignored || wasRefunded) return
  const at = new Date()
  const details = { kind: 'refunded', plan: subscription.plan, provider, refundedAt: payment.at }
  const entry = { at, ...describeActor(actor), ...details }
  const historyStored = await desk.firestore.commit([createHistoryWrite(reader.uid, at, entry)])
  if (!historyStored.ok)
    throw firestoreError('Refunded, but not recorded in the history', historyStored.failure)
}

/** Money that PayPal has collected, refunded since or not. */
const capturedStatuses = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])

/**
 * The given one, or the latest. A refunded payment must be given: without its id, a repeated command would refund the
 * payment before it.
 */
function choosePayment(
  payments: readonly PayPalTransaction[],
  id: string | undefined,
  findCreditUse: FindCreditUse,
): PayPalTransaction {
  const paymentList = payments
    .map((payment) => `\n  ${describePayment(payment)}, ${payment.status}`)
    .join('')
  if (id !== undefined) {
    const requested = payments.find((payment) => payment.id === id)
    if (!requested)
      throw new DeskError(`Payment not found: ${id}. Payments:${paymentList || ' none'}`)
    if (isReturnedAsCredit(requested, findCreditUse)) {
      throw new DeskError(
        `${id} was returned as referral credit: nothing is left to refund. To end the subscription, use “${formatDeskCommand('reader cancel READER --now')}”.`,
      )
    }
    if (!capturedStatuses.has(requested.status)) {
      throw new DeskError(`${id} is ${requested.status} and can’t be refunded.`)
    }
    return requested
  }
  const latest = payments
    .filter((one) => capturedStatuses.has(one.status) && !isReturnedAsCredit(one, findCreditUse))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]
  if (!latest) throw new DeskError(`No payment can be refunded. Payments:${paymentList || ' none'}`)
  if (latest.status === 'REFUNDED') {
    throw new DeskError(
      `The latest payment was already refunded. To finish its refund, or to refund another payment, add --payment ID. Payments:${paymentList}`,
    )
  }
  return latest
}
