/** The random part of a referral link. */

/** Without vowels, so that it spells no words, and without letters that look alike. */
const letters = '23456789bcdfghjkmnpqrstvwxz'

/** 27^10: 47 bits. */
const length = 10

const codePattern = new RegExp(`^[${letters}]{${length}}$`)

/** The largest multiple of the number of letters: higher bytes would make the first letters likelier. */
const byteLimit = 256 - (256 % letters.length)

/** `getRandomBytes` returns at least one byte each time. */
export function createReferralCode(getRandomBytes: () => Uint8Array): string {
  let code = ''
  while (code.length < length) {
    for (const byte of getRandomBytes()) {
      if (byte < byteLimit && code.length < length) code += letters[byte % letters.length]
    }
  }
  return code
}

/** Null if it can't be a code. People may type it in capitals. */
export function parseReferralCode(text: string): string | null {
  const code = text.toLowerCase()
  return codePattern.test(code) ? code : null
}

export const getReferralPath = (code: string) => `/r/${code}`
