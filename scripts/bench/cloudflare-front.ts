/**
 * Stands before wrangler's dev server and sends what Cloudflare's edge would send: HTTP/2, text in
 * brotli. The dev server does neither, and pages would be judged by what nobody receives.
 */
import { request as ask, type IncomingHttpHeaders } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { brotliCompressSync, constants } from 'node:zlib'
import { localCertificate } from '../local/certificate.ts'

/** Cloudflare compresses on the fly with a middling quality. */
const quality = 4

const isText = /^(?:text\/|application\/(?:javascript|json|manifest\+json|ld\+json)|image\/svg)/

type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

function askOrigin(origin: URL, request: Http2ServerRequest): Promise<Answer> {
  const own = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'))
  const headers = {
    ...Object.fromEntries(own),
    host: origin.host,
    // The edge takes the site's own requests alone.
    ...(request.headers.origin ? { origin: origin.origin } : {}),
    'accept-encoding': 'identity',
  }
  const { hostname, port } = origin
  return new Promise((resolve, reject) => {
    const asked = ask({ hostname, port, path: request.url, method: request.method, headers })
    asked.on('error', reject)
    asked.on('response', async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const body = Buffer.concat(chunks)
      resolve({ status: response.statusCode!, headers: response.headers, body })
    })
    request.pipe(asked)
  })
}

/** Serves what `origin` serves, at this port of this machine. `folder` takes the certificate. */
export async function startCloudflareFront(origin: string, port: number, folder: string) {
  const compressed = new Map<string, Buffer>()
  const compress = (body: Buffer): Buffer => {
    const key = body.toString('base64')
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
    const small = compressed.get(key) ?? brotliCompressSync(body, { params })
    compressed.set(key, small)
    return small
  }
  async function serve(request: Http2ServerRequest, response: Http2ServerResponse) {
    const { status, headers, body } = await askOrigin(new URL(origin), request)
    const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...kept } = headers
    const wanted = /\bbr\b/.test(String(request.headers['accept-encoding']))
    const compresses =
      wanted && isText.test(kept['content-type'] ?? '') && !kept['content-encoding']
    const sent = compresses ? compress(body) : body
    response.writeHead(status, {
      ...kept,
      'content-length': sent.length,
      ...(compresses ? { 'content-encoding': 'br', vary: 'Accept-Encoding' } : {}),
    })
    response.end(sent)
  }
  const server = createSecureServer(localCertificate(folder), (request, response) => {
    serve(request, response).catch(() => response.writeHead(502).end())
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { url: `https://localhost:${port}`, stop: () => server.close() }
}
