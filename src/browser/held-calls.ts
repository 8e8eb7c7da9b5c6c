/**
 * Calls that were answered with 429. None of them is made again before the time that the answer named,
 * whatever page, timer or button would make it: readers behind a shared address would otherwise keep
 * each other out. Kept in the tab, because a page is often left before that time:
 *
 *     sessionStorage['held-calls'] = {"GET /api/saved":1790000060000}
 */
import { tooManyRequests } from '../contracts/too-many-requests.ts'

const key = 'held-calls'

/** Seconds; no answer of ours names more. */
const longest = 600
/** A call is held for up to this much longer, so that those who were refused together don't return together. */
const spread = 0.5

/** Milliseconds since 1970 until which each call is held. Not only in the tab: some browsers store nothing. */
let onThisPage: Readonly<Record<string, number>> = {}

function readHeld(): Readonly<Record<string, number>> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' ? { ...onThisPage, ...stored } : onThisPage
  } catch {
    return onThisPage
  }
}

/** A clock that was put back must not hold a call for longer. */
const isRunning = (until: unknown, now: number): boolean =>
  typeof until === 'number' && until > now && until - now <= longest * (1 + spread) * 1000

/** `call` names it: method and path. */
export function isHeld(call: string): boolean {
  return isRunning(readHeld()[call], Date.now())
}

/** `retryAfter` is the header of the answer. */
export function holdCall(call: string, retryAfter: string | null) {
  const named = Number(retryAfter ?? Number.NaN)
  const seconds = named > 0 ? Math.min(named, longest) : tooManyRequests.retryAfter
  const now = Date.now()
  const until = now + seconds * 1000 * (1 + Math.random() * spread)
  const others = Object.entries(readHeld()).filter(([, until]) => isRunning(until, now))
  onThisPage = { ...Object.fromEntries(others), [call]: until }
  try {
    sessionStorage.setItem(key, JSON.stringify(onThisPage))
  } catch {
    // Then this page alone knows.
  }
}
