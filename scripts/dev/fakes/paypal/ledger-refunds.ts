/** Refunds and disputes of any payment. */
import { day } from '../../../../src/domain/duration.ts'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import type { Dispute, DisputeMovement, Payment, Refund } from './ledger-records.ts'
import { createId, type LedgerError, type LedgerState } from './ledger-state.ts'
import { toCents, toValue } from './payment-value.ts'

/** Days. Source: "Issue a refund" in PayPal's documentation. */
const refundPeriod = 180

export function createRefunds(state: LedgerState) {
  const { subscriptions, orders, payments, refunds, disputes, at, now, emit, save } = state
  const { disputeMovements, reversals } = state

  const listRefunds = (paymentId: string) =>
    [...refunds.values()].filter(({ payment }) => payment === paymentId)

  const sumRefunds = (paymentId: string) =>
    toValue(listRefunds(paymentId).reduce((sum, { value }) => sum + toCents(value), 0))

  const getCustomId = ({ subscription, order }: Payment) =>
    (subscriptions.get(subscription ?? '') ?? orders.get(order ?? ''))?.customId ?? ''

  function findProblem({ id, status, at: paidAt }: Payment, isPart: boolean): LedgerError | null {
    if (status === 'PENDING') return 'PENDING_CAPTURE'
    if (status === 'DECLINED') return 'REFUND_NOT_ALLOWED'
    if (status === 'REFUNDED') return 'CAPTURE_FULLY_REFUNDED'
    if (now().getTime() - new Date(paidAt).getTime() > refundPeriod * day)
      return 'REFUND_TIME_LIMIT_EXCEEDED'
    if (isPart && disputes.get(id) === null) return 'TRANSACTION_DISPUTED'
    return null
  }

  function recordRefund(payment: Payment, cents: number, type: 'REFUNDED' | 'REVERSED'): Refund {
    const refund: Refund = {
      id: createId(17),
      payment: payment.id,
      at: at(),
      value: toValue(cents),
    }
    refunds.set(refund.id, refund)
    if (type === 'REVERSED') reversals.add(refund.id)
    const isWhole = sumRefunds(payment.id) === payment.value
    const refunded: Payment = { ...payment, status: isWhole ? 'REFUNDED' : 'PARTIALLY_REFUNDED' }
    payments.set(payment.id, refunded)
    save()
    const kind = payment.order === null ? 'SALE' : 'CAPTURE'
    emit({ type: `PAYMENT.${kind}.${type}`, payment: refunded, refund })
    return refund
  }

  const toRemainingCents = ({ id, value }: Payment) => toCents(value) - toCents(sumRefunds(id))

  function createDispute(id: string, payment: Payment, outcome: Dispute['outcome']): Dispute {
    const type = `CUSTOMER.DISPUTE.${outcome ? 'RESOLVED' : 'CREATED'}` as const
    return { type, id, payment, outcome, customId: getCustomId(payment) }
  }

  function moveDisputed(payment: Payment, code: DisputeMovement['code'], cents: number) {
    const movement = { id: createId(17), payment: payment.id, at: at(), code, cents }
    if (cents !== 0) disputeMovements.set(movement.id, movement)
  }

  /** PayPal keeps the rest of the payment until the last dispute is decided; then the payer or the seller gets it. */
  function moveMoney(id: string, payment: Payment, outcome: Dispute['outcome']) {
    const isOtherOpen = [...disputes].some(
      ([other, decided]) => other !== id && other.startsWith(payment.id) && decided === null,
    )
    if (disputes.get(id) === outcome || isOtherOpen || outcome === 'none') return
    const held = [...disputeMovements.values()]
      .filter((one) => one.payment === payment.id)
      .reduce((sum, { cents }) => sum - cents, 0)
    if (outcome === null) return moveDisputed(payment, 'T1110', -toRemainingCents(payment))
    moveDisputed(payment, 'T1111', held)
    if (outcome === 'lost') moveDisputed(payment, 'T1106', -toRemainingCents(payment))
    if (outcome === 'partial')
      recordRefund(payment, Math.floor(toCents(payment.value) / 2), 'REFUNDED')
  }

  return {
    findRefund: (id: string) => refunds.get(id) ?? null,
    listRefunds,
    sumRefunds,

    /** Refunds `value`, or the rest of the payment. */
    refund(
      paymentId: string,
      { value = null, requestId = null }: RefundOptions = {},
    ): Result<Refund, LedgerError> {
      const earlier = refunds.get(state.findRequest('refund', requestId) ?? '')
      if (earlier) return succeed(earlier)
      const payment = payments.get(paymentId)
      if (!payment) return fail('INVALID_RESOURCE_ID')
      const problem = findProblem(payment, value !== null)
      if (problem) return fail(problem)
      const remaining = toRemainingCents(payment)
      const cents = value === null ? remaining : toCents(value)
      if (cents > remaining) return fail('REFUND_AMOUNT_EXCEEDED')
      const refund = recordRefund(payment, cents, 'REFUNDED')
      state.rememberRequest('refund', requestId, refund.id)
      save()
      return succeed(refund)
    },

    /** Reverses the rest of a payment, as a bank or PayPal can at any time. */
    reverse(paymentId: string): Result<Refund, LedgerError> {
      const payment = payments.get(paymentId)
      if (payment?.status !== 'COMPLETED' && payment?.status !== 'PARTIALLY_REFUNDED')
        return fail('INVALID_RESOURCE_ID')
      return succeed(recordRefund(payment, toRemainingCents(payment), 'REVERSED'))
    },

    /** `count` is the number of the payment's dispute, from 1. */
    dispute(
      paymentId: string,
      outcome: Dispute['outcome'],
      count = 1,
    ): Result<Payment, LedgerError> {
      const payment = payments.get(paymentId)
      if (!payment) return fail('INVALID_RESOURCE_ID')
      const id = count === 1 ? paymentId : `${paymentId}-${count}`
      moveMoney(id, payment, outcome)
      disputes.set(id, outcome)
      save()
      emit(createDispute(id, payment, outcome))
      return succeed(payment)
    },

    /** A dispute that began before the ledger did. No event reports it. */
    importDispute(paymentId: string) {
      const payment = payments.get(paymentId)
      if (payment) moveMoney(paymentId, payment, null)
      disputes.set(paymentId, null)
    },

    /** Returns null if there is no such dispute. */
    findDispute(id: string): Dispute | null {
      const payment = payments.get(id) ?? payments.get(id.replace(/-\d+$/, ''))
      const outcome = disputes.get(id)
      return payment && outcome !== undefined ? createDispute(id, payment, outcome) : null
    },

    /** Dates a payment back, as if it had been made days earlier. */
    backdatePayment(paymentId: string, days: number): Result<Payment, LedgerError> {
      const payment = payments.get(paymentId)
      if (!payment) return fail('INVALID_RESOURCE_ID')
      const paidAt = new Date(new Date(payment.at).getTime() - days * day).toISOString()
      const backdated = { ...payment, at: paidAt }
      payments.set(paymentId, backdated)
      save()
      return succeed(backdated)
    },
  }
}

type RefundOptions = { readonly value?: string | null; readonly requestId?: string | null }
