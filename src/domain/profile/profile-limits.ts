/** Limits for reader pages, without zod, because browsers load this file. Lengths are in characters. */
import { day } from '../duration.ts'

export const handleLength = { min: 3, max: 30 } as const
export const maxProfileNameLength = 60
/** The maximum length after compatibility characters and accents are decomposed (NFKD). */
export const maxDecomposedNameLength = 120
export const maxBioLength = 300
export const maxRecommendations = 20

/** Milliseconds for which a hidden page's addresses stay reserved after its reader has deleted the account. */
export const hiddenHandleRetention = 365 * day
