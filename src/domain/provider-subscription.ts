/** A subscription as the payment provider tells of it when asked. PayPal's words, and ours for time. */
export const providerStatuses = [
  'APPROVAL_PENDING',
  'APPROVED',
  'ACTIVE',
  'SUSPENDED',
  'CANCELLED',
  'EXPIRED',
] as const
export type ProviderStatus = (typeof providerStatuses)[number]

export type ProviderSubscription = {
  readonly id: string
  readonly status: ProviderStatus
  /** Known where it was or is active; may be missing while it is suspended. */
  readonly nextBillingAt: Date | null
  readonly lastPaymentAt: Date | null
  /** Failed payments in a row; 0 after one that succeeded. */
  readonly failedPayments: number
  readonly lastFailedAt: Date | null
}

/** What we can have a provider make of a subscription. */
export type Wanted = 'ACTIVE' | 'SUSPENDED' | 'CANCELLED'
