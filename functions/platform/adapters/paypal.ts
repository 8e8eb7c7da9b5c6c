/**
 * Source: "Subscriptions" and "Webhooks" in PayPal's REST reference. Status changes have no request id, so callers read
 * the state first, and again after a refusal.
 */
import { z } from 'zod'
import type { Money } from '../../../src/domain/money.ts'
import { parseJson } from '../../../src/domain/parse-json.ts'
import { type Result, succeed } from '../../../src/domain/result.ts'
import {
  type DesiredStatus,
  type PayPalSubscription,
  payPalStatuses,
} from '../../../src/domain/subscription/paypal-subscription.ts'
import type { PlanId } from '../../../src/domain/subscription/plan.ts'
import { currency } from '../../../src/publication/offer.ts'
import { disputeSchema, type PayPalDispute } from './paypal-disputes.ts'
import { createPayPalOrders, type PayPalOrders } from './paypal-orders.ts'
import {
  createPayPalPayments,
  createReader,
  formatPayPalAmount,
  ownAmountSchema,
  type PayPalPayments,
  payPalSubscriptionPath,
  timestampSchema,
} from './paypal-payments.ts'
import { createPayPalReporting, type PayPalReporting } from './paypal-reporting.ts'
import type { PayPalFailure, PayPalRest } from './paypal-rest.ts'
import {
  findTransmissionProblem,
  isWellFormed,
  type Transmission,
  type TransmissionProblem,
} from './paypal-transmission.ts'

/** Returns the price of each regular period in minor units; null if it depends on the quantity. */
const planPriceSchema = z
  .object({
    billing_cycles: z
      .array(
        z.object({
          tenure_type: z.string(),
          pricing_scheme: z.object({ fixed_price: ownAmountSchema.optional() }).optional(),
        }),
      )
      .min(1),
  })
  .transform(
    ({ billing_cycles }) =>
      billing_cycles.find(({ tenure_type }) => tenure_type === 'REGULAR')?.pricing_scheme
        ?.fixed_price?.minorUnits ?? null,
  )

const subscriptionSchema = z
  .object({
    id: z.string().min(3).max(50),
    status: z.enum(payPalStatuses),
    plan_id: z.string().default(''),
    quantity: z.string().default('1'),
    /** The plan with this subscription's overrides. Anything missing from the plan shows only in payments. */
    plan: planPriceSchema.nullable().catch(null),
    subscriber: z
      .object({
        email_address: z.string().optional(),
        payer_id: z.string().optional(),
        name: z
          .object({ given_name: z.string().optional(), surname: z.string().optional() })
          .optional(),
        payment_source: z.object({ card: z.unknown() }).partial().optional(),
      })
      .optional(),
    billing_info: z
      .object({
        next_billing_time: timestampSchema.optional(),
        failed_payments_count: z.int().min(0),
        outstanding_balance: ownAmountSchema.optional(),
        last_payment: z
          .object({ time: timestampSchema, amount: ownAmountSchema.optional() })
          .optional(),
        last_failed_payment: z.object({ time: timestampSchema }).optional(),
      })
      .optional(),
    links: z.array(z.object({ rel: z.string(), href: z.url() })).default([]),
  })
  .transform(({ id, status, plan_id, quantity, plan, subscriber, billing_info, links }) => ({
    payPalState: {
      id,
      status,
      planId: plan_id,
      nextMinorUnits: plan === null ? null : Math.round(plan * Number(quantity)),
      nextBillingAt: billing_info?.next_billing_time ?? null,
      lastPaymentAt: billing_info?.last_payment?.time ?? null,
      lastPaymentMinorUnits: billing_info?.last_payment?.amount?.minorUnits ?? null,
      outstandingMinorUnits: billing_info?.outstanding_balance?.minorUnits ?? 0,
      failedPayments: billing_info?.failed_payments_count ?? 0,
      lastFailedAt: billing_info?.last_failed_payment?.time ?? null,
    } satisfies PayPalSubscription,
    outstanding: billing_info?.outstanding_balance ?? ({ minorUnits: 0, currency } satisfies Money),
    /** Each field is empty if unknown. */
    payer: {
      id: subscriber?.payer_id ?? '',
      email: subscriber?.email_address ?? '',
      firstName: subscriber?.name?.given_name ?? '',
      lastName: subscriber?.name?.surname ?? '',
      paidByCard: subscriber?.payment_source?.card !== undefined,
    },
    approveUrl: links.find(({ rel }) => rel === 'approve')?.href ?? null,
  }))
export type PayPalSubscriptionDetails = z.output<typeof subscriptionSchema>

/** PayPal may accept a capture without reporting its outcome. */
const captureSchema = z.object({ id: z.string(), status: z.string().default('PENDING') }).nullable()

/** A status change has no response body. */
const emptySchema = z.null()

const statusActions: Readonly<Record<DesiredStatus, string>> = {
  ACTIVE: 'activate',
  SUSPENDED: 'suspend',
  CANCELLED: 'cancel',
}

const verificationSchema = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })

