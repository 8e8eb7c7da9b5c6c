/** Links to sharing services, which load none of their code. */
import type { ShareChannel } from '../contracts/analytics/article-events.ts'

/** An article, or some of its words with their own address. */
export type ShareContent = {
  readonly title: string
  readonly address: string
  readonly quote?: string | undefined
}

/** Channels that are links. */
export const shareServices = [
  'email',
  'whatsapp',
  'facebook',
  'twitter',
] as const satisfies readonly ShareChannel[]
export type ShareService = (typeof shareServices)[number]

export const shareServiceNames: Readonly<Record<ShareService, string>> = {
  email: 'Email',
  whatsapp: 'WhatsApp',
  facebook: 'Facebook',
  twitter: 'Twitter',
}

/** Characters; longer quotations end with a whole word and an ellipsis. */
const maxQuoteLength = 280

export function formatQuote(words: string): string {
  const text = words.replace(/\s+/g, ' ').trim()
  if (text.length <= maxQuoteLength) return `“${text}”`
  const cut = text.slice(0, maxQuoteLength + 1)
  const end = cut.lastIndexOf(' ')
  return `“${(end > 0 ? cut.slice(0, end) : dropLoneSurrogate(cut.slice(0, maxQuoteLength))).trimEnd()}…”`
}

/** Removes half of a surrogate pair, which can't be encoded in a URL. */
function dropLoneSurrogate(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '')
}

export function buildShareLink(
  service: ShareService,
  { title, address, quote }: ShareContent,
): string {
  const shareText = quote === undefined ? title : formatQuote(quote)
  switch (service) {
    case 'email':
      // Encodes spaces as %20, because email programs show a plus as a plus.
      return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(
        quote === undefined ? address : `${shareText}\n\n${address}`,
      )}`
    case 'whatsapp':
      return `https://wa.me/?text=${encodeURIComponent(`${shareText} ${address}`)}`
    case 'facebook':
      return `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`
    case 'twitter':
      return `https://twitter.com/intent/tweet?text=${encodeURIComponent(shareText)}&url=${encodeURIComponent(address)}`
  }
}
