/**
 * Does what is owed. Whoever begins says so first, for a while; what dies in the middle is done again
 * by the next one, and whoever is asked knows by the id that it was asked before.
 */
import {
  lease,
  nextAttempt,
  type Owed,
  type OwedOf,
  owedNow,
  owedSchema,
} from '../../src/domain/owed.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { FirestoreFailure, Write } from '../adapters/firestore.ts'
import type { PayPalTransaction } from '../adapters/paypal-payments.ts'
import type { PayPalFailure } from '../adapters/paypal-wire.ts'
import type { Means } from './look.ts'

/** What is owed in words. */
export type OwedLetter = OwedOf<'letter' | 'givenBack' | 'finishAccount'>

export type Letters = {
  /** `id` is what the mail service knows it by: it goes out once. */
  send(letter: OwedLetter, id: string): Promise<Result<void, { readonly kind: string }>>
}

type Log = (event: string, details: Readonly<Record<string, string | number>>) => void

const day = 24 * 60 * 60 * 1000

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
    const ifUpdatedAt = claimed.value.updateTimes[0]!
    if (!result.ok) log('owed_not_done', { id, kind: owed.data.kind, reason: result.failure.kind })
    const settled = await firestore.commit(
      result.ok
        ? [{ remove: path, ifUpdatedAt }, ...result.value]
        : [
            {
              set: path,
              fields: { ...begun, dueAt: nextAttempt(begun.attempts, now()) },
              ifUpdatedAt,
            },
          ],
    )
    if (!settled.ok && settled.failure.kind !== 'conflict') return settled
    if (result.ok) done++
  }
  return succeed(done)
}

/** Answers what is owed in its turn, to be written as it goes. */
async function settleOwed(
  { letters, ...means }: Means & { readonly letters: Letters },
  owed: Owed,
  id: string,
): Promise<Result<readonly Write[], { readonly kind: string }>> {
  switch (owed.kind) {
    case 'letter':
    case 'givenBack':
    case 'finishAccount': {
      const sent = await letters.send(owed, id)
      return sent.ok ? succeed([]) : sent
    }
    case 'refund': {
      const { paymentAt } = owed
      const around = (seconds: number) => new Date(paymentAt.getTime() + seconds * 1000)
      const returned = await giveBack(means, owed.provider, around(-60), around(60))
      return returned.ok ? succeed(tell(owed, returned.value, means.now())) : returned
    }
    case 'surplus': {
      const returned = await endSurplus(means, owed)
      return returned.ok ? succeed(tell(owed, returned.value, means.now())) : returned
    }
  }
}

/** Of each payment once, by its id, however often it was given back. */
function tell(
  { kind, uid, provider }: OwedOf<'refund' | 'surplus'>,
  returned: readonly PayPalTransaction[],
  now: Date,
): Write[] {
  return returned.map(({ id, at, gross }) => {
    const isSurplus = kind === 'surplus'
    const what = { kind: 'givenBack', uid, provider, paidAt: at, amount: gross, isSurplus } as const
    return { set: `outbox/given-back-${id}`, fields: owedNow(what, now) }
  })
}

const isTaken = ({ status }: PayPalTransaction) => status === 'COMPLETED' || status === 'REFUNDED'

/** Each payment by its own id, so that it goes back once. Answers what has gone back. */
async function giveBack(
  { paypal }: Means,
  provider: string,
  from: Date,
  to: Date,
): Promise<Result<readonly PayPalTransaction[], PayPalFailure>> {
  const found = await paypal.transactions(provider, from, to)
  if (!found.ok) return found
  // What is on its way cannot be turned round before it has arrived.
  if (found.value.some(({ status }) => status === 'PENDING')) {
    return fail({ kind: 'refused', issue: 'PENDING' })
  }
  for (const { id, status } of found.value) {
    if (status !== 'COMPLETED') continue
    const refunded = await paypal.refund(id, `refund-${id}`)
    if (!refunded.ok) return refunded
  }
  // PayPal lists a payment some time after it was made.
  return found.value.length > 0 ? succeed(found.value.filter(isTaken)) : fail({ kind: 'notFound' })
}

async function endSurplus(
  means: Means,
  { provider, owedSince }: OwedOf<'surplus'>,
): Promise<Result<readonly PayPalTransaction[], PayPalFailure>> {
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
  if (lastPaymentAt) return giveBack(means, provider, new Date(0), means.now())
  // Its first payment may have been on its way when it ended: it is looked for during a day.
  const isSettled = means.now().getTime() - owedSince.getTime() > day
  return isSettled ? succeed([]) : fail({ kind: 'notFound' })
}
