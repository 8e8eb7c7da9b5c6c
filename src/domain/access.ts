import type { ArticleAccess } from './article.ts'
import type { Standing } from './standing.ts'

/** Why a closed article is closed, for the wall to say the right thing. */
export type ClosedReason = 'signedOut' | 'notSubscribed' | 'ended' | 'paused' | 'paymentFailed'

export type AccessDecision =
  | { readonly open: true }
  | { readonly open: false; readonly reason: ClosedReason }

/**
 * Who may read. `standing` is null for a guest. Metered articles are open to entitled readers; the
 * count of free ones is not kept yet, so for everyone else they are closed like members' ones.
 */
export function decideAccess(
  access: ArticleAccess,
  standing: Pick<Standing, 'entitled' | 'detail'> | null,
): AccessDecision {
  if (access === 'public') return { open: true }
  if (!standing) return { open: false, reason: 'signedOut' }
  if (standing.entitled) return { open: true }
  switch (standing.detail) {
    case 'paused':
      return { open: false, reason: 'paused' }
    // A payment that was taken back is one that has to be made.
    case 'disputed':
    case 'paymentFailed':
      return { open: false, reason: 'paymentFailed' }
    case 'ended':
    case 'cancelled':
    case 'complimentary':
      return { open: false, reason: 'ended' }
    case 'active':
    case 'none':
      return { open: false, reason: 'notSubscribed' }
  }
}
