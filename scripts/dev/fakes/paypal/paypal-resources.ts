import { currency } from '../../../../src/publication/offer.ts'
import type { Plans } from './billing-cycle.ts'
import type { Ledger } from './ledger.ts'
import type { Dispute, Payment, ProviderEvent } from './ledger-records.ts'
import type { LedgerError } from './ledger-state.ts'
import {
  toAmount,
  toOrderResource,
  toRefundResource,
  toSeparateCaptureResource,
} from './order-resources.ts'
import { getPayerId } from './payer-id.ts'
import { toCents, toValue } from './payment-value.ts'
import type { Subscription } from './subscription-record.ts'

/** Returns the plan's own details, or those of a subscription that overrides its price. */
export function toPlanResource(id: string, { months, value }: Plans[string], price = value) {
  return {
    id,
    product_id: 'PROD-VERANDAH',
    name: id,
    status: 'ACTIVE',
    quantity_supported: true,
    billing_cycles: [
      {
        frequency: { interval_unit: months === 12 ? 'YEAR' : 'MONTH', interval_count: 1 },
        tenure_type: 'REGULAR',
        sequence: 1,
        total_cycles: 0,
        pricing_scheme: { version: 1, fixed_price: toAmount(price) },
      },
    ],
  }
}

export function toSubscriptionResource(subscription: Subscription, plans: Plans, url: string) {
  const { id, status, payer, lastPayment, lastFailedAt, nextBillingAt, retryAt } = subscription
  const self = `${url}/v1/billing/subscriptions/${id}`
  const wasActive = subscription.payer !== null
  return {
    id,
    plan_id: subscription.planId,
    status,
    status_update_time: subscription.statusChangedAt,
    ...(subscription.customId ? { custom_id: subscription.customId } : {}),
    start_time: subscription.startsAt ?? subscription.createdAt,
    quantity: String(subscription.quantity),
    plan_overridden: subscription.overriddenPrice !== null,
    create_time: subscription.createdAt,
    update_time: subscription.statusChangedAt,
    ...(payer
      ? {
          subscriber: {
            email_address: payer.email,
            payer_id: getPayerId(payer),
            name: { given_name: payer.givenName, surname: payer.surname },
            ...(payer.byCard
              ? { payment_source: { card: { brand: 'VISA', last_digits: '1111' } } }
              : {}),
          },
        }
      : {}),
    ...(wasActive
      ? {
          billing_info: {
            outstanding_balance: toAmount(subscription.outstandingBalance),
            cycle_executions: [
              {
                tenure_type: 'REGULAR',
                sequence: 1,
                cycles_completed: subscription.cyclesCompleted,
                cycles_remaining: 0,
                current_pricing_scheme_version: 1,
                total_cycles: 0,
              },
            ],
            ...(lastPayment
              ? { last_payment: { amount: toAmount(lastPayment.value), time: lastPayment.at } }
              : {}),
            ...(nextBillingAt && status === 'ACTIVE' ? { next_billing_time: nextBillingAt } : {}),
            ...(lastFailedAt
              ? {
                  last_failed_payment: {
                    amount: toAmount(plans[subscription.planId]!.value),
                    time: lastFailedAt,
                    reason_code: 'PAYMENT_DENIED',
                    ...(retryAt && status === 'ACTIVE' ? { next_payment_retry_time: retryAt } : {}),
                  },
                }
              : {}),
            failed_payments_count: subscription.failedPayments,
          },
        }
      : {}),
    links: [
      ...(status === 'APPROVAL_PENDING'
        ? [{ href: `${url}/approve/${id}`, rel: 'approve', method: 'GET' }]
        : []),
      { href: self, rel: 'edit', method: 'PATCH' },
      { href: self, rel: 'self', method: 'GET' },
    ],
  }
}

export function toTransactionResource({ id, status, value, at }: Payment, { payer }: Subscription) {
  return {
    id,
    status,
    time: at,
    amount_with_breakdown: { gross_amount: toAmount(value) },
    ...(payer
      ? {
          payer_email: payer.email,
          payer_name: { given_name: payer.givenName, surname: payer.surname },
        }
      : {}),
  }
}

const outcomeCodes = {
  won: 'RESOLVED_SELLER_FAVOUR',
  lost: 'RESOLVED_BUYER_FAVOUR',
  partial: 'ACCEPTED',
  none: 'NONE',
} as const

const refundedParts = { won: 0, lost: 1, partial: 0.5, none: 0 } as const

