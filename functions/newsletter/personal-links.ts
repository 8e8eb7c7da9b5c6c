/**
 * The links of one recipient, in The Weekly and in emails about it. They change the list's entry of one address and open nothing else,
 * because readers forward emails.
 */
import { toUnixSeconds } from '../../src/contracts/signing/signed-token.ts'
import type { PersonalLinks } from '../../src/domain/issue/issue-email.ts'
import { type Tokens, tokenSeconds } from '../identity/session-tokens.ts'

export const unsubscribePath = '/newsletter/unsubscribe'
export const preferencesPath = '/newsletter/preferences'
export const confirmationPath = '/newsletter/confirm'

/**
 * The same arguments give the same links while the session key is the same, so that a repeated call to an
 * email service sends the same bytes. `addressHash` is the id of the entry (`hashAddress`).
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

/** In the email that a sign-up gets; the same for the same arguments. */
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
  /** The time, to the second. */
  readonly requestedAt: Date
  readonly isExpired: boolean
}

/** Null unless we have signed it in the last years. */
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
