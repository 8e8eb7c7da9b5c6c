import { z } from 'zod'
import { type Result, succeed } from '../../../../src/domain/result.ts'
import type { Plans } from './billing-cycle.ts'
import type { Ledger } from './ledger.ts'
import type { LedgerError } from './ledger-state.ts'
import { createOrderRestApi } from './order-rest-api.ts'
import { amountSchema } from './payment-value.ts'
import {
  toDisputeResource,
  toErrorResource,
  toPlanResource,
  toSubscriptionResource,
  toTransactionResource,
} from './paypal-resources.ts'
import { createReportingRestApi } from './reporting-rest-api.ts'
import { malformed, parse, type RestRequest, type RestResponse } from './rest-request.ts'
import type { Subscription } from './subscription-record.ts'
import type { Webhooks } from './webhook-sender.ts'

export const payPalKeys = { clientId: 'local-paypal', secret: 'local-paypal-secret' } as const

const createSchema = z.object({
  plan_id: z.string(),
  custom_id: z.string().max(127).default(''),
  start_time: z.iso.datetime().nullable().default(null),
  application_context: z
    .object({ return_url: z.string().default(''), cancel_url: z.string().default('') })
    .default({ return_url: '', cancel_url: '' }),
})

const captureSchema = z.object({
  note: z.string().min(1).max(128),
  capture_type: z.literal('OUTSTANDING_BALANCE'),
  amount: amountSchema,
})

const op = z.literal('replace')
const patchSchema = z.tuple([
  z.object({ op, path: z.literal('/billing_info/outstanding_balance'), value: amountSchema }),
])

const actions = { suspend: 'suspend', activate: 'activate', cancel: 'cancel' } as const

const unauthorized: RestResponse = {
  status: 401,
  body: { error: 'invalid_token', error_description: 'Token signature verification failed' },
}
const notFound = toErrorResource('INVALID_RESOURCE_ID')

