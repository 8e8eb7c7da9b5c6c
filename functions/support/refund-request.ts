/**
 * `subscriptions/{uid}/history/refund-{payment}`: who requested a refund, stored before the request to PayPal. Readers
 * don't see it until the payment is refunded, and then only if the subscription's own history doesn't show that.
 */
import { z } from 'zod'
import { minute } from '../../src/domain/duration.ts'
import { getRefundConfirmationPath } from '../../src/domain/outbox/outbox-item.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { isSamePayment } from '../../src/domain/subscription/payments.ts'
import { createOutboxWrite } from '../outbox/outbox-writes.ts'
import { createSafeWrite, type FirestoreFailure } from '../platform/adapters/firestore.ts'
import { hashParts } from '../platform/hash-parts.ts'
import { createActWrite } from '../staff/act-records.ts'
import {
  type ChangeFailure,
  describeActor,
  historyPath,
} from '../subscription/change-subscription.ts'
import { readHistory } from '../subscription/find-payments.ts'
import { type Act, toOperator } from './change-access.ts'
import type { ReaderPayment } from './reader-payments.ts'
import type { SupportDeps } from './support-deps.ts'
import { impossible, type SupportFailure } from './support-failure.ts'

const getRequestPath = (uid: string, { transaction }: ReaderPayment) =>
  `${historyPath(uid)}/refund-${transaction.id}`

/** Milliseconds from a call's request until PayPal has certainly answered. */
const claimPeriod = 2 * minute

const triedSchema = z.object({ triedAt: z.date() })

const requestSchema = z.object({ kind: z.literal('refundRequested'), isDone: z.boolean() })

/**
 * Stores a refund request with the act. If the same refund was requested before, the first request stays, and another
 * person who repeats it is recorded too, once: the first refund may have failed.
 */
export async function storeRefundRequest(
  { firestore, now }: Pick<SupportDeps, 'firestore' | 'now'>,
  uid: string,
  payment: ReaderPayment,
  act: Act,
): Promise<Result<void, FirestoreFailure>> {
  const { payPalSubscription, transaction, payment: shown } = payment
  const at = now()
  const fields = {
    at,
    triedAt: at,
    ...describeActor(toOperator(act)),
    ...{ kind: 'refundRequested', isDone: false, from: 'none', to: 'none' },
    ...{ plan: shown.plan, provider: payPalSubscription, payment: transaction.id },
  }
  const { id } = transaction
  const about = { kind: 'refundRequested', subject: uid, before: null, after: id } as const
  // The reader's data copy contains the act's id, which mustn't name who acted.
  const actId = await hashParts('refund request', id, act.staff.uid)
  const actWrite = createActWrite(act.staff, about, at, actId)
  const set = getRequestPath(uid, payment)
  const request = { set, fields, ifExists: false }
  const attempt = { set, fields: { triedAt: at }, merge: true, ifExists: true } as const
  for (const writes of [[request, actWrite], [attempt, actWrite], [attempt]]) {
    const stored = await firestore.commit(writes)
    if (stored.ok || stored.failure.kind !== 'conflict')
      return stored.ok ? succeed(undefined) : stored
  }
  return succeed(undefined)
}

/**
 * Fails if another payment for the same period may be being refunded in another call: each payment's refund is confirmed
 * because the other one keeps the access. Each call stores its request before it reads the others', so two simultaneous
 * calls can't both succeed. `twins` are those that PayPal hasn't refunded.
 */
export async function refuseSimultaneousRefund(
  { firestore, now }: Pick<SupportDeps, 'firestore' | 'now'>,
  uid: string,
  twins: readonly ReaderPayment[],
): Promise<Result<void, SupportFailure>> {
  const stored = await firestore.getAll(twins.map((twin) => getRequestPath(uid, twin)))
  if (!stored.ok) return stored
  const other = twins.find((_, index) => {
    const triedAt = triedSchema.safeParse(stored.value[index]?.fields).data?.triedAt
    return triedAt && now().getTime() - triedAt.getTime() < claimPeriod
  })
  return other
    ? impossible(
        `A refund of another payment for this period, ${other.transaction.id}, was requested less than ${claimPeriod / minute} minutes ago, so this payment wasn’t refunded. Wait ${claimPeriod / minute} minutes, then check the refund again.`,
      )
    : succeed(undefined)
}

/**
 * Has the history show the refund once. The subscription's own entry may show it already, by PayPal's message or this
 * call. The reader is told of a payment that wasn't due.
 */
export async function finishRefundRequest(
  deps: Pick<SupportDeps, 'firestore' | 'now'>,
  uid: string,
  payment: ReaderPayment,
): Promise<Result<void, ChangeFailure>> {
  const { firestore } = deps
  const { payPalSubscription, transaction, twins } = payment
  const path = getRequestPath(uid, payment)
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const request = requestSchema.safeParse(stored.value?.fields)
  // The refund was made by another operator, or was finished before.
  if (!stored.value || !request.success || request.data.isDone) return succeed(undefined)
  const now = deps.now()
  const history = await readHistory(deps, uid)
  if (!history.ok) return history
  const isShown = history.value.some(
    (entry) =>
      entry.provider === payPalSubscription && isSamePayment(entry.refundedAt, transaction.at),
  )
  const changes = isShown
    ? { isDone: true }
    : { kind: 'refunded', refundedAt: transaction.at, at: now }
  const { at: paidAt, gross: amount } = transaction
  const about = {
    kind: 'refundConfirmation',
    uid,
    provider: payPalSubscription,
    surplus: null,
  } as const
  const finished = await firestore.commit([
    createSafeWrite(path, stored.value.updateTime, {
      ...stored.value.fields,
      ...changes,
      triedAt: now,
    }),
    ...(!isShown && twins.length > 0
      ? [
          createOutboxWrite(
            getRefundConfirmationPath(transaction.id),
            { ...about, paidAt, amount },
            now,
          ),
        ]
      : []),
  ])
  // On a conflict, another run has completed the refund.
  return finished.ok || finished.failure.kind === 'conflict' ? succeed(undefined) : finished
}
