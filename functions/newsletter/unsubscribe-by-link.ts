/**
 * `/newsletter/unsubscribe/{key}`: the link at the foot of each issue, and the one-click address of RFC 8058, which
 * mailbox providers call without cookies, an Origin header or redirects. The key contains everything needed, so the
 * body isn't read. Many calls come from a few networks, so a network is limited only for invalid keys, which cost no
 * database read. Repeats of a valid key are limited by address, so that nobody with a link can make the Worker read the
 * database endlessly.
 */
import { unsubscribeEntry } from '../../src/domain/newsletter/newsletter-entry.ts'
import { isAddressWithinLimit, isPageWithinLimit } from '../identity/caller-limits.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { renderTooManyRequestsPage } from '../pages/rendered-pages.ts'
import { getLinkKey, refuseLink, serveLinkStep } from './link-pages.ts'
import type { NewsletterDeps } from './newsletter-deps.ts'
import { changeEntry } from './newsletter-list.ts'

const counter = 'unsubscribe'

const readKey = (context: EdgeContext<NewsletterDeps>) => {
  const { tokens, now } = context.var.deps
  return tokens.readToken('unsubscribe', getLinkKey(context), now())
}

const serveEnded = async (deps: NewsletterDeps) =>
  (await isPageWithinLimit(deps, counter))
    ? serveLinkStep(deps, 'ended')
    : renderTooManyRequestsPage(deps)

export async function getUnsubscribePage(context: EdgeContext<NewsletterDeps>): Promise<Response> {
  const { deps } = context.var
  return (await readKey(context)) ? serveLinkStep(deps, 'unsubscribe') : serveEnded(deps)
}

/** Repeats are harmless, and an address that isn't on the list gets no emails anyway. */
export async function unsubscribeByLink(context: EdgeContext<NewsletterDeps>): Promise<Response> {
  const { deps } = context.var
  const addressHash = await readKey(context)
  if (!addressHash) return serveEnded(deps)
  // Refuses only after several calls within a minute, each of which has unsubscribed the address or reported a failure.
  if (!(await isAddressWithinLimit(deps, counter, addressHash)))
    return renderTooManyRequestsPage(deps)
  const changed = await changeEntry(deps, addressHash, (entry) =>
    entry.state === 'unsubscribed' ? null : unsubscribeEntry(entry, deps.now()),
  )
  return changed.ok
    ? serveLinkStep(deps, 'unsubscribed')
    : refuseLink(deps, 'not_unsubscribed', changed.failure.kind)
}
