/** A redirect is ended, never deleted, so that builds notice the end. */
import { z } from 'zod'

const maxPathLength = 2000

/**
 * Percent-decoded, NFC, lower case, without query and trailing slash. Null for the root and for other
 * sites.
 */
export function normalisePath(path: string): string | null {
  const pathOnly = path.replace(/[?#].*$/s, '')
  if (!pathOnly.startsWith('/') || pathOnly.startsWith('//') || pathOnly.length > maxPathLength)
    return null
  try {
    const decoded = decodeURIComponent(pathOnly)
      .normalize('NFC')
      .toLowerCase()
      .replace(/(?<!\/)\/+$/, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is refused
    return decoded === '' || /[\u0000-\u001f\u007f\\]/.test(decoded) ? null : decoded
  } catch {
    return null
  }
}

const redirectFromSchema = z
  .string()
  .refine((path) => normalisePath(path) === path, 'isn’t a normalised path')

/** A reserved host (RFC 2606), so that any other host must come from `to`. */
const siteBase = new URL('https://site.invalid')

/** As the Location header spells it; null if `to` isn't an address of this site. */
export function resolveSitePath(to: string): string | null {
  // Browsers treat a backslash as a slash, and ignore tabs and line breaks.
  if (to.length > maxPathLength || !/^\/[^\s\\]*$/.test(to)) return null
  const url = URL.parse(to, siteBase)
  if (url === null || url.host !== siteBase.host) return null
  const address = url.pathname + url.search + url.hash
  // `/.//host` has the path `//host`, which on its own names a host.
  return address.startsWith('//') ? null : address
}

const redirectToSchema = z
  .string()
  .refine((to) => resolveSitePath(to) !== null, 'isn’t a path on this site')

/** `redirects/{key}`: the key is `hashRedirectPath(from)`. */
export const redirectSchema = z.object({
  from: redirectFromSchema,
  /** Null once the redirect has ended. */
  to: redirectToSchema.nullable(),
  /** The source of the import that created it, such as `wordpress:old.example`. */
  importedFrom: z.string().min(1).max(500).optional(),
  updatedAt: z.date(),
})
export type Redirect = z.infer<typeof redirectSchema>

/** 32 hex digits. Expects a normalised path. */
export async function hashRedirectPath(from: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(from))
  return [...new Uint8Array(digest, 0, 16)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
