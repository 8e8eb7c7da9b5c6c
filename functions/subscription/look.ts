/** What the provider says of a subscription, taken into account; and what we want of it, brought about. */
import { z } from 'zod'
import { firstPaymentPath, owedNow } from '../../src/domain/owed.ts'
import { planIds } from '../../src/domain/plan.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription.ts'
import type { Transition } from '../../src/domain/subscription-event.ts'
import { wantedAtProvider } from '../../src/domain/wanted-and-due.ts'
import type { Firestore, Write } from '../adapters/firestore.ts'
import type { PayPal, PayPalSubscription } from '../adapters/paypal.ts'
import {
  type Changed,
  type ChangeFailure,
  type ChangeOptions,
  changeSubscription,
} from './change.ts'
import { readStudentAddress, type StudentAddress } from './student-address.ts'

export type Means = {
  readonly firestore: Firestore
  readonly paypal: PayPal
  readonly now: () => Date
}

/** `checkouts/{the provider's id}`: what was chosen. PayPal's plan ids do not tell one plan from another. */
export const checkoutSchema = z.object({
  uid: z.string().min(1),
  plan: z.enum(planIds),
  source: z.string().max(60),
  createdAt: z.date(),
  /** The uid that PayPal was given: of who began it, which stays when somebody else claims it. */
  customId: z.string().default(''),
  /** Whoever buys has no account yet: the uid is the one that it will have. */
  isGuest: z.boolean().default(false),
  /** It begins with days that cost nothing. */
  isTrial: z.boolean().default(false),
  /** For a student plan: the hash of the academic address (`studentPath`). */
  student: z.string().nullable().default(null),
  /** Firestore's TTL policy deletes the document after this. Removed in the commit that records a payment. */
  expiresAt: z.date().nullable().default(null),
  /** The request that created the guest's account (`accountRequestId`), and when. */
  accountMade: z.object({ request: z.string(), at: z.date() }).nullable().default(null),
})
export type Checkout = z.infer<typeof checkoutSchema>

/** Replaces the uid of a deleted account. What is approved afterwards is cancelled and refunded. */
export const nobody = 'nobody'

export const checkoutPath = (provider: string) => `checkouts/${encodeURIComponent(provider)}`

/** `updateTime` is for the precondition of whoever changes it. */
export type StoredCheckout = Checkout & { readonly updateTime: string }

/** Null for a subscription that did not begin here. Costs one database read. */
export async function findCheckout(
  firestore: Firestore,
  provider: string,
): Promise<Result<StoredCheckout | null, ChangeFailure>> {
  const stored = await firestore.get(checkoutPath(provider))
  if (!stored.ok) return stored
  if (!stored.value) return succeed(null)
  const checkout = checkoutSchema.safeParse(stored.value.fields)
  if (!checkout.success) return fail({ kind: 'malformed' })
  return succeed({ ...checkout.data, updateTime: stored.value.updateTime })
}

const hour = 60 * 60 * 1000

/**
 * What the commit of a first payment writes about the checkout. A paid checkout never expires. A guest
 * gets an hour to create an account; then an email asks them to.
 */
async function paymentWrites(
  firestore: Firestore,
  provider: string,
  { letters }: Transition,
  at: Date,
): Promise<Result<readonly Write[], ChangeFailure>> {
  const found = await findCheckout(firestore, provider)
  if (!found.ok) return found
  if (!found.value) return succeed([])
  const { updateTime, ...checkout } = found.value
  const kept: readonly Write[] = checkout.expiresAt
    ? [
        {
          set: checkoutPath(provider),
          fields: { ...checkout, expiresAt: null },
          ifUpdatedAt: updateTime,
        },
      ]
    : []
  if (!checkout.isGuest || !letters.includes('started')) return succeed(kept)
  const owed = owedNow({ kind: 'finishAccount', checkout: provider }, at)
  const fields = { ...owed, dueAt: new Date(at.getTime() + hour) }
  return succeed([...kept, { set: `outbox/finish-${provider}`, fields }])
}

/** `word`: what PayPal said; null where it was not asked, because its message was heard before. */
export type Looked = Changed & { readonly word: PayPalSubscription | null }

type Bought = Pick<Checkout, 'uid' | 'plan'> &
  Partial<Pick<Checkout, 'student' | 'isTrial' | 'expiresAt'>>

