/** Orders, captures and refunds as PayPal's OpenAPI files describe them. */

import { currency } from '../../../../src/publication/offer.ts'
import type { Order, Payment, Refund } from './ledger-records.ts'
import { getPayerId } from './payer-id.ts'
import { getFee, noValue, subtractValue, toCents, toValue } from './payment-value.ts'

export const toAmount = (value: string) => ({ currency_code: currency, value })

const toLink = (href: string, rel: string, method = 'GET') => ({ href, rel, method })

export const toApprovalUrl = (id: string, url: string) => `${url}/approve/${id}`

export function toOrderResource(order: Order, capture: Payment | null, url: string) {
  const { id, status, value, description, customId, payer, createdAt } = order
  const self = `${url}/v2/checkout/orders/${id}`
  const person = payer && {
    name: { given_name: payer.givenName, surname: payer.surname },
    email_address: payer.email,
  }
  return {
    id,
    intent: 'CAPTURE',
    status,
    payment_source: {
      paypal: person
        ? { ...person, account_id: getPayerId(payer), account_status: 'VERIFIED' }
        : {},
    },
    purchase_units: [
      {
        reference_id: 'default',
        amount: toAmount(value),
        description,
        ...(customId ? { custom_id: customId } : {}),
        ...(capture ? { payments: { captures: [toCaptureResource(capture, order, url)] } } : {}),
      },
    ],
    ...(person ? { payer: { ...person, payer_id: getPayerId(payer) } } : {}),
    create_time: createdAt,
    update_time: capture?.at ?? order.approvedAt ?? createdAt,
    links: [
      toLink(self, 'self'),
      ...(status === 'PAYER_ACTION_REQUIRED'
        ? [toLink(toApprovalUrl(id, url), 'payer-action')]
        : []),
      ...(status === 'APPROVED' ? [toLink(`${self}/capture`, 'capture', 'POST')] : []),
    ],
  }
}

/** The order is null for a subscription's payment. */
function toCaptureResource({ id, status, value, at }: Payment, order: Order | null, url: string) {
  const self = `${url}/v2/payments/captures/${id}`
  const fee = toValue(getFee(toCents(value)))
  return {
    id,
    status,
    ...(status === 'PENDING' ? { status_details: { reason: 'PENDING_REVIEW' } } : {}),
    amount: toAmount(value),
    final_capture: true,
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    ...(status === 'PENDING' || status === 'DECLINED'
      ? {}
      : {
          seller_receivable_breakdown: {
            gross_amount: toAmount(value),
            paypal_fee: toAmount(fee),
            net_amount: toAmount(subtractValue(value, fee)),
          },
        }),
    ...(order?.customId ? { custom_id: order.customId } : {}),
    create_time: at,
    update_time: at,
    links: [
      toLink(self, 'self'),
      toLink(`${self}/refund`, 'refund', 'POST'),
      ...(order ? [toLink(`${url}/v2/checkout/orders/${order.id}`, 'up')] : []),
    ],
  }
}

/** Returns the capture as GET and webhooks show it; an order's own captures don't repeat the order's id. */
export const toSeparateCaptureResource = (payment: Payment, order: Order | null, url: string) => ({
  ...toCaptureResource(payment, order, url),
  ...(order ? { supplementary_data: { related_ids: { order_id: order.id } } } : {}),
})

/** Names the refunded payment only in the link `up`. */
export function toRefundResource({ id, payment, value, at }: Refund, total: string, url: string) {
  return {
    id,
    status: 'COMPLETED',
    amount: toAmount(value),
    seller_payable_breakdown: {
      gross_amount: toAmount(value),
      paypal_fee: toAmount(noValue),
      net_amount: toAmount(value),
      total_refunded_amount: toAmount(total),
    },
    create_time: at,
    update_time: at,
    links: [
      toLink(`${url}/v2/payments/refunds/${id}`, 'self'),
      toLink(`${url}/v2/payments/captures/${payment}`, 'up'),
    ],
  }
}
