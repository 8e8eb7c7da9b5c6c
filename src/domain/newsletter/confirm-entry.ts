import { type Consent, initialFields, type NewsletterEntry } from './newsletter-entry.ts'
import { isSuppressed } from './suppression.ts'

/**
 * The owner has pressed the button on the confirmation email's page, which ends every suppression: it's a new
 * consent, given at the mailbox itself. It doesn't prove whose account requested it. Null if nothing changes: after
 * unsubscribing, and for an email that was requested before the entry or its suppression, a new email is needed.
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

/** Tokens contain whole seconds. */
const toSeconds = (instant: Date) => new Date(Math.floor(instant.getTime() / 1000) * 1000)
