/**
 * PayPal: its REST protocol, browser script, approval page and webhooks. PayPal's own actions
 * (bill, fail, dispute) are triggered on its operator page or by POST /local/….
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type FakeResponse, readBody, sendResponse, startFakeServer } from '../fake-server.ts'
import {
  renderApprovalPage,
  renderDeclinedPage,
  renderDonePage,
  renderWaitingPage,
} from './approval-page.ts'
import { openLedger, type Plans } from './ledger.ts'
import { importedSchema, type ProviderEvent } from './ledger-records.ts'
import { renderOperatorPage } from './operator-page.ts'
import { toWebhookEvent } from './paypal-resources.ts'
import { createRestApi, type RestRequest, type RestResponse } from './rest-api.ts'
import { renderSdkScript } from './sdk-script.ts'
import { createWebhooks } from './webhook-sender.ts'

const htmlAnswer = (text: string): FakeResponse => [200, 'text/html; charset=utf-8', text]
const jsonAnswer = (status: number, body: unknown): FakeResponse => [
  status,
  'application/json',
  body === undefined ? '' : JSON.stringify(body),
]

const payerSchema = z.object({
  outcome: z.enum(['approve', 'decline', 'cancel']),
  email: z.email(),
  givenName: z.string().max(140),
  surname: z.string().max(140),
  byCard: z.literal('on').optional(),
})

const controlSchemas = {
  bill: z.object({ id: z.string(), isPaid: z.boolean() }),
  decline: z.object({ id: z.string(), isDeclining: z.boolean() }),
  suspend: z.object({ id: z.string() }),
  cancel: z.object({ id: z.string() }),
  refund: z.object({ payment: z.string(), status: z.enum(['REFUNDED', 'REVERSED']) }),
  dispute: z.object({ payment: z.string(), outcome: z.enum(['won', 'lost']).nullable() }),
  import: importedSchema,
  hold: z.object({}),
  release: z.object({
    order: z.enum(['asHeld', 'reversed', 'shuffled']),
    times: z.int().min(1).max(25),
  }),
} as const

/** An API call and its response, to compare with PayPal's OpenAPI files. */
export type RecordedExchange = {
  readonly method: string
  readonly path: string
  readonly request: unknown
  readonly status: number
  readonly response: unknown
}

const maxExchanges = 10_000

