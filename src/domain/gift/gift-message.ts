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

/** Read by people who may not know the sender, in subjects too: no links, no addresses, nothing invisible. */
const forbiddenInNamePattern = /[@/\\]|[\p{L}\p{N}]{2}\.\p{L}{2}|(?![\u200c\u200d])\p{Cf}/u

export const isNameAllowed = (name: string) =>
  !forbiddenInNamePattern.test(name) && /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name)

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
