/** Statuses of subscriptions, in PayPal's terms. */
export const payPalStatuses = [
  'APPROVAL_PENDING',
  'APPROVED',
  'ACTIVE',
  'SUSPENDED',
  'CANCELLED',
  'EXPIRED',
] as const
export type PayPalStatus = (typeof payPalStatuses)[number]

export type PayPalSubscription = {
  readonly id: string
  readonly status: PayPalStatus
  /** PayPal's id for the plan that is billed. */
  readonly planId: string
  /** Minor units of each future payment, with PayPal's quantity and overrides; null if unknown. */
  readonly nextMinorUnits: number | null
  /** May be missing while the subscription is suspended. */
  readonly nextBillingAt: Date | null
  readonly lastPaymentAt: Date | null
  /** In minor units; more than the plan's price if arrears were billed with it. Null if unknown. */
  readonly lastPaymentMinorUnits: number | null
  /** Minor units that will be billed with the next payment; 0 if unknown. */
  readonly outstandingMinorUnits: number
  /** Consecutive failures; 0 after a successful payment. */
  readonly failedPayments: number
  readonly lastFailedAt: Date | null
}

/** The statuses that we can set at PayPal. */
export type DesiredStatus = 'ACTIVE' | 'SUSPENDED' | 'CANCELLED'

/** A payment in PayPal's list, in minor units. Declined payments are left out. */
export type PayPalPayment = {
  readonly at: Date
  readonly minorUnits: number
  readonly isPending: boolean
  /** The whole payment was refunded before we counted it, so it pays for nothing. */
  readonly isRefunded: boolean
}
