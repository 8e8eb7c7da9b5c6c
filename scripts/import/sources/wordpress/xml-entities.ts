/** The characters and references that XML 1.0 allows: https://www.w3.org/TR/xml/#charsets */

/** Matches control characters, which WordPress exports as they were pasted. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
export const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Characters between & and the semicolon; HTML's longest name has 31. */
export const maxEntityLength = 64

const xmlEntities: Readonly<Record<string, string>> = {
  amp: '&',
  gt: '>',
  lt: '<',
  quot: '"',
  apos: "'",
}
const nameSyntax = /^[\p{L}_:][\p{L}\p{M}\p{N}_:.·-]*$/u

/** Leaves HTML's entities and invalid numbers to the HTML parser; returns null for an invalid name. */
export function resolveEntity(entity: string): string | null {
  if (Object.hasOwn(xmlEntities, entity)) return xmlEntities[entity]!
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-f]{1,8})|(\d{1,8}))$/i.exec(entity) ?? []
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal ?? Number.NaN)
  if (isXmlCharacter(code)) return String.fromCodePoint(code)
  return entity.startsWith('#') || nameSyntax.test(entity) ? `&${entity};` : null
}

function isXmlCharacter(code: number): boolean {
  return (
    [0x9, 0xa, 0xd].includes(code) ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  )
}
