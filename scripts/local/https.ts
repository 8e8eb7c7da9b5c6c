/**
 * HTTPS for a local stack: every http address that browsers use (the site, sign-in, PayPal, …) gets an
 * https one beside it. WebKit needs it twice over: it drops Secure cookies on http://localhost, and an
 * https page there can't load anything over http, not even from localhost. Addresses inside requests
 * and responses are translated, so nothing behind it has to know, and the built site stays as it is.
 */
import { once } from 'node:events'
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { gunzipSync } from 'node:zlib'
import type { Certificate } from './certificate.ts'
import { freePort } from './ports.ts'
import type { RunningStack } from './running-stack.ts'

export type Https = {
  /** The same place over https. Throws for an address that isn't served. */
  urlOf(httpUrl: string): string
  /** As if the network were gone: connections are refused, and open ones are closed. */
  disconnect(): Promise<void>
  reconnect(): Promise<void>
  stop(): Promise<void>
}

export type HttpsOptions = {
  /** The http addresses, beginning with the site's. */
  readonly urls: readonly string[]
  /** The first port to try for the first address; the others follow. */
  readonly port: number
  readonly certificate: Certificate
  /** Added to every request. */
  readonly headers?: () => Readonly<Record<string, string>>
  /** Paths that get a 404 without asking the site. */
  readonly blocked?: RegExp
}

/** What of a stack is used in browsers. */
export function urlsInBrowsers({
  siteUrl,
  outboxUrl,
  payPalUrl,
  buildEnvironment,
}: Pick<RunningStack, 'siteUrl' | 'outboxUrl' | 'payPalUrl' | 'buildEnvironment'>): string[] {
  const { FIREBASE_AUTH_URL, GOOGLE_OAUTH_URL, RECAPTCHA_URL } = buildEnvironment
  return [siteUrl, outboxUrl, payPalUrl, FIREBASE_AUTH_URL, GOOGLE_OAUTH_URL, RECAPTCHA_URL]
}

const escapeForRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Replaces every origin, also where it is part of a query. */
function createTranslation(pairs: readonly (readonly [from: string, to: string])[]) {
  const forms = new Map(
    pairs.flatMap(([from, to]) => [
      [from, to],
      [encodeURIComponent(from), encodeURIComponent(to)],
    ]),
  )
  // A port may be the beginning of another.
  const pattern = new RegExp(`(?:${[...forms.keys()].map(escapeForRegex).join('|')})(?!\\d)`, 'g')
  return (text: string) => text.replace(pattern, (found) => forms.get(found)!)
}

type Headers = IncomingMessage['headers']
function translateHeaders(headers: Headers, translate: (text: string) => string): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(translate) : value && translate(value),
    ]),
  )
}

const isText = ({ 'content-type': type = '' }: Headers) => /^text\/|javascript|json|xml/.test(type)

export async function startHttps(options: HttpsOptions): Promise<Https> {
  const { urls, port, certificate, headers = () => ({}), blocked } = options
  const origins = [...new Set(urls.map((url) => new URL(url).origin))]
  const places: { readonly origin: string; readonly port: number }[] = []
  for (const [index, origin] of origins.entries()) {
    places.push({ origin, port: await freePort(port + index) })
  }
  const secure = places.map((place) => [place.origin, `https://localhost:${place.port}`] as const)
  const toHttps = createTranslation(secure)
  const toHttp = createTranslation(secure.map(([from, to]) => [to, from] as const))

  async function answer(origin: string, request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? '/'
    if (blocked?.test(path)) return void response.writeHead(404).end()
    const { host, ...sent } = translateHeaders(request.headers, toHttp)
    // Text has to be readable here.
    delete sent['accept-encoding']
    const asked = forward(origin + path, {
      method: request.method ?? 'GET',
      headers: { ...sent, ...headers() },
    })
    asked.on('error', () => response.destroy())
    request.pipe(asked)
    const [answered] = (await once(asked, 'response')) as [IncomingMessage]
    const received = translateHeaders(answered.headers, toHttps)
    // Browsers would apply it to every port of localhost, and to everything else that runs there.
    delete received['strict-transport-security']
    if (!isText(received)) {
      response.writeHead(answered.statusCode!, received)
      return void answered.pipe(response)
    }
    const chunks: Buffer[] = []
    for await (const chunk of answered) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    // The Worker sends the rest of an article compressed, whoever asks.
    const isCompressed = received['content-encoding'] === 'gzip'
    delete received['content-length']
    delete received['content-encoding']
    response.writeHead(answered.statusCode!, received)
    response.end(toHttps((isCompressed ? gunzipSync(bytes) : bytes).toString()))
  }

  const servers = places.map(({ origin }) =>
    createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
      // A backend that is gone, or a browser that has left.
      answer(origin, request, response).catch(() => response.destroy())
    }),
  )
  const listen = async (server: Server, place: number) => {
    server.listen(place, '127.0.0.1')
    await once(server, 'listening')
  }
  const connect = () => Promise.all(servers.map((server, i) => listen(server, places[i]!.port)))
  async function close(server: Server) {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const disconnect = async () => {
    await Promise.all(servers.map(close))
  }

  await connect()
  return {
    urlOf(httpUrl) {
      const translated = toHttps(httpUrl)
      if (translated === httpUrl) throw new Error(`${httpUrl} isn’t served over https`)
      return translated
    },
    disconnect,
    async reconnect() {
      await connect()
    },
    stop: disconnect,
  }
}
