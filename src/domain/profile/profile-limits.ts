/** Free of zod, because browsers load this file. Lengths are in characters. */

export const handleLength = { min: 3, max: 30 } as const
export const maxProfileNameLength = 60
export const maxBioLength = 300
export const maxRecommendations = 20
