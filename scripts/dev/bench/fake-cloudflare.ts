/** A proxy to wrangler's dev server that adds HTTP/2 and brotli, as Cloudflare's edge does. */
import { request as ask, type IncomingHttpHeaders } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { brotliCompressSync, constants } from 'node:zlib'
import { getLocalCertificate } from '../fakes/certificate.ts'

/** Cloudflare's quality for compression on the fly. */
const quality = 4

const textTypePattern =
  /^(?:text\/|application\/(?:javascript|json|manifest\+json|ld\+json)|image\/svg)/

type OriginResponse = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const rebase = (address: string, { origin }: URL) => {
  const { pathname, search } = new URL(address)
  return origin + pathname + search
}

function fetchFromOrigin(origin: URL, request: Http2ServerRequest): Promise<OriginResponse> {
  const requestHeaders = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'))
  const headers = {
    ...Object.fromEntries(requestHeaders),
    host: origin.host,
    // The Worker accepts the site's own origin only.
    ...(request.headers.origin ? { origin: origin.origin } : {}),
    // Ghost compares the address of the page with that of the login.
    ...(request.headers.referer ? { referer: rebase(request.headers.referer, origin) } : {}),
    'accept-encoding': 'identity',
  }
  const { hostname, port } = origin
  return new Promise((resolve, reject) => {
    const originRequest = ask({
      hostname,
      port,
      path: request.url,
      method: request.method,
      headers,
    })
    originRequest.on('error', reject)
    originRequest.on('response', async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const body = Buffer.concat(chunks)
      resolve({ status: response.statusCode!, headers: response.headers, body })
    })
    request.pipe(originRequest)
  })
}

/** Serves `origin` on a local port. The certificate is stored in `folder`. */
export async function startFakeCloudflare(origin: string, port: number, folder: string) {
  const compressed = new Map<string, Buffer>()
  const compress = (body: Buffer): Buffer => {
    const key = body.toString('base64')
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
    const compressedBody = compressed.get(key) ?? brotliCompressSync(body, { params })
    compressed.set(key, compressedBody)
    return compressedBody
  }
  async function serve(request: Http2ServerRequest, response: Http2ServerResponse) {
    const { status, headers, body } = await fetchFromOrigin(new URL(origin), request)
    const {
      connection: _,
      'keep-alive': __,
      'transfer-encoding': ___,
      ...responseHeaders
    } = headers
    const acceptsBrotli = /\bbr\b/.test(String(request.headers['accept-encoding']))
    const shouldCompress =
      acceptsBrotli &&
      textTypePattern.test(responseHeaders['content-type'] ?? '') &&
      !responseHeaders['content-encoding']
    const responseBody = shouldCompress ? compress(body) : body
    response.writeHead(status, {
      ...responseHeaders,
      'content-length': responseBody.length,
      ...(shouldCompress ? { 'content-encoding': 'br', vary: 'Accept-Encoding' } : {}),
    })
    response.end(responseBody)
  }
  // Playwright's own requests are HTTP/1.
  const options = { ...getLocalCertificate(folder), allowHTTP1: true }
  const server = createSecureServer(options, (request, response) => {
    serve(request, response).catch(() => response.writeHead(502).end())
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { url: `https://localhost:${port}`, stop: () => server.close() }
}
