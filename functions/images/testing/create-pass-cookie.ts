import type { createTokens } from '../../identity/session-tokens.ts'

/** Creates a subscriber's cookies. */
export async function createPassCookie(tokens: ReturnType<typeof createTokens>, now: Date) {
  const entitlement = {
    status: 'isSubscribed',
    detail: 'active',
    entitled: true,
    until: null,
    plan: 'annual_99',
    price: null,
    previousPlan: null,
    paidThrough: null,
    resumesAt: null,
    nextPayment: null,
    givenMonths: 0,
    givenUntil: null,
    allowedSteps: [],
  } as const
  const session = await tokens.issueSession('ama', now, now)
  return `__Host-session=${session}; __Host-pass=${await tokens.issuePass('ama', entitlement, now)}`
}
