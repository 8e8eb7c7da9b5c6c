/**
 * Refunds a payment, or the rest of it after credit or given months. The request is recorded first, PayPal makes one
 * refund however often the request is repeated, and then the record changes as PayPal's own message would change it. A
 * repeated command finishes an interrupted one.
 */
import {
  createRefundedEvent,
  getRefundRequestId,
} from '../../../functions/subscription/refunded-event.ts'
import { formatMoney, type Money } from '../../../src/domain/money.ts'
import { getNextPayment } from '../../../src/domain/subscription/entitlement.ts'
import type { EventOf } from '../../../src/domain/subscription/subscription-event.ts'
import { transition } from '../../../src/domain/subscription/transition.ts'
import { askOnTerminal, askToConfirm } from '../command-line/ask-to-confirm.ts'
import { type Desk, requirePayPal } from '../command-line/desk-environment.ts'
import { DeskError, payPalError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { type Choice, choosePayment } from './choose-payment.ts'
import { type FoundReader, findReader } from './find-reader.ts'
import {
  applyOperatorChange,
  type OperatorChangeOptions,
  toOperatorActor,
} from './operator-change.ts'
import { formatNextPayment, formatStatus } from './print-reader.ts'
import {
  formatPayment,
  formatPeriod,
  listReturns,
  type ReaderPayment,
  readPayments,
} from './reader-payments.ts'
import { finishRefundRequest, storeRefundRequest } from './refund-request.ts'

type RefundOptions = OperatorChangeOptions & {
  /** PayPal's id of a payment. */
  readonly payment: string | undefined
  /** The --yes option. */
  readonly isConfirmed: boolean
}

/** Asks the editor questions. Tests answer them without a terminal. */
type Dialogue = Pick<Choice, 'ask'> & { readonly confirm: typeof askToConfirm }

type Refund = {
  readonly payment: ReaderPayment
  readonly event: EventOf<'refunded'>
  /** Null if PayPal decides how much is left. */
  readonly rest: Money | null
}

function planRefund(payment: ReaderPayment, payments: readonly ReaderPayment[]): Refund {
  const { payPalSubscription, transaction, returned } = payment
  const listed = payments.filter((one) => one.payPalSubscription === payPalSubscription)
  const event = createRefundedEvent(
    payPalSubscription,
    transaction,
    listed.map((one) => one.transaction),
  )
  const { gross, status } = transaction
  // If PayPal has returned these parts, another one may have been refunded by hand too, so PayPal refunds the rest.
  const isLeftToPayPal = returned.isReturned && status === 'PARTIALLY_REFUNDED'
  const rest =
    returned.amount > 0 && !isLeftToPayPal
      ? { ...gross, minorUnits: gross.minorUnits - returned.amount }
      : null
  return { payment, event, rest }
}

/** Returns a text such as “$79, the rest of $99 of 2030-01-01T00:00:00Z (S-1)”. */
function formatRefund({ payment, rest }: Refund): string {
  const whole = formatPayment(payment)
  if (rest) return `${formatMoney(rest)}, the rest of ${whole}`
  // PayPal’s list doesn’t contain the amount that was refunded before.
  return payment.transaction.status === 'PARTIALLY_REFUNDED' ? `the rest of ${whole}` : whole
}

function formatAccess(record: FoundReader['record'], now: Date): string {
  const next = getNextPayment(record)
  return formatStatus(record, now) + (next ? `; next payment ${formatNextPayment(next)}` : '')
}

/** Describes the refund's effects, found by applying its event. */
function describeRefund({ record }: FoundReader, refund: Refund, now: Date): string {
  const { payment, event } = refund
  const next = transition(record, event, now)
  const [before, after] = [record, next.ok ? next.value.record : record].map((one) =>
    formatAccess(one, now),
  )
  const emails = next.ok ? next.value.emails : []
  const twins = payment.twins.join(', ')
  return [
    `refund       ${formatRefund(refund)}`,
    ...listReturns(payment).map((text) => `before       ${text}`),
    `it pays for  ${formatPeriod(payment.period)} (${payment.payment.plan})`,
    ...(twins ? [`twice        payment ${twins} is for the same period`] : []),
    ...(before === after
      ? [`access       doesn’t change: ${before}`]
      : [`access now   ${before}`, `access then  ${after}`]),
    ...emails.map((template) => `email        ${template}`),
  ].join('\n')
}

export async function refundPayment(
  desk: Desk,
  reader: FoundReader,
  options: RefundOptions,
  { ask, confirm }: Dialogue = { ask: askOnTerminal, confirm: askToConfirm },
): Promise<void> {
  const actor = toOperatorActor(desk, options)
  const paypal = requirePayPal(desk)
  const payments = await readPayments(desk, reader)
  const chosen = await choosePayment(payments, { given: options.payment, ask }, new Date())
  const refund = planRefund(chosen, payments)
  if (chosen.payment.state === 'refunded') {
    printText(`already refunded: ${formatPayment(chosen)}`)
    return options.dryRun ? undefined : applyRefund(desk, reader, chosen, options)
  }
  const description = describeRefund(reader, refund, new Date())
  printText(description)
  if (options.dryRun) return console.log('Nothing was written.')
  await confirm('Refund the payment?', options.isConfirmed)
  await requireUnchanged(desk, reader.uid, chosen, description)
  await storeRefundRequest(desk, reader.uid, chosen, actor)
  const { id } = chosen.transaction
  const requestId = getRefundRequestId(chosen.transaction)
  const refunded = refund.rest
    ? await paypal.refundPart(id, refund.rest, requestId)
    : await paypal.refund(id, requestId)
  if (!refunded.ok) throw payPalError('Refunding the payment', refunded.failure)
  printText(`refunded ${formatRefund(refund)}`)
  await applyRefund(desk, reader, chosen, options)
}

/** A payment may have been refunded since, so the confirmed effect is checked again. */
async function requireUnchanged(desk: Desk, uid: string, chosen: ReaderPayment, confirmed: string) {
  const reader = await findReader(desk, uid)
  const payments = reader ? await readPayments(desk, reader) : []
  const payment = payments.find(({ transaction }) => transaction.id === chosen.transaction.id)
  const isUnchanged =
    reader &&
    payment &&
    describeRefund(reader, planRefund(payment, payments), new Date()) === confirmed
  if (!isUnchanged)
    throw new DeskError(
      'The reader’s payments or subscription have changed meanwhile. Nothing was refunded. Run the same command again.',
      'conflict',
    )
}

/** Safe to repeat: each step checks whether it has already been done. */
async function applyRefund(
  desk: Desk,
  reader: FoundReader,
  payment: ReaderPayment,
  options: OperatorChangeOptions,
): Promise<void> {
  // Another payment for the period may have been refunded meanwhile.
  const { event } = planRefund(payment, await readPayments(desk, reader))
  const changed = await applyOperatorChange(desk, reader, event, options)
  if (!changed) return
  await finishRefundRequest(desk, reader.uid, payment)
  const { record } = changed
  if (record) printText(`access: ${formatAccess(record, new Date())}`)
}
