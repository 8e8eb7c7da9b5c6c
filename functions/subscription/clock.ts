/**
 * What time does to subscriptions: periods, pauses and graces end, the provider is brought where we
 * want it, and what is owed is done. Every minute; what could not be done now is done in the next one.
 * One reader of whom something is wrong keeps nobody else waiting.
 */
import { type Result, succeed } from '../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import type { FirestoreFailure, Query } from '../adapters/firestore.ts'
import { changeSubscription } from './change.ts'
import { drainOutbox, type Letters } from './drain-outbox.ts'
import { align, type Means } from './look.ts'

type Log = (event: string, details: Readonly<Record<string, string | number>>) => void

/** So many a minute of each kind. */
const atOnce = 100

export async function runSubscriptionClock(
  means: Means & { readonly letters: Letters; readonly log: Log },
): Promise<Result<void, FirestoreFailure>> {
  for (const step of [passTime, alignAll, drainOutbox]) {
    const done = await step(means)
    if (!done.ok) return done
  }
  return succeed(undefined)
}

const found = ({ firestore }: Means, query: Pick<Query, 'where' | 'orderBy'>) =>
  firestore.query({ collection: 'subscriptions', limit: atOnce, ...query })

async function passTime(means: Means & { readonly log: Log }) {
  const { firestore, now, log } = means
  const due = await found(means, {
    where: [{ field: 'dueAt', is: 'LESS_THAN_OR_EQUAL', value: now() }],
    orderBy: 'dueAt',
  })
  if (!due.ok) return due
  for (const { id } of due.value.documents) {
    const changed = await changeSubscription({
      firestore,
      uid: id,
      by: 'clock',
      now,
      event: async () => succeed({ kind: 'timePassed' }),
    })
    if (!changed.ok) log('time_not_passed', { uid: id, reason: changed.failure.kind })
  }
  return succeed(undefined)
}

async function alignAll(means: Means & { readonly log: Log }) {
  const astray = await found(means, {
    where: [{ field: 'isAligned', is: 'EQUAL', value: false }],
  })
  if (!astray.ok) return astray
  for (const { id, fields } of astray.value.documents) {
    const record = subscriptionRecordSchema.safeParse(fields)
    if (!record.success) {
      means.log('subscription_malformed', { uid: id })
      continue
    }
    const aligned = await align(means, id, record.data)
    if (!aligned.ok) means.log('not_aligned', { uid: id, reason: aligned.failure.kind })
  }
  return succeed(undefined)
}
