/** Names the events that outlook.ts lists. */
export const upcomingKinds = [
  'payment',
  /** A month from the bank replaces a payment. */
  'skippedPayment',
  /** A pause begins, or ends. */
  'closes',
  'opens',
  /** Months that covered this time can't be used any more, which closes access, and opens it after them. */
  'locks',
  'unlocks',
  /** Access ends, unless the reader renews it. */
  'ends',
] as const