/** Asks PayPal, and changes what has to change. Called again it changes nothing more. */
export async function takeWordOf(
  means: Means,
  bought: Bought,
  provider: string,
  telling: Pick<ChangeOptions, 'by' | 'message'>,
): Promise<Result<Looked, ChangeFailure>> {
  const taken = await takeWord(means, bought, provider, telling)
  if (!taken.ok || taken.value.ignored !== 'unfinished' || !taken.value.record) return taken
  // Nothing of what was before goes on unseen beside what begins.
  const aligned = await align(means, bought.uid, taken.value.record)
  if (!aligned.ok) return aligned
  const again = await takeWord(means, bought, provider, telling)
  return again.ok && again.value.ignored === 'unfinished' ? fail({ kind: 'conflict' }) : again
}

async function takeWord(
  { firestore, paypal, now }: Means,
  { uid, plan, student = null, isTrial = false, expiresAt = null }: Bought,
  provider: string,
  { by, message }: Pick<ChangeOptions, 'by' | 'message'>,
): Promise<Result<Looked, ChangeFailure>> {
  let word: PayPalSubscription | null = null
  let address: StudentAddress | null = null
  const changed = await changeSubscription({
    firestore,
    uid,
    by,
    now,
    ...(message ? { message } : {}),
    async event(record) {
      const found = await paypal.find(provider)
      if (!found.ok) return found
      word = found.value
      address = null
      if (student && record?.subscription?.provider !== provider) {
        const read = await readStudentAddress(firestore, student, provider)
        if (!read.ok) return read
        address = read.value
      }
      const isRefused = address?.isInUse ?? false
      const isNew = expiresAt !== null
      return succeed({ kind: 'observed', seen: word.seen, plan, isTrial, isNew, isRefused })
    },
    async alongside(next, at, owner) {
      const isFirstPayment = next.letters.includes('started') || next.surplus !== null
      if (!isFirstPayment) return succeed([])
      const paid = await paymentWrites(firestore, provider, next, at)
      if (!paid.ok || !address || next.surplus) return paid
      return succeed([...paid.value, address.hold({ uid: owner, provider, at })])
    },
  })
  if (!changed.ok) return changed
  // TypeScript doesn't follow the assignment within the callback.
  const said = word as PayPalSubscription | null
  if (changed.value.ignored === 'unpaid' && said?.seen.status === 'ACTIVE') {
    const watched = await watchFirstPayment(firestore, uid, provider, now())
    if (!watched.ok) return watched
  }
  return succeed({ ...changed.value, word: said })
}

/** PayPal takes most first payments within minutes. */
const firstLook = 5 * 60 * 1000

/** The outbox sees to it that the subscription is paid or cancelled, whatever the browser and PayPal send. */
async function watchFirstPayment(
  firestore: Firestore,
  uid: string,
  provider: string,
  at: Date,
): Promise<Result<void, ChangeFailure>> {
  const item = owedNow({ kind: 'firstPayment', uid, provider }, at)
  const fields = { ...item, dueAt: new Date(at.getTime() + firstLook) }
  const written = await firestore.commit([
    { set: firstPaymentPath(provider), fields, ifExists: false },
  ])
  return written.ok || written.failure.kind === 'conflict' ? succeed(undefined) : written
}

/**
 * Brings the provider where the record wants it, and notes that it is there. PayPal is asked first:
 * suspending, activating and cancelling are refused where they are done already.
 */
export async function align(
  means: Means,
  uid: string,
  { subscription }: SubscriptionRecord,
): Promise<Result<Changed | null, ChangeFailure>> {
  const wanted = wantedAtProvider(subscription)
  if (!subscription || !wanted) return succeed(null)
  const { provider, plan, state } = subscription
  const found = await means.paypal.find(provider)
  if (!found.ok) return found
  const { status } = found.value.seen
  const isGone = status === 'CANCELLED' || status === 'EXPIRED'
  if (status !== wanted && !isGone) {
    const brought = await means.paypal.bring(
      provider,
      wanted,
      `The reader's subscription: ${state}`,
    )
    // Refused, it has changed meanwhile: what it says now is taken into account below.
    if (!brought.ok && brought.failure.kind !== 'refused') return brought
  }
  return takeWordOf(means, { uid, plan }, provider, { by: 'clock' })
}
