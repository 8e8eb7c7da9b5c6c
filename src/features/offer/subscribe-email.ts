import { createMailtoLink } from '../../domain/mailto-link.ts'
import type { PlanKind } from '../../domain/subscription/offer.ts'
import { getPlanName } from '../../domain/subscription/plan-text.ts'
import { site } from '../../publication/identity.ts'

/** An email draft with which readers can order a plan while payments aren’t configured. */
export function getPlanEmailUrl(kind: PlanKind): string {
  const name = getPlanName(kind).toLowerCase()
  return createMailtoLink({
    to: site.subscriptionsEmail,
    subject: `Subscription: ${name}`,
    lines: [
      `I’d like the ${name} subscription to ${site.name}.`,
      '',
      'My name:',
      'The email address I’ll log in with:',
      'The country I live in:',
    ],
  })
}
