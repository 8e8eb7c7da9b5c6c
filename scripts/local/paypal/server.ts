/**
 * PayPal's stand-in: its REST protocol, its script for browsers, the page on which payers agree, and
 * its webhooks. What PayPal would do by itself (bill, fail, dispute) it does when it is told to, on its
 * own page or by POST /local/….
 */
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { approvalPage, declinedPage, donePage, waitingPage } from './approval-page.ts'
import { adoptedSchema, type Happening, openLedger, type Plans } from './ledger.ts'
import { operatorPage } from './operator-page.ts'
import { createRest, type RestAnswer, type RestRequest } from './rest.ts'
import { sdkScript } from './sdk-script.ts'
import { eventShape } from './shapes.ts'
import { createWebhooks } from './webhooks.ts'

type Answer = readonly [status: number, type: string, text: string]
const html = (text: string): Answer => [200, 'text/html; charset=utf-8', text]
const json = (status: number, body: unknown): Answer => [
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

const told = {
  bill: z.object({ id: z.string(), isPaid: z.boolean() }),
  /** Whether its payer's way of paying is refused from now on. */
  decline: z.object({ id: z.string(), isDeclining: z.boolean() }),
  suspend: z.object({ id: z.string() }),
  cancel: z.object({ id: z.string() }),
  refund: z.object({ payment: z.string(), how: z.enum(['REFUNDED', 'REVERSED']) }),
  dispute: z.object({ payment: z.string(), outcome: z.enum(['won', 'lost']).nullable() }),
  adopt: adoptedSchema,
  hold: z.object({}),
  release: z.object({
    order: z.enum(['asHeld', 'reversed', 'shuffled']),
    times: z.int().min(1).max(25),
  }),
} as const

/** One call of the protocol and what was answered: for whoever compares them with PayPal's own word. */
export type Exchange = {
  readonly method: string
  readonly path: string
  readonly request: unknown
  readonly status: number
  readonly answer: unknown
}

/** So many exchanges are kept. */
const exchangesKept = 10_000

export async function startPayPal({
  port,
  folder,
  plans,
  target,
  now = () => new Date(),
}: {
  readonly port: number
  /** Where it keeps what it knows. */
  readonly folder: string
  readonly plans: Plans
  /** Where the edge takes webhooks; null as long as it does not run. */
  readonly target: () => string | null
  readonly now?: () => Date
}) {
  mkdirSync(folder, { recursive: true })
  // As browsers are told: their messages name the origin.
  const url = `http://localhost:${port}`
  const webhooks = createWebhooks({
    target,
    keyFile: join(folder, 'paypal-keys.json'),
    // On the host by which the Worker knows it.
    certUrl: `http://127.0.0.1:${port}/v1/notifications/certs/CERT-local`,
    now,
  })
  const tell = (happening: Happening) => {
    const id = `WH-${crypto.randomUUID()}`
    webhooks.tell(eventShape(happening, { id, at: now(), plans, url }))
  }
  const ledger = openLedger({ file: join(folder, 'paypal.json'), plans, now, tell })
  const rest = createRest({ ledger, webhooks, plans, url })
  const exchanges: Exchange[] = []

  function note({ method, path, text }: RestRequest, { status, body }: RestAnswer) {
    if (path === '/v1/oauth2/token') return
    let request: unknown
    try {
      request = text === '' ? undefined : JSON.parse(text)
    } catch {
      request = text
    }
    exchanges.push({ method, path, request, status, answer: body })
    if (exchanges.length > exchangesKept) exchanges.shift()
  }

  function approve(id: string, form: URLSearchParams): Answer {
    const found = ledger.find(id)
    const payer = payerSchema.safeParse(Object.fromEntries(form))
    if (!found.ok || !payer.success) return [404, 'text/plain', 'no such subscription']
    const { outcome, byCard, ...person } = payer.data
    const { returnUrl, cancelUrl } = found.value
    if (outcome === 'decline') return html(declinedPage())
    if (outcome === 'cancel') return html(donePage({ id, outcome }, cancelUrl))
    // Agreed to already, in another tab: there is nothing to pay again.
    if (found.value.status === 'APPROVAL_PENDING') {
      ledger.approve(id, { ...person, byCard: byCard === 'on' })
    }
    const onwards =
      returnUrl && `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}subscription_id=${id}`
    return html(donePage({ id, outcome }, onwards))
  }

  async function control(name: string, text: string): Promise<Answer> {
    if (!(name in told)) return [404, 'text/plain', 'nothing here']
    const order = told[name as keyof typeof told].safeParse(JSON.parse(text || '{}'))
    if (!order.success) return [400, 'text/plain', z.prettifyError(order.error)]
    const value = order.data as Record<string, never>
    const { id, payment, isPaid, isDeclining, how, outcome } = value as Record<string, never>
    switch (name as keyof typeof told) {
      case 'adopt':
        ledger.adopt(told.adopt.parse(value))
        return json(200, {})
      case 'hold':
        webhooks.hold()
        return json(200, {})
      case 'release':
        await webhooks.release(told.release.parse(value))
        return json(200, {})
      case 'bill':
        return said(ledger.bill(id!, isPaid!))
      case 'decline':
        return said(ledger.decline(id!, isDeclining!))
      case 'suspend':
        return said(ledger.suspend(id!))
      case 'cancel':
        return said(ledger.cancel(id!))
      case 'refund':
        return said(ledger.refund(payment!, how!))
      case 'dispute':
        return said(ledger.dispute(payment!, outcome!))
    }
  }
  const said = (result: { readonly ok: boolean }) => json(result.ok ? 200 : 409, result)

  async function answer(request: RestRequest): Promise<Answer> {
    const { method, path, text, query } = request
    const approval = /^\/approve\/(I-\w+)$/.exec(path)?.[1]
    if (approval && method === 'GET') {
      const found = ledger.find(approval)
      return found.ok ? html(approvalPage(found.value, plans)) : [404, 'text/plain', 'nothing here']
    }
    if (approval && method === 'POST') return approve(approval, new URLSearchParams(text))
    // The headers that PayPal would send with these bytes.
    if (method === 'POST' && path === '/local/sign') return json(200, webhooks.headersFor(text))
    if (method === 'POST' && path.startsWith('/local/')) return control(path.slice(7), text)
    switch (`${method} ${path}`) {
      case 'GET /':
        return html(operatorPage(ledger))
      case 'GET /window':
        return html(waitingPage())
      case 'GET /sdk/js':
        return [200, 'text/javascript', sdkScript(url)]
      case 'GET /local/exchanges':
        return json(200, exchanges)
      case 'GET /local/subscriptions':
        return json(
          200,
          ledger
            .list()
            .filter(({ id, customId }) => [id, customId].includes(query.get('of') ?? '')),
        )
      case 'GET /local/payments':
        return json(200, ledger.paymentsOf(query.get('of') ?? '', new Date(0), now()))
      case 'GET /local/quiet':
        return json(webhooks.isQuiet() ? 200 : 409, {})
    }
    const answered = rest(request)
    note(request, answered)
    return json(answered.status, answered.body)
  }

  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { pathname, searchParams } = new URL(request.url ?? '/', url)
      const [status, type, text] = await answer({
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        headers: request.headers as Record<string, string | undefined>,
        text: Buffer.concat(chunks).toString(),
      })
      response.writeHead(status, { 'Content-Type': type }).end(text)
    } catch (error) {
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(String(error))
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url,
    async stop() {
      webhooks.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
