/**
 * A reader who leaves, forgotten: their subscription ends, at PayPal too, everything in the list of
 * holdings goes, then their account with the sign-in service, and at last the record that says that
 * they are leaving. Each step may be the last one that is reached, or be made twice: as long as the record
 * stands nobody signs in with it, and the clock finds it and goes through all of them again.
 */
import { z } from 'zod'
import { deletionPath, owedNow, surplusPath } from '../../src/domain/owed.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Accounts, AccountsFailure } from '../adapters/accounts.ts'
import type { Firestore, FirestoreFailure, Write } from '../adapters/firestore.ts'
import type { PayPal } from '../adapters/paypal.ts'
import type { Deps } from '../cron/due-records.ts'
import type { Job } from '../cron/job.ts'
import { outboxJob } from '../subscription/drain-outbox.ts'
import { endSubscription } from '../subscription/end-subscription.ts'
import { nobody } from '../subscription/look.ts'
import { type Holder, holdings, type Row } from './holdings.ts'

export type RemovalFailure = FirestoreFailure | AccountsFailure

type Means = {
  readonly firestore: Firestore
  readonly paypal: PayPal | null
  readonly accounts: Accounts
  readonly now: () => Date
}

/** Firestore takes 500 writes a commit. */
const writesPerCommit = 400

/** Not many: what was on its way while the reader left arrives within the first. */
const rounds = 5

/** Whatever else is wrong with a record, it does not keep anybody here. */
const leavingSchema = z.object({
  email: z.string().catch(''),
  emailVerified: z.boolean().catch(false),
  leavingAt: z.date(),
})

/**
 * The payer can still approve an unpaid checkout at PayPal, which offers no way to withdraw it. Until it
 * expires, the document stays without the reader's data, so that such a payment is found and refunded.
 */
function removalOf({ path, id, fields }: Row, now: Date): readonly Write[] {
  const { plan, createdAt, expiresAt } = fields
  const isOpen = path.startsWith('checkouts/') && expiresAt instanceof Date && expiresAt > now
  if (!isOpen) return [{ remove: path }]
  const surplus = { kind: 'surplus', uid: nobody, provider: id, reason: 'accountDeleted' } as const
  return [
    { set: path, fields: { uid: nobody, plan, source: '', createdAt, expiresAt } },
    // It may be active at PayPal already, and about to be charged.
    { set: surplusPath(id), fields: owedNow(surplus, now) },
  ]
}

/** Removes what the list finds, until it finds nothing more. */
async function removeHoldings(
  { firestore, now }: Pick<Means, 'firestore' | 'now'>,
  holder: Holder,
): Promise<Result<void, FirestoreFailure>> {
  for (let round = 0; round < rounds; round++) {
    const writes: Write[] = []
    for (const { find } of holdings) {
      const rows = await find(firestore, holder, 'remove')
      if (!rows.ok) return rows
      writes.push(...rows.value.flatMap((row) => removalOf(row, now())))
    }
    if (writes.length === 0) return succeed(undefined)
    for (let begin = 0; begin < writes.length; begin += writesPerCommit) {
      const removed = await firestore.commit(writes.slice(begin, begin + writesPerCommit))
      if (!removed.ok) return removed
    }
  }
  return fail({ kind: 'conflict' })
}

/** Does nothing for somebody who is gone, or who has not said that they are leaving. */
export async function removeReader(
  means: Means,
  uid: string,
): Promise<Result<void, RemovalFailure>> {
  const { firestore, accounts, now } = means
  const path = `users/${uid}`
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const leaving = leavingSchema.safeParse(stored.value?.fields)
  if (!leaving.success) return succeed(undefined)
  const ended = await endSubscription(means, uid, now())
  if (!ended.ok) return ended
  const holder = { uid, ...leaving.data }
  const emptied = await removeHoldings(means, holder)
  if (!emptied.ok) return emptied
  // Before the record: with the account there, a sign-in would make another one.
  const closed = await accounts.remove(uid)
  if (!closed.ok) return closed
  // What was on its way when they left has arrived by now.
  const emptiedAgain = await removeHoldings(means, holder)
  if (!emptiedAgain.ok) return emptiedAgain
  const forgotten = await firestore.commit([{ remove: path }, { remove: deletionPath(uid) }])
  return forgotten.ok ? succeed(undefined) : forgotten
}

/**
 * For whoever has written something of a reader's: if the reader has left meanwhile, the removal may
 * have passed by before it was there, so it goes now. Either this finds them leaving, or they left
 * after it, and the removal finds what was written. Costs one database read.
 */
export async function removeWhatIsLate(
  means: Pick<Means, 'firestore' | 'paypal' | 'now'>,
  uid: string,
): Promise<void> {
  const stored = await means.firestore.get(`users/${uid}`)
  if (!stored.ok) return
  const hasLeft = stored.value === null || leavingSchema.safeParse(stored.value.fields).success
  if (!hasLeft) return
  // What is not ended now stays where it can be found.
  const ended = await endSubscription(means, uid, means.now())
  // By an address they may have come back.
  if (ended.ok) await removeHoldings(means, { uid, email: '', emailVerified: false })
}

/** Finishes deletions that were begun and not finished. */
export const deletionsJob = (means: Means & Deps): Job =>
  outboxJob(means, {
    name: 'deletions',
    atOnce: 1,
    async run({ reader }) {
      const removed = await removeReader(means, reader)
      return removed.ok ? succeed([]) : removed
    },
  })
