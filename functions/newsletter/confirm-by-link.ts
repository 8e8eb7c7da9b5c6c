/** `/newsletter/confirm/{key}`: handles the link in a confirmation email. */
import { confirmEntry } from '../../src/domain/newsletter/confirm-entry.ts'
import { isSuppressed } from '../../src/domain/newsletter/suppression.ts'
import { forgetSignUp } from '../email/count-email.ts'
import { endSuppression, getSuppressionPath } from '../email/suppressed-addresses.ts'
import {
  isAddressWithinLimit,
  isPageWithinLimit,
  isWithinLimit,
} from '../identity/caller-limits.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { renderTooManyRequestsPage } from '../pages/rendered-pages.ts'
import { createConsent } from './consent.ts'
import { getLinkKey, refuseLink, serveLinkStep } from './link-pages.ts'
import type { NewsletterDeps } from './newsletter-deps.ts'
import { changeEntry } from './newsletter-list.ts'
import { readConfirmationKey } from './personal-links.ts'
import { requestWeekly } from './request-weekly.ts'

const counter = 'newsletter-confirm'

export async function getConfirmationPage(context: EdgeContext<NewsletterDeps>): Promise<Response> {
  const { deps } = context.var
  const key = await readConfirmationKey(deps.tokens, getLinkKey(context), deps.now())
  if (!key) return serveLinkStep(deps, 'ended')
  return serveLinkStep(deps, key.isExpired ? 'expired' : 'confirm')
}

/** An expired link sends a new email, within the limits, to the address that it was sent to. */
export async function confirmByLink(context: EdgeContext<NewsletterDeps>): Promise<Response> {
  const { deps } = context.var
  const { tokens, now } = deps
  const key = await readConfirmationKey(tokens, getLinkKey(context), now())
  if (!key) return serveLinkStep(deps, 'ended')
  const { addressHash, requestedAt, isExpired } = key
  const isWithinLimits =
    (await isPageWithinLimit(deps, counter)) &&
    (await isAddressWithinLimit(deps, 'newsletter-link', addressHash))
  if (!isWithinLimits) return renderTooManyRequestsPage(deps)
  const consent = createConsent(deps, now())
  let wasPending = false
  const changed = await changeEntry(deps, addressHash, (entry) => {
    wasPending = entry.state === 'pending'
    return isExpired ? null : confirmEntry(entry, consent, requestedAt)
  })
  if (!changed.ok) return refuseLink(deps, 'newsletter_not_confirmed', changed.failure.kind)
  const entry = changed.value
  // The entry was never confirmed and has been removed, or was deleted with the account.
  if (!entry) return serveLinkStep(deps, 'ended')
  if (entry.state === 'confirmed' && !isSuppressed(entry, now())) {
    // If this update fails, the domain can sign up one address fewer that day.
    if (wasPending) await forgetSignUp(deps.firestore, entry.email, requestedAt)
    await endSuppression(deps, getSuppressionPath(addressHash), requestedAt)
    return serveLinkStep(deps, 'confirmed')
  }
  if (!(await isWithinLimit(deps, 'JOIN_LIMIT', counter))) return renderTooManyRequestsPage(deps)
  const { email, source, attribution } = entry
  const request = { email, source, uid: null, attribution, ...consent }
  const requested = await requestWeekly(deps, request)
  return requested.ok
    ? serveLinkStep(deps, 'sent')
    : refuseLink(deps, 'newsletter_not_requested', requested.failure.kind)
}
