/**
 * After a 429, delays the same call in all of the tab's pages until the time in the response, because readers who share
 * an address would otherwise lock each other out.
 */
import { rateLimitResponse } from '../contracts/endpoints/endpoint-path.ts'
import { readTabItem, storeTabItem } from './session-storage.ts'

const storageKey = 'rate-limits'

/** In seconds. None of our responses asks for a longer delay. */
const maxSeconds = 600
/** The maximum random addition, as a share of the delay, so that callers refused together don't retry together. */
const jitter = 0.5

/** When each call's delay ends, in milliseconds since 1970, by method and path. */
let pageRateLimits: Readonly<Record<string, number>> = {}

function readRateLimits(): Readonly<Record<string, number>> {
  const stored = readTabItem(storageKey)
  return typeof stored === 'object' ? { ...pageRateLimits, ...stored } : pageRateLimits
}

/** Ignores an end that is too far in the future, so that setting back the clock doesn't extend the delay. */
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
