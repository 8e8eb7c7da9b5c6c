/** The letters used in links' codes: no vowels, so that they spell no words, and no lookalikes. */
export const codeLetters = '23456789bcdfghjkmnpqrstvwxz'

/** The largest multiple of the number of letters. Using higher bytes would make the first letters more likely. */
const byteLimit = 256 - (256 % codeLetters.length)

/** `getRandomBytes` returns at least one byte each time. */
export function createRandomLetters(length: number, getRandomBytes: () => Uint8Array): string {
  let code = ''
  while (code.length < length) {
    for (const byte of getRandomBytes()) {
      if (byte < byteLimit && code.length < length) code += codeLetters[byte % codeLetters.length]
    }
  }
  return code
}

/** Creates and parses codes of `length` letters. `parse` accepts capitals; it returns null for any other text. */
export function defineLetterCode(length: number) {
  const pattern = new RegExp(`^[${codeLetters}]{${length}}$`)
  return {
    create: (getRandomBytes: () => Uint8Array): string =>
      createRandomLetters(length, getRandomBytes),
    parse(text: string): string | null {
      const code = text.toLowerCase()
      return pattern.test(code) ? code : null
    },
  }
}
