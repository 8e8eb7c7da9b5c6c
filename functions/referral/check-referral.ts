/**
 * Brings a referrer's ledger up to date with a friend's first payment. PayPal is asked each time, so it may
 * run whenever and as often as it likes: when the friend has paid, when the credit is due, and when
 * PayPal reports a refund or a dispute.
 */

import { readerSchema } from '../../src/domain/reader.ts'
import {
  addPendingCredit,
  earnCredit,
  findFriend,
  type Ledger,
  type ReversalReason,
  reverseCredit,
} from '../../src/domain/referral/ledger.ts'
import { type Identity, isSamePerson } from '../../src/domain/referral/self-referral.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  getReferralCheckPath,
  type OutboxItemOf,
} from '../../src/domain/subscription/outbox-item.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import type { Write } from '../adapters/firestore.ts'
import type { PayPalSubscription } from '../adapters/paypal.ts'
import { type ChangeFailure, subscriptionPath } from '../subscription/change-subscription.ts'
import { hashParts } from '../subscription/hash-parts.ts'
import { createOutboxWrite } from '../subscription/outbox-writes.ts'
import { findCheckout } from '../subscription/stored-checkout.ts'
import type { SubscriptionDeps } from '../subscription/sync-from-provider.ts'
import { createCreditEmailWrite } from './credit-email.ts'
import { changeLedger, readReferralLink } from './referral-record.ts'

type CheckItem = Pick<OutboxItemOf<'referralCheck'>, 'provider' | 'code' | 'disputed'>

/** Does nothing for a referrer whose account has been deleted. */
export async function checkReferral(
  deps: SubscriptionDeps,
  item: CheckItem,
): Promise<Result<readonly Write[], ChangeFailure>> {
  const { firestore, paypal, now } = deps
  const { provider, code } = item
  const link = await readReferralLink(firestore, code)
  if (!link.ok) return link
  if (!link.value) return succeed([])
  const { uid } = link.value
  const payment = await findFirstPayment(deps, provider)
  if (!payment.ok) return payment
  const found = await paypal.find(provider)
  if (!found.ok) return found
  const { payer } = found.value
  const isEligible = await checkEligibility(deps, uid, item, payer)
  if (!isEligible.ok) return isEligible

  const { id, status, at: paidAt } = payment.value
  const reversal: ReversalReason | null =
    status === 'REFUNDED'
      ? 'refunded'
      : item.disputed === id
        ? 'disputed'
        : isEligible.value
          ? null
          : 'notEligible'
  const at = now()
  const friend = await hashParts('friend', uid, provider)
  const payerHash = payer.id === '' ? null : await hashParts('payer', uid, payer.id)
  const changed = await changeLedger(
    firestore,
    uid,
    (ledger) =>
      reversal
        ? reverseCredit(ledger, friend, reversal, at)
        : earnCredit(
            addPendingCredit(ledger, { friend, payer: payerHash, paidAt }, at),
            friend,
            at,
          ),
    (before, after) => createEffects({ uid, friend, item, at }, before, after),
  )
  return changed.ok ? succeed([]) : changed
}

/** The emails, and the check when the credit is due. */
function createEffects(
  { uid, friend, item, at }: { uid: string; friend: string; item: CheckItem; at: Date },
  before: Ledger,
  after: Ledger,
): readonly Write[] {
  const previousState = findFriend(before, friend)?.state
  const current = findFriend(after, friend)
  if (!current || current.state === previousState) return []
  const { state, amount, earnsAt } = current
  switch (state) {
    case 'reversed':
      return []
    case 'earned':
      return [createCreditEmailWrite(uid, friend, { event: 'earned', amount }, at)]
    case 'pending': {
      const { provider, code } = item
      const check = { kind: 'referralCheck', provider, code, disputed: null } as const
      return [
        createCreditEmailWrite(uid, friend, { event: 'pending', amount, earnsAt }, at),
        createOutboxWrite(getReferralCheckPath(provider, 'due'), check, earnsAt),
      ]
    }
  }
}

const capturedStatuses = new Set(['COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED'])

async function findFirstPayment({ paypal, now }: SubscriptionDeps, provider: string) {
  const found = await paypal.transactions(provider, new Date(0), now())
  if (!found.ok) return found
  const [first] = found.value
    .filter(({ status }) => capturedStatuses.has(status))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  // PayPal lists a payment with a delay.
  return first ? succeed(first) : fail({ kind: 'notFound' } as const)
}

/**
 * Whether the friend is somebody else, and new. Asked again when the credit is due, because a guest may
 * have claimed the subscription for the referrer's own account. Of a friend who has deleted their account
 * only PayPal knows something.
 */
async function checkEligibility(
  deps: SubscriptionDeps,
  uid: string,
  { provider, code }: CheckItem,
  payer: PayPalSubscription['payer'],
): Promise<Result<boolean, ChangeFailure>> {
  const checkout = await findCheckout(deps.firestore, provider)
  if (!checkout.ok) return checkout
  if (checkout.value && checkout.value.referral !== code) return succeed(false)
  const friendUid = checkout.value?.uid ?? null
  const friendAddresses = friendUid ? await findAddresses(deps, friendUid) : succeed([])
  if (!friendAddresses.ok) return friendAddresses
  const referrer = await findReferrer(deps, uid)
  if (!referrer.ok) return referrer
  const friend: Identity = {
    uid: friendUid,
    payerId: payer.id,
    addresses: [payer.email, ...friendAddresses.value],
  }
  return succeed(!isSamePerson(friend, referrer.value))
}

async function findAddresses(
  { firestore }: SubscriptionDeps,
  uid: string,
): Promise<Result<readonly string[], ChangeFailure>> {
  const stored = await firestore.get(`users/${uid}`)
  if (!stored.ok) return stored
  const reader = readerSchema.safeParse(stored.value?.fields)
  return succeed(reader.success ? [reader.data.email, ...reader.data.formerEmails] : [])
}

async function findReferrer(
  deps: SubscriptionDeps,
  uid: string,
): Promise<Result<Identity, ChangeFailure>> {
  const addresses = await findAddresses(deps, uid)
  if (!addresses.ok) return addresses
  const stored = await deps.firestore.get(subscriptionPath(uid))
  if (!stored.ok) return stored
  const record = subscriptionRecordSchema.safeParse(stored.value?.fields)
  const provider = record.data?.subscription?.provider
  const found = provider ? await deps.paypal.find(provider) : null
  if (found && !found.ok && found.failure.kind !== 'notFound') return found
  const payer = found?.ok ? found.value.payer : null
  return succeed({
    uid,
    payerId: payer?.id ?? '',
    addresses: [...addresses.value, payer?.email ?? ''],
  })
}
