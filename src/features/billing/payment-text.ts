import type {
  Payment,
  PaymentsResponse,
  subscriptionHistoryKinds,
} from '../../contracts/payments-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { formatMoney } from '../../domain/money.ts'
import { getPeriodEnd, type PlanId, plans } from '../../domain/subscription/plan.ts'

export const receiptPath = '/settings/payments/receipt'
export const getReceiptPath = (id: string) => `${receiptPath}#${encodeURIComponent(id)}`

export const paymentStateText: Readonly<Record<Payment['state'], string>> = {
  paid: 'Paid',
  pending: 'Pending',
  declined: 'Declined',
  refunded: 'Refunded',
  partlyRefunded: 'Partly refunded',
}

/** “$13.99 credit used”. */
export const formatCreditUsed = ({ credit, currency }: Pick<Payment, 'credit' | 'currency'>) =>
  `${formatMoney({ minorUnits: credit, currency })} credit used`

/** A refunded payment has a receipt too, which says so. */
export const hasReceipt = ({ state }: Pick<Payment, 'state'>) =>
  state === 'paid' || state === 'refunded' || state === 'partlyRefunded'

/** “Annual subscription”. */
export const getSubscriptionName = (plan: PlanId) => `${plans[plan].name} subscription`

/** “21 November 2026 to 21 November 2027”. */
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
  offerAccepted: 'Free month added',
  resumed: 'Resumed',
  paymentFailed: 'A payment didn’t go through',
  paymentFixed: 'The payment went through',
  refunded: 'A payment was refunded',
  disputed: 'A payment was reversed by a bank or PayPal',
  disputeWon: 'The reversed payment was reinstated',
  complimentary: 'Complimentary access',
  giftRedeemed: 'Gift redeemed',
  giftEnded: 'The gift was withdrawn, because its payment was returned or disputed',
  giftRestored: 'The gift was restored',
  ended: 'Ended',
}

/** “Subscribed: annual”; the plan is named only for a new subscription. */
export function formatHistoryEntry({ kind, plan }: PaymentsResponse['history'][number]): string {
  const text = historyText[kind]
  return kind === 'started' && plan ? `${text}: ${plans[plan].name.toLowerCase()}` : text
}
