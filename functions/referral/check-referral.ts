/**
 * Updates a referrer's ledger from a friend's payments. The payments are requested from PayPal each time, so the check
 * may run at any time and any number of times: when the friend has first paid, each month until the payments reach the
 * total, when the credit is due, and when PayPal reports a refund or a dispute.
 */

import { day } from '../../src/domain/duration.ts'
import { getReferralCheckPath, type OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import { readerSchema } from '../../src/domain/reader.ts'
import { findDecisivePayment } from '../../src/domain/referral/friend-payments.ts'
import {
  addPendingCredit,
  earnCredit,
  findFriend,
  isKnownFriend,
  type Ledger,
  reverseCredit,
} from '../../src/domain/referral/ledger.ts'
import { type Identity, isSamePerson } from '../../src/domain/referral/self-referral.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import { changeLedger, readReferralLink } from '../credit/referral-record.ts'
import { createOutboxWrite } from '../outbox/outbox-writes.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import { hashParts } from '../platform/hash-parts.ts'
import { type ChangeFailure, subscriptionPath } from '../subscription/change-subscription.ts'
import { hashPaidSubscription, readFreeMonth } from '../subscription/free-month.ts'
import type { SubscriptionDeps } from '../subscription/subscription-deps.ts'
import { createCreditEmailWrite } from './compose-credit-email.ts'
import { hashPayer } from './hash-payer.ts'
import { type Friend, readFriend } from './read-friend.ts'

type CheckItem = Pick<OutboxItemOf<'referralCheck'>, 'provider' | 'code' | 'disputed'>

/**
 * The time until the next check of a friend whose payments haven't reached the total. Over a month, so that one more
 * payment has been made.
 */
const checkInterval = 31 * day

/** Does nothing if the referrer's account has been deleted. */
export async function checkReferral(
  deps: SubscriptionDeps,
  item: CheckItem,
): Promise<Result<readonly Write[], ChangeFailure>> {
  const { firestore, now } = deps
  const link = await readReferralLink(firestore, item.code)
  if (!link.ok) return link
  if (!link.value) return succeed([])
  const { uid } = link.value
  const friend = await readFriend(deps, item)
  if (!friend.ok) return friend
  if (!friend.value) return reverseCreditOfDeleted(deps, uid, item)
  const isEligible = await checkEligibility(deps, uid, item, friend.value)
  if (!isEligible.ok) return isEligible
  const { providers: payPalSubscriptions, payments, isRunning } = friend.value
  const decisive = findDecisivePayment(payments)
  const pending = decisive && { paidAt: decisive.at, payer: await hashPayer(uid, decisive.payer) }
  const isDisputed = payments.some(
    // A dispute of a payment after the decisive one doesn't matter.
    ({ id, at }) => id === item.disputed && (!decisive || at <= decisive.at),
  )
  const reversal = isDisputed ? 'disputed' : isEligible.value ? null : 'notEligible'
  const at = now()
  const ids = await Promise.all(payPalSubscriptions.map((one) => hashFriend(uid, one)))
  const createDueCheck = (dueAt: Date) => createDueCheckWrite(item, dueAt)
  const changed = await changeLedger(
    firestore,
    uid,
    (ledger) => {
      const friend = chooseId(ledger, ids)
      if (reversal) return reverseCredit(ledger, friend, reversal, at)
      if (pending)
        return earnCredit(addPendingCredit(ledger, { friend, ...pending }, at), friend, at)
      return isKnownFriend(ledger, friend) ? reverseCredit(ledger, friend, 'refunded', at) : ledger
    },
    (before, after) =>
      createEffects({ uid, friend: chooseId(before, ids), at, createDueCheck }, before, after),
  )
  if (!changed.ok) return changed
  const ledger = changed.value
  const isDecided = !ledger || decisive || isKnownFriend(ledger, chooseId(ledger, ids))
  if (isDecided || !isRunning) return succeed([])
  // The new check may replace the running item.
  const scheduled = await firestore.commit([createDueCheck(new Date(at.getTime() + checkInterval))])
  return scheduled.ok ? succeed([]) : scheduled
}

/** Reverses unearned credit: we aren't notified of a deleted account's disputes, so the credit can never be earned. */
async function reverseCreditOfDeleted(
  { firestore, now }: SubscriptionDeps,
  uid: string,
  { provider: payPalSubscription, disputed }: CheckItem,
): Promise<Result<readonly Write[], ChangeFailure>> {
  const id = await hashFriend(uid, payPalSubscription)
  const reason = disputed ? 'disputed' : 'notEligible'
  const changed = await changeLedger(firestore, uid, (ledger) => {
    const state = findFriend(ledger, id)?.state
    const isReversed = state === 'pending' || (state === 'earned' && disputed !== null)
    return isReversed ? reverseCredit(ledger, id, reason, now()) : ledger
  })
  return changed.ok ? succeed([]) : changed
}

const hashFriend = (uid: string, payPalSubscription: string) =>
  hashParts('friend', uid, payPalSubscription)

const createDueCheckWrite = (
  { provider: payPalSubscription, code }: CheckItem,
  dueAt: Date,
): Write =>
  createOutboxWrite(
    getReferralCheckPath(payPalSubscription, 'due'),
    { kind: 'referralCheck', provider: payPalSubscription, code, disputed: null },
    dueAt,
  )

/**
 * Returns the id under which the ledger lists the friend. A friend who has changed plans is listed by the subscription
 * that was checked first.
 */
const chooseId = (ledger: Ledger, ids: readonly string[]): string =>
  ids.find((id) => isKnownFriend(ledger, id)) ?? ids[0]!

/** Creates the emails, and the check for when the credit is due. */
function createEffects(
  {
    uid,
    friend,
    at,
    createDueCheck,
  }: { uid: string; friend: string; at: Date; createDueCheck: (dueAt: Date) => Write },
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
      return [
        createCreditEmailWrite(uid, friend, { event: 'pending', amount, earnsAt }, at),
        createDueCheck(earnsAt),
      ]
    }
  }
}

