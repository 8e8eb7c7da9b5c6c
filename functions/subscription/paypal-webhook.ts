/**
 * What an event of PayPal's means. An event is a hint that something has happened: whose it is PayPal
 * says, and what it means PayPal is asked. Answered 2xx it is never sent again, so whatever could not be
 * taken in is answered 503, and sent again for three days; what is not ours, or not of our kind, is
 * taken and forgotten. Verified before (webhook.ts).
 */
import { z } from 'zod'
import { owedNow, surplusPath } from '../../src/domain/owed.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription-event.ts'
import { type Changed, type ChangeFailure, changeSubscription } from './change.ts'
import { findCheckout, type Means, nobody, takeWordOf } from './look.ts'

const eventSchema = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().min(1).max(100),
  resource: z.record(z.string(), z.unknown()),
})
export type PayPalEvent = z.infer<typeof eventSchema>

/** Null for what is no event of PayPal's. */
export function parseEvent(text: string): PayPalEvent | null {
  try {
    const event = eventSchema.safeParse(JSON.parse(text))
    return event.success ? event.data : null
  } catch {
    return null
  }
}

const id = z.string().min(3).max(50)
const subscriptionResource = z.object({ id })
const disputeResource = z.object({ dispute_id: z.string().min(1).max(255) })
const saleResource = z.object({ billing_agreement_id: id, sale_id: id.optional() })

/** The subscription that an event is about; null where it is about none. */
function providerOf({ event_type, resource }: PayPalEvent): string | null {
  if (event_type.startsWith('BILLING.SUBSCRIPTION.')) {
    const parsed = subscriptionResource.safeParse(resource)
    return parsed.success ? parsed.data.id : null
  }
  if (event_type.startsWith('PAYMENT.SALE.')) {
    const parsed = saleResource.safeParse(resource)
    return parsed.success ? parsed.data.billing_agreement_id : null
  }
  return null
}

const isReturn = (type: string) =>
  type === 'PAYMENT.SALE.REFUNDED' || type === 'PAYMENT.SALE.REVERSED'

/** A verified event, taken in. Null where it is about nothing of ours. */
export async function takeEvent(
  means: Means,
  event: PayPalEvent,
): Promise<Result<Changed | null, ChangeFailure>> {
  if (event.event_type.startsWith('CUSTOMER.DISPUTE.')) return takeDispute(means, event)
  const provider = providerOf(event)
  if (!provider) return succeed(null)
  const checkout = await findCheckout(means.firestore, provider)
  if (!checkout.ok) return checkout
  if (!checkout.value) return succeed(null)
  if (checkout.value.uid === nobody) return endNobodys(means, provider)
  if (!isReturn(event.event_type)) {
    const message = { id: event.id, type: event.event_type }
    const taken = await takeWordOf(means, checkout.value, provider, { by: 'provider', message })
    // The subscription doesn't show the payment yet that the event is about: PayPal sends it again.
    const isEarly =
      taken.ok && taken.value.ignored === 'unpaid' && event.event_type === 'PAYMENT.SALE.COMPLETED'
    return isEarly ? fail({ kind: 'conflict' }) : taken
  }
  const returned = await paymentReturned(means, event, provider)
  if (!returned.ok) return returned
  return returned.value ? take(means, event, checkout.value.uid, returned.value) : succeed(null)
}

/** Agreed to after its reader had left for good. */
async function endNobodys(
  { firestore, paypal, now }: Means,
  provider: string,
): Promise<Result<null, ChangeFailure>> {
  const found = await paypal.find(provider)
  if (!found.ok) return found
  if (found.value.seen.status !== 'ACTIVE') return succeed(null)
  const fields = owedNow(
    { kind: 'surplus', uid: nobody, provider, reason: 'accountDeleted' },
    now(),
  )
  const owed = await firestore.commit([{ set: surplusPath(provider), fields }])
  return owed.ok ? succeed(null) : owed
}

function take(
  { firestore, now }: Means,
  { id, event_type: type }: PayPalEvent,
  uid: string,
  happened: SubscriptionEvent,
): Promise<Result<Changed, ChangeFailure>> {
  return changeSubscription({
    firestore,
    uid,
    by: 'provider',
    now,
    message: { id, type },
    event: async () => succeed(happened),
  })
}

/** Which payment went back: PayPal is asked for its time and its whole amount. */
async function paymentReturned(
  { paypal, now }: Means,
  event: PayPalEvent,
  provider: string,
): Promise<Result<SubscriptionEvent | null, ChangeFailure>> {
  const sale = saleResource.safeParse(event.resource)
  if (!sale.success || !sale.data.sale_id) return succeed(null)
  const { sale_id } = sale.data
  const found = await paypal.transactions(provider, new Date(0), now())
  if (!found.ok) return found
  const payment = found.value.find(({ id }) => id === sale_id)
  // A part of it that went back changes nothing.
  if (payment?.status !== 'REFUNDED') return succeed(null)
  return succeed({ kind: 'refunded', provider, paymentAt: payment.at })
}

/**
 * How a quarrel stands PayPal is asked, because its messages come in any order. It names the payment,
 * and what we have called the payer: of their few subscriptions the one is looked for that it was for.
 */
async function takeDispute(
  means: Means,
  event: PayPalEvent,
): Promise<Result<Changed | null, ChangeFailure>> {
  const { firestore, paypal, now } = means
  const resource = disputeResource.safeParse(event.resource)
  if (!resource.success) return succeed(null)
  const found = await paypal.dispute(resource.data.dispute_id)
  if (!found.ok) return found
  const { payment, customId, outcome } = found.value
  if (customId === '') return succeed(null)
  const bought = await firestore.query({
    collection: 'checkouts',
    where: [{ field: 'customId', is: 'EQUAL', value: customId }],
  })
  if (!bought.ok) return bought
  for (const { id: provider, fields } of bought.value.documents) {
    const made = await paypal.transactions(provider, new Date(0), now())
    if (!made.ok) {
      if (made.failure.kind === 'notFound') continue
      return made
    }
    const paid = made.value.find(({ id }) => id === payment)
    if (!paid) continue
    const happened: Record<typeof outcome, SubscriptionEvent> = {
      open: { kind: 'disputed', provider },
      won: { kind: 'disputeWon', provider },
      lost: { kind: 'refunded', provider, paymentAt: paid.at },
    }
    return take(means, event, String(fields.uid), happened[outcome])
  }
  return succeed(null)
}