export async function startFakePayPal({
  port,
  folder,
  plans,
  target,
  now = () => new Date(),
}: {
  readonly port: number
  readonly folder: string
  readonly plans: Plans
  /** The Worker's webhook address; null while the Worker isn't running. */
  readonly target: () => string | null
  readonly now?: () => Date
}) {
  mkdirSync(folder, { recursive: true })
  // The origin that browsers see, because messages between windows name it.
  const url = `http://localhost:${port}`
  const webhooks = createWebhooks({
    target,
    keyFile: join(folder, 'paypal-keys.json'),
    // With the host that the Worker knows.
    certUrl: `http://127.0.0.1:${port}/v1/notifications/certs/CERT-local`,
    now,
  })
  const emit = (event: ProviderEvent) => {
    const id = `WH-${crypto.randomUUID()}`
    webhooks.sendWebhook(toWebhookEvent(event, { id, at: now(), plans, url }))
  }
  const ledger = openLedger({ file: join(folder, 'paypal.json'), plans, now, emit })
  const handleRest = createRestApi({ ledger, webhooks, plans, url })
  const exchanges: RecordedExchange[] = []

  function recordExchange({ method, path, text }: RestRequest, { status, body }: RestResponse) {
    if (path === '/v1/oauth2/token') return
    let request: unknown
    try {
      request = text === '' ? undefined : JSON.parse(text)
    } catch {
      request = text
    }
    exchanges.push({ method, path, request, status, response: body })
    if (exchanges.length > maxExchanges) exchanges.shift()
  }

  function approve(id: string, form: URLSearchParams): FakeResponse {
    const found = ledger.find(id)
    const payer = payerSchema.safeParse(Object.fromEntries(form))
    if (!found.ok || !payer.success) return [404, 'text/plain', 'no such subscription']
    const { outcome, byCard, ...payerDetails } = payer.data
    const { returnUrl, cancelUrl } = found.value
    if (outcome === 'decline') return htmlAnswer(renderDeclinedPage())
    if (outcome === 'cancel') return htmlAnswer(renderDonePage({ id, outcome }, cancelUrl))
    // A second tab may have approved it already.
    if (found.value.status === 'APPROVAL_PENDING') {
      ledger.approve(id, { ...payerDetails, byCard: byCard === 'on' })
    }
    const nextUrl =
      returnUrl && `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}subscription_id=${id}`
    return htmlAnswer(renderDonePage({ id, outcome }, nextUrl))
  }

  async function runControl(name: string, text: string): Promise<FakeResponse> {
    if (!(name in controlSchemas)) return [404, 'text/plain', 'not found']
    const order = controlSchemas[name as keyof typeof controlSchemas].safeParse(
      JSON.parse(text || '{}'),
    )
    if (!order.success) return [400, 'text/plain', z.prettifyError(order.error)]
    const value = order.data as Record<string, never>
    const { id, payment, isPaid, isDeclining, status, outcome } = value as Record<string, never>
    switch (name as keyof typeof controlSchemas) {
      case 'import':
        ledger.importSubscription(controlSchemas.import.parse(value))
        return jsonAnswer(200, {})
      case 'hold':
        webhooks.holdWebhooks()
        return jsonAnswer(200, {})
      case 'release':
        await webhooks.releaseWebhooks(controlSchemas.release.parse(value))
        return jsonAnswer(200, {})
      case 'bill':
        return toAnswer(ledger.billSubscription(id!, isPaid!))
      case 'decline':
        return toAnswer(ledger.setDeclining(id!, isDeclining!))
      case 'suspend':
        return toAnswer(ledger.suspend(id!))
      case 'cancel':
        return toAnswer(ledger.cancel(id!))
      case 'refund':
        return toAnswer(ledger.refund(payment!, status!))
      case 'dispute':
        return toAnswer(ledger.dispute(payment!, outcome!))
    }
  }
  const toAnswer = (result: { readonly ok: boolean }) => jsonAnswer(result.ok ? 200 : 409, result)

  async function handleRequest(request: RestRequest): Promise<FakeResponse> {
    const { method, path, text, query } = request
    const approval = /^\/approve\/(I-\w+)$/.exec(path)?.[1]
    if (approval && method === 'GET') {
      const found = ledger.find(approval)
      return found.ok
        ? htmlAnswer(renderApprovalPage(found.value, plans))
        : [404, 'text/plain', 'not found']
    }
    if (approval && method === 'POST') return approve(approval, new URLSearchParams(text))
    // The headers that PayPal would send with this body.
    if (method === 'POST' && path === '/local/sign')
      return jsonAnswer(200, webhooks.buildHeaders(text))
    if (method === 'POST' && path.startsWith('/local/')) return runControl(path.slice(7), text)
    switch (`${method} ${path}`) {
      case 'GET /':
        return htmlAnswer(renderOperatorPage(ledger))
      case 'GET /window':
        return htmlAnswer(renderWaitingPage())
      case 'GET /sdk/js':
        return [200, 'text/javascript', renderSdkScript(url)]
      case 'GET /local/exchanges':
        return jsonAnswer(200, exchanges)
      case 'GET /local/subscriptions':
        return jsonAnswer(
          200,
          ledger
            .list()
            .filter(({ id, customId }) => [id, customId].includes(query.get('of') ?? '')),
        )
      case 'GET /local/payments':
        return jsonAnswer(200, ledger.paymentsOf(query.get('of') ?? '', new Date(0), now()))
      case 'GET /local/quiet':
        return jsonAnswer(webhooks.isQuiet() ? 200 : 409, {})
    }
    const restAnswer = handleRest(request)
    recordExchange(request, restAnswer)
    return jsonAnswer(restAnswer.status, restAnswer.body)
  }

  const server = await startFakeServer(port, async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const answer = await handleRequest({
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers as Record<string, string | undefined>,
      text: await readBody(request),
    })
    sendResponse(response, answer)
  })
  return {
    url,
    async stop() {
      webhooks.stop()
      await server.stop()
    },
  }
}
