import type { LedgerError, Plans } from './ledger.ts'
import type { Dispute, Payment, ProviderEvent, Subscription } from './ledger-records.ts'
import { getPayerId } from './payer-id.ts'

const toMoney = (value: string) => ({ currency_code: 'USD', value })

export function toSubscriptionResource(subscription: Subscription, plans: Plans, url: string) {
  const { id, status, payer, lastPayment, lastFailedAt, nextBillingAt } = subscription
  const self = `${url}/v1/billing/subscriptions/${id}`
  const wasActive = subscription.payer !== null
  return {
    id,
    plan_id: subscription.planId,
    status,
    status_update_time: subscription.statusChangedAt,
    ...(subscription.customId ? { custom_id: subscription.customId } : {}),
    start_time: subscription.startsAt ?? subscription.createdAt,
    quantity: '1',
    plan_overridden: false,
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
            outstanding_balance: toMoney(
              subscription.failedPayments > 0 ? plans[subscription.planId]!.value : '0.0',
            ),
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
              ? { last_payment: { amount: toMoney(lastPayment.value), time: lastPayment.at } }
              : {}),
            ...(nextBillingAt && status === 'ACTIVE' ? { next_billing_time: nextBillingAt } : {}),
            ...(lastFailedAt
              ? {
                  last_failed_payment: {
                    amount: toMoney(plans[subscription.planId]!.value),
                    time: lastFailedAt,
                    reason_code: 'PAYMENT_DENIED',
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
    amount_with_breakdown: { gross_amount: toMoney(value) },
    ...(payer
      ? {
          payer_email: payer.email,
          payer_name: { given_name: payer.givenName, surname: payer.surname },
        }
      : {}),
  }
}

export const createDisputeId = (payment: Pick<Payment, 'id'>) => `PP-D-${payment.id}`

export function toDisputeResource({ payment, outcome, subscription }: Dispute) {
  const code = outcome === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR'
  return {
    dispute_id: createDisputeId(payment),
    create_time: payment.at,
    status: outcome ? 'RESOLVED' : 'OPEN',
    disputed_transactions: [{ seller_transaction_id: payment.id, custom: subscription.customId }],
    ...(outcome ? { dispute_outcome: { outcome_code: code } } : {}),
  }
}

function toEventResource(event: ProviderEvent, plans: Plans, url: string) {
  if ('outcome' in event) return toDisputeResource(event)
  const { subscription } = event
  if (!('payment' in event)) return toSubscriptionResource(subscription, plans, url)
  const { payment, type } = event
  const amount = { total: payment.value, currency: 'USD', details: { subtotal: payment.value } }
  // A refund is a resource of its own, which names the payment.
  return type === 'PAYMENT.SALE.COMPLETED'
    ? {
        id: payment.id,
        amount,
        state: 'completed',
        payment_mode: 'INSTANT_TRANSFER',
        custom: subscription.customId,
        billing_agreement_id: subscription.id,
        create_time: payment.at,
        update_time: payment.at,
      }
    : {
        id: `R${payment.id.slice(1)}`,
        sale_id: payment.id,
        amount,
        state: 'completed',
        billing_agreement_id: subscription.id,
        create_time: payment.at,
        update_time: payment.at,
      }
}

const getResourceType = (event: ProviderEvent) =>
  'outcome' in event ? 'dispute' : 'payment' in event ? 'sale' : 'subscription'

export function toWebhookEvent(
  event: ProviderEvent,
  { id, at, plans, url }: { id: string; at: Date; plans: Plans; url: string },
) {
  return {
    id,
    event_version: '1.0',
    create_time: at.toISOString(),
    resource_type: getResourceType(event),
    ...('outcome' in event ? {} : { resource_version: '2.0' }),
    event_type: event.type,
    summary: event.type.toLowerCase().replaceAll('.', ' '),
    resource: toEventResource(event, plans, url),
    links: [],
  }
}

const errorResources: Readonly<
  Record<LedgerError, { readonly status: number; readonly name: string; readonly message: string }>
> = {
  INVALID_RESOURCE_ID: {
    status: 404,
    name: 'RESOURCE_NOT_FOUND',
    message: 'The specified resource does not exist.',
  },
  ZERO_OUTSTANDING_BALANCE: {
    status: 422,
    name: 'UNPROCESSABLE_ENTITY',
    message:
      'The requested action could not be performed, semantically incorrect, or failed business validation.',
  },
  SUBSCRIPTION_STATUS_INVALID: {
    status: 422,
    name: 'UNPROCESSABLE_ENTITY',
    message:
      'The requested action could not be performed, semantically incorrect, or failed business validation.',
  },
}

export function toErrorResource(error: LedgerError) {
  const { status, name, message } = errorResources[error]
  const body = { name, message, debug_id: 'local', details: [{ issue: error }] }
  return { status, body }
}