export function createRestApi({
  ledger,
  webhooks,
  plans,
  url,
}: {
  readonly ledger: Ledger
  readonly webhooks: Pick<Webhooks, 'verify'>
  readonly plans: Plans
  readonly url: string
}) {
  const tokens = new Set<string>()
  const handleOrderRequest = createOrderRestApi(ledger, url)
  const handleReportingRequest = createReportingRestApi(ledger)
  const toResource = (subscription: Subscription) =>
    toSubscriptionResource(subscription, plans, url)

  function toRestResponse<Value>(
    result: Result<Value, LedgerError>,
    toResponse: (value: Value) => RestResponse,
  ) {
    return result.ok ? toResponse(result.value) : toErrorResource(result.failure)
  }

  function issueToken({ headers, text }: RestRequest): RestResponse {
    const { clientId, secret } = payPalKeys
    if (headers.authorization !== `Basic ${btoa(`${clientId}:${secret}`)}`) {
      return { status: 401, body: { error: 'invalid_client' } }
    }
    if (new URLSearchParams(text).get('grant_type') !== 'client_credentials') return malformed
    const access_token = crypto.randomUUID()
    tokens.add(access_token)
    return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: 32_400 } }
  }

  function createSubscription({ headers, text }: RestRequest): RestResponse {
    const orderInput = parse(createSchema, text)
    if (!orderInput.ok) return orderInput.failure
    const { plan_id, custom_id, start_time, application_context } = orderInput.value
    const created = ledger.create(
      {
        planId: plan_id,
        customId: custom_id,
        startsAt: start_time,
        returnUrl: application_context.return_url,
        cancelUrl: application_context.cancel_url,
      },
      headers['paypal-request-id'] ?? null,
    )
    return toRestResponse(created, ({ subscription, isNew }) => ({
      status: isNew ? 201 : 200,
      body: toResource(subscription),
    }))
  }

  function runAction(id: string, action: keyof typeof actions, text: string): RestResponse {
    // Every action except activating needs a reason.
    const reason = z.object({ reason: z.string().min(1).max(128) })
    const input = action === 'activate' ? succeed(null) : parse(reason, text)
    return input.ok ? toRestResponse(ledger[action](id), () => ({ status: 204 })) : input.failure
  }

  function captureOutstanding(id: string, { headers, text }: RestRequest): RestResponse {
    const input = parse(captureSchema, text)
    if (!input.ok) return input.failure
    const requestId = headers['paypal-request-id'] ?? null
    const captured = ledger.capture(id, requestId, input.value.amount.value)
    return toRestResponse(captured, (payment) => {
      const found = ledger.find(id)
      return found.ok
        ? { status: 200, body: toTransactionResource(payment, found.value) }
        : toErrorResource(found.failure)
    })
  }

  function patchSubscription(id: string, text: string): RestResponse {
    const input = parse(patchSchema, text)
    if (!input.ok) return input.failure
    const [change] = input.value
    const changed = ledger.lowerBalance(id, change.value.value)
    return toRestResponse(changed, () => ({ status: 204 }))
  }

  /** The plan is only sent on request. */
  function readSubscription(id: string, query: URLSearchParams): RestResponse {
    const hasPlan = query.get('fields')?.split(',').includes('plan')
    return toRestResponse(ledger.find(id), (found) => {
      const { planId, overriddenPrice } = found
      const plan = toPlanResource(planId, plans[planId]!, overriddenPrice ?? undefined)
      return { status: 200, body: { ...toResource(found), ...(hasPlan ? { plan } : {}) } }
    })
  }

  function transactions(id: string, query: URLSearchParams): RestResponse {
    const [from, to] = ['start_time', 'end_time'].map((name) => new Date(query.get(name) ?? ''))
    if (Number.isNaN(from!.getTime()) || Number.isNaN(to!.getTime())) return malformed
    return toRestResponse(ledger.find(id), (subscription) => {
      const found = ledger.paymentsOf(id, from!, to!)
      return {
        status: 200,
        body: {
          transactions: found.map((payment) => toTransactionResource(payment, subscription)),
          total_items: found.length,
          total_pages: 1,
        },
      }
    })
  }

  return function handleRestRequest(request: RestRequest): RestResponse {
    const { method, path, text } = request
    if (`${method} ${path}` === 'POST /v1/oauth2/token') return issueToken(request)
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!bearer || !tokens.has(bearer)) return unauthorized
    switch (`${method} ${path}`) {
      case 'POST /v1/billing/subscriptions':
        return createSubscription(request)
      case 'POST /v1/notifications/verify-webhook-signature': {
        const verdict = webhooks.verify(text)
        return verdict ? { status: 200, body: { verification_status: verdict } } : malformed
      }
    }
    const otherResponse = handleOrderRequest(request) ?? handleReportingRequest(request)
    if (otherResponse) return otherResponse
    const [, disputedPayment] = /^\/v1\/customer\/disputes\/PP-D-([\w-]+)$/.exec(path) ?? []
    if (disputedPayment && method === 'GET') {
      const dispute = ledger.findDispute(disputedPayment)
      return dispute ? { status: 200, body: toDisputeResource(dispute) } : notFound
    }
    const [, planId] = /^\/v1\/billing\/plans\/([^/]+)$/.exec(path) ?? []
    if (planId && method === 'GET') {
      const plan = plans[planId]
      return plan ? { status: 200, body: toPlanResource(planId, plan) } : notFound
    }
    const [, id, action] = /^\/v1\/billing\/subscriptions\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
    if (!id) return notFound
    if (method === 'GET' && action === undefined) return readSubscription(id, request.query)
    if (method === 'PATCH' && action === undefined) return patchSubscription(id, text)
    if (method === 'POST' && action === 'capture') return captureOutstanding(id, request)
    if (method === 'GET' && action === 'transactions') return transactions(id, request.query)
    if (method === 'POST' && action && action in actions) {
      return runAction(id, action as keyof typeof actions, text)
    }
    return notFound
  }
}
