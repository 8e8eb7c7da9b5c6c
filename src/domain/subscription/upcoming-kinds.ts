/** Names the events that outlook.ts lists. */
export const upcomingKinds = [
  'payment',
  /** A month from the bank replaces a payment. */
  'skippedPayment',
  /** A pause begins, or ends. */
  'closes',
  'opens',
  /** Access ends, unless the reader renews it. */
  'ends',
] as const
