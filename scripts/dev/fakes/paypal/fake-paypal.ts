/**
 * PayPal: its REST protocol, browser script, approval page and webhooks. PayPal's own actions
 * (bill, decline, dispute) are triggered on its operator page or by POST /local/….
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type FakeResponse, readBody, sendResponse, startFakeServer } from '../fake-server.ts'
import { createApproval } from './approval.ts'
import { renderWaitingPage } from './approval-page.ts'
import type { Plans } from './billing-cycle.ts'
import { type Ledger, openLedger } from './ledger.ts'
import type { ProviderEvent } from './ledger-records.ts'
import { createOperatorControls } from './operator-controls.ts'
import { renderOperatorPage } from './operator-page.ts'
import { toWebhookEvent } from './paypal-resources.ts'
import { createRestApi } from './rest-api.ts'
import type { RestRequest, RestResponse } from './rest-request.ts'
import { renderSdkScript } from './sdk-script.ts'
import { createWebhooks } from './webhook-sender.ts'

const htmlAnswer = (text: string): FakeResponse => [200, 'text/html; charset=utf-8', text]
const jsonAnswer = (status: number, body: unknown): FakeResponse => [
  status,
  'application/json',
  body === undefined ? '' : JSON.stringify(body),
]

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
  // Browsers need this origin, because messages between windows name it.
  const url = `http://localhost:${port}`
  const webhooks = createWebhooks({
    target,
    keyFile: join(folder, 'paypal-keys.json'),
    // The host is the one in the Worker's PAYPAL_URL.
    certUrl: `http://127.0.0.1:${port}/v1/notifications/certs/CERT-local`,
    now,
  })
  const emit = (event: ProviderEvent) => {
    const id = `WH-${crypto.randomUUID()}`
    webhooks.sendWebhook(toWebhookEvent(event, { id, at: now(), plans, url, ledger }))
  }
  const ledger: Ledger = openLedger({ file: join(folder, 'paypal.json'), plans, now, emit })
  const approval = createApproval(ledger, plans)
  const runControl = createOperatorControls(ledger, webhooks)
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

  async function handleRequest(request: RestRequest): Promise<FakeResponse> {
    const { method, path, text, query } = request
    const approvedId = /^\/approve\/([\w-]+)$/.exec(path)?.[1]
    if (approvedId && method === 'GET') return htmlAnswer(approval.renderPage(approvedId, query))
    if (approvedId && method === 'POST') {
      const nextPage = approval.submit(approvedId, new URLSearchParams(text), query)
      return nextPage ? htmlAnswer(nextPage) : [404, 'text/plain', 'nothing to approve']
    }
    // The headers that PayPal would send with this body.
    if (method === 'POST' && path === '/local/sign')
      return jsonAnswer(200, webhooks.buildHeaders(text))
    if (method === 'POST' && path.startsWith('/local/')) {
      const result = await runControl(path.slice('/local/'.length), text)
      return result ? jsonAnswer(result.ok ? 200 : 409, result) : [404, 'text/plain', 'not found']
    }
    const of = query.get('of') ?? ''
    switch (`${method} ${path}`) {
      case 'GET /':
        return htmlAnswer(renderOperatorPage(ledger, plans))
      case 'GET /window':
        return htmlAnswer(renderWaitingPage())
      case 'GET /sdk/js':
        return [200, 'text/javascript', renderSdkScript(url)]
      case 'GET /local/exchanges':
        return jsonAnswer(200, exchanges)
      case 'GET /local/subscriptions':
        return jsonAnswer(
          200,
          ledger.list().filter(({ id, customId }) => [id, customId].includes(of)),
        )
      case 'GET /local/orders':
        return jsonAnswer(
          200,
          ledger.listOrders().filter(({ id, customId }) => [id, customId].includes(of)),
        )
      case 'GET /local/payments':
        return jsonAnswer(200, ledger.paymentsOf(of, new Date(0), now()))
      case 'GET /local/refunds':
        return jsonAnswer(200, ledger.listRefunds(of))
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
