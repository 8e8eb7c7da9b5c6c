import type { ArticleAccess } from './article.ts'
import type { Entitlement } from './subscription/entitlement.ts'

export type ClosedReason = 'signedOut' | 'notSubscribed' | 'ended' | 'paused' | 'paymentFailed'

export type AccessDecision =
  | { readonly open: true }
  | { readonly open: false; readonly reason: ClosedReason }

/** Metered articles need an entitlement, because free ones aren't counted yet. Guests have none. */
export function decideAccess(
  access: ArticleAccess,
  entitlement: Pick<Entitlement, 'entitled' | 'detail'> | null,
): AccessDecision {
  if (access === 'public') return { open: true }
  if (!entitlement) return { open: false, reason: 'signedOut' }
  if (entitlement.entitled) return { open: true }
  switch (entitlement.detail) {
    case 'paused':
      return { open: false, reason: 'paused' }
    // A disputed payment has to be made again.
    case 'disputed':
    case 'paymentFailed':
      return { open: false, reason: 'paymentFailed' }
    case 'ended':
    case 'cancelled':
    case 'complimentary':
    case 'gift':
      return { open: false, reason: 'ended' }
    case 'active':
    case 'none':
      return { open: false, reason: 'notSubscribed' }
  }
}
