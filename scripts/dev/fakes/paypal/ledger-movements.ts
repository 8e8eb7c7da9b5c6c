/** Every movement of money on the merchant's account, as Transaction Search lists them. */
import type { LedgerState } from './ledger-state.ts'
import { createId } from './ledger-state.ts'
import { getFee, toCents, toValue } from './payment-value.ts'

export type Movement = {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  readonly code: string
  readonly cents: number
  /** PayPal's fee, negative or 0. */
  readonly fee: number
  readonly reference: { readonly id: string; readonly type: 'SUB' | 'TXN' } | null
  readonly country: string | null
}

/** Milliseconds: the longest time before PayPal lists a movement. */
const listingDelay = 3 * 60 * 60 * 1000

export function createMovements(state: LedgerState) {
  const { subscriptions, orders, payments, refunds, disputeMovements, reversals, now } = state

  const getCountry = (paymentId: string) => {
    const { subscription, order } = payments.get(paymentId)!
    const payer = (subscriptions.get(subscription ?? '') ?? orders.get(order ?? ''))?.payer
    return payer ? (payer.country ?? 'US') : null
  }
  const refer = (payment: string) => ({
    fee: 0,
    reference: { id: payment, type: 'TXN' } as const,
    country: getCountry(payment),
  })

  function listAll(): readonly Movement[] {
    return [
      ...[...payments.values()]
        .filter(({ status }) => status !== 'PENDING' && status !== 'DECLINED')
        .map(({ id, at, value, subscription, order }): Movement => {
          const cents = toCents(value)
          const code = subscription ? 'T0002' : order ? 'T0006' : 'T0000'
          const reference = subscription ? ({ id: subscription, type: 'SUB' } as const) : null
          return { id, at, code, cents, fee: -getFee(cents), reference, country: getCountry(id) }
        }),
      ...[...refunds.values()].map(({ id, at, value, payment }): Movement => {
        const code = reversals.has(id) ? 'T1106' : 'T1107'
        return { id, at, code, cents: -toCents(value), ...refer(payment) }
      }),
      ...[...disputeMovements.values()].map(
        ({ payment, ...movement }): Movement => ({ ...movement, ...refer(payment) }),
      ),
    ]
  }

  return {
    /** Lists all movements, even those that PayPal doesn't list yet. */
    listAllMovements: listAll,

    /** Returns the movements that PayPal lists now, oldest first. */
    listMovements: (from: Date, to: Date): readonly Movement[] =>
      listAll()
        .filter(({ at }) => {
          const time = new Date(at)
          return time >= from && time <= to && time.getTime() + listingDelay <= now().getTime()
        })
        .sort((one, other) => (one.at < other.at ? -1 : 1)),

    /** Receives money from somebody who bought nothing. */
    receiveMoney(value: string): string {
      const id = createId(17)
      payments.set(id, {
        id,
        subscription: null,
        order: null,
        at: state.at(),
        value: toValue(toCents(value)),
        status: 'COMPLETED',
      })
      state.save()
      return id
    },
  }
}
