/**
 * Holds back calls answered with 429 until the time that the response named, in every page of the tab:
 * readers behind one address would otherwise lock each other out.
 */
import { rateLimitResponse } from '../contracts/endpoints/endpoint-path.ts'
import { readTabItem, storeTabItem } from './session-storage.ts'

const storageKey = 'rate-limits'

/** Seconds; none of our responses names more. */
const maxSeconds = 600
/** A random share of the delay, so that callers refused together don't return together. */
const jitter = 0.5

/** End of each call's delay in milliseconds since 1970, by method and path. */
let pageRateLimits: Readonly<Record<string, number>> = {}

function readRateLimits(): Readonly<Record<string, number>> {
  const stored = readTabItem(storageKey)
  return typeof stored === 'object' ? { ...pageRateLimits, ...stored } : pageRateLimits
}

/** A clock that was set back must not hold a call for longer. */
const isActive = (until: unknown, now: number): boolean =>
  typeof until === 'number' && until > now && until - now <= maxSeconds * (1 + jitter) * 1000

export function isRateLimited(call: string): boolean {
  return isActive(readRateLimits()[call], Date.now())
}

/** `retryAfter` is the response header. */
export function recordRateLimit(call: string, retryAfter: string | null) {
  const requestedSeconds = Number(retryAfter ?? Number.NaN)
  const seconds =
    requestedSeconds > 0
      ? Math.min(requestedSeconds, maxSeconds)
      : rateLimitResponse.retryAfterSeconds
  const now = Date.now()
  const until = now + seconds * 1000 * (1 + Math.random() * jitter)
  const activeLimits = Object.entries(readRateLimits()).filter(([, until]) => isActive(until, now))
  pageRateLimits = { ...Object.fromEntries(activeLimits), [call]: until }
  storeTabItem(storageKey, pageRateLimits)
}
