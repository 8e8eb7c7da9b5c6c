/** A proxy on loopback in front of one backend, which fails in a chosen way. */
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'

/** Responses with status 200 that aren't the backend's. */
export const malformedKinds = ['html', 'truncated', 'wrongShape'] as const

export type Health =
  | 'well'
  /** Connections are refused, and open ones are cut. */
  | 'stopped'
  /** Correct responses arrive too late. */
  | 'slow'
  /** Every response is a 503. */
  | 'failing'
  | (typeof malformedKinds)[number]

type BreakOptions = { readonly countedPath?: RegExp; readonly isResponseLost?: boolean }

export type FaultProxyOptions = {
  readonly port: number
  /** The backend's address, whose path the proxy's address has too. */
  readonly target: string
  /** The delay of slow responses, in milliseconds. */
  readonly delay?: number
}

export async function startFaultProxy(options: FaultProxyOptions) {
  const { port, delay = 30_000 } = options
  const target = new URL(options.target)
  const delayedTimers = new Set<NodeJS.Timeout>()
  let health: Health = 'well'
  let requests = 0
  let fuse: (BreakOptions & { requestsLeft: number; isBroken: boolean }) | null = null

  function checkFuse(url: string): 'whole' | 'withoutAnswer' | 'not' {
    if (!fuse) return 'whole'
    if (fuse.isBroken) return 'not'
    if (fuse.countedPath && !fuse.countedPath.test(url)) return 'whole'
    if (fuse.requestsLeft-- > 0) return 'whole'
    fuse.isBroken = true
    return fuse.isResponseLost ? 'withoutAnswer' : 'not'
  }

  function forwardRequest(
    request: IncomingMessage,
    response: ServerResponse,
    isResponseLost = false,
  ) {
    const { method, url, headers } = request
    const forwarded = forward(
      { host: target.hostname, port: target.port, method, path: url, headers },
      (upstreamResponse) => {
        if (isResponseLost) {
          upstreamResponse.on('end', () => response.destroy())
          upstreamResponse.resume()
          return
        }
        // Each request has its own connection, so that none in a client's pool can be cut.
        response.writeHead(upstreamResponse.statusCode!, {
          ...upstreamResponse.headers,
          connection: 'close',
        })
        upstreamResponse.pipe(response)
        upstreamResponse.on('error', () => response.destroy())
      },
    )
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  }

  function forwardLater(request: IncomingMessage, response: ServerResponse) {
    const timer = setTimeout(() => {
      delayedTimers.delete(timer)
      forwardRequest(request, response)
    }, delay)
    delayedTimers.add(timer)
    response.on('close', () => {
      clearTimeout(timer)
      delayedTimers.delete(timer)
    })
  }

  const server = createServer((request, response) => {
    requests++
    response.setHeader('Connection', 'close')
    const json = { 'Content-Type': 'application/json' }
    switch (health) {
      case 'well': {
        const fuseResult = checkFuse(request.url ?? '')
        if (fuseResult === 'not') return request.destroy()
        return forwardRequest(request, response, fuseResult === 'withoutAnswer')
      }
      case 'slow':
        return forwardLater(request, response)
      case 'stopped':
        return request.destroy()
      case 'failing':
        return response.writeHead(503, json).end('{"error":{"code":503,"status":"UNAVAILABLE"}}')
      case 'html':
        return response
          .writeHead(200, { 'Content-Type': 'text/html' })
          .end('<html>It works!</html>')
      case 'truncated':
        response.writeHead(200, { ...json, 'Content-Length': 1000 })
        return response.write('{"name":"projects/', () => response.destroy())
      case 'wrongShape':
        return response.writeHead(200, json).end('[]')
    }
  })

  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })

  async function close() {
    for (const timer of delayedTimers) clearTimeout(timer)
    delayedTimers.clear()
    if (!server.listening) return
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }

  await listen()
  return {
    /** The backend's address for the client under test. */
    url: `http://127.0.0.1:${port}${target.pathname.replace(/\/$/, '')}`,
    /** Changes the backend's health, in effect once resolved. Waiting requests are cut off. */
    async setHealth(next: Health) {
      await close()
      fuse = null
      health = next
      if (next !== 'stopped') await listen()
    },
    /**
     * Passes this many requests whose path matches `countedPath`, then breaks all until the next
     * setHealth. With `isResponseLost` the first broken request still reaches the backend.
     */
    breakAfter(requestsLeft: number, options: BreakOptions = {}) {
      fuse = { ...options, requestsLeft, isBroken: false }
    },
    isBroken: () => fuse?.isBroken ?? false,
    requests: () => requests,
    stop: close,
  }
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>
