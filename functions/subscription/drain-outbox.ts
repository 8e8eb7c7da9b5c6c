/**
 * Runs outbox items. An item may be run again after a run that stopped half-way; the services that are
 * called recognise the item's id, so that its effect happens once.
 */

import { isOutdated } from '../../src/domain/outdated-email.ts'
import {
  type KindOf,
  kindsOf,
  type OutboxJob,
  type OwedOf,
  owedNow,
  owedSchema,
  surplusPath,
} from '../../src/domain/owed.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { type SubscriptionRecord, subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import type { CircuitBreaker } from '../adapters/circuit-breaker.ts'
import type { Firestore, StoredDocument, Write } from '../adapters/firestore.ts'
import type { PayPalTransaction } from '../adapters/paypal-payments.ts'
import type { PayPalFailure } from '../adapters/paypal-wire.ts'
import { type Deps, type DueRecords, handleDueRecords } from '../cron/due-records.ts'
import type { Job } from '../cron/job.ts'
import { type ChangeFailure, subscriptionPath } from './change.ts'
import { align, checkoutPath, findCheckout, type Means, nobody, takeWordOf } from './look.ts'

/** The items that are emails. */
export type OwedLetter = OwedOf<'letter' | 'givenBack' | 'finishAccount'>

export type Letters = {
  /** `id` is what the mail service knows it by: it goes out once. */
  send(letter: OwedLetter, id: string): Promise<Result<void, { readonly kind: string }>>
}

type Failure = { readonly kind: string }

/** What an item's effect writes in the commit that removes the item. */
type RunItem<Item> = (item: Item, id: string) => Promise<Result<readonly Write[], Failure>>

const day = 24 * 60 * 60 * 1000

/** Runs a claimed item and removes it. */
async function runClaimed<Name extends OutboxJob>(
  firestore: Firestore,
  { name, run }: { readonly name: Name; readonly run: RunItem<OwedOf<KindOf<Name>>> },
  { id, fields, updateTime }: StoredDocument,
): Promise<Result<void, Failure>> {
  const owed = owedSchema.safeParse(fields)
  if (!owed.success || !kindsOf(name).includes(owed.data.kind)) return fail({ kind: 'malformed' })
  const result = await run(owed.data as OwedOf<KindOf<Name>>, id)
  if (!result.ok) return result
  const removal = { remove: `outbox/${id}`, ifUpdatedAt: updateTime }
  const settled = await firestore.commit([removal, ...result.value])
  // Removed or added again meanwhile, by what it has changed.
  return settled.ok || settled.failure.kind === 'conflict' ? succeed(undefined) : settled
}

type OutboxItems<Name extends OutboxJob> = {
  readonly name: Name
  readonly atOnce: number
  readonly breaker?: CircuitBreaker
  readonly run: RunItem<OwedOf<KindOf<Name>>>
}

function outboxRecords<Name extends OutboxJob>(
  { firestore }: Pick<Deps, 'firestore'>,
  items: OutboxItems<Name>,
): DueRecords {
  const { name, atOnce, breaker } = items
  return {
    collection: 'outbox',
    where: [{ field: 'kind', is: 'IN', value: kindsOf(name) }],
    atOnce,
    ...(breaker ? { breaker } : {}),
    handle: (document) => runClaimed(firestore, items, document),
  }
}

/** A job that runs the outbox items of its kinds. */
export function outboxJob<Name extends OutboxJob>(deps: Deps, items: OutboxItems<Name>): Job {
  const records = outboxRecords(deps, items)
  return { name: items.name, run: (run) => handleDueRecords(deps, run, records) }
}

/** Sends an email unless a later change has made it untrue. Needs no PayPal. */
async function sendEmail(
  deps: Deps,
  letters: Letters,
  owed: OwedOf<KindOf<'emails'>>,
  id: string,
): Promise<Result<readonly Write[], Failure>> {
  if (owed.kind === 'letter') {
    const found = await findRecord(deps, owed.uid)
    if (!found.ok) return found
    const current = found.value?.record.subscription
    if (current && isOutdated(owed.letter, owed.about, current)) {
      deps.log('email_outdated', { id, letter: owed.letter })
      return succeed([])
    }
  }
  const sent = await letters.send(owed, id)
  return sent.ok ? succeed([]) : sent
}

