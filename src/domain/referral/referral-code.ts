/** The random part of a referral link. */
import { codeLetters, createRandomLetters } from '../random-letters.ts'

/** 27^10 combinations: 47 bits. */
const length = 10

const codePattern = new RegExp(`^[${codeLetters}]{${length}}$`)

/** `getRandomBytes` returns at least one byte each time. */
export const createReferralCode = (getRandomBytes: () => Uint8Array): string =>
  createRandomLetters(length, getRandomBytes)

/** Returns null if the text can't be a code. Accepts capitals, which people may type. */
export function parseReferralCode(text: string): string | null {
  const code = text.toLowerCase()
  return codePattern.test(code) ? code : null
}

export const getReferralPath = (code: string) => `/r/${code}`
