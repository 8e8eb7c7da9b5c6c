/** Redirects between paths. A redirect is ended, never deleted, so that builds detect the end. */
import { z } from 'zod'

const maxPathLength = 2000

/**
 * Returns the path percent-decoded, in NFC and lower case, without query and trailing slash. Null for the root and for
 * other sites.
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

/** Returns the address as spelt in the Location header; null if `to` isn't an address on this site. */
export function resolveSitePath(to: string): string | null {
  // Browsers treat a backslash as a slash, and ignore tabs and line breaks.
  if (to.length > maxPathLength || !/^\/[^\s\\]*$/.test(to)) return null
  const url = URL.parse(to, siteBase)
  if (url === null || url.host !== siteBase.host) return null
  const address = url.pathname + url.search + url.hash
  // `/.//host` has the path `//host`, which alone would be a host.
  return address.startsWith('//') ? null : address
}

const redirectToSchema = z
  .string()
  .refine((to) => resolveSitePath(to) !== null, 'isn’t a path on this site')

/** A redirect, stored as `redirects/{key}` with `hashRedirectPath(from)` as the key. */
export const redirectSchema = z.object({
  from: redirectFromSchema,
  /** Null once the redirect has ended. */
  to: redirectToSchema.nullable(),
  /** The import's source, if an import created the redirect, such as `wordpress:old.example`. */
  importedFrom: z.string().min(1).max(500).optional(),
  updatedAt: z.date(),
})
export type Redirect = z.infer<typeof redirectSchema>

/** Returns 32 hex digits. Expects a normalised path. */
export async function hashRedirectPath(from: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(from))
  return [...new Uint8Array(digest, 0, 16)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
