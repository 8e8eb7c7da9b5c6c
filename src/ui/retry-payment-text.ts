import { formatCents } from '../domain/subscription/outlook-text.ts'

/**
 * Returns a label such as “Retry payment of $99”, without the amount until it's known. `amountDue` is in minor units.
 */
export const formatRetryButton = (amountDue: number | null | undefined) =>
  amountDue ? `Retry payment of ${formatCents(amountDue)}` : 'Retry payment'

export const retryPaymentText = {
  trying: 'Trying the payment again…',
  pending: 'PayPal is trying the payment again. Check back in a few minutes.',
  /** A link to the reader's payment methods at PayPal. */
  otherMethod: 'Choose another payment method at PayPal',
  thenRetry: 'then retry the payment here.',
} as const
