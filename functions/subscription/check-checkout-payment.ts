import { type Result, succeed } from '../../src/domain/result.ts'
import { createOutboxItem, type OutboxItemOf } from '../../src/domain/subscription/outbox-item.ts'
import type { Write } from '../adapters/firestore.ts'
import { deletedAccountUid, findCheckout } from './stored-checkout.ts'
import { type SubscriptionDeps, syncFromProvider } from './sync-from-provider.ts'

type Outcome = Result<readonly Write[], { readonly kind: string }>

const nothingLeft: Outcome = succeed([])

/** Milliseconds until the second check. PayPal forgets within hours what nobody approves. */
const day = 24 * 60 * 60 * 1000

/**
 * Asks PayPal about a buyer who didn't come back, and again a day later if nobody had approved by then. A first
 * payment that is still pending gets an item of its own (`firstPayment`).
 */
export async function checkCheckoutPayment(
  deps: SubscriptionDeps,
  { uid, provider, pendingSince }: OutboxItemOf<'checkoutPayment'>,
): Promise<Outcome> {
  const found = await findCheckout(deps.firestore, provider)
  if (!found.ok) return found
  // One that was paid or refused doesn't expire. The account's deletion has added an item that cancels it.
  if (!found.value?.expiresAt || found.value.uid === deletedAccountUid) return nothingLeft
  const synced = await syncFromProvider(deps, found.value, provider, { by: 'cron' })
  if (!synced.ok) return synced.failure.kind === 'notFound' ? nothingLeft : synced
  const status = synced.value.providerSubscription?.providerState.status
  const isUnapproved = status === 'APPROVAL_PENDING' || status === 'APPROVED'
  const now = deps.now()
  if (!isUnapproved || now.getTime() - pendingSince.getTime() >= day) return nothingLeft
  const item = createOutboxItem({ kind: 'checkoutPayment', uid, provider }, pendingSince)
  const fields = { ...item, dueAt: new Date(now.getTime() + day) }
  return succeed([{ set: `outbox/${crypto.randomUUID()}`, fields, ifExists: false }])
}
