/**
 * Stands before wrangler's dev server and compresses text as Cloudflare's edge does; the dev server
 * does not, and what a page weighs would be judged by what nobody receives.
 */
import { request as ask, createServer } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'

/** Cloudflare compresses on the fly with a middling quality. */
const quality = 4

const isText = /^(?:text\/|application\/(?:javascript|json|manifest\+json|ld\+json)|image\/svg)/

/** Serves what `origin` serves. The address is that of this machine, at the port. */
export async function startCompressingFront(origin: string, port: number) {
  const { hostname, port: originPort } = new URL(origin)
  const kept = new Map<string, Buffer>()
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const { method, url = '/' } = incoming
    const forwarded = ask(
      { hostname, port: originPort, path: url, method, headers },
      async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk)
        const body = Buffer.concat(chunks)
        const { 'transfer-encoding': _, 'content-length': __, ...own } = answer.headers
        const wanted = /\bbr\b/.test(String(incoming.headers['accept-encoding']))
        if (!wanted || !isText.test(own['content-type'] ?? '') || own['content-encoding']) {
          outgoing
            .writeHead(answer.statusCode!, { ...own, 'content-length': body.length })
            .end(body)
          return
        }
        const key = body.toString('base64')
        const small =
          kept.get(key) ??
          brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
        kept.set(key, small)
        outgoing
          .writeHead(answer.statusCode!, {
            ...own,
            'content-encoding': 'br',
            'content-length': small.length,
            vary: 'Accept-Encoding',
          })
          .end(small)
      },
    )
    forwarded.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://localhost:${port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
