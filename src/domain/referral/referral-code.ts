/** The random part of a referral link. */
import { codeLetters, createRandomLetters } from '../random-letters.ts'

/** 27^10: 47 bits. */
const length = 10

const codePattern = new RegExp(`^[${codeLetters}]{${length}}$`)

/** `getRandomBytes` returns at least one byte each time. */
export const createReferralCode = (getRandomBytes: () => Uint8Array): string =>
  createRandomLetters(length, getRandomBytes)

/** Null if it can't be a code. People may type it in capitals. */
export function parseReferralCode(text: string): string | null {
  const code = text.toLowerCase()
  return codePattern.test(code) ? code : null
}

export const getReferralPath = (code: string) => `/r/${code}`
