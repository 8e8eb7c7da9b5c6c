/** Rules for names and messages, without zod, because browsers load this file. */
import { commonTopLevelDomains, otherTopLevelDomains } from '../top-level-domains.ts'

export const maxMessageLength = 600

/** In UTF-16 units: four per character, as in the writing systems that need the most. Fewer family emoji fit. */
export const maxMessageUnits = 4 * maxMessageLength

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Counts as people do: an emoji is one character. */
export function countCharacters(text: string): number {
  return [...segmenter.segment(text)].length
}

/** Returns plain text with line breaks. */
export function normalizeMessage(input: string): string {
  return (
    input
      .normalize('NFC')
      .replaceAll(/\r\n?/g, '\n')
      // Lines are trimmed one by one, because a pattern for trailing spaces would take quadratic time.
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  )
}

/**
 * Matches lone surrogates, private-use characters, characters that reverse the text around them, and control characters
 * except line breaks.
 */
const forbiddenPattern = /[\p{Cs}\p{Co}\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u

/** Matches parts of addresses, handles and links: “@”, a backslash, “//”, “www.” and “xn--”. */
const addressPattern = /[@\\]|\/\/|\bwww\.|xn--/iu

/** A less strict pattern, because a message may contain "and/or" and "dinner @ 8". */
const messageAddressPattern = /[\p{L}\p{N}]@[\p{L}\p{N}]|:\/\/|\bwww\.|xn--/iu

/**
 * Matches invisible characters. Joiners are allowed between and after letters and marks, and variation selectors after
 * emoji.
 */
const invisiblePattern =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200c|\u200d)|(?<!\p{Emoji})(?:\ufe0e|\ufe0f)/u

/** Matches letters above or below other letters, as in old manuscripts. */
const letterMarkPattern =
  /[\u0363-\u036f\u1abf\u1ac0\u1acc-\u1ace\u1dca\u1dd3-\u1df4\u2de0-\u2dff\ua674-\ua67b\ua69e\ua69f]/u

/** Detects "bit.ly/win9", in upper or lower case. */
function hasPath(word: string): boolean {
  const dot = word.search(/\.\p{L}/u)
  return dot !== -1 && word.includes('/', dot)
}

/** Detects "claim.com", but not the initials in "Md.Yusuf", "P.K. Roy" or "एम.एस. धोनी". */
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

/** Browsers treat an ideographic full stop in a host as a dot. Takes linear time. */
const hasDomain = (words: readonly string[]) =>
  words.some((word) => {
    const parts = word.split(/[.\u3002]/u)
    return parts.some((part, index) => {
      const label = parts[index - 1] ?? ''
      return label !== '' && isDomain(label, part, parts[index + 1])
    })
  })

/** Simplifies a text to what programs and people read: a fullwidth full stop is a dot, and joiners are invisible. */
export const simplifyText = (text: string) =>
  text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')

/** Detects a link in any form that email clients and browsers turn into one. */
function containsLink(text: string, pattern: RegExp): boolean {
  const shown = simplifyText(text)
  const words = shown.split(/\s+/u)
  return pattern.test(shown) || words.some(hasPath) || hasDomain(words)
}

/**
 * Whether a name is allowed in emails, even in their subjects, to people who may not know the sender: no links or
 * addresses, and nothing invisible or easily overlooked.
 */
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

/**
 * Links aren't allowed, because the message's reader may not know the sender, and would think that the link is ours.
 */
export const containsMessageLink = (message: string): boolean =>
  containsLink(message, messageAddressPattern)
