import type {
  Payment,
  PaymentsResponse,
  subscriptionHistoryKinds,
} from '../../contracts/endpoints/payments-endpoints.ts'
import { capitalise } from '../../domain/capitalise.ts'
import { formatDay } from '../../domain/day.ts'
import { formatMoney } from '../../domain/money.ts'
import { freeMonths } from '../../domain/subscription/free-months.ts'
import { formatCents } from '../../domain/subscription/outlook-text.ts'
import { getPeriodEnd, type PlanId } from '../../domain/subscription/plan.ts'
import { plans } from '../../publication/offer.ts'

export const receiptPath = '/settings/payments/receipt'
export const getReceiptPath = (id: string) => `${receiptPath}#${encodeURIComponent(id)}`

/** Returns the amount that was paid and not returned, in minor units; null if PayPal hasn't collected the payment. */
export function getPaidAmount(payment: Payment): number | null {
  const { minorUnits, credit, share, excess, refunded } = payment
  return hasReceipt(payment) ? minorUnits - credit - share - excess - refunded : null
}

/** Lists the amounts of a payment that were returned, and why. */
export function listReturns(
  payment: Payment,
): readonly (readonly [name: string, amount: string | null])[] {
  const { credit, share, excess, refunded, state } = payment
  const known = [
    ['Credit used', credit],
    ['Refunded for months you hadn’t used', share],
    ['Refunded because PayPal charged too much', excess],
    ['Refunded', refunded],
  ] as const
  const returns = known.filter(([, minorUnits]) => minorUnits > 0)
  const isPartUnknown = state === 'partlyRefunded' && refunded === 0
  return [
    ...returns.map(([name, minorUnits]) => [name, formatCents(minorUnits)] as const),
    ...(isPartUnknown ? [['Partly refunded', null] as const] : []),
  ]
}

/** Returns short notes for a payment; none if all of it was paid. */
export function describePayment(payment: Payment): readonly string[] {
  const price = formatMoney(payment)
  if (payment.state === 'pending') return [`Pending: ${price}`]
  if (payment.state === 'declined') return [`Declined: ${price}`]
  const returns = listReturns(payment)
  return returns.length === 0
    ? []
    : [
        `Charged: ${price}`,
        ...returns.map(([name, amount]) => (amount ? `${name}: ${amount}` : name)),
      ]
}

/** A refunded payment has a receipt too, which says so. */
export const hasReceipt = ({ state }: Pick<Payment, 'state'>) =>
  state === 'paid' || state === 'refunded' || state === 'partlyRefunded'

/** Returns a name such as “Annual subscription”. */
export const getSubscriptionName = (plan: PlanId) => `${plans[plan].name} subscription`

/** Returns a period such as “21 November 2026 to 21 November 2027”. */
export function formatPaidPeriod({ at, plan }: Pick<Payment, 'at' | 'plan'>): string {
  const from = new Date(at)
  return `${formatDay(from)} to ${formatDay(getPeriodEnd(plan, from))}`
}

const historyText: Readonly<Record<(typeof subscriptionHistoryKinds)[number], string>> = {
  started: 'Subscribed',
  renewed: 'Renewed',
  planChanged: 'Plan changed',
  cancelled: 'Cancelled',
  paused: 'Paused',
  offerAccepted: `${capitalise(freeMonths)} added`,
  resumed: 'Resumed',
  paymentFailed: 'A payment didn’t go through',
  paymentFixed: 'The payment went through',
  refunded: 'A payment was refunded',
  disputed: 'A payment was reversed by a bank or PayPal',
  disputeWon: 'The reversed payment was reinstated',
  complimentary: 'Complimentary access',
  giftRedeemed: 'Gift redeemed',
  giftEnded: 'The gift was withdrawn',
  giftRestored: 'The gift was restored',
  ended: 'Ended',
}

/** Returns a text such as “Subscribed: annual”, which names the plan only for a new subscription. */
export function formatHistoryEntry({ kind, plan }: PaymentsResponse['history'][number]): string {
  const text = historyText[kind]
  return kind === 'started' && plan ? `${text}: ${plans[plan].name.toLowerCase()}` : text
}
