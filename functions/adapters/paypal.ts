/**
 * PayPal's subscriptions, as far as we have to do with them. Facts: "Subscriptions" and "Webhooks" in
 * PayPal's REST reference. Suspending, activating and cancelling take no request id: whoever calls
 * them asks first where the subscription stands, and again when PayPal refuses.
 */
import { z } from 'zod'
import type { Money } from '../../src/domain/money.ts'
import type { PlanId } from '../../src/domain/plan.ts'
import {
  type ProviderSubscription,
  providerStatuses,
  type Wanted,
} from '../../src/domain/provider-subscription.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import {
  amount,
  createPayPalPayments,
  instant,
  moneyOf,
  type PayPalPayments,
  pathOf,
  payPalValue,
  reading,
} from './paypal-payments.ts'
import {
  findTransmissionProblem,
  isWellFormed,
  type Transmission,
  type TransmissionProblem,
} from './paypal-transmission.ts'
import type { PayPalFailure, PayPalWire } from './paypal-wire.ts'

const subscriptionSchema = z
  .object({
    id: z.string().min(3).max(50),
    status: z.enum(providerStatuses),
    custom_id: z.string().optional(),
    subscriber: z
      .object({
        email_address: z.string().optional(),
        name: z
          .object({ given_name: z.string().optional(), surname: z.string().optional() })
          .optional(),
        payment_source: z.object({ card: z.unknown() }).partial().optional(),
      })
      .optional(),
    billing_info: z
      .object({
        next_billing_time: instant.optional(),
        failed_payments_count: z.int().min(0),
        outstanding_balance: amount.optional(),
        last_payment: z.object({ time: instant }).optional(),
        last_failed_payment: z.object({ time: instant }).optional(),
      })
      .optional(),
    links: z.array(z.object({ rel: z.string(), href: z.url() })).default([]),
  })
  .transform(({ id, status, custom_id, subscriber, billing_info, links }) => ({
    seen: {
      id,
      status,
      nextBillingAt: billing_info?.next_billing_time ?? null,
      lastPaymentAt: billing_info?.last_payment?.time ?? null,
      failedPayments: billing_info?.failed_payments_count ?? 0,
      lastFailedAt: billing_info?.last_failed_payment?.time ?? null,
    } satisfies ProviderSubscription,
    customId: custom_id ?? '',
    /** What has come due and could not be taken. */
    outstanding: billing_info?.outstanding_balance
      ? moneyOf(billing_info.outstanding_balance)
      : ({ minorUnits: 0, currency: 'USD' } satisfies Money),
    /** As the payer gave them to PayPal; empty where it does not say. */
    payer: {
      email: subscriber?.email_address ?? '',
      firstName: subscriber?.name?.given_name ?? '',
      lastName: subscriber?.name?.surname ?? '',
      paidByCard: subscriber?.payment_source?.card !== undefined,
    },
    approveUrl: links.find(({ rel }) => rel === 'approve')?.href ?? null,
  }))
export type PayPalSubscription = z.output<typeof subscriptionSchema>

/** Where the money goes back; with every other word it stays, or comes back. */
const lost = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']

const disputeSchema = z
  .object({
    status: z.string(),
    disputed_transactions: z
      .array(z.object({ seller_transaction_id: z.string(), custom: z.string().default('') }))
      .min(1),
    dispute_outcome: z.object({ outcome_code: z.string() }).optional(),
  })
  .transform(({ status, disputed_transactions: [transaction], dispute_outcome }) => ({
    payment: transaction!.seller_transaction_id,
    customId: transaction!.custom,
    outcome:
      status !== 'RESOLVED'
        ? ('open' as const)
        : lost.includes(dispute_outcome?.outcome_code ?? '')
          ? ('lost' as const)
          : ('won' as const),
  }))
export type PayPalDispute = z.output<typeof disputeSchema>

/** “Accepted” comes without a word on what has become of it. */
const captureSchema = z.object({ id: z.string(), status: z.string().default('PENDING') }).nullable()

/** A change of status is answered by nothing at all: a 204. */
const nothing = z.null()

const actions: Readonly<Record<Wanted, string>> = {
  ACTIVE: 'activate',
  SUSPENDED: 'suspend',
  CANCELLED: 'cancel',
}

const verificationSchema = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })

