import { planKinds } from '../../domain/subscription/offer.ts'
import { referral } from '../../publication/offer.ts'

/** Paths of pages about what this publication doesn't offer: they aren't part of the site. */
export const unofferedPages: ReadonlySet<string> = new Set([
  ...(referral ? [] : ['/refer']),
  ...((planKinds as readonly string[]).includes('student') ? [] : ['/subscribe/student']),
])
