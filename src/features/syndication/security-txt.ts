/** How to tell us of a weakness, by RFC 9116. */
import { site } from '../../site.ts'
import { securityPath } from './addresses.ts'

/**
 * The first day of the month eleven months after the build's: at most the year that the RFC allows,
 * ten months even where nothing is built for one, and the same bytes all month.
 */
export function expiryFor(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 11, 1))
}

export function securityText(origin: URL, now: Date): string {
  return [
    `Contact: mailto:${site.securityEmail}`,
    `Expires: ${expiryFor(now).toISOString()}`,
    `Preferred-Languages: ${site.language}`,
    `Canonical: ${new URL(securityPath, origin)}`,
    '',
  ].join('\n')
}
