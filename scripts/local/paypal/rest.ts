/** PayPal's REST protocol over the ledger: from a request to the answer, as PayPal words it. */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { Ledger, Plans, Refusal, Subscription } from './ledger.ts'
import { disputeShape, refusalShape, subscriptionShape, transactionShape } from './shapes.ts'
import type { Webhooks } from './webhooks.ts'

export const payPalKeys = { clientId: 'local-paypal', secret: 'local-paypal-secret' } as const

export type RestRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}
export type RestAnswer = { readonly status: number; readonly body?: unknown }

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
  amount: z.object({ currency_code: z.literal('USD'), value: z.string() }),
})

const actions = { suspend: 'suspend', activate: 'activate', cancel: 'cancel' } as const

const malformed: RestAnswer = {
  status: 400,
  body: {
    name: 'INVALID_REQUEST',
    message: 'Request is not well-formed, syntactically incorrect, or violates schema.',
    debug_id: 'local',
    details: [{ issue: 'INVALID_PARAMETER_SYNTAX' }],
  },
}
const unauthorized: RestAnswer = {
  status: 401,
  body: { error: 'invalid_token', error_description: 'Token signature verification failed' },
}
const nothingHere = refusalShape('INVALID_RESOURCE_ID')

function parse<Value>(schema: z.ZodType<Value>, text: string): Result<Value, RestAnswer> {
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? succeed(parsed.data) : fail(malformed)
  } catch {
    return fail(malformed)
  }
}

export function createRest({
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
  const shape = (subscription: Subscription) => subscriptionShape(subscription, plans, url)

  function answer<Value>(result: Result<Value, Refusal>, say: (value: Value) => RestAnswer) {
    return result.ok ? say(result.value) : refusalShape(result.failure)
  }

  function token({ headers, text }: RestRequest): RestAnswer {
    const { clientId, secret } = payPalKeys
    if (headers.authorization !== `Basic ${btoa(`${clientId}:${secret}`)}`) {
      return { status: 401, body: { error: 'invalid_client' } }
    }
    if (new URLSearchParams(text).get('grant_type') !== 'client_credentials') return malformed
    const access_token = crypto.randomUUID()
    tokens.add(access_token)
    return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: 32_400 } }
  }

  function create({ headers, text }: RestRequest): RestAnswer {
    const order = parse(createSchema, text)
    if (!order.ok) return order.failure
    const { plan_id, custom_id, start_time, application_context } = order.value
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
    return answer(created, ({ subscription, isNew }) => ({
      status: isNew ? 201 : 200,
      body: shape(subscription),
    }))
  }

  function act(id: string, action: keyof typeof actions, text: string): RestAnswer {
    // Only activating may be without a reason.
    const reason = z.object({ reason: z.string().min(1).max(128) })
    const asked = action === 'activate' ? succeed(null) : parse(reason, text)
    return asked.ok ? answer(ledger[action](id), () => ({ status: 204 })) : asked.failure
  }

  function capture(id: string, { headers, text }: RestRequest): RestAnswer {
    const asked = parse(captureSchema, text)
    if (!asked.ok) return asked.failure
    return answer(ledger.capture(id, headers['paypal-request-id'] ?? null), (payment) => {
      const found = ledger.find(id)
      return found.ok
        ? { status: 200, body: transactionShape(payment, found.value) }
        : refusalShape(found.failure)
    })
  }

  function transactions(id: string, query: URLSearchParams): RestAnswer {
    const [from, to] = ['start_time', 'end_time'].map((name) => new Date(query.get(name) ?? ''))
    if (Number.isNaN(from!.getTime()) || Number.isNaN(to!.getTime())) return malformed
    return answer(ledger.find(id), (subscription) => {
      const found = ledger.paymentsOf(id, from!, to!)
      return {
        status: 200,
        body: {
          transactions: found.map((payment) => transactionShape(payment, subscription)),
          total_items: found.length,
          total_pages: 1,
        },
      }
    })
  }

  return function rest(request: RestRequest): RestAnswer {
    const { method, path, text } = request
    if (`${method} ${path}` === 'POST /v1/oauth2/token') return token(request)
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!bearer || !tokens.has(bearer)) return unauthorized
    switch (`${method} ${path}`) {
      case 'POST /v1/billing/subscriptions':
        return create(request)
      case 'POST /v1/notifications/verify-webhook-signature': {
        const verdict = webhooks.verify(text)
        return verdict ? { status: 200, body: { verification_status: verdict } } : malformed
      }
    }
    const refunded = /^\/v2\/payments\/captures\/([^/]+)\/refund$/.exec(path)
    if (refunded && method === 'POST') {
      return answer(ledger.refund(refunded[1]!), (payment) => ({
        status: 201,
        body: { id: `R${payment.id.slice(1)}`, status: 'COMPLETED' },
      }))
    }
    const [, quarrel] = /^\/v1\/customer\/disputes\/PP-D-([\w-]+)$/.exec(path) ?? []
    if (quarrel && method === 'GET') {
      const dispute = ledger.quarrel(quarrel)
      return dispute ? { status: 200, body: disputeShape(dispute) } : nothingHere
    }
    const [, id, rest] = /^\/v1\/billing\/subscriptions\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
    if (!id) return nothingHere
    if (method === 'GET' && rest === undefined) {
      return answer(ledger.find(id), (found) => ({ status: 200, body: shape(found) }))
    }
    if (method === 'POST' && rest === 'capture') return capture(id, request)
    if (method === 'GET' && rest === 'transactions') return transactions(id, request.query)
    if (method === 'POST' && rest && rest in actions) {
      return act(id, rest as keyof typeof actions, text)
    }
    return nothingHere
  }
}
