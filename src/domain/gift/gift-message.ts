/** Free of zod, because browsers load this file. */
import { commonTopLevelDomains, otherTopLevelDomains } from '../top-level-domains.ts'

export const maxMessageLength = 600

/** UTF-16 units: four for each character in the writing systems that need the most, and fewer emoji of families. */
export const maxMessageUnits = 4 * maxMessageLength

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Counts as people do: an emoji is one character. */
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

/** A message may say "and/or" and "dinner @ 8". */
const messageAddressPattern = /[\p{L}\p{N}]@[\p{L}\p{N}]|:\/\/|\bwww\.|xn--/iu

/** Invisible characters. Joiners are allowed between and after letters and marks, variation selectors after emoji. */
const invisiblePattern =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200c|\u200d)|(?<!\p{Emoji})(?:\ufe0e|\ufe0f)/u

/** Letters above or below others, as in old manuscripts. */
const letterMarkPattern =
  /[\u0363-\u036f\u1abf\u1ac0\u1acc-\u1ace\u1dca\u1dd3-\u1df4\u2de0-\u2dff\ua674-\ua67b\ua69e\ua69f]/u

/** "bit.ly/win9", whatever the case. */
function hasPath(word: string): boolean {
  const dot = word.search(/\.\p{L}/u)
  return dot !== -1 && word.includes('/', dot)
}

/** "claim.com", and not the initials in "Md.Yusuf", "P.K. Roy" or "एम.एस. धोनी". */
function isDomain(label: string, part: string, next: string | undefined): boolean {
  const [suffix = ''] = /^\p{L}[\p{L}\p{M}]*/u.exec(part) ?? []
  const rest = part.slice(suffix.length)
  const lower = suffix.toLowerCase()
  if (commonTopLevelDomains.has(lower) && !/^\p{N}/u.test(rest)) return true
  // In scripts without capitals, an initial or a title may be joined to a name that is also a domain: "డె.భారత్".
  const isInitial = suffix === suffix.toUpperCase() && (label.match(/\p{L}/gu) ?? []).length < 2
  const isWrittenAsDomain = (suffix === lower && !isInitial) || /[\p{N}-]/u.test(label)
  const isLast = !/^[\p{N}-]/u.test(rest) && (rest !== '' || !/^[\p{L}\p{N}]/u.test(next ?? ''))
  return isWrittenAsDomain && isLast && otherTopLevelDomains.has(lower)
}

/** Browsers read an ideographic full stop in a host as a dot. Takes time in proportion to the length. */
const hasDomain = (words: readonly string[]) =>
  words.some((word) => {
    const parts = word.split(/[.\u3002]/u)
    return parts.some((part, index) => {
      const label = parts[index - 1] ?? ''
      return label !== '' && isDomain(label, part, parts[index + 1])
    })
  })

/** As programs and people read a text: a fullwidth full stop is a dot, and joiners don't show. */
export const simplifyText = (text: string) =>
  text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')

/** Finds a link in the forms that email programs and browsers make of it. */
function containsLink(text: string, pattern: RegExp): boolean {
  const shown = simplifyText(text)
  const words = shown.split(/\s+/u)
  return pattern.test(shown) || words.some(hasPath) || hasDomain(words)
}

/** Read by people who may not know the sender, in subjects too: no links, no addresses, nothing invisible or easily overlooked. */
export const isNameAllowed = (name: string) =>
  !containsLink(name, addressPattern) &&
  !invisiblePattern.test(name) &&
  !letterMarkPattern.test(name) &&
  /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name)

export function isMessageAllowed(message: string): boolean {
  return (
    message.length <= maxMessageUnits &&
    !forbiddenPattern.test(message) &&
    countCharacters(message) <= maxMessageLength
  )
}

/** Its reader may not know the sender, and would take the link for ours. */
export const containsMessageLink = (message: string): boolean =>
  containsLink(message, messageAddressPattern)
