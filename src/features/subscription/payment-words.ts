/** Payments, and what else has happened to a subscription, in words. */
import type { happenings, Payment, PaymentsResponse } from '../../contracts/payments.ts'
import { dayInWords } from '../../domain/day.ts'
import { type PlanId, periodEnd, plans } from '../../domain/plan.ts'

export const stateWords: Readonly<Record<Payment['state'], string>> = {
  paid: 'Paid',
  pending: 'On its way',
  declined: 'Declined',
  refunded: 'Paid back',
  partlyRefunded: 'Partly paid back',
}

/** There is a receipt for what was paid, and it says so where it went back. */
export const hasReceipt = ({ state }: Pick<Payment, 'state'>) =>
  state === 'paid' || state === 'refunded' || state === 'partlyRefunded'

/** “Annual subscription”. */
export const subscriptionTo = (plan: PlanId) => `${plans[plan].name} subscription`

/** “21 November 2026 to 21 November 2027”: what a payment pays for. */
export function periodInWords({ at, plan }: Pick<Payment, 'at' | 'plan'>): string {
  const from = new Date(at)
  return `${dayInWords(from)} to ${dayInWords(periodEnd(plan, from))}`
}

const happeningWords: Readonly<Record<(typeof happenings)[number], string>> = {
  started: 'Subscribed',
  renewed: 'Renewed',
  cancelled: 'Cancelled',
  paused: 'Paused',
  offerTaken: 'Free month taken',
  resumed: 'Taken up again',
  paymentFailed: 'A payment did not go through',
  paymentMended: 'The payment went through',
  refunded: 'A payment was paid back',
  disputed: 'A payment was taken back by a bank or by PayPal',
  disputeWon: 'The payment that was taken back has come again',
  complimentary: 'Opened with our compliments',
  ended: 'Ended',
}

/** “Subscribed: annual”; the plan where it is news. */
export function happeningInWords({ what, plan }: PaymentsResponse['history'][number]): string {
  const words = happeningWords[what]
  return what === 'started' && plan ? `${words}: ${plans[plan].name.toLowerCase()}` : words
}
