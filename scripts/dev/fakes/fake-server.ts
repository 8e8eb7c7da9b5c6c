/** HTTP servers of fakes. They accept local keys, so they listen on the loopback address only. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type FakeServer = { readonly port: number; stop(): Promise<void> }

/** The listener answers 500 if it throws. Port 0 means any free port. */
export async function startFakeServer(
  port: number,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
): Promise<FakeServer> {
  const server = createServer((request, response) =>
    handle(request, response).catch((error) => {
      console.error(error)
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(String(error))
    }),
  )
  // Closing an idle connection races with the client's next request on it, which then fails.
  server.keepAliveTimeout = 0
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

export type FakeResponse = readonly [status: number, type: string, text: string]

export const sendResponse = (response: ServerResponse, [status, type, text]: FakeResponse) =>
  response.writeHead(status, { 'Content-Type': type }).end(text)

/** Returns the request's body, or null if it has more bytes than allowed. */
export async function readBody(request: IncomingMessage): Promise<string>
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | null>
export async function readBody(request: IncomingMessage, maxBytes = Number.POSITIVE_INFINITY) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
  }
  return size <= maxBytes ? Buffer.concat(chunks).toString() : null
}
