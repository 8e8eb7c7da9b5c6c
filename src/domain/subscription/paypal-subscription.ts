/** Uses PayPal's terms. */
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
  /** PayPal's id of the plan that it bills. */
  readonly planId: string
  /** US cents of each coming payment, with PayPal's quantity and overrides; null if unknown. */
  readonly nextMinorUnits: number | null
  /** May be missing while suspended. */
  readonly nextBillingAt: Date | null
  readonly lastPaymentAt: Date | null
  /** US cents; more than the plan's price if arrears were billed with it. Null if unknown. */
  readonly lastPaymentMinorUnits: number | null
  /** US cents that are billed with the next payment; 0 if unknown. */
  readonly outstandingMinorUnits: number
  /** Failures in a row; 0 after a successful payment. */
  readonly failedPayments: number
  readonly lastFailedAt: Date | null
}

/** We can set these at the provider. */
export type DesiredStatus = 'ACTIVE' | 'SUSPENDED' | 'CANCELLED'

/** A payment that PayPal lists, in minor units. Declined ones aren't listed here. */
export type PayPalPayment = {
  readonly at: Date
  readonly minorUnits: number
  readonly isPending: boolean
  /** All of it was refunded before we have counted it: it pays for nothing. */
  readonly isRefunded: boolean
}
