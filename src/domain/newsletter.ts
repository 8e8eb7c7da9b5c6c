/** The list of The Weekly: who is on it, and what joining does to it. */
import { z } from 'zod'

/** As lists keep it: readers write the same address in several ways. */
export const emailSchema = z
  .string()
  .max(1000)
  .transform((typed) => typed.trim().normalize('NFC').toLowerCase())
  // The most that mail can carry: RFC 5321, section 4.5.3.1.3.
  .pipe(z.email().max(254))

/** The forms through which readers join. */
export const newsletterForms = ['footer', 'newsletter'] as const
export type NewsletterForm = (typeof newsletterForms)[number]

/** Where consent comes from: a form, or the preferences of an account. */
export const newsletterSources = [...newsletterForms, 'account'] as const

/** `newsletter/{hash of the address}`. */
export const newsletterReaderSchema = z.object({
  email: emailSchema,
  /** `pending`: asked for the letter, and has not yet said that the address is theirs. */
  state: z.enum(['pending', 'confirmed', 'unsubscribed']),
  source: z.enum(newsletterSources),
  /** When they asked; with what the server saw of them then, the record of their consent. */
  consentedAt: z.date(),
  ip: z.string().max(45),
  userAgent: z.string().max(512),
  /** Whose account asked for it, if one did: what they like may lead their letter. */
  uid: z.string().max(128).nullable().default(null),
})
export type NewsletterReader = z.infer<typeof newsletterReaderSchema>

/**
 * Whether one who asks begins anew as `pending`. Whoever waits or reads already stays as they are,
 * consent and all. Whoever left has to be able to come back, and to confirm it again, because
 * anybody can type an address.
 */
export function beginsAnew(state: NewsletterReader['state'] | null): boolean {
  return state === null || state === 'unsubscribed'
}

/** An account that says whether it wants the letter, as the sign-in service knows its address. */
export type WeeklyAccount = {
  readonly uid: string
  readonly email: string
  readonly emailVerified: boolean
}

/** What the server saw of them when they asked. */
export type Consent = Pick<NewsletterReader, 'consentedAt' | 'ip' | 'userAgent'>

/**
 * The place of an account's address on the list after the account has said whether it wants the
 * letter; null where it stays as it is. Who has not shown that the address is theirs can do what
 * anybody can who types it into a form, and take that back, and no more.
 */
export function placeOnList(
  listed: NewsletterReader | null,
  account: WeeklyAccount,
  wanted: boolean,
  consent: Consent,
): NewsletterReader | null {
  const { uid, email, emailVerified } = account
  if (!wanted) {
    const isTheirs = emailVerified || (listed?.uid === uid && listed.state === 'pending')
    return listed && isTheirs && listed.state !== 'unsubscribed'
      ? { ...listed, uid, state: 'unsubscribed' }
      : null
  }
  if (!emailVerified) {
    return beginsAnew(listed?.state ?? null)
      ? { email, state: 'pending', source: 'account', ...consent, uid }
      : null
  }
  if (listed?.state !== 'confirmed') {
    return { email, state: 'confirmed', source: 'account', ...consent, uid }
  }
  return listed.uid === uid ? null : { ...listed, uid }
}

/**
 * Whether an account has asked for the letter. Of a verified address the list says it, whichever way
 * it came there; of another one only what the account itself has said may be told, for it might be
 * somebody else's.
 */
export function wantsWeekly(
  listed: NewsletterReader | null,
  account: Pick<WeeklyAccount, 'emailVerified'>,
  asked: boolean,
): boolean {
  return account.emailVerified ? listed?.state === 'confirmed' : asked
}
