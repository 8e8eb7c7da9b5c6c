/**
 * The reasons why an address on the list gets no issue. They apply only to The Weekly: emails about an account, a
 * subscription or a gift, and the confirmation email, are still sent.
 */
import { day } from '../duration.ts'
import { maxSoftBounces, type NewsletterEntry, unsubscribeEntry } from './newsletter-entry.ts'

/**
 * Issues stop once there are this many soft bounces within the period, and resume when those bounces are older. If the
 * mailbox is still full then, the first bounce stops them again.
 */
export const softBounceLimit = { count: 3, days: 30 } as const

/** Providers report one failed delivery several times, and retry for about a day. */
const sameBounceMilliseconds = day

export const exclusionReasons = [
  'pending',
  'unsubscribed',
  'complaint',
  'hardBounce',
  'softBounces',
  'paused',
] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

/** Returns null if the reader gets an issue sent now. */
export function getExclusion(entry: NewsletterEntry, now: Date): ExclusionReason | null {
  if (entry.complainedAt) return 'complaint'
  if (entry.state !== 'confirmed') return entry.state
  if (entry.hardBouncedAt) return 'hardBounce'
  if (hasTooManySoftBounces(entry, now)) return 'softBounces'
  return entry.pausedUntil && entry.pausedUntil > now ? 'paused' : null
}

/**
 * Call this for every change to an entry except an import's. `before` is null if the address is new on the list, or was
 * moved there.
 */
export function dateDeliveryChange(
  before: NewsletterEntry | null,
  after: NewsletterEntry,
  now: Date,
): NewsletterEntry {
  const wasDelivered = before !== null && getExclusion(before, now) === null
  const isDelivered = getExclusion(after, now) === null
  const deliveryChangedAt =
    wasDelivered === isDelivered
      ? (after.deliveryChangedAt ?? before?.deliveryChangedAt ?? null)
      : now
  return { ...after, deliveryChangedAt }
}

/** Whether a confirmed entry gets no issues even though its reader hasn't chosen that. */
export function isSuppressed(entry: NewsletterEntry, now: Date): boolean {
  const exclusion = getExclusion(entry, now)
  return exclusion === 'complaint' || exclusion === 'hardBounce' || exclusion === 'softBounces'
}

function hasTooManySoftBounces({ softBounces }: NewsletterEntry, now: Date): boolean {
  const since = now.getTime() - softBounceLimit.days * day
  const recent = softBounces.filter((at) => at.getTime() > since)
  return recent.length >= softBounceLimit.count
}

/** Problems that a provider reports about an issue sent to the address. */
export type DeliveryProblem = 'complaint' | 'hardBounce' | 'softBounce'

/**
 * Returns null if nothing changes, because events arrive several times and in any order. `at` is when the event
 * happened. Events from before the owner's latest consent don't count, because that consent ended their effect.
 */
export function recordDeliveryProblem(
  entry: NewsletterEntry,
  problem: DeliveryProblem,
  at: Date,
): NewsletterEntry | null {
  if (at < (entry.confirmation ?? entry).consentedAt) return null
  switch (problem) {
    case 'complaint':
      return entry.complainedAt ? null : { ...unsubscribeEntry(entry, at), complainedAt: at }
    case 'hardBounce':
      return entry.hardBouncedAt ? null : { ...entry, hardBouncedAt: at }
    case 'softBounce':
      return recordSoftBounce(entry, at)
  }
}

function recordSoftBounce(entry: NewsletterEntry, at: Date): NewsletterEntry | null {
  const isKnown = entry.softBounces.some(
    (other) => Math.abs(other.getTime() - at.getTime()) < sameBounceMilliseconds,
  )
  if (isKnown) return null
  const softBounces = [...entry.softBounces, at].sort(
    (one, other) => one.getTime() - other.getTime(),
  )
  return { ...entry, softBounces: softBounces.slice(-maxSoftBounces) }
}
