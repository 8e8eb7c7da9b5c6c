import { planKinds } from '../../domain/subscription/offer.ts'
import { referral } from '../../publication/offer.ts'

/** Addresses of features that this publication doesn't offer, including all addresses below them. */
const unofferedPaths: readonly string[] = [
  ...(referral ? [] : ['/refer', '/r', '/api/referral']),
  ...((planKinds as readonly string[]).includes('student')
    ? []
    : ['/subscribe/student', '/api/student']),
]

/**
 * Whether the build creates the page and the Worker its route. Addresses that aren't offered get the same response as
 * unknown ones.
 */
export const isOfferedPath = (path: string) =>
  !unofferedPaths.some((unoffered) => `${path}/`.startsWith(`${unoffered}/`))
