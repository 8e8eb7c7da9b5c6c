import { z } from 'zod'
import { day } from '../duration.ts'
import { emailSchema } from '../email-schema.ts'
import { type Attribution, storedAttributionSchema } from '../statistics/attribution.ts'

export const newsletterForms = ['footer', 'newsletter', 'popup'] as const
export type NewsletterForm = (typeof newsletterForms)[number]

/** Systems whose exports of readers can be imported, and plain lists of addresses. */
export const readerExportSources = [
  'ghost',
  'substack',
  'mailchimp',
  'beehiiv',
  'buttondown',
  'list',
] as const
export type ReaderExportSource = (typeof readerExportSources)[number]

/** The origin of the consent: a form, a paywall, an account's preferences or an imported system. */
const newsletterSources = [...newsletterForms, 'wall', 'account', ...readerExportSources] as const

/** The maximum length in characters. */
export const maxListSource = 120

/** The maximum number stored; older ones no longer count. */
export const maxSoftBounces = 10

const consentSchema = z.object({
  consentedAt: z.date(),
  ip: z.string().max(45),
  userAgent: z.string().max(512),
})
export type Consent = z.infer<typeof consentSchema>

/** An entry, stored as `newsletter/{hash of the address}`. */
export const newsletterEntrySchema = consentSchema.extend({
  email: emailSchema,
  /** `pending`: requested, but the address hasn't been confirmed yet. */
  state: z.enum(['pending', 'confirmed', 'unsubscribed']),
  source: z.enum(newsletterSources),
  /** The source of a plain list in the operator's words, which its confirmation email quotes. */
  listSource: z.string().max(maxListSource).optional(),
  /** The origin of the visit in which the entry was requested. */
  attribution: storedAttributionSchema,
  /** The only account that has requested the entry, if any: its preferences may choose the leading stories. */
  uid: z.string().max(128).nullable().default(null),
  /** The consent on the confirmation email's page. Null if the address was confirmed by an account or an import. */
  confirmation: consentSchema.nullable().default(null),
  /** When a pending entry is removed. */
  pendingUntil: z.date().nullable().default(null),
  /** Kept in a pending entry too, because the mailbox's owner may not have requested the entry. */
  unsubscribedAt: z.date().nullable().default(null),
  /** When the pause that the reader has chosen ends. */
  pausedUntil: z.date().nullable().default(null),
  /** When the address's owner reported an issue as spam. */
  complainedAt: z.date().nullable().default(null),
  /** When an email bounced because the mailbox doesn't exist. */
  hardBouncedAt: z.date().nullable().default(null),
  /** When the mailbox temporarily refused an issue, in ascending order. */
  softBounces: z.array(z.date()).max(maxSoftBounces).default([]),
  /**
   * When the address last began or stopped getting issues because of its reader or mailbox. Neither an import nor the
   * automatic end of a pause changes it.
   */
  deliveryChangedAt: z.date().nullable().default(null),
})
export type NewsletterEntry = z.infer<typeof newsletterEntrySchema>

/** The fields of an entry to which nothing has happened yet. */
export const initialFields = {
  attribution: null,
  confirmation: null,
  pendingUntil: null,
  unsubscribedAt: null,
  pausedUntil: null,
  complainedAt: null,
  hardBouncedAt: null,
  softBounces: [],
  deliveryChangedAt: null,
} satisfies Partial<NewsletterEntry>

export const confirmationDays = 30

/** Twice the links' lifetime, because links in confirmation emails can be renewed for as long again. */
const pendingDays = 2 * confirmationDays

export const getPendingEnd = (now: Date) => new Date(now.getTime() + pendingDays * day)

export type NewsletterRequest = Consent &
  Pick<NewsletterEntry, 'email' | 'source'> & {
    readonly uid: string | null
    readonly attribution?: Attribution | null
  }

/**
 * Returns the entry after a request. Anyone can type an address, so the entry becomes pending at most. A pending or
 * confirmed entry keeps its consent. A pending entry from a plain list has none, so it gets the consent in this request.
 * After unsubscribing, the owner has to confirm again. A request ends neither a suppression nor the owner's earlier
 * choices. Once another person has requested the entry too, no account can withdraw it.
 */
export function requestEntry(
  entry: NewsletterEntry | null,
  { email, source, uid, attribution = null, consentedAt, ip, userAgent }: NewsletterRequest,
  now: Date,
): NewsletterEntry {
  if (entry?.state === 'confirmed') return entry
  const pendingUntil = getPendingEnd(now)
  if (entry?.state === 'pending') {
    const { listSource: _, ...waiting } = {
      ...entry,
      uid: entry.uid === uid ? uid : null,
      pendingUntil,
    }
    if (entry.source !== 'list') return waiting
    return { ...waiting, source, attribution, consentedAt, ip, userAgent }
  }
  const { complainedAt, hardBouncedAt, softBounces } = entry ?? initialFields
  const unsubscribedAt = entry && (entry.unsubscribedAt ?? entry.consentedAt)
  return {
    ...initialFields,
    ...{ email, source, uid, attribution, consentedAt, ip, userAgent, pendingUntil },
    ...{ unsubscribedAt, complainedAt, hardBouncedAt, softBounces },
    state: 'pending',
  }
}