/**
 * Returns whether the friend is new, and isn't the referrer. Eligibility is checked again when the credit is due,
 * because a guest may have claimed the subscription for the referrer's own account.
 */
async function checkEligibility(
  deps: SubscriptionDeps,
  uid: string,
  { code }: CheckItem,
  friend: Friend,
): Promise<Result<boolean, ChangeFailure>> {
  const { checkout, payers } = friend
  if (checkout.referral !== code) return succeed(false)
  const isNew = await areNewPayers(deps, friend)
  if (!isNew.ok || !isNew.value) return isNew
  const friendUid = checkout.uid
  const friendAddresses = await findAddresses(deps, friendUid)
  if (!friendAddresses.ok) return friendAddresses
  const referrer = await findReferrer(deps, uid)
  if (!referrer.ok) return referrer
  const identities = payers.map(
    ({ id, email }): Identity => ({
      uid: friendUid,
      payerId: id,
      addresses: [email, ...friendAddresses.value],
    }),
  )
  return succeed(!identities.some((friend) => isSamePerson(friend, referrer.value)))
}

/** Returns whether no payer had paid for another subscription before, even for one of a deleted account. */
async function areNewPayers(
  { firestore }: SubscriptionDeps,
  { providers: payPalSubscriptions, payers, payments }: Friend,
): Promise<Result<boolean, ChangeFailure>> {
  const own = await Promise.all(payPalSubscriptions.map(hashPaidSubscription))
  for (const payer of payers) {
    const known = await readFreeMonth(firestore, payer)
    if (!known.ok) return known
    const firstPayment = known.value?.firstPayment
    if (!firstPayment || own.includes(firstPayment.subscription)) continue
    const isEarlier = ({ at, payer: { id } }: Friend['payments'][number]) =>
      id === payer.id && at <= firstPayment.at
    if (!payments.some(isEarlier)) return succeed(false)
  }
  return succeed(true)
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
  const payPalSubscription = record.data?.subscription?.provider
  const found = payPalSubscription ? await deps.paypal.find(payPalSubscription) : null
  if (found && !found.ok && found.failure.kind !== 'notFound') return found
  const payer = found?.ok ? found.value.payer : null
  return succeed({
    uid,
    payerId: payer?.id ?? '',
    addresses: [...addresses.value, payer?.email ?? ''],
  })
}
