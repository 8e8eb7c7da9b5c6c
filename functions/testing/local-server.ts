import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export async function startLocalServer(listener: RequestListener) {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Stops the server, and closes open connections. */
    async stop() {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type LocalServer = Awaited<ReturnType<typeof startLocalServer>>

export type RecordedCall = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  readonly body: string
}

export async function recordCall(request: IncomingMessage): Promise<RecordedCall> {
  const { method, url, headers } = request
  return { method, url, headers, body: await text(request) }
}
