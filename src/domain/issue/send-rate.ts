import { second } from '../duration.ts'

/** The rate at which a provider may be called. Times are in milliseconds. */
export type ProviderRate = {
  /** Null if only the number of recipients is limited. */
  readonly callsPerSecond: number | null
  readonly recipientsPerSecond: number | null
}

/** Returns the time until the next call, after a call with this many recipients. */
export function getCallInterval(
  { callsPerSecond, recipientsPerSecond }: ProviderRate,
  recipients: number,
): number {
  return Math.max(
    callsPerSecond === null ? 0 : 1000 / callsPerSecond,
    recipientsPerSecond === null ? 0 : (1000 * recipients) / recipientsPerSecond,
  )
}

/** The delay if a provider that limits the rate specifies none. */
export const throttleDelay = 30 * second

/** Returns the delay after this many consecutive calls without a response. */
export const getOutageDelay = (lostAnswers: number) =>
  Math.min(600 * second, 2 ** (lostAnswers - 1) * 30 * second)
