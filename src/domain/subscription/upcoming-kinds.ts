/** The kinds of events that outlook.ts lists. */
export const upcomingKinds = [
  'payment',
  /** A month from the reader's time bank replaces a payment. */
  'skippedPayment',
  /** A pause begins or ends. */
  'closes',
  'opens',
  /** Months that covered this time can't be used any more, so access closes, and reopens after those months. */
  'locks',
  'unlocks',
  /** Access ends unless the reader renews it. */
  'ends',
] as const
