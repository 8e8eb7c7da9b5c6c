/** The names and addresses that people type, as they are stored. Free of zod, because browsers load this file. */

export const maxNameLength = 100

export const normalizeName = (input: string) =>
  input.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()

/** No control, private-use or unassigned characters, no lone surrogates, and none that turn other text around. */
const namePattern = /^[^\p{Cc}\p{Cs}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069]*$/u

/** May be empty: names are optional. */
export const isName = (name: string) => name.length <= maxNameLength && namePattern.test(name)

const asciiPattern = /^[\0-\x7f]*$/

/** In the form that mail servers know, which browsers also make of what is typed: `xn--r2bi6d.xn--h2brj9c` of `मेल.भारत`. */
export function toAsciiDomain(domain: string): string {
  // Other parts of a URL can't be parts of a domain, and it ignores some characters.
  if (asciiPattern.test(domain) || /[/\\?#:@%[\]\s\p{Cc}]/u.test(domain)) return domain
  try {
    return new URL(`https://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Readers write the same address in several ways. */
export function normalizeEmail(input: string): string {
  const email = input.trim().normalize('NFC').toLowerCase()
  const at = email.lastIndexOf('@') + 1
  return email.slice(0, at) + toAsciiDomain(email.slice(at))
}

/**
 * As wide as HTML's `type="email"` (https://html.spec.whatwg.org/#e-mail-state-(type=email)), but with a full domain, and
 * without dots that mail servers refuse: at the beginning or the end of the mailbox, or two together.
 */
const emailPattern =
  /^(?!\.)(?!.*\.\.)[a-z0-9.!#$%&'*+/=?^_`{|}~-]{0,63}[a-z0-9!#$%&'*+/=?^_`{|}~-]@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/

/** The limit is RFC 5321, section 4.5.3.1.3. */
export const isEmail = (email: string) => email.length <= 254 && emailPattern.test(email)

/** Other letters than those of ASCII, which few mail servers take (RFC 6531). */
export const hasForeignMailbox = (email: string) =>
  !asciiPattern.test(email.slice(0, Math.max(0, email.lastIndexOf('@'))))