/** Returns null if an unconfirmed request must be deleted without a trace. */
export function withdrawRequest(entry: NewsletterEntry): NewsletterEntry | null {
  const isKnown = entry.unsubscribedAt ?? entry.complainedAt ?? entry.hardBouncedAt
  if (!isKnown) return null
  const anonymous = { uid: null, ip: '', userAgent: '', attribution: null }
  return { ...entry, ...anonymous, state: 'unsubscribed', pendingUntil: null }
}

export const unsubscribeEntry = (entry: NewsletterEntry, at: Date): NewsletterEntry => ({
  ...entry,
  state: 'unsubscribed',
  unsubscribedAt: at,
  pendingUntil: null,
  pausedUntil: null,
})

export type NewsletterAccount = {
  readonly uid: string
  readonly email: string
  readonly emailVerified: boolean
}

/** Returns null if nothing changes. An account with an unverified address can only do what a guest can, and undo it. */
export function updateNewsletterEntry(
  entry: NewsletterEntry | null,
  account: NewsletterAccount,
  isOn: boolean,
  consent: Consent,
  attribution: Attribution | null = null,
): NewsletterEntry | null {
  const { uid, email, emailVerified } = account
  if (!isOn) {
    const isAddressTheirs = emailVerified || (entry?.uid === uid && entry.state === 'pending')
    return entry && isAddressTheirs && entry.state !== 'unsubscribed'
      ? { ...unsubscribeEntry(entry, consent.consentedAt), uid }
      : null
  }
  if (!emailVerified) {
    const request = { email, source: 'account', ...consent, uid, attribution } as const
    return requestEntry(entry, request, consent.consentedAt)
  }
  if (entry?.state !== 'confirmed') {
    const fields = { email, state: 'confirmed', source: 'account', uid, attribution } as const
    return { ...initialFields, ...consent, ...fields }
  }
  const isUnchanged = entry.uid === uid && entry.hardBouncedAt === null
  return isUnchanged ? null : { ...entry, uid, hardBouncedAt: null, softBounces: [] }
}

/** A row in another system's export of readers. */
export type ImportedSubscriber = {
  readonly email: string
  readonly source: ReaderExportSource
  readonly isSubscribed: boolean
  /** The time by which the reader has to confirm. Null if the file proves a consent. */
  readonly pendingUntil?: Date | null
  readonly listSource?: string | null
  /** When the reader signed up there or, if that's unknown for a reader who has unsubscribed, when the import ran. */
  readonly consentedAt: Date
}

/**
 * Returns the entry with which an import replaces the stored one; null if the stored one is kept. Readers who have
 * confirmed or unsubscribed here keep their choice. An entry confirmed only by an import is unsubscribed if any source
 * says that the reader has unsubscribed there. A new entry for an unsubscribed reader prevents an older export from
 * subscribing them.
 */
export function mergeImportedSubscriber(
  entry: NewsletterEntry | null,
  { email, source, isSubscribed, consentedAt, pendingUntil = null, ...given }: ImportedSubscriber,
): NewsletterEntry | null {
  const listSource = given.listSource ? { listSource: given.listSource } : {}
  if (pendingUntil && entry) {
    const isNewlyNamed = given.listSource && entry.source === 'list' && !entry.listSource
    return isNewlyNamed && entry.state === 'pending' ? { ...entry, ...listSource } : null
  }
  if (!isSubscribed && entry) {
    const isOnlyImported =
      entry.uid === null && readerExportSources.some((imported) => imported === entry.source)
    return entry.state === 'confirmed' && isOnlyImported
      ? unsubscribeEntry(entry, consentedAt)
      : null
  }
  // After unsubscribing or complaining here, only the owner can subscribe again.
  if (entry && (entry.state !== 'pending' || withdrawRequest(entry))) return null
  const subscribedState = pendingUntil ? 'pending' : 'confirmed'
  const state = isSubscribed ? subscribedState : 'unsubscribed'
  // A pending entry may contain the account of a stranger who typed the address.
  const unsubscribedAt = isSubscribed ? null : consentedAt
  const anonymous = { uid: null, ip: '', userAgent: '' }
  const dates = { consentedAt, unsubscribedAt, pendingUntil }
  return { ...initialFields, ...anonymous, email, state, source, ...listSource, ...dates }
}

/**
 * Whether to show the request. For a verified address, the list decides. An unverified one could be somebody else's, so
 * only the account's own request may be shown.
 */
export function hasRequestedWeekly(
  entry: NewsletterEntry | null,
  account: Pick<NewsletterAccount, 'emailVerified'>,
  isRequested: boolean,
): boolean {
  return account.emailVerified ? entry?.state === 'confirmed' : isRequested
}
