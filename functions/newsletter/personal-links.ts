/**
 * Creates one recipient's links, for The Weekly and emails about it. The links change one address's entry on the list
 * and grant no other access, because readers forward emails.
 */
import { toUnixSeconds } from '../../src/contracts/signing/signed-token.ts'
import type { PersonalLinks } from '../../src/domain/issue/issue-email.ts'
import { type Tokens, tokenSeconds } from '../identity/session-tokens.ts'

export const unsubscribePath = '/newsletter/unsubscribe'
export const preferencesPath = '/newsletter/preferences'
export const confirmationPath = '/newsletter/confirm'

/**
 * The same arguments produce the same links until the session key changes, so that a repeated call to an email service
 * sends the same bytes. `addressHash` is the entry's id (`hashAddress`).
 */
export async function createPersonalLinks(
  tokens: Pick<Tokens, 'issueToken'>,
  siteUrl: string,
  addressHash: string,
  issuedAt: Date,
): Promise<PersonalLinks> {
  const [unsubscribe, preferences] = await Promise.all([
    tokens.issueToken('unsubscribe', addressHash, issuedAt),
    tokens.issueToken('newsletterPreferences', addressHash, issuedAt),
  ])
  return {
    unsubscribe: `${siteUrl}${unsubscribePath}/${unsubscribe}`,
    preferences: `${siteUrl}${preferencesPath}/${preferences}`,
  }
}

/** Creates the link in a sign-up email. The same arguments produce the same link. */
export async function createConfirmationLink(
  tokens: Pick<Tokens, 'issueToken'>,
  siteUrl: string,
  addressHash: string,
  requestedAt: Date,
): Promise<string> {
  const subject = `${addressHash}.${toUnixSeconds(requestedAt)}`
  const key = await tokens.issueToken('newsletterConfirmation', subject, requestedAt)
  return `${siteUrl}${confirmationPath}/${key}`
}

export type ConfirmationKey = {
  readonly addressHash: string
  /** The time of the request, rounded down to the second. */
  readonly requestedAt: Date
  readonly isExpired: boolean
}

/** Returns null unless we have signed the key within its lifetime. */
export async function readConfirmationKey(
  tokens: Pick<Tokens, 'readToken'>,
  key: string,
  now: Date,
): Promise<ConfirmationKey | null> {
  const subject = await tokens.readToken(
    'newsletterConfirmation',
    key,
    now,
    tokenSeconds.unsubscribe,
  )
  if (!subject) return null
  const [addressHash = '', seconds] = subject.split('.')
  const isExpired = (await tokens.readToken('newsletterConfirmation', key, now)) === null
  return { addressHash, requestedAt: new Date(Number(seconds) * 1000), isExpired }
}
