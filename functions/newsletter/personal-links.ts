/**
 * The links of one recipient in The Weekly. They change the list's entry of one address and open nothing else,
 * because readers forward emails.
 */
import type { PersonalLinks } from '../../src/domain/issue/issue-email.ts'
import type { Tokens } from '../account/session-tokens.ts'

export const unsubscribePath = '/newsletter/unsubscribe'
export const preferencesPath = '/newsletter/preferences'

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
