/** Implements PayPal's Orders (v2) and Payments (v2) APIs. */

import { z } from 'zod'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import type { Ledger } from './ledger.ts'
import type { Order, Payment } from './ledger-records.ts'
import {
  toApprovalUrl,
  toOrderResource,
  toRefundResource,
  toSeparateCaptureResource,
} from './order-resources.ts'
import { amountSchema } from './payment-value.ts'
import { toErrorResource } from './paypal-resources.ts'
import { parse, type RestRequest, type RestResponse } from './rest-request.ts'

const priceSchema = amountSchema.refine(({ value }) => Number(value) > 0)

const orderSchema = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.object({
        amount: priceSchema,
        description: z.string().min(1).max(127).default(''),
        custom_id: z.string().min(1).max(127).default(''),
      }),
    )
    .length(1),
  payment_source: z.object({
    paypal: z.object({
      experience_context: z.object({
        brand_name: z.string().min(1).max(127).default(''),
        return_url: z.url(),
        cancel_url: z.url(),
      }),
    }),
  }),
})

const refundSchema = z.object({ amount: priceSchema.optional() })

export function createOrderRestApi(ledger: Ledger, url: string) {
  const toResource = (order: Order) => toOrderResource(order, ledger.findCaptureOf(order), url)
  const getRequestId = ({ headers }: RestRequest) => headers['paypal-request-id'] ?? null

  function createOrder(request: RestRequest): RestResponse {
    const input = parse(orderSchema, request.text)
    if (!input.ok) return input.failure
    const { purchase_units, payment_source } = input.value
    const { amount, description, custom_id } = purchase_units[0]!
    const { brand_name, return_url, cancel_url } = payment_source.paypal.experience_context
    const { order, isNew } = ledger.createOrder(
      {
        value: amount.value,
        description,
        customId: custom_id,
        brand: brand_name,
        returnUrl: return_url,
        cancelUrl: cancel_url,
      },
      getRequestId(request),
    )
    return { status: isNew ? 201 : 200, body: toResource(order) }
  }

  function captureOrder(id: string, request: RestRequest): RestResponse {
    const captured = ledger.captureOrder(id, getRequestId(request))
    if (captured.ok)
      return { status: captured.value.isNew ? 201 : 200, body: toResource(captured.value.order) }
    const error = toErrorResource(captured.failure)
    if (captured.failure !== 'INSTRUMENT_DECLINED') return error
    const links = [{ href: toApprovalUrl(id, url), rel: 'redirect', method: 'GET' }]
    return { ...error, body: { ...error.body, links } }
  }

  function findCapture(id: string): Result<Payment, 'INVALID_RESOURCE_ID'> {
    const payment = ledger.payment(id)
    return payment ? succeed(payment) : fail('INVALID_RESOURCE_ID')
  }

  function getCapture(id: string): RestResponse {
    const payment = findCapture(id)
    if (!payment.ok) return toErrorResource(payment.failure)
    const order = ledger.findOrder(payment.value.order ?? '')
    return {
      status: 200,
      body: toSeparateCaptureResource(payment.value, order.ok ? order.value : null, url),
    }
  }

  function refundCapture(id: string, request: RestRequest): RestResponse {
    const input = parse(refundSchema, request.text === '' ? '{}' : request.text)
    if (!input.ok) return input.failure
    const refunded = ledger.refund(id, {
      value: input.value.amount?.value ?? null,
      requestId: getRequestId(request),
    })
    if (!refunded.ok) return toErrorResource(refunded.failure)
    return {
      status: 201,
      body: toRefundResource(refunded.value, ledger.sumRefunds(id), url),
    }
  }

  function getRefund(id: string): RestResponse {
    const refund = ledger.findRefund(id)
    if (!refund) return toErrorResource('INVALID_RESOURCE_ID')
    return { status: 200, body: toRefundResource(refund, ledger.sumRefunds(refund.payment), url) }
  }

  /** Returns null if the path belongs to another API. */
  return function handleOrderRequest(request: RestRequest): RestResponse | null {
    const { method, path } = request
    const [, collection, id, action = ''] =
      /^\/v2\/(checkout\/orders|payments\/captures|payments\/refunds)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(
        path,
      ) ?? []
    if (!collection) return null
    switch (`${method} ${collection}${id ? '/:id' : ''}${action && `/${action}`}`) {
      case 'POST checkout/orders':
        return createOrder(request)
      case 'GET checkout/orders/:id': {
        const found = ledger.findOrder(id!)
        return found.ok
          ? { status: 200, body: toResource(found.value) }
          : toErrorResource(found.failure)
      }
      case 'POST checkout/orders/:id/capture':
        return captureOrder(id!, request)
      case 'GET payments/captures/:id':
        return getCapture(id!)
      case 'POST payments/captures/:id/refund':
        return refundCapture(id!, request)
      case 'GET payments/refunds/:id':
        return getRefund(id!)
    }
    return toErrorResource('INVALID_RESOURCE_ID')
  }
}
