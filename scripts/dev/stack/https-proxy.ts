/**
 * Adds an https address for every http address that browsers use. WebKit needs https: it drops Secure cookies on
 * http://localhost, and blocks http on https pages. Addresses in requests and responses are translated, so the site and
 * its backends need no change.
 */
import { once } from 'node:events'
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { gunzipSync } from 'node:zlib'
import type { RunningStack } from '../../shared/running-stack.ts'
import type { Certificate } from '../fakes/certificate.ts'
import { freePort } from './ports.ts'

export type HttpsProxy = {
  /** Returns the https address. Throws for an address that isn't served. */
  toHttpsUrl(httpUrl: string): string
  /** Refuses connections and closes open ones, as without a network. */
  disconnect(): Promise<void>
  reconnect(): Promise<void>
  stop(): Promise<void>
}

export type HttpsProxyOptions = {
  /** The http addresses, starting with the site's. */
  readonly urls: readonly string[]
  /** The first port to try. */
  readonly port: number
  readonly certificate: Certificate
  readonly headers?: () => Readonly<Record<string, string>>
  /** Paths that answer 404 without a request to the site. */
  readonly blocked?: RegExp
}

export function listBrowserUrls({
  siteUrl,
  inboxUrl,
  payPalUrl,
  buildEnvironment,
}: Pick<RunningStack, 'siteUrl' | 'inboxUrl' | 'payPalUrl' | 'buildEnvironment'>): string[] {
  const { FIREBASE_AUTH_URL, GOOGLE_OAUTH_URL, RECAPTCHA_URL } = buildEnvironment
  return [siteUrl, inboxUrl, payPalUrl, FIREBASE_AUTH_URL, GOOGLE_OAUTH_URL, RECAPTCHA_URL]
}

const escapeForRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Replaces every origin, even in queries. */
function createUrlTranslator(pairs: readonly (readonly [from: string, to: string])[]) {
  const forms = new Map(
    pairs.flatMap(([from, to]) => [
      [from, to],
      [encodeURIComponent(from), encodeURIComponent(to)],
    ]),
  )
  // A port may be the prefix of another.
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

export async function startHttpsProxy(options: HttpsProxyOptions): Promise<HttpsProxy> {
  const { urls, port, certificate, headers = () => ({}), blocked } = options
  const origins = [...new Set(urls.map((url) => new URL(url).origin))]
  const servedOrigins: { readonly origin: string; readonly port: number }[] = []
  for (const [index, origin] of origins.entries()) {
    servedOrigins.push({ origin, port: await freePort(port + index) })
  }
  const urlPairs = servedOrigins.map(
    (servedOrigin) => [servedOrigin.origin, `https://localhost:${servedOrigin.port}`] as const,
  )
  const toHttps = createUrlTranslator(urlPairs)
  const toHttp = createUrlTranslator(urlPairs.map(([from, to]) => [to, from] as const))

  async function forwardRequest(
    origin: string,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const path = request.url ?? '/'
    if (blocked?.test(path)) return void response.writeHead(404).end()
    const { host, ...sent } = translateHeaders(request.headers, toHttp)
    // The proxy has to read the text, so the response must not be compressed.
    delete sent['accept-encoding']
    const forwarded = forward(origin + path, {
      method: request.method ?? 'GET',
      headers: { ...sent, ...headers() },
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
    const [upstreamResponse] = (await once(forwarded, 'response')) as [IncomingMessage]
    const received = translateHeaders(upstreamResponse.headers, toHttps)
    // Browsers would apply this header to every port of localhost.
    delete received['strict-transport-security']
    if (!isText(received)) {
      response.writeHead(upstreamResponse.statusCode!, received)
      return void upstreamResponse.pipe(response)
    }
    const chunks: Buffer[] = []
    for await (const chunk of upstreamResponse) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    // The Worker sends the rest of an article compressed in any case.
    const isCompressed = received['content-encoding'] === 'gzip'
    delete received['content-length']
    delete received['content-encoding']
    response.writeHead(upstreamResponse.statusCode!, received)
    response.end(toHttps((isCompressed ? gunzipSync(bytes) : bytes).toString()))
  }

  const servers = servedOrigins.map(({ origin }) =>
    createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
      // A backend is gone, or the browser has left.
      forwardRequest(origin, request, response).catch(() => response.destroy())
    }),
  )
  const listen = async (server: Server, servedOrigin: number) => {
    server.listen(servedOrigin, '127.0.0.1')
    await once(server, 'listening')
  }
  const listenAll = () =>
    Promise.all(servers.map((server, i) => listen(server, servedOrigins[i]!.port)))
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

  await listenAll()
  return {
    toHttpsUrl(httpUrl) {
      const translated = toHttps(httpUrl)
      if (translated === httpUrl) throw new Error(`${httpUrl} isn’t served over https`)
      return translated
    },
    disconnect,
    async reconnect() {
      await listenAll()
    },
    stop: disconnect,
  }
}
