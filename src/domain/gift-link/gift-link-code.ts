/** The random part of a gift link, without zod, because browsers load this file. */
import { defineLetterCode } from '../random-letters.ts'

/** 27^20 combinations: 95 bits. Anyone with the code can read the story. */
export const { create: createGiftLinkCode, parse: parseGiftLinkCode } = defineLetterCode(20)

export const getGiftLinkPath = (code: string) => `/g/${code}`
