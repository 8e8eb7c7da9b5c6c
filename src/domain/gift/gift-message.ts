/** Free of zod, because browsers load this file. */
import { commonTopLevelDomains, otherTopLevelDomains } from '../top-level-domains.ts'

export const maxMessageLength = 600

/** An emoji may be made of so many UTF-16 units. */
const maxUnitsPerCharacter = 20

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** As people count: an emoji is one character. */
export function countCharacters(text: string): number {
  return [...segmenter.segment(text)].length
}

/** Plain text with line breaks. */
export function normalizeMessage(input: string): string {
  return (
    input
      .normalize('NFC')
      .replaceAll(/\r\n?/g, '\n')
      // A pattern for trailing spaces would take the square of their number.
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  )
}

/** No control characters except line breaks, no lone surrogates, nothing that reverses the text around it. */
const forbiddenPattern = /[\p{Cs}\p{Co}\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u

/** An address, or a link with a scheme or a typical beginning. */
const addressPattern = /[@\\]|\/\/|\bwww\.|xn--/iu

/** A dot with the letters behind it and what follows. Browsers read an ideographic full stop in a host as a dot. */
const suffixPattern = /(?<=[^\s.\u3002])[.\u3002](\p{L}[\p{L}\p{M}]*)(?=(.?.?))/gu

const invisiblePattern = /(?![\u200c\u200d])\p{Cf}/u

/** "claim.com", and not the initials in "Md.Yusuf", "P.K. Roy" or "एम.एस. धोनी". */
function hasDomain(text: string): boolean {
  for (const { 1: suffix = '', 2: rest = '', index } of text.matchAll(suffixPattern)) {
    const lower = suffix.toLowerCase()
    if (commonTopLevelDomains.has(lower) && !/^\p{N}/u.test(rest)) return true
    const label = text.slice(0, index).split(/[\s.]/u).at(-1)!
    // In scripts without capitals, an initial or a title may be joined to a name that is also a domain: "డె.భారత్".
    const isInitial = suffix === suffix.toUpperCase() && (label.match(/\p{L}/gu) ?? []).length < 2
    const isWrittenAsDomain = (suffix === lower && !isInitial) || /[\p{N}-]/u.test(label)
    const isLast = !/^(?:[\p{N}-]|[.\u3002][\p{L}\p{N}])/u.test(rest)
    if (isWrittenAsDomain && isLast && otherTopLevelDomains.has(lower)) return true
  }
  return false
}

/** In the forms that email programs and browsers make of it: a fullwidth full stop is a dot, and joiners don't show. */
function containsLink(text: string): boolean {
  const shown = text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return addressPattern.test(shown) || hasDomain(shown)
}

/** Read by people who may not know the sender, in subjects too: no links, no addresses, nothing invisible. */
export const isNameAllowed = (name: string) =>
  !containsLink(name) &&
  !invisiblePattern.test(name) &&
  /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name)

/** Returns the name for a page of ours that strangers see; null if they may not see it. */
export function getPublicName(name: string): string | null {
  const trimmed = name.trim()
  return isNameAllowed(trimmed) ? trimmed : null
}

export function isMessageAllowed(message: string): boolean {
  return (
    message.length <= maxMessageLength * maxUnitsPerCharacter &&
    !forbiddenPattern.test(message) &&
    countCharacters(message) <= maxMessageLength
  )
}
