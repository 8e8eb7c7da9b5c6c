/** An HTTP server that imitates a service's management API, with a table of routes over its own state. */
import { startTestServer } from '../../../shared/testing/test-server.ts'

export type FakeCall = {
  readonly method: string
  readonly path: string
  /** The parts of the path that the route names, decoded. */
  readonly params: readonly string[]
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** The body as JSON. */
  readonly json: () => Record<string, unknown>
}

export type FakeAnswer = { readonly status?: number; readonly body?: unknown }

export type FakeHandler = (call: FakeCall) => FakeAnswer

/**
 * For example `{ 'GET /accounts/:a/queues': (call) => ({ body: … }) }`. A part of the path may be
 * `:name`, or `*:verb`.
 */
export type FakeRoutes = Readonly<Record<string, FakeHandler>>

/** Refuses calls for which `refuse` returns an answer. */
export const guardRoutes = (
  routes: FakeRoutes,
  refuse: (call: FakeCall) => FakeAnswer | null,
): FakeRoutes =>
  Object.fromEntries(
    Object.entries(routes).map(([route, answer]) => [
      route,
      (call) => refuse(call) ?? answer(call),
    ]),
  )

export type Fault =
  /** The write succeeds, but its response is lost. */
  | { readonly kind: 'lose-answer'; readonly write: number }
  /** The process ends right after the write. */
  | { readonly kind: 'kill'; readonly write: number }

/** Counts writes over all fakes of a test. */
export type WriteLog = { readonly writes: string[]; fault: Fault | null; isKilled: boolean }

export const createWriteLog = (): WriteLog => ({ writes: [], fault: null, isKilled: false })

/** `:name` matches any part, and `*:verb` any part that ends with `:verb`. */
const matchesPart = (template: string, part: string) =>
  template.startsWith(':') ||
  part === template ||
  (template.startsWith('*') && part.endsWith(template.slice(1)))

const isRead = (method: string, route: string) => method === 'GET' || route.endsWith('?reads')

/**
 * Routes of POSTs that only read end with `?reads`. A call without a route is answered with 501, so that a test fails.
 */
export async function startFakeService(
  name: string,
  routes: FakeRoutes,
  log: WriteLog,
): Promise<string> {
  const compiled = Object.entries(routes).map(([route, answer]) => {
    const [method = '', template = ''] = route.replace(/\?reads$/, '').split(' ')
    return { method, parts: template.split('/'), route, answer }
  })
  return startTestServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (log.isKilled) return void response.destroy()
    const parts = pathname.split('/')
    const found = compiled.find(
      (one) =>
        one.method === method &&
        one.parts.length === parts.length &&
        one.parts.every((part, place) => matchesPart(part, parts[place]!)),
    )
    const send = ({ status = 200, body = {} }: FakeAnswer) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    if (!found)
      return void send({ status: 501, body: { error: `${name}: no route ${method} ${pathname}` } })
    const text = Buffer.concat(chunks).toString()
    const answer = found.answer({
      method,
      path: pathname,
      params: parts
        .filter((_, place) => found.parts[place]!.startsWith(':'))
        .map(decodeURIComponent),
      query: searchParams,
      headers,
      body: text,
      json: () => JSON.parse(text),
    })
    if (isRead(method, found.route)) return void send(answer)
    log.writes.push(`${name} ${method} ${pathname}`)
    const isFaulty = log.fault?.write === log.writes.length
    if (!isFaulty) return void send(answer)
    if (log.fault?.kind === 'kill') log.isKilled = true
    response.destroy()
  })
}
