/**
 * Does what is owed. Whoever begins says so first, for a while; what dies in the middle is done again
 * by the next one, and whoever is asked knows by the id that it was asked before.
 */
import { lease, nextAttempt, type Owed, owedSchema } from '../../src/domain/owed.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { FirestoreFailure } from '../adapters/firestore.ts'
import type { PayPalFailure } from '../adapters/paypal-wire.ts'
import type { Means } from './look.ts'

export type Letters = {
  /** `id` is what the mail service knows it by: it goes out once. */
  send(
    letter: Extract<Owed, { kind: 'letter' }>,
    id: string,
  ): Promise<Result<void, { readonly kind: string }>>
}

type Log = (event: string, details: Readonly<Record<string, string | number>>) => void

/** So many a minute. */
const atOnce = 50

/** Answers how much was done. Costs a read for each of what is due. */
export async function drainOutbox(
  means: Means & { readonly letters: Letters; readonly log: Log },
): Promise<Result<number, FirestoreFailure>> {
  const { firestore, now, log } = means
  const due = await firestore.query({
    collection: 'outbox',
    where: [{ field: 'dueAt', is: 'LESS_THAN_OR_EQUAL', value: now() }],
    orderBy: 'dueAt',
    limit: atOnce,
  })
  if (!due.ok) return due
  let done = 0
  for (const { id, fields, updateTime } of due.value.documents) {
    const owed = owedSchema.safeParse(fields)
    if (!owed.success) {
      log('owed_malformed', { id })
      continue
    }
    const path = `outbox/${id}`
    const until = new Date(now().getTime() + lease)
    const begun = { ...owed.data, attempts: owed.data.attempts + 1, dueAt: until }
    const claimed = await firestore.commit([{ set: path, fields: begun, ifUpdatedAt: updateTime }])
    if (!claimed.ok) {
      if (claimed.failure.kind === 'conflict') continue
      return claimed
    }
    const result = await settleOwed(means, owed.data, id)
    const [ifUpdatedAt] = claimed.value.updateTimes
    if (!result.ok) log('owed_not_done', { id, kind: owed.data.kind, reason: result.failure.kind })
    const settled = await firestore.commit([
      result.ok
        ? { remove: path, ifUpdatedAt: ifUpdatedAt! }
        : {
            set: path,
            fields: { ...begun, dueAt: nextAttempt(begun.attempts, now()) },
            ifUpdatedAt: ifUpdatedAt!,
          },
    ])
    if (!settled.ok && settled.failure.kind !== 'conflict') return settled
    if (result.ok) done++
  }
  return succeed(done)
}

function settleOwed(
  { letters, ...means }: Means & { readonly letters: Letters },
  owed: Owed,
  id: string,
): Promise<Result<void, { readonly kind: string }>> {
  switch (owed.kind) {
    case 'letter':
      return letters.send(owed, id)
    case 'refund': {
      const { paymentAt } = owed
      const around = (seconds: number) => new Date(paymentAt.getTime() + seconds * 1000)
      return giveBack(means, owed.provider, around(-60), around(60))
    }
    case 'surplus':
      return endSurplus(means, owed.provider)
  }
}

/** Each payment by its own id, so that it goes back once. */
async function giveBack(
  { paypal }: Means,
  provider: string,
  from: Date,
  to: Date,
): Promise<Result<void, PayPalFailure>> {
  const found = await paypal.transactions(provider, from, to)
  if (!found.ok) return found
  for (const { id, status } of found.value) {
    if (status !== 'COMPLETED') continue
    const refunded = await paypal.refund(id, `refund-${id}`)
    if (!refunded.ok) return refunded
  }
  // PayPal lists a payment some time after it was made.
  return found.value.length > 0 ? succeed(undefined) : fail({ kind: 'notFound' })
}

async function endSurplus(means: Means, provider: string): Promise<Result<void, PayPalFailure>> {
  const found = await means.paypal.find(provider)
  if (!found.ok) return found
  const { status, lastPaymentAt } = found.value.seen
  if (status === 'ACTIVE' || status === 'SUSPENDED') {
    const ended = await means.paypal.bring(
      provider,
      'CANCELLED',
      'One too many: the reader has one',
    )
    if (!ended.ok && ended.failure.kind !== 'refused') return ended
  }
  return lastPaymentAt ? giveBack(means, provider, new Date(0), means.now()) : succeed(undefined)
}
