/** The statuses that section 4 of the specification defines. This file doesn't use zod, because browsers load it. */
export const subscriptionStatuses = [
  'isSubscribed',
  'isEnding',
  'needsToRestart',
  'notSubscribed',
] as const
/** The value of `data-for` for every signed-in reader (styles/reader-state.css). */
export const signedInStatuses = /* @__PURE__ */ subscriptionStatuses.join(' ')
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const subscriptionDetails = [
  'active',
  'complimentary',
  'gift',
  'cancelled',
  /** PayPal charged too little, so the subscription was cancelled there. The reader has to approve a new one. */
  'underpaid',
  'paused',
  'paymentFailed',
  /** PayPal hasn't tried to collect a payment. The reader has to approve a new subscription. */
  'paymentMissing',
  'disputed',
  'ended',
  'none',
] as const
export type SubscriptionDetail = (typeof subscriptionDetails)[number]
