/**
 * Moves a guest's purchase to an account. One commit moves the subscription with its history and all checkouts, and
 * flags the guest as moved, which revokes the cookie. A second call fails.
 */
import { type Reader, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { canBeReplaced } from '../../src/domain/subscription/desired-status.ts'
import type { SurplusReason } from '../../src/domain/subscription/effect-kinds.ts'
import {
  noSubscription,
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../src/domain/subscription/subscription.ts'
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
import { commitUnlessOvertaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'
import { createRegistrationWrites } from '../statistics/records/create-record-writes.ts'
import { type ChangeFailure, createHistoryWrite, subscriptionPath } from './change-subscription.ts'
import { createReferralCheckWrite } from './payment-effects.ts'
import { type Checkout, checkoutPath, checkoutSchema, findCheckout } from './stored-checkout.ts'
import { studentPath } from './student-address.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

/** An existing account, or a new one for the guest. */
export type TargetAccount = {
  readonly uid: string
  readonly created?: Pick<Checkout, 'accountRequest'> & { readonly reader: Reader }
}

export type TransferFailure =
  | ChangeFailure
  /** The checkout belongs to an account, or the account is being deleted. */
  | { readonly kind: 'notFound' }
  /** The new account's uid is in use. */
  | { readonly kind: 'exists' }

/** Retries of the optimistic lock. */
const maxAttempts = 10

/** Limits a commit's size. Any further checkouts are closed by the guest's flag. */
const maxCheckouts = 300

/** Returns a reason if the account can't have the subscription, which is then cancelled and refunded. */
export const transferCheckout = (
  { firestore, now }: SubscriptionDeps,
  id: string,
  account: TargetAccount,
): Promise<Result<SubscriptionRecord | SurplusReason, TransferFailure>> =>
  repeatIfOvertaken(maxAttempts, async () => {
    const loaded = await loadTransfer(firestore, id, account)
    if (!loaded.ok) return loaded
    const { guest, target, userWrites } = loaded.value
    const at = now()
    const isTrialUsed = isUnpaidTrial(guest.subscription) && !isTrialAvailable(target.record)
    const reason = isTrialUsed ? 'trialUsed' : null
    const surplus = canBeReplaced(target.record.subscription) ? reason : 'alreadySubscribed'
    const adopted = adoptSubscription(target.record, guest.record, surplus !== null, at)
    const transfer: Transfer = { ...loaded.value, ...adopted, account, surplus, at }
    const committed = await commitUnlessOvertaken(firestore, [
      ...userWrites,
      ...createCheckoutWrites(transfer),
      ...createRecordWrites(transfer),
      ...createEffectWrites(transfer),
    ])
    return committed.ok ? succeed(surplus ?? adopted.record) : committed
  })

type Loaded = Extract<Awaited<ReturnType<typeof loadTransfer>>, { readonly ok: true }>['value']

type Transfer = Loaded &
  ReturnType<typeof adoptSubscription> & {
    readonly account: TargetAccount
    readonly surplus: SurplusReason | null
    readonly at: Date
  }

const notFound = fail({ kind: 'notFound' } as const)
const malformed = fail({ kind: 'malformed' } as const)

/** `main` is the purchase's checkout, and `others` are the same guest's unpaid ones. */
async function loadTransfer(firestore: Firestore, id: string, account: TargetAccount) {
  const found = await findCheckout(firestore, id)
  if (!found.ok) return found
  if (!found.value?.isGuest) return notFound
  const { updateTime, ...checkout } = found.value
  const [guestPath, path] = [subscriptionPath(checkout.uid), subscriptionPath(account.uid)]
  const users = [`users/${account.uid}`, `users/${checkout.uid}`]
  const stored = await firestore.getAll([guestPath, path, ...users])
  if (!stored.ok) return stored
  const [guestStored, ownStored, user = null, guestUser] = stored.value
  // A guest id is never an account's uid, and an account's purchases are never moved elsewhere.
  if (guestUser) return notFound
  const guest = subscriptionRecordSchema.safeParse(guestStored?.fields)
  const own = subscriptionRecordSchema.safeParse(ownStored?.fields ?? noSubscription)
  if (!guestStored || !guest.success || !own.success) return malformed
  const { movedTo, subscription } = guest.data
  if (movedTo || subscription?.provider !== id || subscription.state === 'ended') return notFound
  const { subscription: former, isReconciled } = own.data
  // The account's previous subscription may not have been cancelled at PayPal yet.
  if (former && canBeReplaced(former) && !isReconciled) return fail({ kind: 'conflict' } as const)
  const userWrites = await createUserWrites(account, user, checkout.attribution)
  if (!userWrites.ok) return userWrites
  const documents = await loadDocuments(firestore, id, checkout.uid)
  if (!documents.ok) return documents
  const { updateTime: guestUpdateTime } = guestStored
  return succeed({
    guest: { path: guestPath, record: guest.data, subscription, updateTime: guestUpdateTime },
    target: { path, record: own.data, updateTime: ownStored?.updateTime },
    userWrites: userWrites.value,
    main: { id, checkout, updateTime },
    ...documents.value,
  })
}

async function loadDocuments(firestore: Firestore, id: string, guestUid: string) {
  const find = (collection: string, field: string, value: string, limit?: number) =>
    firestore.query({ collection, where: [{ field, is: 'EQUAL', value }], ...(limit && { limit }) })
  const [checkouts, history, students] = await Promise.all([
    find('checkouts', 'uid', guestUid, maxCheckouts),
    firestore.query({ collection: 'history', parent: subscriptionPath(guestUid) }),
    find('students', 'provider', id),
  ])
  if (!checkouts.ok) return checkouts
  if (!history.ok) return history
  if (!students.ok) return students
  const others = checkouts.value.documents.flatMap(({ id: other, fields, updateTime }) => {
    const parsed = checkoutSchema.safeParse(fields)
    return parsed.success && other !== id ? [{ id: other, checkout: parsed.data, updateTime }] : []
  })
  return succeed({ others, history: history.value.documents, students: students.value.documents })
}

function createCheckoutWrites(transfer: Transfer): readonly Write[] {
  const { account, main, others, target, students, surplus } = transfer
  const { uid, created } = account
  const accountRequest = created?.accountRequest ?? null
  const move = (moved: Transfer['main'], changes: Partial<Checkout> = {}): Write => {
    const { id, checkout, updateTime } = moved
    // An account that has had a subscription isn't new.
    const referral = target.record.subscription ? null : checkout.referral
    const fields = { ...checkout, uid, isGuest: false, accountRequest: null, referral, ...changes }
    return { set: checkoutPath(id), fields, ifUpdatedAt: updateTime }
  }
  return [
    move(main, { accountRequest, refusedFor: surplus }),
    ...others.map((other) => move(other)),
    ...students.map(({ id, fields, updateTime }) => ({
      set: studentPath(id),
      fields: { ...fields, uid },
      ifUpdatedAt: updateTime,
    })),
  ]
}

/** Moves the record with its history, and flags the guest as moved. */
const createRecordWrites = ({ account, guest, target, history, record }: Transfer): Write[] => [
  createSafeWrite(guest.path, guest.updateTime, { ...noSubscription, movedTo: account.uid }),
  ...history.flatMap(({ id, fields }): Write[] => [
    { set: `${target.path}/history/${id}`, fields },
    { remove: `${guest.path}/history/${id}` },
  ]),
  createSafeWrite(target.path, target.updateTime, record),
]

function createEffectWrites(transfer: Transfer): readonly Write[] {
  const { account, main, target, record, toEnd, surplus, at } = transfer
  const { uid } = account
  const { id: provider } = main
  const { referral: code } = main.checkout
  const { subscription } = target.record
  const state = subscription?.state ?? 'none'
  const known = { plan: subscription?.plan ?? null, provider: subscription?.provider ?? null }
  const claimed = { at, by: 'reader', kind: 'claimed', from: state, to: state, ...known }
  const entry = { ...claimed, paymentAt: null, refundedAt: null, surplus: provider }
  const endSurplus = (reason: SurplusReason) => [
    createHistoryWrite(uid, at, entry),
    createSurplusWrite({ uid, provider, reason }, at),
  ]
  return [
    ...(code ? [createReferralCheckWrite({ provider, code }, at)] : []),
    ...(record.isReconciled ? [] : [createReconcileWrite(uid, at)]),
    ...(surplus ? endSurplus(surplus) : []),
    ...(toEnd ? [createReplacedWrite(uid, toEnd, at)] : []),
  ]
}

/**
 * Creates the writes for the reader. An existing reader is included unchanged, so that the commit fails if a deletion
 * has been requested since.
 */
async function createUserWrites(
  { uid, created }: TargetAccount,
  stored: StoredDocument | null,
  attribution: Reader['attribution'],
): Promise<Result<readonly Write[], TransferFailure>> {
  const set = `users/${uid}`
  if (created) {
    if (stored) return fail({ kind: 'exists' })
    const fields = { ...created.reader, attribution }
    const registration = await createRegistrationWrites(uid, fields, 'checkout')
    return succeed([{ set, fields, ifExists: false }, ...registration])
  }
  const reader = readerSchema.safeParse(stored?.fields)
  if (!stored || !reader.success) return malformed
  if (reader.data.deletionRequestedAt) return notFound
  return succeed([{ set, fields: reader.data, ifUpdatedAt: stored.updateTime }])
}
