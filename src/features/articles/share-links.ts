/**
 * Where sharing leads: plain addresses of the services that readers share by. No script of theirs
 * is loaded, and nothing is told to them before a reader follows the link.
 */
import type { ShareChannel } from '../../contracts/analytics/article-events.ts'

/** What is shared: an article, or words of it with an address that leads to them. */
export type Shared = {
  readonly title: string
  readonly address: string
  readonly quote?: string | undefined
}

/** Channels that are a link; the others are a script's. */
export const shareServices = [
  'email',
  'whatsapp',
  'facebook',
  'twitter',
] as const satisfies readonly ShareChannel[]
export type ShareService = (typeof shareServices)[number]

export const shareServiceNames: Readonly<Record<ShareService, string>> = {
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  facebook: 'Facebook',
  twitter: 'Twitter',
}

/** A message has to stay one: longer quotations end with a whole word and an ellipsis. */
const longestQuote = 280

export function inQuotationMarks(words: string): string {
  const text = words.replace(/\s+/g, ' ').trim()
  if (text.length <= longestQuote) return `“${text}”`
  const cut = text.slice(0, longestQuote + 1)
  const end = cut.lastIndexOf(' ')
  return `“${(end > 0 ? cut.slice(0, end) : dropHalfLetter(cut.slice(0, longestQuote))).trimEnd()}…”`
}

/** An address cannot be made of half of a letter that takes two code units. */
function dropHalfLetter(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '')
}

export function shareLink(service: ShareService, { title, address, quote }: Shared): string {
  const said = quote === undefined ? title : inQuotationMarks(quote)
  switch (service) {
    case 'email':
      // Spaces as %20: mail programs show a plus as a plus.
      return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(
        quote === undefined ? address : `${said}\n\n${address}`,
      )}`
    case 'whatsapp':
      return `https://wa.me/?text=${encodeURIComponent(`${said} ${address}`)}`
    case 'facebook':
      return `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`
    case 'twitter':
      return `https://twitter.com/intent/tweet?text=${encodeURIComponent(said)}&url=${encodeURIComponent(address)}`
  }
}
