/** What the edge answers, with status 429, to a caller who asks too often. Free of zod, because browsers load it. */
export const tooManyRequests = {
  message: 'Too many attempts. Try again in a minute.',
  /** Seconds, for `Retry-After`: as long as the period that the limits count. */
  retryAfter: 60,
} as const
