/** Gift codes, without zod, because browsers load this file. */

/** Crockford's base 32: no I, L, O or U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 16 letters of 5 bits each are 80 bits. */
const codeLength = 16

const codePattern = new RegExp(`^[${alphabet}]{${codeLength}}$`)

/**
 * A code with which anyone can open and redeem the gift. The code is in the link and on the card, and can be typed on
 * /redeem.
 */
export type GiftCode = string & { readonly __giftCode: true }

export function createGiftCode(): GiftCode {
  const bytes = crypto.getRandomValues(new Uint8Array(codeLength))
  // 256 is a multiple of 32, so all letters are equally likely.
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('') as GiftCode
}

/** Accepts what people type: lower case, spaces, hyphens, and O, I and L instead of digits. Null if invalid. */
export function parseGiftCode(input: string): GiftCode | null {
  if (input.length > 100) return null
  const code = input
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return codePattern.test(code) ? (code as GiftCode) : null
}

/** Formats a code as “7K2M-9QXT-4B6H-0WZE”. */
export const formatGiftCode = (code: GiftCode) => code.replaceAll(/.{4}(?=.)/g, '$&-')

export const getGiftPath = (code: GiftCode) => `/gift/${code}`
