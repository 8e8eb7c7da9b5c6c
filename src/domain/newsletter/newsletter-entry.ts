import { z } from 'zod'

/** Normalised, because readers write the same address in several ways. */
export const emailSchema = z
  .string()
  .max(1000)
  .transform((input) => input.trim().normalize('NFC').toLowerCase())
  // The limit is RFC 5321, section 4.5.3.1.3.
  .pipe(z.email().max(254))

export const newsletterForms = ['footer', 'newsletter', 'popup'] as const
export type NewsletterForm = (typeof newsletterForms)[number]

/** The systems whose exports of readers can be imported. */
export const readerExportSources = ['ghost', 'substack'] as const
export type ReaderExportSource = (typeof readerExportSources)[number]

/** Where consent comes from: a form, a wall, the preferences of an account, or a system that was moved from. */
const newsletterSources = [...newsletterForms, 'wall', 'account', ...readerExportSources] as const

/** `newsletter/{hash of the address}`. */
export const newsletterEntrySchema = z.object({
  email: emailSchema,
  /** `pending`: requested, but the address isn't confirmed yet. */
  state: z.enum(['pending', 'confirmed', 'unsubscribed']),
  source: z.enum(newsletterSources),
  /** With `ip` and `userAgent`, the record of consent. */
  consentedAt: z.date(),
  ip: z.string().max(45),
  userAgent: z.string().max(512),
  /** The account that requested it, if any: its preferences may choose the leading stories. */
  uid: z.string().max(128).nullable().default(null),
})
export type NewsletterEntry = z.infer<typeof newsletterEntrySchema>

/**
 * A pending or confirmed entry keeps its consent. After unsubscribing, readers confirm again, because
 * anyone can type an address.
 */
export function canRequestAgain(state: NewsletterEntry['state'] | null): boolean {
  return state === null || state === 'unsubscribed'
}

export type NewsletterAccount = {
  readonly uid: string
  readonly email: string
  readonly emailVerified: boolean
}

export type Consent = Pick<NewsletterEntry, 'consentedAt' | 'ip' | 'userAgent'>

/**
 * Null if nothing changes. An account with an unverified address can only do what a guest can, and undo
 * it.
 */
export function updateNewsletterEntry(
  entry: NewsletterEntry | null,
  account: NewsletterAccount,
  isOn: boolean,
  consent: Consent,
): NewsletterEntry | null {
  const { uid, email, emailVerified } = account
  if (!isOn) {
    const isAddressTheirs = emailVerified || (entry?.uid === uid && entry.state === 'pending')
    return entry && isAddressTheirs && entry.state !== 'unsubscribed'
      ? { ...entry, uid, state: 'unsubscribed' }
      : null
  }
  if (!emailVerified) {
    return canRequestAgain(entry?.state ?? null)
      ? { email, state: 'pending', source: 'account', ...consent, uid }
      : null
  }
  if (entry?.state !== 'confirmed') {
    return { email, state: 'confirmed', source: 'account', ...consent, uid }
  }
  return entry.uid === uid ? null : { ...entry, uid }
}

/** A row of another system's export of readers. */
export type ImportedSubscriber = {
  readonly email: string
  readonly source: ReaderExportSource
  readonly isSubscribed: boolean
  /** When they signed up there. If that isn't known of a reader who has unsubscribed: when the import ran. */
  readonly consentedAt: Date
}

/**
 * What an import writes over the stored entry; null if the stored one stays. Readers who have confirmed or
 * unsubscribed here keep what they chose. An entry that nothing but an import has confirmed follows
 * any source that says that the reader has unsubscribed there. A new entry for an unsubscribed reader
 * keeps an older export from subscribing them.
 */
export function mergeImportedSubscriber(
  entry: NewsletterEntry | null,
  { email, source, isSubscribed, consentedAt }: ImportedSubscriber,
): NewsletterEntry | null {
  if (!isSubscribed && entry) {
    const isOnlyImported =
      entry.uid === null && readerExportSources.some((imported) => imported === entry.source)
    return entry.state === 'confirmed' && isOnlyImported
      ? { ...entry, state: 'unsubscribed' }
      : null
  }
  if (entry && entry.state !== 'pending') return null
  const state = isSubscribed ? 'confirmed' : 'unsubscribed'
  // A pending entry may name the account of a stranger who typed the address.
  return { email, state, source, consentedAt, ip: '', userAgent: '', uid: null }
}

/**
 * The list decides for a verified address. Another one could be somebody else's, so only the account's own
 * request may be shown.
 */
export function hasRequestedWeekly(
  entry: NewsletterEntry | null,
  account: Pick<NewsletterAccount, 'emailVerified'>,
  isRequested: boolean,
): boolean {
  return account.emailVerified ? entry?.state === 'confirmed' : isRequested
}
