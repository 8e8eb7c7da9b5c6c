/**
 * Refunds a payment, or what is left of it after credit or given months: first at PayPal, where repeating it has no effect, then in
 * the record, as PayPal's own message would. Refunding the payment that a subscription runs on ends it.
 */
import type { PayPalTransaction } from '../../../functions/adapters/paypal-payments.ts'
import {
  type ReturnedParts,
  readReturnedParts,
} from '../../../functions/referral/settle-payment.ts'
import {
  createHistoryWrite,
  describeActor,
} from '../../../functions/subscription/change-subscription.ts'
import { formatList } from '../../../src/domain/list-text.ts'
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

type FindReturned = (payment: string) => ReturnedParts

/** Whether nothing is left to refund. */
const isWhollyReturned = ({ id, gross }: PayPalTransaction, findReturned: FindReturned) =>
  findReturned(id).amount >= gross.minorUnits

const describePayment = ({ id, at, gross }: PayPalTransaction) =>
  `${formatMoney(gross)} of ${formatInstant(at)} (${id})`

/** `rest` is null if PayPal decides it. */
function describeRefund(payment: PayPalTransaction, rest: Money | null): string {
  const whole = describePayment(payment)
  if (rest) return `${formatMoney(rest)}, the rest of ${whole}`
  // PayPal’s list doesn’t contain the amount that was refunded before.
  return payment.status === 'PARTIALLY_REFUNDED' ? `the rest of ${whole}` : whole
}

function describeReturned(
  { gross }: PayPalTransaction,
  { amount, share, credit, excess }: ReturnedParts,
): string {
  const reasons = [
    ...(share > 0 ? ['for given months'] : []),
    ...(credit > 0 ? ['as referral credit'] : []),
    ...(excess > 0 ? ['because it exceeds the price'] : []),
  ]
  const money = formatMoney({ ...gross, minorUnits: amount })
  return `${money} of this payment is returned ${formatList(reasons)}: only the rest is refunded.`
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
  const findReturned = await readReturnedParts(desk.firestore, reader.uid)
  if (!findReturned.ok)
    throw new DeskError(
      `${reader.uid}: what was returned before can’t be read. Nothing was refunded.`,
    )
  const payment = choosePayment(transactions.value, paymentId, findReturned.value)
  const wasRefunded = payment.status === 'REFUNDED'
  const returned = findReturned.value(payment.id)
  // If PayPal has returned these parts, another one may have been refunded by hand too, so PayPal refunds what is left.
  const isLeftToPayPal = returned.isReturned && payment.status === 'PARTIALLY_REFUNDED'
  const rest =
    returned.amount > 0 && !isLeftToPayPal
      ? { ...payment.gross, minorUnits: payment.gross.minorUnits - returned.amount }
      : null
  if (returned.amount > 0) {
    console.log(describeReturned(payment, returned))
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
  findReturned: FindReturned,
): PayPalTransaction {
  const paymentList = payments
    .map((payment) => `\n  ${describePayment(payment)}, ${payment.status}`)
    .join('')
  if (id !== undefined) {
    const requested = payments.find((payment) => payment.id === id)
    if (!requested)
      throw new DeskError(`Payment not found: ${id}. Payments:${paymentList || ' none'}`)
    if (isWhollyReturned(requested, findReturned)) {
      throw new DeskError(
        `${id} was returned already: nothing is left to refund. To end the subscription, use “${formatDeskCommand('reader cancel READER --now')}”.`,
      )
    }
    if (!capturedStatuses.has(requested.status)) {
      throw new DeskError(`${id} is ${requested.status} and can’t be refunded.`)
    }
    return requested
  }
  const latest = payments
    .filter((one) => capturedStatuses.has(one.status) && !isWhollyReturned(one, findReturned))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]
  if (!latest) throw new DeskError(`No payment can be refunded. Payments:${paymentList || ' none'}`)
  if (latest.status === 'REFUNDED') {
    throw new DeskError(
      `The latest payment was already refunded. To finish its refund, or to refund another payment, add --payment ID. Payments:${paymentList}`,
    )
  }
  return latest
}
