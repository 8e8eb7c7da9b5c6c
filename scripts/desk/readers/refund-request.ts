/**
 * `subscriptions/{uid}/history/refund-{payment}`: who requested a refund, stored before the request to PayPal. Readers
 * don't see it until the payment is refunded, and then only if the subscription's own history doesn't show that.
 */
import { z } from 'zod'
import { createOutboxWrite } from '../../../functions/outbox/outbox-writes.ts'
import { createSafeWrite } from '../../../functions/platform/adapters/firestore.ts'
import {
  type Actor,
  describeActor,
  historyPath,
} from '../../../functions/subscription/change-subscription.ts'
import { readHistory } from '../../../functions/subscription/find-payments.ts'
import { getRefundConfirmationPath } from '../../../src/domain/outbox/outbox-item.ts'
import { isSamePayment } from '../../../src/domain/subscription/payments.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { DeskError, firestoreError } from '../command-line/exit-status.ts'
import type { ReaderPayment } from './reader-payments.ts'

const getRequestPath = (uid: string, { transaction }: ReaderPayment) =>
  `${historyPath(uid)}/refund-${transaction.id}`

const requestSchema = z.object({ kind: z.literal('refundRequested'), isDone: z.boolean() })

/** Stores a refund request. If the same refund was requested before, the first request stays. */
export async function storeRefundRequest(
  { firestore }: Desk,
  uid: string,
  payment: ReaderPayment,
  actor: Actor,
): Promise<void> {
  const { payPalSubscription, transaction, payment: shown } = payment
  const fields = {
    at: new Date(),
    ...describeActor(actor),
    ...{ kind: 'refundRequested', isDone: false, from: 'none', to: 'none' },
    ...{ plan: shown.plan, provider: payPalSubscription, payment: transaction.id },
  }
  const stored = await firestore.commit([
    { set: getRequestPath(uid, payment), fields, ifExists: false },
  ])
  if (!stored.ok && stored.failure.kind !== 'conflict')
    throw firestoreError('Nothing was refunded', stored.failure)
}

/**
 * Has the history show the refund once. The subscription's own entry may show it already, by PayPal's message or this
 * command. The reader is told of a payment that wasn't due.
 */
export async function finishRefundRequest(
  desk: Desk,
  uid: string,
  payment: ReaderPayment,
): Promise<void> {
  const { firestore } = desk
  const { payPalSubscription, transaction, twins } = payment
  const path = getRequestPath(uid, payment)
  const activity = 'Refunded, but not recorded in the history. Run the same command again'
  const stored = await firestore.get(path)
  if (!stored.ok) throw firestoreError(activity, stored.failure)
  const request = requestSchema.safeParse(stored.value?.fields)
  // The refund was made by another operator, or was finished before.
  if (!stored.value || !request.success || request.data.isDone) return
  const now = new Date()
  const history = await readHistory(desk, uid)
  if (!history.ok) throw new DeskError(`${activity}.`, 'unavailable')
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
    createSafeWrite(path, stored.value.updateTime, { ...stored.value.fields, ...changes }),
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
  // Another run has completed the refund.
  if (!finished.ok && finished.failure.kind !== 'conflict')
    throw firestoreError(activity, finished.failure)
}