const emailItems = (deps: Deps, letters: Letters): OutboxItems<'emails'> => ({
  name: 'emails',
  atOnce: 2,
  run: (owed, id) => sendEmail(deps, letters, owed, id),
})

export const emailsJob = (deps: Deps, letters: Letters): Job =>
  outboxJob(deps, emailItems(deps, letters))

/** The emails of the outbox, for whoever attempts single ones. */
export const emailRecords = (deps: Deps, letters: Letters): DueRecords =>
  outboxRecords(deps, emailItems(deps, letters))

export async function settleWithPayPal(
  means: Means,
  letters: Letters,
  owed: OwedOf<KindOf<'payPal'>>,
  id: string,
): Promise<Result<readonly Write[], Failure>> {
  switch (owed.kind) {
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
    case 'firstPayment':
      return checkFirstPayment(means, owed)
    case 'reconcile':
      return reconcileWithPayPal(means, owed.uid)
  }
}

/** Milliseconds after which a first payment that is still pending isn't waited for any more. */
const patience = 3 * day

/** Begins a subscription that is paid by now. One that PayPal can't collect is cancelled, and never charged later. */
async function checkFirstPayment(
  means: Means,
  { uid, provider, owedSince }: OwedOf<'firstPayment'>,
): Promise<Result<readonly Write[], Failure>> {
  const found = await findCheckout(means.firestore, provider)
  if (!found.ok) return found
  // Deleting an account has added an item that ends its unpaid checkouts.
  if (!found.value || found.value.uid === nobody) return succeed([])
  const { updateTime, ...checkout } = found.value
  const looked = await takeWordOf(means, checkout, provider, { by: 'clock' })
  if (!looked.ok) return looked
  if (looked.value.ignored !== 'unpaid') return succeed([])
  const now = means.now()
  const isDeclined = (looked.value.word?.seen.failedPayments ?? 0) > 0
  if (!isDeclined && now.getTime() - owedSince.getTime() < patience)
    return fail({ kind: 'notPaid' })
  // With the removed expiry it isn't new any more: a payment that arrives after all is refunded.
  return succeed([
    {
      set: checkoutPath(provider),
      fields: { ...checkout, expiresAt: null },
      ifUpdatedAt: updateTime,
    },
    {
      set: surplusPath(provider),
      fields: owedNow({ kind: 'surplus', uid, provider, reason: 'notPaid' }, now),
    },
  ])
}

/** A claim moves a record once; the account that it was moved to is never a guest's. */
const mostMoves = 3

async function findRecord(
  { firestore }: Pick<Means, 'firestore'>,
  uid: string,
): Promise<Result<{ uid: string; record: SubscriptionRecord } | null, ChangeFailure>> {
  let holder = uid
  for (let move = 0; move <= mostMoves; move++) {
    const stored = await firestore.get(subscriptionPath(holder))
    if (!stored.ok) return stored
    if (!stored.value) return succeed(null)
    const record = subscriptionRecordSchema.safeParse(stored.value.fields)
    if (!record.success) return fail({ kind: 'malformed' })
    if (!record.data.movedTo) return succeed({ uid: holder, record: record.data })
    holder = record.data.movedTo
  }
  return fail({ kind: 'malformed' })
}

async function reconcileWithPayPal(
  means: Means,
  uid: string,
): Promise<Result<readonly Write[], Failure>> {
  const found = await findRecord(means, uid)
  if (!found.ok) return found
  if (!found.value || found.value.record.isAligned) return succeed([])
  const aligned = await align(means, found.value.uid, found.value.record)
  if (!aligned.ok) return aligned
  const isAligned = aligned.value?.record?.isAligned ?? true
  return isAligned ? succeed([]) : fail({ kind: 'notReconciled' })
}

/** Of each payment once, by its id, however often it was given back. */
function tell(
  owed: OwedOf<'refund' | 'surplus'>,
  returned: readonly PayPalTransaction[],
  now: Date,
): Write[] {
  return returned.map(({ id, at, gross }) => {
    const { uid, provider } = owed
    const surplus = owed.kind === 'surplus' ? owed.reason : null
    const what = { kind: 'givenBack', uid, provider, paidAt: at, amount: gross, surplus } as const
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
