/** PayPal's orders: one-time payments that the payer approves and the merchant captures. */
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import type { Order, Payment } from './ledger-records.ts'
import { createId, type LedgerError, type LedgerState } from './ledger-state.ts'
import type { Payer } from './subscription-record.ts'

/**
 * Milliseconds from creation to approval, and from approval to capture. PayPal's default
 * (`links` of an order in its OpenAPI file).
 */
const orderLifetime = 3 * 60 * 60 * 1000

export function createOrders(state: LedgerState) {
  const { orders, payments, at, now, emit, save } = state

  function storeOrder(next: Order): Order {
    orders.set(next.id, next)
    save()
    return next
  }

  function isExpired({ status, createdAt, approvedAt }: Order): boolean {
    const since = new Date(approvedAt ?? createdAt).getTime()
    return status !== 'COMPLETED' && now().getTime() - since > orderLifetime
  }

  /** Finds an order that hasn't expired, because PayPal deletes expired ones. */
  function findOrder(id: string): Result<Order, LedgerError> {
    const found = orders.get(id)
    return found && !isExpired(found) ? succeed(found) : fail('INVALID_RESOURCE_ID')
  }

  const findCaptureOf = (order: Order): Payment | null =>
    [...payments.values()].find((payment) => payment.order === order.id) ?? null

  function storeCapture(order: Order, payment: Payment): Payment {
    payments.set(payment.id, payment)
    save()
    const { status } = payment
    if (status === 'COMPLETED' || status === 'PENDING')
      emit({ type: `PAYMENT.CAPTURE.${status}`, payment, order })
    if (status === 'DECLINED') emit({ type: 'PAYMENT.CAPTURE.DENIED', payment, order })
    return payment
  }

  return {
    findOrder,
    findCaptureOf,
    listOrders: () => [...orders.values()].toReversed(),

    createOrder(
      order: Pick<
        Order,
        'value' | 'description' | 'customId' | 'returnUrl' | 'cancelUrl' | 'brand'
      >,
      requestId: string | null,
    ): { readonly order: Order; readonly isNew: boolean } {
      const earlier = orders.get(state.findRequest('order', requestId) ?? '')
      if (earlier) return { order: earlier, isNew: false }
      const id = createId(17)
      state.rememberRequest('order', requestId, id)
      const created: Order = {
        ...order,
        id,
        status: 'PAYER_ACTION_REQUIRED',
        createdAt: at(),
        approvedAt: null,
        payer: null,
        captureOutcome: 'paid',
      }
      return { order: storeOrder(created), isNew: true }
    },

    /** A payer whose card was declined approves the order again, with another card. */
    approveOrder(
      id: string,
      payer: Payer,
      captureOutcome: Order['captureOutcome'] = 'paid',
    ): Result<Order, LedgerError> {
      const found = findOrder(id)
      if (!found.ok) return found
      if (found.value.status === 'COMPLETED') return fail('ORDER_ALREADY_CAPTURED')
      const approval = { status: 'APPROVED', approvedAt: at(), payer, captureOutcome } as const
      const order = storeOrder({ ...found.value, ...approval })
      emit({ type: 'CHECKOUT.ORDER.APPROVED', order })
      return succeed(order)
    },

    /** Changes what the next capture does, without the payer. */
    setCaptureOutcome(
      id: string,
      captureOutcome: Order['captureOutcome'],
    ): Result<Order, LedgerError> {
      const found = findOrder(id)
      return found.ok ? succeed(storeOrder({ ...found.value, captureOutcome })) : found
    },

    captureOrder(
      id: string,
      requestId: string | null,
    ): Result<{ readonly order: Order; readonly isNew: boolean }, LedgerError> {
      const found = findOrder(id)
      if (!found.ok) return found
      const { status, captureOutcome, value } = found.value
      if (state.findRequest('capture', requestId) === id)
        return succeed({ order: found.value, isNew: false })
      if (status === 'COMPLETED') return fail('ORDER_ALREADY_CAPTURED')
      if (status !== 'APPROVED') return fail('ORDER_NOT_APPROVED')
      if (captureOutcome === 'declined') return fail('INSTRUMENT_DECLINED')
      state.rememberRequest('capture', requestId, id)
      const order = storeOrder({ ...found.value, status: 'COMPLETED' })
      storeCapture(order, {
        id: createId(17),
        subscription: null,
        order: id,
        at: at(),
        value,
        status: captureOutcome === 'paid' ? 'COMPLETED' : 'PENDING',
      })
      return succeed({ order, isNew: true })
    },

    completeCapture(payment: Payment, isPaid: boolean): Payment {
      const status = isPaid ? 'COMPLETED' : 'DECLINED'
      return storeCapture(orders.get(payment.order!)!, { ...payment, status })
    },

    /** Expires an order as if the payer had needed hours. */
    expireOrder(id: string): Result<Order, LedgerError> {
      const found = findOrder(id)
      if (!found.ok) return found
      const { createdAt, approvedAt } = found.value
      const moveBack = (time: string) =>
        new Date(new Date(time).getTime() - orderLifetime - 1).toISOString()
      const times = {
        createdAt: moveBack(createdAt),
        approvedAt: approvedAt && moveBack(approvedAt),
      }
      return succeed(storeOrder({ ...found.value, ...times }))
    },
  }
}