export type PayPal = PayPalPayments & {
  /** Creates it once for each `requestId`. It runs when the payer has approved it. */
  create(order: {
    readonly plan: PlanId
    readonly customId: string
    readonly requestId: string
    /** When it bills first; null for at once. */
    readonly startsAt: Date | null
    readonly returnUrl: string
    readonly cancelUrl: string
    readonly brand: string
  }): Promise<Result<PayPalSubscription, PayPalFailure>>
  find(id: string): Promise<Result<PayPalSubscription, PayPalFailure>>
  /** `refused` where it cannot become so from where it stands. */
  bring(id: string, to: Wanted, reason: string): Promise<Result<void, PayPalFailure>>
  /**
   * Takes what is outstanding, once for each `requestId`. `refused` where nothing is outstanding, or
   * another capture was faster.
   */
  capture(
    id: string,
    outstanding: Money,
    requestId: string,
  ): Promise<Result<'paid' | 'pending' | 'declined', PayPalFailure>>
  /** A payer's quarrel over a payment: which payment, what we have called its payer, and who is right. */
  dispute(id: string): Promise<Result<PayPalDispute, PayPalFailure>>
  /** Why PayPal can't have sent this, as far as the headers show; null if it may have. Asks nobody. */
  problemOf(transmission: Transmission, now: Date): TransmissionProblem | null
  /** Whether PayPal has sent these very bytes. */
  verify(transmission: Transmission, event: string): Promise<Result<boolean, PayPalFailure>>
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** PayPal's ids of our plans, of which two may be equal, and of our webhook. */
export type PayPalIds = {
  readonly plans: Readonly<Record<PlanId, string>>
  readonly webhook: string
  /** Where its API is: as in the wire's options. */
  readonly url: string
}

export function createPayPal(wire: PayPalWire, ids: PayPalIds): PayPal {
  const read = reading(wire)
  return {
    ...createPayPalPayments(wire),
    create({ plan, customId, requestId, startsAt, returnUrl, cancelUrl, brand }) {
      return read(subscriptionSchema, {
        method: 'POST',
        path: '/v1/billing/subscriptions',
        requestId,
        body: {
          plan_id: ids.plans[plan],
          custom_id: customId,
          ...(startsAt ? { start_time: startsAt.toISOString() } : {}),
          application_context: {
            brand_name: brand,
            shipping_preference: 'NO_SHIPPING',
            user_action: 'SUBSCRIBE_NOW',
            return_url: returnUrl,
            cancel_url: cancelUrl,
          },
        },
      })
    },
    find: (id) => read(subscriptionSchema, { method: 'GET', path: pathOf(id) }),
    async bring(id, to, reason) {
      const path = `${pathOf(id)}/${actions[to]}`
      const answer = await read(nothing, { method: 'POST', path, body: { reason } })
      return answer.ok ? succeed(undefined) : answer
    },
    async capture(id, outstanding, requestId) {
      const answer = await read(captureSchema, {
        method: 'POST',
        path: `${pathOf(id)}/capture`,
        requestId,
        body: {
          note: 'The payment that failed, tried again as the reader asked',
          capture_type: 'OUTSTANDING_BALANCE',
          amount: { currency_code: outstanding.currency, value: payPalValue(outstanding) },
        },
      })
      if (!answer.ok) return answer
      const status = answer.value?.status
      return succeed(
        status === 'COMPLETED' ? 'paid' : status === 'DECLINED' ? 'declined' : 'pending',
      )
    },
    dispute: (id) =>
      read(disputeSchema, {
        method: 'GET',
        path: `/v1/customer/disputes/${encodeURIComponent(id)}`,
      }),
    problemOf: (transmission, now) => findTransmissionProblem(transmission, ids.url, now),
    async verify(transmission, event) {
      // Text that isn't exactly one object could add fields of its own to the request.
      if (!isJsonObject(event) || !isWellFormed(transmission)) return succeed(false)
      const claims = JSON.stringify({ ...transmission, webhook_id: ids.webhook })
      // As it came: PayPal signs the bytes, and JSON that is written again has others.
      const body = `${claims.slice(0, -1)},"webhook_event":${event}}`
      const answer = await read(verificationSchema, {
        method: 'POST',
        path: '/v1/notifications/verify-webhook-signature',
        body,
      })
      return answer.ok ? succeed(answer.value.verification_status === 'SUCCESS') : answer
    },
  }
}
