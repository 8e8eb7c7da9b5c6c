/**
 * GET /api/subscription/payments: contracts/payments.ts says what it answers. Payments are PayPal's to
 * tell: nothing of them is kept here but when they were made.
 */
import { z } from 'zod'
import type { Payment, PaymentsResponse } from '../../src/contracts/payments.ts'
import type { PlanId } from '../../src/domain/plan.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription.ts'
import type { PayPalTransaction } from '../adapters/paypal-payments.ts'
import { type EdgeContext, withReader } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { type ChangeFailure, subscriptionPath } from './change.ts'
import { findCheckout, type Means } from './look.ts'
import { type Past, pastSchema, toldOf } from './past.ts'

const states: Readonly<Record<string, Payment['state']>> = {
  COMPLETED: 'paid',
  PENDING: 'pending',
  DECLINED: 'declined',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'partlyRefunded',
}

export function payments(context: EdgeContext): Promise<Response> {
  const { firestore, paypal, now } = context.var.services
  return withReader(context, async ({ uid, subscription }) => {
    if (!paypal) return unavailable(context, uid, 'not set up')
    const means = { firestore, paypal, now }
    const past = await pastOf(means, uid)
    if (!past.ok) return unavailable(context, uid, past.failure.kind)
    const found: Payment[] = []
    for (const provider of providersOf(subscription, past.value)) {
      const made = await paymentsOf(means, provider, past.value, subscription)
      if (!made.ok) return unavailable(context, uid, made.failure.kind)
      found.push(...made.value)
    }
    const body: PaymentsResponse = {
      payments: found.sort((one, other) => other.at.localeCompare(one.at)),
      history: toldOf(past.value),
    }
    return context.json(body)
  })
}

async function pastOf(
  { firestore }: Means,
  uid: string,
): Promise<Result<readonly Past[], ChangeFailure>> {
  const found = await firestore.query({ collection: 'history', under: subscriptionPath(uid) })
  if (!found.ok) return found
  const past = z.array(pastSchema).safeParse(found.value.documents.map(({ fields }) => fields))
  return past.success ? succeed(past.data) : fail({ kind: 'malformed' })
}

/** Every subscription that this reader has had, each once. */
function providersOf(record: SubscriptionRecord | null, past: readonly Past[]): Set<string> {
  const known = past.flatMap(({ provider, surplus }) => [provider, surplus])
  const all = [record?.subscription?.provider, ...known]
  return new Set(all.filter((provider) => typeof provider === 'string'))
}

async function paymentsOf(
  { firestore, paypal, now }: Means,
  provider: string,
  past: readonly Past[],
  record: SubscriptionRecord | null,
): Promise<Result<readonly Payment[], ChangeFailure>> {
  const made = await paypal.transactions(provider, new Date(0), now())
  if (!made.ok) return made.failure.kind === 'notFound' ? succeed([]) : made
  if (made.value.length === 0) return succeed([])
  const current = record?.subscription?.provider === provider ? record.subscription.plan : null
  const known = current ?? past.find((entry) => entry.provider === provider)?.plan
  if (known) return succeed(made.value.map((one) => paymentOf(one, known)))
  // One too many: only its checkout says what it was.
  const checkout = await findCheckout(firestore, provider)
  if (!checkout.ok) return checkout
  const plan = checkout.value?.plan
  return succeed(plan ? made.value.map((one) => paymentOf(one, plan)) : [])
}

const paymentOf = ({ id, at, gross, status }: PayPalTransaction, plan: PlanId): Payment => ({
  id,
  at: at.toISOString(),
  plan,
  ...gross,
  // What PayPal has no word for yet is on its way.
  state: states[status] ?? 'pending',
})

function unavailable(context: EdgeContext, uid: string, reason: string): Response {
  context.var.services.log('payments_not_listed', { uid, reason })
  const message = 'We cannot ask PayPal for your payments right now. Please try again in a minute.'
  return errorResponse('unavailable', { message })
}
