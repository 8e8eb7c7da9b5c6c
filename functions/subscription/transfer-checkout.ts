/**
 * Moves a guest's purchase to an account. One commit moves the subscription with its history and all
 * checkouts, and flags the guest as moved, which revokes the cookie. A second call fails.
 */
import { type Reader, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { canBeReplaced } from '../../src/domain/subscription/desired-status.ts'
import type { SurplusReason } from '../../src/domain/subscription/outbox-item.ts'
import {
  noSubscription,
  type Subscription,
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../src/domain/subscription/subscription.ts'
import type { Transition } from '../../src/domain/subscription/subscription-event.ts'
import { adoptSubscription } from '../../src/domain/subscription/transition.ts'
import { isTrialAvailable, isUnpaidTrial } from '../../src/domain/subscription/trial.ts'
import {
  createReconcileWrite,
  createReplacedWrite,
  createSurplusWrite,
} from '../outbox/outbox-writes.ts'
import {
  createSafeWrite,
  type Firestore,
  type StoredDocument,
  type Write,
} from '../platform/adapters/firestore.ts'
import { createRegistrationWrites } from '../statistics/records/create-record-writes.ts'
import { type ChangeFailure, createHistoryWrite, subscriptionPath } from './change-subscription.ts'
import { createReferralCheckWrite } from './payment-effects.ts'
import { type Checkout, checkoutPath, checkoutSchema } from './stored-checkout.ts'
import { studentPath } from './student-address.ts'
import type { SubscriptionDeps } from './sync-from-provider.ts'

export type TargetAccount =
  | { readonly kind: 'existing'; readonly uid: string }
  | {
      readonly kind: 'new'
      readonly uid: string
      readonly reader: Reader
      readonly accountRequest: Checkout['accountRequest']
    }

export type TransferFailure =
  | ChangeFailure
  /** The checkout belongs to an account, or the account is being deleted. */
  | { readonly kind: 'notFound' }
  /** The new account's uid is in use. */
  | { readonly kind: 'exists' }

/** Retries of the optimistic lock. */
const maxAttempts = 10

/** Limits a commit's size. The guest's flag closes any others. */
const maxCheckouts = 300

/** Returns a reason if the account can't have the subscription, which is then cancelled and refunded. */
export async function transferCheckout(
  { firestore, now }: SubscriptionDeps,
  id: string,
  account: TargetAccount,
): Promise<Result<SubscriptionRecord | SurplusReason, TransferFailure>> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const loaded = await loadTransfer(firestore, id, account)
    if (!loaded.ok) return loaded
    const { guest, target, userWrites, checkouts, history, students } = loaded.value
    const { referral } = checkouts[0].checkout
    const surplus = findSurplusReason(target.record, guest.subscription)
    const at = now()
    const { record, toEnd } = adoptSubscription(target.record, guest.record, surplus !== null, at)
    const committed = await firestore.commit([
      ...userWrites,
      ...checkouts.map(({ provider, checkout, updateTime }): Write => {
        const accountRequest =
          provider === id && account.kind === 'new' ? account.accountRequest : null
        const fields: Checkout = {
          ...checkout,
          uid: account.uid,
          isGuest: false,
          accountRequest,
          refusedFor: provider === id ? surplus : checkout.refusedFor,
          // An account that has had a subscription isn't new.
          referral: target.record.subscription ? null : checkout.referral,
        }
        return { set: checkoutPath(provider), fields, ifUpdatedAt: updateTime }
      }),
      {
        set: guest.path,
        fields: { ...noSubscription, movedTo: account.uid },
        ifUpdatedAt: guest.updateTime,
      },
      ...(referral ? [createReferralCheckWrite({ provider: id, code: referral }, at)] : []),
      ...students.map(
        (student): Write => ({
          set: studentPath(student.id),
          fields: { ...student.fields, uid: account.uid },
          ifUpdatedAt: student.updateTime,
        }),
      ),
      ...history.flatMap((entry): Write[] => [
        { set: `${target.path}/history/${entry.id}`, fields: entry.fields },
        { remove: `${guest.path}/history/${entry.id}` },
      ]),
      createSafeWrite(target.path, target.updateTime, record),
      ...(record.isReconciled ? [] : [createReconcileWrite(account.uid, at)]),
      ...(surplus
        ? createSurplusWrites(account.uid, target.record, { provider: id, reason: surplus }, at)
        : []),
      ...(toEnd ? [createReplacedWrite(account.uid, toEnd, at)] : []),
    ])
    if (committed.ok) return succeed(surplus ?? record)
    if (committed.failure.kind !== 'conflict') return committed
  }
  return fail({ kind: 'conflict' })
}

