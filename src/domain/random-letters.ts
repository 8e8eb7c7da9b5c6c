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