export function toDisputeResource({ id, payment, outcome, customId }: Dispute) {
  const refunded = outcome ? Math.floor(toCents(payment.value) * refundedParts[outcome]) : 0
  const amount = refunded > 0 ? { amount_refunded: toAmount(toValue(refunded)) } : {}
  return {
    dispute_id: `PP-D-${id}`,
    create_time: payment.at,
    status: outcome ? 'RESOLVED' : 'OPEN',
    disputed_transactions: [{ seller_transaction_id: payment.id, custom: customId }],
    dispute_amount: toAmount(payment.value),
    ...(outcome ? { dispute_outcome: { outcome_code: outcomeCodes[outcome], ...amount } } : {}),
  }
}

type EventContext = {
  readonly plans: Plans
  readonly url: string
  readonly ledger: Pick<Ledger, 'findCaptureOf' | 'sumRefunds'>
}

const toSaleAmount = (value: string) => ({
  total: value,
  currency,
  details: { subtotal: value },
})

function toEventResource(event: ProviderEvent, context: EventContext) {
  const { plans, url, ledger } = context
  const { findCaptureOf, sumRefunds } = ledger
  if ('outcome' in event) return toDisputeResource(event)
  if ('refund' in event) {
    const { payment, refund } = event
    if (payment.order !== null) return toRefundResource(refund, sumRefunds(payment.id), url)
    // A refund is a resource of its own, which names the payment.
    return {
      id: refund.id,
      sale_id: payment.id,
      amount: toSaleAmount(refund.value),
      total_refunded_amount: { currency, value: sumRefunds(payment.id) },
      state: 'completed',
      billing_agreement_id: payment.subscription,
      create_time: refund.at,
      update_time: refund.at,
    }
  }
  if ('order' in event)
    return 'payment' in event
      ? toSeparateCaptureResource(event.payment, event.order, url)
      : toOrderResource(event.order, findCaptureOf(event.order), url)
  const { subscription } = event
  if (!('payment' in event)) return toSubscriptionResource(subscription, plans, url)
  const { payment } = event
  return {
    id: payment.id,
    amount: toSaleAmount(payment.value),
    state: 'completed',
    payment_mode: 'INSTANT_TRANSFER',
    custom: subscription.customId,
    billing_agreement_id: subscription.id,
    create_time: payment.at,
    update_time: payment.at,
  }
}

function getResourceType(event: ProviderEvent) {
  if ('outcome' in event) return { resource_type: 'dispute' }
  const resource_version = '2.0'
  if ('refund' in event)
    return { resource_type: event.payment.order === null ? 'sale' : 'refund', resource_version }
  if ('order' in event)
    return { resource_type: 'payment' in event ? 'capture' : 'checkout-order', resource_version }
  return { resource_type: 'payment' in event ? 'sale' : 'subscription', resource_version }
}

export function toWebhookEvent(
  event: ProviderEvent,
  { id, at, ...context }: { readonly id: string; readonly at: Date } & EventContext,
) {
  return {
    id,
    event_version: '1.0',
    create_time: at.toISOString(),
    ...getResourceType(event),
    event_type: event.type,
    summary: event.type.toLowerCase().replaceAll('.', ' '),
    resource: toEventResource(event, context),
    links: [],
  }
}

const descriptions: Readonly<Partial<Record<LedgerError, string>>> = {
  INVALID_RESOURCE_ID:
    'Specified resource ID does not exist. Please check the resource ID and try again.',
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  ORDER_ALREADY_CAPTURED:
    "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  PENDING_CAPTURE:
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
  REFUND_NOT_ALLOWED: 'Capture cannot be refunded.',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_TIME_LIMIT_EXCEEDED: 'You are over the time limit to perform a refund on this capture',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  TRANSACTION_DISPUTED:
    'Partial refunds cannot be offered at this time because there is an open case on this transaction. Visit the PayPal Resolution Center to review this case.',
}

export function toErrorResource(issue: LedgerError) {
  const description = descriptions[issue]
  const error =
    issue === 'INVALID_RESOURCE_ID'
      ? { name: 'RESOURCE_NOT_FOUND', message: 'The specified resource does not exist.' }
      : {
          name: 'UNPROCESSABLE_ENTITY',
          message:
            'The requested action could not be performed, semantically incorrect, or failed business validation.',
        }
  const details = [{ issue, ...(description ? { description } : {}) }]
  return {
    status: issue === 'INVALID_RESOURCE_ID' ? 404 : 422,
    body: { ...error, debug_id: 'local', details },
  }
}
