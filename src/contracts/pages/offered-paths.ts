import { planKinds } from '../../domain/subscription/offer.ts'
import { referral } from '../../publication/offer.ts'

/** Addresses of what this publication doesn't offer, each with all those below it. */
const unofferedPaths: readonly string[] = [
  ...(referral ? [] : ['/refer', '/r', '/api/referral']),
  ...((planKinds as readonly string[]).includes('student')
    ? []
    : ['/subscribe/student', '/api/student']),
]

/** The build leaves out pages, and the Worker routes, that aren't offered: their addresses answer as unknown ones do. */
export const isOfferedPath = (path: string) =>
  !unofferedPaths.some((unoffered) => `${path}/`.startsWith(`${unoffered}/`))
