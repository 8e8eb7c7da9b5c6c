/**
 * Addresses that have moved for ever. A redirect is never deleted, only ended, so that its end
 * travels to the build as every other change does.
 */
import { z } from 'zod'

const longestAddress = 2000

/**
 * A path as redirects are kept and looked up by: percent-decoded, composed, in lower case, without a
 * query and without a slash at its end. Null for what is no path of ours, or only the root.
 */
export function normalAddress(path: string): string | null {
  const bare = path.replace(/[?#].*$/s, '')
  if (!bare.startsWith('/') || bare.startsWith('//') || bare.length > longestAddress) return null
  try {
    const decoded = decodeURIComponent(bare)
      .normalize('NFC')
      .toLowerCase()
      .replace(/(?<!\/)\/+$/, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is refused
    return decoded === '' || /[\u0000-\u001f\u007f\\]/.test(decoded) ? null : decoded
  } catch {
    // A percent sign that is not of an encoding.
    return null
  }
}

const fromSchema = z
  .string()
  .refine((path) => normalAddress(path) === path, 'is not a path in its normal form')

/** The host is reserved (RFC 2606): only what `to` says of a host can change it. */
const siteBase = new URL('https://site.invalid')

/**
 * The address that a redirect sends readers to, as its header has to spell it; null where `to` isn't
 * an address of this site. The one rule for the schema, the desk and the Worker.
 */
export function addressOnSite(to: string): string | null {
  // Browsers read a backslash as a slash, and skip tabs and line breaks wherever they are.
  if (to.length > longestAddress || !/^\/[^\s\\]*$/.test(to)) return null
  const url = URL.parse(to, siteBase)
  if (url === null || url.host !== siteBase.host) return null
  const address = url.pathname + url.search + url.hash
  // `/.//host` has this path, and by itself it names a host.
  return address.startsWith('//') ? null : address
}

const toSchema = z.string().refine((to) => addressOnSite(to) !== null, 'is not a path of this site')

/** `redirects/{key}`, the key being a hash of `from` (redirectKey). */
export const redirectSchema = z.object({
  from: fromSchema,
  /** Null where the address is another page's again. */
  to: toSchema.nullable(),
  updatedAt: z.date(),
})
export type Redirect = z.infer<typeof redirectSchema>

/** Hex, 32 digits: the key of a redirect from a normal address. */
export async function redirectKey(from: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(from))
  return [...new Uint8Array(digest, 0, 16)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
