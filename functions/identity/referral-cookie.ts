import { readTokenCookie } from './cookies.ts'
import type { Deps } from './edge-context.ts'

/** Returns the referral code; null if the cookie isn't ours or is older than 30 days. */
export const readReferralCookie = ({ tokens, now, request }: Deps): Promise<string | null> =>
  tokens.readToken('referral', readTokenCookie(request, 'referral'), now())