export type PayPal = PayPalPayments &
  PayPalReporting &
  PayPalOrders & {
    /** Creates one subscription per `requestId`. The subscription becomes active when the payer approves it. */
    create(order: {
      readonly plan: PlanId
      readonly customId: string
      readonly requestId: string
      /** The time of the first payment; null means now. */
      readonly startsAt: Date | null
      readonly returnUrl: string
      readonly cancelUrl: string
      readonly brand: string
    }): Promise<Result<PayPalSubscriptionDetails, PayPalFailure>>
    find(id: string): Promise<Result<PayPalSubscriptionDetails, PayPalFailure>>
    /** Returns the plan's own price per period in minor units; null if it has no fixed price. `planId` is PayPal's. */
    findPlanPrice(planId: string): Promise<Result<number | null, PayPalFailure>>
    /** `refused` if the current state doesn't allow the change. */
    setStatus(id: string, to: DesiredStatus, reason: string): Promise<Result<void, PayPalFailure>>
    /**
     * Lowers the outstanding balance to 0, so that PayPal doesn't bill it with the next cycle.
     * `refused` (SUBSCRIPTION_STATUS_INVALID) unless the subscription is active or suspended. Source: "Update
     * subscription" in PayPal's REST reference.
     */
    clearBalance(id: string): Promise<Result<void, PayPalFailure>>
    /** Captures the outstanding balance, once per `requestId`. `refused` if less is outstanding. */
    capture(
      id: string,
      outstanding: Money,
      requestId: string,
    ): Promise<Result<'paid' | 'pending' | 'declined', PayPalFailure>>
    findDispute(id: string): Promise<Result<PayPalDispute, PayPalFailure>>
    /** Checks only the headers, without a call. Returns null if the event may be PayPal's. */
    checkTransmission(transmission: Transmission, now: Date): TransmissionProblem | null
    /** Returns whether PayPal sent exactly this text. */
    verify(transmission: Transmission, event: string): Promise<Result<boolean, PayPalFailure>>
  }

function isJsonObject(text: string): boolean {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** PayPal's ids for our plans, which may share one, and for our webhook. */
export type PayPalIds = {
  readonly plans: Readonly<Record<PlanId, string>>
  readonly webhook: string
  readonly url: string
}

export function createPayPal(rest: PayPalRest, ids: PayPalIds): PayPal {
  const request = createReader(rest)
  return {
    ...createPayPalPayments(rest),
    ...createPayPalOrders(rest),
    ...createPayPalReporting(rest),
    create({ plan, customId, requestId, startsAt, returnUrl, cancelUrl, brand }) {
      return request(subscriptionSchema, {
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
    find: (id) =>
      request(subscriptionSchema, {
        method: 'GET',
        // PayPal returns these fields only on request.
        path: `${payPalSubscriptionPath(id)}?fields=last_failed_payment,plan`,
      }),
    findPlanPrice: (planId) =>
      request(planPriceSchema, {
        method: 'GET',
        path: `/v1/billing/plans/${encodeURIComponent(planId)}`,
      }),
    async clearBalance(id) {
      const value = formatPayPalAmount({ minorUnits: 0, currency })
      const path = '/billing_info/outstanding_balance'
      const response = await request(emptySchema, {
        method: 'PATCH',
        path: payPalSubscriptionPath(id),
        body: [{ op: 'replace', path, value }],
      })
      return response.ok ? succeed(undefined) : response
    },
    async setStatus(id, to, reason) {
      const path = `${payPalSubscriptionPath(id)}/${statusActions[to]}`
      const response = await request(emptySchema, { method: 'POST', path, body: { reason } })
      return response.ok ? succeed(undefined) : response
    },
    async capture(id, outstanding, requestId) {
      const response = await request(captureSchema, {
        method: 'POST',
        path: `${payPalSubscriptionPath(id)}/capture`,
        requestId,
        body: {
          note: 'The failed payment, retried at the reader’s request',
          capture_type: 'OUTSTANDING_BALANCE',
          amount: formatPayPalAmount(outstanding),
        },
      })
      if (!response.ok) return response
      const status = response.value?.status
      return succeed(
        status === 'COMPLETED' ? 'paid' : status === 'DECLINED' ? 'declined' : 'pending',
      )
    },
    findDispute: (id) =>
      request(disputeSchema, {
        method: 'GET',
        path: `/v1/customer/disputes/${encodeURIComponent(id)}`,
      }),
    checkTransmission: (transmission, now) => findTransmissionProblem(transmission, ids.url, now),
    async verify(transmission, event) {
      // Anything other than one object could add fields to the request.
      if (!isJsonObject(event) || !isWellFormed(transmission)) return succeed(false)
      const claims = JSON.stringify({ ...transmission, webhook_id: ids.webhook })
      // The event is sent unchanged, because PayPal signed exactly these bytes.
      const body = `${claims.slice(0, -1)},"webhook_event":${event}}`
      const response = await request(verificationSchema, {
        method: 'POST',
        path: '/v1/notifications/verify-webhook-signature',
        body,
      })
      return response.ok ? succeed(response.value.verification_status === 'SUCCESS') : response
    },
  }
}
