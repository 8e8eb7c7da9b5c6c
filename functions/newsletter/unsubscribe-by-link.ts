/**
 * `/newsletter/unsubscribe/{key}`: the link at the foot of each issue, and the one-click address of RFC 8058, which
 * mailbox providers call without cookies, an Origin or a redirect. The key says everything, so the body isn't read.
 * Many calls come from few networks, so none is limited: an invalid key costs no database read.
 */
import { unsubscribeEntry } from '../../src/domain/newsletter/newsletter-entry.ts'
import type { EdgeContext } from '../http/edge-context.ts'
import { getLinkKey, refuseLink, serveLinkStep } from './link-pages.ts'
import { changeEntry } from './newsletter-list.ts'

const readKey = (context: EdgeContext) => {
  const { tokens, now } = context.var.deps
  return tokens.readToken('unsubscribe', getLinkKey(context), now())
}

export async function getUnsubscribePage(context: EdgeContext): Promise<Response> {
  const { deps } = context.var
  const addressHash = await readKey(context)
  return serveLinkStep(deps, addressHash ? 'unsubscribe' : 'ended')
}

/** Repeats are harmless, and an address that isn't on the list gets nothing anyway. */
export async function unsubscribeByLink(context: EdgeContext): Promise<Response> {
  const { deps } = context.var
  const addressHash = await readKey(context)
  if (!addressHash) return serveLinkStep(deps, 'ended')
  const changed = await changeEntry(deps, addressHash, (entry) =>
    entry.state === 'unsubscribed' ? null : unsubscribeEntry(entry, deps.now()),
  )
  return changed.ok
    ? serveLinkStep(deps, 'unsubscribed')
    : refuseLink(deps, 'not_unsubscribed', changed.failure.kind)
}
