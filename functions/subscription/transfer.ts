/**
 * Moves what a guest has paid for to an account: an existing one that claims it, or a new one. One commit
 * moves the subscription with its history, gives every checkout of the guest to the account, and
 * marks the guest as moved, which revokes their cookie. Called twice, the second call fails.
 */
import { owedNow, surplusPath } from '../../src/domain/owed.ts'
import { type Reader, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  noSubscription,
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../src/domain/subscription.ts'
import { keepAccess, laterAccess } from '../../src/domain/subscription-transition.ts'
import { isOver } from '../../src/domain/wanted-and-due.ts'
import type { Firestore, StoredDocument, Write } from '../adapters/firestore.ts'
import { type ChangeFailure, historyWrite, subscriptionPath } from './change.ts'
import { type Checkout, checkoutPath, checkoutSchema, type Means } from './look.ts'
import { studentPath } from './student-address.ts'

export type Account =
  | { readonly kind: 'existing'; readonly uid: string }
  | {
      readonly kind: 'new'
      readonly uid: string
      readonly reader: Reader
      readonly accountMade: Checkout['accountMade']
    }

export type TransferFailure =
  | ChangeFailure
  /** The checkout belongs to an account by now, or the account to a reader who is leaving. */
  | { readonly kind: 'notFound' }
  /** There is a reader with the uid of the new account. */
  | { readonly kind: 'exists' }

/** Retries of the optimistic lock. */
const mostRounds = 10

/** Checkouts of one guest that are moved. Any others are closed because the guest is marked as moved. */
const mostCheckouts = 300

/** Null where the account has a subscription already, so that the guest's is ended and refunded. */
export async function transferCheckout(
  { firestore, now }: Means,
  id: string,
  account: Account,
): Promise<Result<SubscriptionRecord | null, TransferFailure>> {
  for (let round = 0; round < mostRounds; round++) {
    const read = await readAll(firestore, id, account)
    if (!read.ok) return read
    const { guest, own, user, checkouts, history, students } = read.value

    const isSurplus = !isOver(own.record.subscription)
    const { subscription, isAligned, dueAt } = guest.record
    const former = keepAccess(own.record).formerAccess
    const formerAccess = laterAccess(former, guest.record.formerAccess)
    const record = { ...own.record, formerAccess, subscription, isAligned, dueAt }
    const at = now()
    const committed = await firestore.commit([
      user,
      ...checkouts.map(({ provider, checkout, updateTime }): Write => {
        const accountMade = provider === id && account.kind === 'new' ? account.accountMade : null
        const fields = { ...checkout, uid: account.uid, isGuest: false, accountMade }
        return { set: checkoutPath(provider), fields, ifUpdatedAt: updateTime }
      }),
      {
        set: guest.path,
        fields: { ...noSubscription, movedTo: account.uid },
        ifUpdatedAt: guest.updateTime,
      },
      ...students.map(
        (student): Write => ({
          set: studentPath(student.id),
          fields: { ...student.fields, uid: account.uid },
          ifUpdatedAt: student.updateTime,
        }),
      ),
      ...history.flatMap((entry): Write[] => [
        { set: `${own.path}/history/${entry.id}`, fields: entry.fields },
        { remove: `${guest.path}/history/${entry.id}` },
      ]),
      ...(isSurplus
        ? [
            {
              set: own.path,
              fields: { ...own.record, formerAccess },
              ...own.precondition,
            } as const,
            ...surplusWrites(account.uid, own.record, id, at),
          ]
        : [{ set: own.path, fields: record, ...own.precondition } as const]),
    ])
    if (committed.ok) return succeed(isSurplus ? null : record)
    if (committed.failure.kind !== 'conflict') return committed
  }
  return fail({ kind: 'conflict' })
}

async function readAll(firestore: Firestore, id: string, account: Account) {
  const found = await firestore.get(checkoutPath(id))
  if (!found.ok) return found
  const main = checkoutSchema.safeParse(found.value?.fields)
  if (!main.success) return fail({ kind: found.value ? 'malformed' : 'notFound' } as const)
  if (!main.data.isGuest) return fail({ kind: 'notFound' } as const)

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
  // A guest id is never the uid of an account; what an account controls is never moved away from it.
  if (guestUser) return fail({ kind: 'notFound' } as const)
  const guest = subscriptionRecordSchema.safeParse(guestStored?.fields)
  const own = subscriptionRecordSchema.safeParse(ownStored?.fields ?? noSubscription)
  if (!guestStored || !guest.success || !own.success) return fail({ kind: 'malformed' } as const)
  if (guest.data.movedTo) return fail({ kind: 'notFound' } as const)
  // Since the caller looked, another checkout of the guest may have begun, or this one have ended.
  const { subscription } = guest.data
  if (subscription?.provider !== id || subscription.state === 'ended') {
    return fail({ kind: 'notFound' } as const)
  }
  // The account's former subscription may still run at PayPal until it is known to be cancelled there.
  if (own.data.subscription && isOver(own.data.subscription) && !own.data.isAligned) {
    return fail({ kind: 'conflict' } as const)
  }
  const user = userWrite(account, userStored ?? null)
  if (!user.ok) return user

  const [checkouts, history, students] = await Promise.all([
    firestore.query({
      collection: 'checkouts',
      where: [{ field: 'uid', is: 'EQUAL', value: guestUid }],
      limit: mostCheckouts,
    }),
    firestore.query({ collection: 'history', under: paths[0] }),
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
  return succeed({
    guest: { path: paths[0], record: guest.data, updateTime: guestStored.updateTime },
    own: {
      path: paths[1],
      record: own.data,
      precondition: ownStored ? { ifUpdatedAt: ownStored.updateTime } : { ifExists: false },
    },
    user: user.value,
    checkouts: [
      { provider: id, checkout: main.data, updateTime: found.value!.updateTime },
      ...others,
    ],
    history: history.value.documents,
    students: students.value.documents,
  })
}

/** An existing reader is written unchanged: the commit fails if they have asked to be deleted meanwhile. */
function userWrite(
  account: Account,
  stored: StoredDocument | null,
): Result<Write, TransferFailure> {
  const set = `users/${account.uid}`
  switch (account.kind) {
    case 'new':
      if (stored) return fail({ kind: 'exists' })
      return succeed({ set, fields: account.reader, ifExists: false })
    case 'existing': {
      const reader = readerSchema.safeParse(stored?.fields)
      if (!stored || !reader.success) return fail({ kind: 'malformed' })
      if (reader.data.leavingAt) return fail({ kind: 'notFound' })
      return succeed({ set, fields: reader.data, ifUpdatedAt: stored.updateTime })
    }
  }
}

function surplusWrites(
  uid: string,
  { subscription }: SubscriptionRecord,
  provider: string,
  at: Date,
): readonly Write[] {
  const state = subscription?.state ?? 'none'
  const entry = {
    at,
    by: 'reader',
    what: 'claimed',
    from: state,
    to: state,
    plan: subscription?.plan ?? null,
    provider: subscription?.provider ?? null,
    paymentAt: null,
    givenBackAt: null,
    surplus: provider,
  }
  const owed = owedNow({ kind: 'surplus', uid, provider, reason: 'alreadySubscribed' }, at)
  return [historyWrite(uid, at, entry), { set: surplusPath(provider), fields: owed }]
}
