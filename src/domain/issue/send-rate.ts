import { second } from '../duration.ts'

/** The rate at which a provider may be called. Times are milliseconds. */
export type ProviderRate = {
  /** Null if only recipients are limited. */
  readonly callsPerSecond: number | null
  readonly recipientsPerSecond: number | null
}

/** The time until the next call, after one with so many recipients. */
export function getCallInterval(
  { callsPerSecond, recipientsPerSecond }: ProviderRate,
  recipients: number,
): number {
  return Math.max(
    callsPerSecond === null ? 0 : 1000 / callsPerSecond,
    recipientsPerSecond === null ? 0 : (1000 * recipients) / recipientsPerSecond,
  )
}

/** If a provider that limits the rate doesn't say for how long. */
export const throttleDelay = 30 * second

/** The delay after so many calls in a row without an answer. */
export const getOutageDelay = (lostAnswers: number) =>
  Math.min(600 * second, 2 ** (lostAnswers - 1) * 30 * second)
