import { resolveSitePath } from '../redirect.ts'
import { slugPattern } from '../slug.ts'

/** Paths that aren't pages. Another referral link would only redirect again. */
const excludedPathPattern = /^\/(?:api|g|r|sealed|moved|images)(?:[/?#]|$)/

/** Returns the page to which a referral link leads: a slug or path on this site, otherwise the front page. */
export function resolveReferralTarget(to: string | null): string {
  if (to === null) return '/'
  const path = resolveSitePath(slugPattern.test(to) ? `/${to}` : to)
  return path === null || excludedPathPattern.test(path) ? '/' : path
}
