/** Names and addresses that people type, as they are stored. Doesn't use zod, because browsers load this file. */

export const maxNameLength = 100

export const normalizeName = (input: string) =>
  input.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()

/** Excludes control, private-use and unassigned characters, lone surrogates, and characters that reverse other text. */
const namePattern = /^[^\p{Cc}\p{Cs}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069]*$/u

/** Accepts an empty text, because names are optional. */
export const isName = (name: string) => name.length <= maxNameLength && namePattern.test(name)

const asciiPattern = /^[\0-\x7f]*$/

/**
 * Returns the form that mail servers use, and to which browsers convert typed text: `xn--r2bi6d.xn--h2brj9c` for
 * `मेल.भारत`.
 */
export function toAsciiDomain(domain: string): string {
  // `new URL` would accept other parts of a URL and ignore some characters, neither of which belongs in a domain.
  if (asciiPattern.test(domain) || /[/\\?#:@%[\]\s\p{Cc}]/u.test(domain)) return domain
  try {
    return new URL(`https://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Normalises an address, because readers write the same one in several ways. */
export function normalizeEmail(input: string): string {
  const email = input.trim().normalize('NFC').toLowerCase()
  const at = email.lastIndexOf('@') + 1
  return email.slice(0, at) + toAsciiDomain(email.slice(at))
}

/**
 * As lenient as HTML's `type="email"` (https://html.spec.whatwg.org/#e-mail-state-(type=email)), but with a full
 * domain, and without dots that mail servers refuse: at the beginning or end of the mailbox, or two in a row.
 */
const emailPattern =
  /^(?!\.)(?!.*\.\.)[a-z0-9.!#$%&'*+/=?^_`{|}~-]{0,63}[a-z0-9!#$%&'*+/=?^_`{|}~-]@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/

/** The maximum is in RFC 5321, section 4.5.3.1.3. */
export const isEmail = (email: string) => email.length <= 254 && emailPattern.test(email)

/** Whether the mailbox contains letters outside ASCII, which few mail servers accept (RFC 6531). */
export const hasForeignMailbox = (email: string) =>
  !asciiPattern.test(email.slice(0, Math.max(0, email.lastIndexOf('@'))))
