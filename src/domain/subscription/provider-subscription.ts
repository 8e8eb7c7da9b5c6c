/** Uses PayPal's terms. */
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
  /** May be missing while suspended. */
  readonly nextBillingAt: Date | null
  readonly lastPaymentAt: Date | null
  /** Failures in a row; 0 after a successful payment. */
  readonly failedPayments: number
  readonly lastFailedAt: Date | null
}

/** The statuses that we can set at the provider. */
export type DesiredStatus = 'ACTIVE' | 'SUSPENDED' | 'CANCELLED'