function findSurplusReason(
  target: SubscriptionRecord,
  subscription: Subscription,
): SurplusReason | null {
  if (!canBeReplaced(target.subscription)) return 'alreadySubscribed'
  return isUnpaidTrial(subscription) && !isTrialAvailable(target) ? 'trialUsed' : null
}

async function loadTransfer(firestore: Firestore, id: string, account: TargetAccount) {
  const found = await firestore.get(checkoutPath(id))
  if (!found.ok) return found
  const main = checkoutSchema.safeParse(found.value?.fields)
  if (!main.success) return found.value ? malformed : notFound
  if (!main.data.isGuest) return notFound

  const guestUid = main.data.uid
  const paths = [
    subscriptionPath(guestUid),
    subscriptionPath(account.uid),
    `users/${account.uid}`,
    `users/${guestUid}`,
  ] as const
  const stored = await firestore.getAll(paths)
  if (!stored.ok) return stored
  const [guestStored, ownStored, userStored, guestUser] = stored.value
  // A guest id is never an account's uid, and an account's purchases are never moved away.
  if (guestUser) return notFound
  const guest = subscriptionRecordSchema.safeParse(guestStored?.fields)
  const target = subscriptionRecordSchema.safeParse(ownStored?.fields ?? noSubscription)
  if (!guestStored || !guest.success || !target.success) return malformed
  const { subscription, movedTo } = guest.data
  if (movedTo || subscription?.provider !== id || subscription.state === 'ended') return notFound
  const { subscription: former, isReconciled } = target.data
  // The account's former subscription may not be cancelled at PayPal yet.
  if (former && canBeReplaced(former) && !isReconciled) return fail({ kind: 'conflict' } as const)
  const user = await createUserWrites(account, userStored ?? null, main.data.attribution)
  if (!user.ok) return user
  const [checkouts, history, students] = await Promise.all([
    firestore.query({
      collection: 'checkouts',
      where: [{ field: 'uid', is: 'EQUAL', value: guestUid }],
      limit: maxCheckouts,
    }),
    firestore.query({ collection: 'history', parent: paths[0] }),
    firestore.query({
      collection: 'students',
      where: [{ field: 'provider', is: 'EQUAL', value: id }],
    }),
  ])
  if (!checkouts.ok) return checkouts
  if (!history.ok) return history
  if (!students.ok) return students
  const others = checkouts.value.documents.flatMap(({ id: provider, fields, updateTime }) => {
    const parsed = checkoutSchema.safeParse(fields)
    if (!parsed.success || provider === id) return []
    return [{ provider, checkout: parsed.data, updateTime }]
  })
  const own = { provider: id, checkout: main.data, updateTime: found.value!.updateTime }
  return succeed({
    guest: { path: paths[0], record: guest.data, subscription, updateTime: guestStored.updateTime },
    target: { path: paths[1], record: target.data, updateTime: ownStored?.updateTime },
    userWrites: user.value,
    checkouts: [own, ...others] as const,
    history: history.value.documents,
    students: students.value.documents,
  })
}

const notFound = fail({ kind: 'notFound' } as const)
const malformed = fail({ kind: 'malformed' } as const)

/** Includes an existing reader unchanged: the commit fails if a deletion was requested meanwhile. */
async function createUserWrites(
  account: TargetAccount,
  stored: StoredDocument | null,
  attribution: Reader['attribution'],
): Promise<Result<readonly Write[], TransferFailure>> {
  const set = `users/${account.uid}`
  if (account.kind === 'new') {
    if (stored) return fail({ kind: 'exists' })
    const fields = { ...account.reader, attribution }
    const registration = await createRegistrationWrites(account.uid, fields, 'checkout')
    return succeed([{ set, fields, ifExists: false }, ...registration])
  }
  const reader = readerSchema.safeParse(stored?.fields)
  if (!stored || !reader.success) return malformed
  if (reader.data.deletionRequestedAt) return notFound
  return succeed([{ set, fields: reader.data, ifUpdatedAt: stored.updateTime }])
}

function createSurplusWrites(
  uid: string,
  { subscription }: SubscriptionRecord,
  { provider, reason }: NonNullable<Transition['surplus']>,
  at: Date,
): readonly Write[] {
  const state = subscription?.state ?? 'none'
  const entry = {
    at,
    by: 'reader',
    kind: 'claimed',
    from: state,
    to: state,
    plan: subscription?.plan ?? null,
    provider: subscription?.provider ?? null,
    paymentAt: null,
    refundedAt: null,
    surplus: provider,
  }
  return [createHistoryWrite(uid, at, entry), createSurplusWrite({ uid, provider, reason }, at)]
}
