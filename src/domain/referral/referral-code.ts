/** The random part of a referral link. */
import { defineLetterCode } from '../random-letters.ts'

/** 27^10 combinations: 47 bits. People may type the code, even in capitals. */
export const { create: createReferralCode, parse: parseReferralCode } = defineLetterCode(10)

export const getReferralPath = (code: string) => `/r/${code}`
