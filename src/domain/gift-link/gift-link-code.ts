/** The random part of a gift link, without zod, because browsers load this file. */
import { codeLetters, createRandomLetters } from '../random-letters.ts'

/** 27^20 combinations: 95 bits. Anyone with the code can read the story. */
const length = 20

const codePattern = new RegExp(`^[${codeLetters}]{${length}}$`)

/** `getRandomBytes` returns at least one byte each time. */
export const createGiftLinkCode = (getRandomBytes: () => Uint8Array): string =>
  createRandomLetters(length, getRandomBytes)

/** Returns null if the text can't be a code. */
export function parseGiftLinkCode(text: string): string | null {
  const code = text.toLowerCase()
  return codePattern.test(code) ? code : null
}

export const getGiftLinkPath = (code: string) => `/g/${code}`
