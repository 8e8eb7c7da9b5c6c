/** Writes security.txt as RFC 9116 defines it. */
import { site } from '../../publication/identity.ts'
import { securityTextPath } from './syndication-paths.ts'

/** The first day of the eleventh month after the build: within RFC 9116's year, constant for a month. */
export function computeExpiry(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 11, 1))
}

export function renderSecurityText(origin: URL, now: Date): string {
  return [
    `Contact: mailto:${site.securityEmail}`,
    `Expires: ${computeExpiry(now).toISOString()}`,
    `Preferred-Languages: ${site.language}`,
    `Canonical: ${new URL(securityTextPath, origin)}`,
    '',
  ].join('\n')
}
