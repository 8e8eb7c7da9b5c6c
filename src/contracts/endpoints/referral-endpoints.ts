import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** Amounts are in minor units. Friends aren't named. */
const referralResponseSchema = z.object({
  code: z.string(),
  /** The number of devices that have opened the link. */
  visits: z.int(),
  /** The number of friends who have subscribed. */
  friends: z.int(),
  pending: z.int(),
  nextEarnsAt: z.iso.datetime().nullable(),
  earned: z.int(),
  used: z.int(),
  available: z.int(),
})
export type ReferralResponse = z.infer<typeof referralResponseSchema>

export const referralEndpoints = [
  /** Creates the referral link at the first call. Safe to repeat. */
  defineEndpoint('PUT /api/referral', {
    summary:
      'creates the reader’s referral link if they have none, and returns it with their credit',
    caller: 'reader',
    limit: ['LOOK_UP_LIMIT', 'referral'],
    response: referralResponseSchema,
  }),
]
