/** The part of PayPal's REST interface that `setup` calls. Sales are in scripts/dev/fakes/paypal. */
import {
  type FakeAnswer,
  type FakeHandler,
  type FakeRoutes,
  startFakeService,
  type WriteLog,
} from './fake-service.ts'

type StoredPlan = Record<string, unknown> & { id: string; status: string }
type Webhook = { id: string; url: string; event_types: { name: string }[] }

export const createPayPalManagement = () => ({
  products: new Map<string, unknown>(),
  plans: [] as StoredPlan[],
  webhooks: [] as Webhook[],
  /** Purchases of subscriptions by ID. */
  subscriptions: new Map<string, Record<string, unknown>>(),
  /** Answers by PayPal-Request-Id. */
  requests: new Map<string, FakeAnswer>(),
  /** The calls as PayPal logs them: method, path, status, request and response. */
  exchanges: [] as {
    method: string
    path: string
    request: unknown
    status: number
    response: unknown
  }[],
  secret: 'paypal-secret-of-test',
  scopes:
    'https://uri.paypal.com/services/subscriptions https://uri.paypal.com/services/reporting/search/read',
  /** The issue with which the next write is refused. */
  refusal: null as string | null,
})
export type PayPalManagement = ReturnType<typeof createPayPalManagement>

/** A part of PayPal's list; the last two events aren't wanted. */
const events = [
  ...['CREATED', 'ACTIVATED', 'UPDATED', 'EXPIRED', 'CANCELLED', 'SUSPENDED', 'PAYMENT.FAILED'].map(
    (event) => `BILLING.SUBSCRIPTION.${event}`,
  ),
  ...[
    'SALE.COMPLETED',
    'SALE.REFUNDED',
    'SALE.REVERSED',
    'CAPTURE.COMPLETED',
    'CAPTURE.PENDING',
  ].map((event) => `PAYMENT.${event}`),
  ...['DENIED', 'REFUNDED', 'REVERSED'].map((event) => `PAYMENT.CAPTURE.${event}`),
  ...['CHECKOUT.ORDER.APPROVED', 'CUSTOMER.DISPUTE.CREATED', 'CUSTOMER.DISPUTE.RESOLVED'],
  ...['BILLING.PLAN.CREATED', 'VAULT.PAYMENT-TOKEN.CREATED'],
].map((name) => ({ name, description: 'An event.' }))

const fail = (status: number, issue: string): FakeAnswer => ({
  status,
  body: {
    name: 'UNPROCESSABLE_ENTITY',
    message: 'The requested action could not be performed.',
    debug_id: 'b1d1f06c7246c',
    details: [{ issue, description: `${issue} in words.` }],
  },
})
const notFound = (): FakeAnswer => ({
  status: 404,
  body: {
    name: 'RESOURCE_NOT_FOUND',
    message: 'The specified resource does not exist.',
    debug_id: 'b1d1f06c7246c',
    details: [{ issue: 'INVALID_RESOURCE_ID', description: 'Not found.' }],
  },
})

export function startFakePayPalManagement(state: PayPalManagement, log: WriteLog): Promise<string> {
  const routes: FakeRoutes = {
    'GET /v1/catalogs/products/:id': ({ params: [id = ''] }) =>
      state.products.has(id) ? { body: state.products.get(id) } : notFound(),
    'POST /v1/catalogs/products': ({ json }) => {
      const product = json()
      if (state.products.has(String(product.id))) return fail(422, 'DUPLICATE_RESOURCE_IDENTIFIER')
      state.products.set(String(product.id), product)
      return { status: 201, body: product }
    },
    'GET /v1/billing/plans': ({ query }) => {
      const [page, size] = [Number(query.get('page')), Number(query.get('page_size'))]
      const own = state.plans.filter((plan) => plan.product_id === query.get('product_id'))
      // The list has no prices.
      const plans = own
        .slice((page - 1) * size, page * size)
        .map(({ id, product_id, name, status }) => ({ id, product_id, name, status }))
      return {
        body: { plans, total_items: own.length, total_pages: Math.ceil(own.length / size) },
      }
    },
    'GET /v1/billing/plans/:id': ({ params: [id] }) => {
      const plan = state.plans.find((one) => one.id === id)
      return plan ? { body: plan } : notFound()
    },
    'POST /v1/billing/plans': ({ json }) => {
      const plan = { ...json(), id: `P-${state.plans.length + 1}`, status: 'ACTIVE' }
      state.plans.push(plan)
      return { status: 201, body: plan }
    },
    'GET /v1/billing/subscriptions/:id': ({ params: [id = ''] }) =>
      state.subscriptions.has(id) ? { body: state.subscriptions.get(id) } : notFound(),
    'POST /v1/billing/subscriptions/:id/cancel': ({ params: [id = ''] }) => {
      const found = state.subscriptions.get(id)
      if (!found) return notFound()
      found.status = 'CANCELLED'
      return { status: 204 }
    },
    'GET /v1/notifications/webhooks-event-types': () => ({ body: { event_types: events } }),
    'GET /v1/notifications/webhooks': () => ({ body: { webhooks: state.webhooks } }),
    'POST /v1/notifications/webhooks': ({ json }) => {
      const { url, event_types } = json() as Omit<Webhook, 'id'>
      if (state.webhooks.some((one) => one.url === url))
        return fail(400, 'WEBHOOK_URL_ALREADY_EXISTS')
      if (event_types.some(({ name }) => !events.some((event) => event.name === name)))
        return fail(400, 'VALIDATION_ERROR')
      const webhook = { id: `WH-${state.webhooks.length + 1}`, url, event_types }
      state.webhooks.push(webhook)
      return { status: 201, body: webhook }
    },
    'PATCH /v1/notifications/webhooks/:id': ({ params: [id], json }) => {
      const webhook = state.webhooks.find((one) => one.id === id)
      if (!webhook) return notFound()
      const [change] = json() as unknown as readonly [{ value: Webhook['event_types'] }]
      webhook.event_types = change.value
      return { body: webhook }
    },
  }
  const allow =
    (answer: FakeHandler): FakeHandler =>
    (call) => {
      if (call.headers.authorization !== 'Bearer paypal-token-of-test')
        return {
          status: 401,
          body: { error: 'invalid_token', error_description: 'Token not found' },
        }
      const isWrite = call.method !== 'GET'
      const respond = () => {
        if (!isWrite || state.refusal === null) return answer(call)
        const issue = state.refusal
        state.refusal = null
        return fail(422, issue)
      }
      const id = isWrite ? String(call.headers['paypal-request-id']) : 'undefined'
      const given = state.requests.get(id) ?? respond()
      if (id !== 'undefined') state.requests.set(id, given)
      const { status = 200, body } = given
      const request = isWrite ? call.json() : undefined
      state.exchanges.push({
        method: call.method,
        path: call.path,
        request,
        status,
        response: body,
      })
      return given
    }
  const token: FakeHandler = ({ headers }) =>
    headers.authorization === `Basic ${btoa(`paypal-app-of-test:${state.secret}`)}`
      ? {
          body: { access_token: 'paypal-token-of-test', scope: state.scopes, expires_in: 32_400 },
        }
      : {
          status: 401,
          body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
        }
  const allowed = Object.entries(routes).map(([route, answer]) => [route, allow(answer)])
  const all = { 'POST /v1/oauth2/token?reads': token, ...Object.fromEntries(allowed) }
  return startFakeService('paypal', all, log)
}
