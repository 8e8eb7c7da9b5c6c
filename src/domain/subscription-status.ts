/** What pages show by (specification, section 4). Free of zod, because browsers load this file. */
export const subscriptionStatuses = [
  'isSubscribed',
  'isEnding',
  'needsToRestart',
  'notSubscribed',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Why the status is what it is, where pages must tell one case from another. */
export const subscriptionDetails = [
  'active',
  'complimentary',
  'cancelled',
  'paused',
  'paymentFailed',
  'disputed',
  'ended',
  'none',
] as const
export type SubscriptionDetail = (typeof subscriptionDetails)[number]
