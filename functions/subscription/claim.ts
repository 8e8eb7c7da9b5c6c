/**
 * POST /api/checkout/{id}/claim: contracts/checkout.ts says what it takes and answers. Checkout and
 * subscription move to the reader's uid in one commit, and what comes for the guest's afterwards finds
 * the way (`movedTo`). Called again it says where the reader stands.
 */
import { claimSchema } from '../../src/contracts/checkout.ts'
import { owedNow } from '../../src/domain/owed.ts'
import { readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { standing } from '../../src/domain/standing.ts'
import {
  noSubscription,
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../src/domain/subscription.ts'
import { isOver } from '../../src/domain/wanted-and-due.ts'
import { markCookieLine, withCookies } from '../account/cookies.ts'
import { subscriptionResponse } from '../account/session.ts'
import type { Write } from '../adapters/firestore.ts'
import { type EdgeContext, withReader, withStanding } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { isBuyer } from './buyer.ts'
import { type ChangeFailure, historyWrite, subscriptionPath } from './change.ts'
import { endFormer } from './end-former.ts'
import { checkoutPath, findCheckout, type Means, takeWordOf } from './look.ts'
import { studentPath } from './student.ts'

export async function claimCheckout(context: EdgeContext): Promise<Response> {
  const request = claimSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const { firestore, paypal, now } = context.var.services
  const id = context.req.param('id') ?? ''
  return withReader(context, async ({ uid, subscription }) => {
    if (!paypal) return unavailable(context, 'not set up')
    const means = { firestore, paypal, now }
    const found = await findCheckout(firestore, id)
    if (!found.ok) return unavailable(context, found.failure.kind)
    const checkout = found.value
    if (!checkout || !(await isBuyer(context, id, checkout, { uid, key: request.data.key }))) {
      return errorResponse('not_found')
    }
    if (checkout.uid === uid) return whereTheyStand(context, uid, subscription)
    if (!checkout.isGuest) return errorResponse('not_found')

    const taken = await takeWordOf(means, checkout, id, { by: 'reader' })
    if (!taken.ok) return unavailable(context, taken.failure.kind)
    if (taken.value.record?.subscription?.provider !== id) return errorResponse('not_found')
    const former = await endFormer(means, uid, subscription)
    if (!former.ok) return unavailable(context, former.failure.kind)
    const moved = await move(means, id, uid)
    if (!moved.ok) return unavailable(context, moved.failure.kind)
    if (moved.value) return whereTheyStand(context, uid, moved.value)
    const message =
      'You were subscribed already. What you have just paid goes back to you in a few minutes.'
    return errorResponse('already_subscribed', { message })
  })
}

/** As often as somebody else may be first. */
const rounds = 10

/** The record of `uid` afterwards; null where they have one, and the guest's goes back. */
async function move(
  { firestore, now }: Means,
  id: string,
  uid: string,
): Promise<Result<SubscriptionRecord | null, ChangeFailure>> {
  for (let round = 0; round < rounds; round++) {
    const found = await findCheckout(firestore, id)
    if (!found.ok) return found
    const checkout = found.value
    if (!checkout?.isGuest) return fail({ kind: 'conflict' })
    const guest = subscriptionPath(checkout.uid)
    const [own, user] = [subscriptionPath(uid), `users/${uid}`]
    const stored = await firestore.getAll([guest, own, user])
    if (!stored.ok) return stored
    const [fromStored, toStored, userStored] = stored.value
    const from = subscriptionRecordSchema.safeParse(fromStored?.fields)
    const to = subscriptionRecordSchema.safeParse(toStored?.fields ?? noSubscription)
    const reader = readerSchema.safeParse(userStored?.fields)
    if (!from.success || !to.success || !reader.success) return fail({ kind: 'malformed' })
    if (reader.data.leavingAt) return fail({ kind: 'notFound' })
    const history = await firestore.query({ collection: 'history', under: guest })
    if (!history.ok) return history

    const students = await firestore.query({
      collection: 'students',
      where: [{ field: 'provider', is: 'EQUAL', value: id }],
    })
    if (!students.ok) return students

    const isSurplus = !isOver(to.data.subscription)
    const { subscription, isAligned, dueAt } = from.data
    const record = { ...to.data, subscription, isAligned, dueAt }
    const at = now()
    const { updateTime, ...kept } = checkout
    const writes: Write[] = [
      {
        set: checkoutPath(id),
        fields: { ...kept, uid, isGuest: false },
        ifUpdatedAt: updateTime,
      },
      {
        set: guest,
        fields: { ...noSubscription, movedTo: uid },
        ifUpdatedAt: fromStored!.updateTime,
      },
      // Unchanged, and only as long as they have not left.
      { set: user, fields: reader.data, ifUpdatedAt: userStored!.updateTime },
      ...students.value.documents.map((student) => ({
        set: studentPath(student.id),
        fields: { ...student.fields, uid },
        ifUpdatedAt: student.updateTime,
      })),
      ...history.value.documents.flatMap((entry): Write[] => [
        { set: `${own}/history/${entry.id}`, fields: entry.fields },
        { remove: `${guest}/history/${entry.id}` },
      ]),
      ...(isSurplus
        ? [
            historyWrite(uid, at, surplusEntry(to.data, id, at)),
            {
              set: `outbox/surplus-${id}`,
              fields: owedNow({ kind: 'surplus', uid, provider: id }, at),
            },
          ]
        : [
            {
              set: own,
              fields: record,
              ...(toStored ? { ifUpdatedAt: toStored.updateTime } : { ifExists: false }),
            },
          ]),
    ]
    const committed = await firestore.commit(writes)
    if (committed.ok) return succeed(isSurplus ? null : record)
    if (committed.failure.kind !== 'conflict') return committed
  }
  return fail({ kind: 'conflict' })
}

function surplusEntry({ subscription }: SubscriptionRecord, id: string, at: Date) {
  const state = subscription?.state ?? 'none'
  const plan = subscription?.plan ?? null
  const provider = subscription?.provider ?? null
  return {
    at,
    by: 'reader',
    what: 'claimed',
    from: state,
    to: state,
    plan,
    provider,
    paymentAt: null,
    givenBackAt: null,
    surplus: id,
  }
}

async function whereTheyStand(
  context: EdgeContext,
  uid: string,
  record: SubscriptionRecord | null,
): Promise<Response> {
  const where = standing(record, context.var.services.now())
  const response = context.json(subscriptionResponse(where, true))
  const dressed = await withStanding(context, response, { uid, standing: where })
  return withCookies(dressed, [markCookieLine('buyer', null)])
}

function unavailable(context: EdgeContext, reason: string): Response {
  context.var.services.log('checkout_not_claimed', { reason })
  const message = 'That did not work. What you have paid for is kept: please try again in a minute.'
  return errorResponse('unavailable', { message })
}
