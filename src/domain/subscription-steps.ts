/** What readers do about their subscription. Free of zod, because browsers load this file. */
export const readerSteps = [
  'subscribe',
  'cancel',
  'pause',
  'takeOffer',
  'reactivate',
  'mend',
] as const
export type ReaderStep = (typeof readerSteps)[number]

/** For how long a subscription may be paused. */
export const pauseMonths = [1, 2, 3] as const
export type PauseMonths = (typeof pauseMonths)[number]
