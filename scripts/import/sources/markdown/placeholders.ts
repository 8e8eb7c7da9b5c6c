/**
 * Protects pieces of a text while the rest changes. The placeholders' private-use characters are removed from every
 * source (decode-text.ts), because a source could otherwise multiply a piece at will.
 */
const startCharacters = { code: '\uE000', raw: '\uE002', span: '\uE004' } as const
const endCharacter = '\uE001'

export const placeholderCharacters = /[\uE000-\uE004]/g

export const spanPlaceholderStart = startCharacters.span
export const codePlaceholderStart = startCharacters.code

export type Placeholders = {
  /** Returns the placeholder. */
  protect(original: string): string
  restore(text: string): string
}

export function createPlaceholders(kind: keyof typeof startCharacters): Placeholders {
  const originals: string[] = []
  const startCharacter = startCharacters[kind]
  const placeholderPattern = new RegExp(`${startCharacter}(\\d{1,7})${endCharacter}`, 'g')
  return {
    protect: (original) => `${startCharacter}${originals.push(original) - 1}${endCharacter}`,
    restore: (text) =>
      text.replace(placeholderPattern, (whole, index) => originals[Number(index)] ?? whole),
  }
}
