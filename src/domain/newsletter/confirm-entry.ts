import { type Consent, initialFields, type NewsletterEntry } from './newsletter-entry.ts'
import { isSuppressed } from './suppression.ts'

/**
 * Confirms an entry after the owner has pressed the button on the confirmation email's page. The click ends every
 * suppression, because it's a new consent, given by the mailbox's owner. It doesn't prove whose account requested the
 * entry. Null if nothing changes: after unsubscribing, and for an email requested before the entry or its suppression,
 * a new email is needed.
 */
export function confirmEntry(
  entry: NewsletterEntry,
  confirmation: Consent,
  requestedAt: Date,
): NewsletterEntry | null {
  const { state, attribution, consentedAt, hardBouncedAt, softBounces } = entry
  if (state === 'unsubscribed' || requestedAt < toSeconds(consentedAt)) return null
  if (state === 'confirmed') {
    if (!isSuppressed(entry, confirmation.consentedAt)) return null
    const lastBounce = hardBouncedAt ?? softBounces.at(-1)
    if (lastBounce && requestedAt < lastBounce) return null
  }
  const uid = state === 'confirmed' ? entry.uid : null
  return { ...entry, ...initialFields, attribution, confirmation, state: 'confirmed', uid }
}

/** Tokens contain times in whole seconds. */
const toSeconds = (instant: Date) => new Date(Math.floor(instant.getTime() / 1000) * 1000)
