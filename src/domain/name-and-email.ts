/** The names and addresses that people type, as they are stored. Free of zod, because browsers load this file. */

export const maxNameLength = 100

export const normalizeName = (input: string) =>
  input.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()

/** No control, private-use or unassigned characters, no lone surrogates, and none that turn other text around. */
const namePattern = /^[^\p{Cc}\p{Cs}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069]*$/u

/** May be empty: names are optional. */
export const isName = (name: string) => name.length <= maxNameLength && namePattern.test(name)

/** Readers write the same address in several ways. */
export const normalizeEmail = (input: string) => input.trim().normalize('NFC').toLowerCase()

/** No dot at the beginning or the end of the mailbox, and no two together. */
const emailPattern =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** The limit is RFC 5321, section 4.5.3.1.3. */
export const isEmail = (email: string) => email.length <= 254 && emailPattern.test(email)
