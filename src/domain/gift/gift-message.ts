/** Free of zod, because browsers load this file. */

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

/** An address or a link. Browsers read an ideographic full stop in a host as a dot. */
const linkPattern = /[@/\\]|[\p{L}\p{N}]{2}[.\u3002]\p{L}{2}/u

const invisiblePattern = /(?![\u200c\u200d])\p{Cf}/u

/** In the forms that email programs and browsers make of it: a fullwidth full stop is a dot, and joiners don't show. */
const containsLink = (text: string) =>
  linkPattern.test(text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))

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
