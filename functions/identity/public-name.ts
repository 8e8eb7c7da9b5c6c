/** Names that readers choose, and strangers see in our emails and on our pages. */
import { isNameAllowed } from '../../src/domain/gift/gift-message.ts'
import { isServiceName, type PublicationNames } from '../../src/domain/names/reserved-names.ts'
import { contacts, site } from '../../src/publication/identity.ts'
import { newsletter } from '../../src/publication/newsletter.ts'

const { name, misspellings } = site

export const publicationNames: PublicationNames = {
  publication: name,
  misspellings,
  newsletter: newsletter.name,
  contacts: contacts.map((contact) => contact.name),
}

/** Detects names such as "The Verandah" and "PayPal Support". */
export const looksLikeService = (text: string): boolean => isServiceName(text, publicationNames)

/** Null if strangers may not see the name, because it contains a link or looks like a service's. */
export function getPublicName(text: string): string | null {
  const trimmed = text.trim()
  return isNameAllowed(trimmed) && !looksLikeService(trimmed) ? trimmed : null
}
