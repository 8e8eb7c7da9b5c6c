/** Unlocks in a reader's record, `users/{uid}`. */
import { z } from 'zod'
import { slugSchema } from '../slug.ts'
import { getUnlockEnd, maxUnlocks, type Unlock, unlockWays } from './unlock.ts'

export const storedUnlocksSchema = z
  .array(z.object({ slug: slugSchema, way: z.enum(unlockWays), at: z.date() }))
  .max(maxUnlocks)
  .default([])

/** `unlocksEndAt` is when the first unlock expires, and the cron job removes it. */
export function createUnlockFields(unlocks: readonly Unlock[]) {
  const ends = unlocks.map((unlock) => getUnlockEnd(unlock).getTime())
  return {
    unlocks: unlocks.map(({ slug, way, at }) => ({ slug, way, at })),
    unlocksEndAt: ends.length > 0 ? new Date(Math.min(...ends)) : null,
  }
}
