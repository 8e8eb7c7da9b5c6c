/**
 * Refunds a payment, or the rest of it after credit or given months. The request is recorded first, PayPal makes one
 * refund however often the request is repeated, and then the record changes as PayPal's own message would change it. A
 * repeated call finishes an interrupted one.
 */

import type { OutputOf } from '../../src/contracts/endpoints/endpoint.ts'
import type { Api } from '../../src/contracts/endpoints/endpoints.ts'
import { formatMoney, type Money } from '../../src/domain/money.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { getNextPayment } from '../../src/domain/subscription/entitlement.ts'
import type { EventOf } from '../../src/domain/subscription/subscription-event.ts'
import { transition } from '../../src/domain/subscription/transition.ts'
import { type Handle, refuse } from '../identity/handler.ts'
import { hashParts } from '../platform/hash-parts.ts'
import { createRefundedEvent, getRefundRequestId } from '../subscription/refunded-event.ts'
import { type Act, changeAccess } from './change-access.ts'
import { choosePayment, isRefunded } from './choose-payment.ts'
import { formatNextPayment, formatStatus } from './describe-reader.ts'
import { type FoundReader, findReaderToHelp } from './find-reader.ts'
import {
  formatPayment,
  formatPayments,
  formatPeriod,
  listReturns,
  type ReaderPayment,
  readPayments,
} from './reader-payments.ts'
import {
  finishRefundRequest,
  refuseSimultaneousRefund,
  storeRefundRequest,
} from './refund-request.ts'
import { refuseSupport } from './refuse-support.ts'
import { toAnswer } from './staff-answer.ts'
import type { SupportDeps } from './support-deps.ts'
import type { SupportFailure } from './support-failure.ts'

type Answer = OutputOf<Api['POST /api/desk/readers/refund']>

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

/** Returns a text such as “$79, the rest of $99 paid on Tue 2030-01-01 15:30 Asia/Colombo (S-1)”. */
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
function describeRefund({ record }: FoundReader, refund: Refund, now: Date): readonly string[] {
  const { payment, event } = refund
  const next = transition(record, event, now)
  const [before, after] = [record, next.ok ? next.value.record : record].map((one) =>
    formatAccess(one, now),
  )
  const emails = next.ok ? next.value.emails : []
  const twins = payment.twins.join(', ')
  const hasOneTwin = payment.twins.length === 1
  return [
    `refund       ${formatRefund(refund)}`,
    ...listReturns(payment).map((text) => `before       ${text}`),
    `paid for     ${formatPeriod(payment.period)} (${payment.payment.plan})`,
    ...(twins
      ? [
          `twice        ${hasOneTwin ? `payment ${twins} is` : `payments ${twins} are`} for the same period`,
        ]
      : []),
    ...(before === after
      ? [`access       doesn’t change: ${before}`]
      : [`access now   ${before}`, `access then  ${after}`]),
    ...emails.map((template) => `email        ${template}`),
  ]
}

const changedText =
  'The reader’s subscription or payments have changed in the meantime. Nothing was refunded. Check the refund again before you confirm it.'

/** Refunds only if `effect` is that of the plan as it is now, so a payment is never refunded for an outdated reason. */
export const refundPayment: Handle<'POST /api/desk/readers/refund', SupportDeps> = async (
  { reader: query, payment: given, effect, message },
  staff,
  deps,
) => {
  const refuseAs = (failure: SupportFailure) => refuseSupport(deps, 'payment_not_refunded', failure)
  const found = await findReaderToHelp(deps, query, staff)
  if (!found.ok) return refuseAs(found.failure)
  const reader = found.value
  const payments = await readPayments(deps, reader)
  if (!payments.ok) return refuseAs(payments.failure)
  const choice = choosePayment(payments.value, given, deps.now())
  if (!choice.ok) return refuseAs(choice.failure)
  const { payment } = choice.value
  if (!payment) {
    const choices = payments.value.map(({ transaction }) => transaction.id)
    return toRefundAnswer([...formatPayments(payments.value), choice.value.why], null, choices)
  }
  const refund = planRefund(payment, payments.value)
  const { lines, plan } = await describePlan(reader, refund, deps.now())
  if (effect === undefined) return toRefundAnswer(lines, plan)
  if (!plan.isRefunded && plan.effect !== effect) return refuse('outdated', changedText)
  const act = { staff, message: message || null }
  const refunded = await makeRefund(deps, reader, refund, payments.value, act)
  if (!refunded.ok) return refuseAs(refunded.failure)
  return toRefundAnswer(refunded.value)
}

const toRefundAnswer = (
  lines: readonly string[],
  plan: Answer['plan'] = null,
  choices: readonly string[] = [],
) => succeed({ ...toAnswer(lines), plan, choices })

async function describePlan(reader: FoundReader, refund: Refund, now: Date) {
  const { payment } = refund
  const { id } = payment.transaction
  const lines = isRefunded(payment)
    ? [`already refunded: ${formatPayment(payment)}`]
    : describeRefund(reader, refund, now)
  const effect = await hashParts(reader.uid, id, ...lines)
  return { lines, plan: { payment: id, effect, isRefunded: isRefunded(payment) } }
}

/** Safe to repeat: each step checks whether it has already been done. */
async function makeRefund(
  deps: SupportDeps,
  reader: FoundReader,
  refund: Refund,
  payments: readonly ReaderPayment[],
  act: Act,
): Promise<Result<readonly string[], SupportFailure>> {
  const { payment, rest } = refund
  const isNew = !isRefunded(payment)
  if (isNew) {
    const stored = await storeRefundRequest(deps, reader.uid, payment, act)
    if (!stored.ok) return stored
    const twins = payments.filter(({ number }) => payment.twins.includes(number))
    const allowed = await refuseSimultaneousRefund(deps, reader.uid, twins)
    if (!allowed.ok) return allowed
    const { id } = payment.transaction
    const requestId = getRefundRequestId(payment.transaction)
    const refunded = rest
      ? await deps.paypal!.refundPart(id, rest, requestId)
      : await deps.paypal!.refund(id, requestId)
    if (!refunded.ok) return refunded
  }
  const recorded = await recordRefund(deps, reader, payment, act)
  if (!recorded.ok) return fail({ kind: 'refundedOnly', cause: recorded.failure })
  return succeed([
    isNew ? `refunded ${formatRefund(refund)}` : `already refunded: ${formatPayment(payment)}`,
    ...recorded.value,
  ])
}

async function recordRefund(
  deps: SupportDeps,
  reader: FoundReader,
  payment: ReaderPayment,
  act: Act,
): Promise<Result<readonly string[], SupportFailure>> {
  // Another payment for the period may have been refunded in the meantime.
  const payments = await readPayments(deps, reader)
  if (!payments.ok) return payments
  const { event } = planRefund(payment, payments.value)
  const changed = await changeAccess(deps, reader, event, act, 'refunded')
  if (!changed.ok) return changed
  const finished = await finishRefundRequest(deps, reader.uid, payment)
  if (!finished.ok) return finished
  const { record, lines } = changed.value
  return succeed([...lines, ...(record ? [`access: ${formatAccess(record, deps.now())}`] : [])])
}
