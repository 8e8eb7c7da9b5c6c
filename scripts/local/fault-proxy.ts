/**
 * A proxy on loopback in front of one backend, which fails in a chosen way until it is told to be
 * well again. For tests alone: no part of the stack is ever started behind one.
 */
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'

/** Answers with status 200 that are none. */
export const rubbish = ['html', 'truncated', 'wrongShape'] as const

export type Health =
  | 'well'
  /** Nobody listens: connections are refused, and open ones are cut. */
  | 'stopped'
  /** Every answer is a good one and comes too late. */
  | 'slow'
  /** Every answer is a 503. */
  | 'failing'
  /** A page in place of JSON, JSON that breaks off, JSON that is something else. */
  | (typeof rubbish)[number]

type BreakOptions = { readonly counting?: RegExp; readonly answerIsLost?: boolean }

export type FaultProxy = {
  /** Where the backend is found by whoever should meet its faults. */
  readonly url: string
  /** From now on, once this has resolved. Requests that are still waiting are cut off. */
  become(health: Health): Promise<void>
  /**
   * Lets so many requests through, of those whose address matches `counting`; then nothing more until
   * it is told to be well. With `answerIsLost` the request at which it breaks still arrives, and only
   * its answer does not.
   */
  breakAfter(requests: number, options?: BreakOptions): void
  /** Whether that has come to pass. */
  isBroken(): boolean
  /** How many requests have come so far. */
  requests(): number
  stop(): Promise<void>
}

export type FaultProxyOptions = {
  readonly port: number
  /** The backend's address; its path stays part of the proxy's. */
  readonly target: string
  /** How late a slow answer is, in milliseconds. */
  readonly lateBy?: number
}

export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const { port, lateBy = 30_000 } = options
  const target = new URL(options.target)
  const late = new Set<NodeJS.Timeout>()
  let health: Health = 'well'
  let requests = 0
  let fuse: (BreakOptions & { left: number; isBroken: boolean }) | null = null

  /** What becomes of this request at the fuse. */
  function passesFuse(url: string): 'whole' | 'withoutAnswer' | 'not' {
    if (!fuse) return 'whole'
    if (fuse.isBroken) return 'not'
    if (fuse.counting && !fuse.counting.test(url)) return 'whole'
    if (fuse.left-- > 0) return 'whole'
    fuse.isBroken = true
    return fuse.answerIsLost ? 'withoutAnswer' : 'not'
  }

  /** Hands the request on as it is, and the backend's answer back. */
  function pass(request: IncomingMessage, response: ServerResponse, answerIsLost = false) {
    const { method, url, headers } = request
    const onward = forward(
      { host: target.hostname, port: target.port, method, path: url, headers },
      (answer) => {
        if (answerIsLost) {
          answer.on('end', () => response.destroy())
          answer.resume()
          return
        }
        // A connection a request: none is left to be cut in a caller's pool.
        response.writeHead(answer.statusCode!, { ...answer.headers, connection: 'close' })
        answer.pipe(response)
        answer.on('error', () => response.destroy())
      },
    )
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }

  function passLate(request: IncomingMessage, response: ServerResponse) {
    const timer = setTimeout(() => {
      late.delete(timer)
      pass(request, response)
    }, lateBy)
    late.add(timer)
    // Whoever asked has given up.
    response.on('close', () => {
      clearTimeout(timer)
      late.delete(timer)
    })
  }

  const server = createServer((request, response) => {
    requests++
    response.setHeader('Connection', 'close')
    const json = { 'Content-Type': 'application/json' }
    switch (health) {
      case 'well': {
        const passes = passesFuse(request.url ?? '')
        if (passes === 'not') return request.destroy()
        return pass(request, response, passes === 'withoutAnswer')
      }
      case 'slow':
        return passLate(request, response)
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
    for (const timer of late) clearTimeout(timer)
    late.clear()
    if (!server.listening) return
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }

  await listen()
  return {
    url: `http://127.0.0.1:${port}${target.pathname.replace(/\/$/, '')}`,
    async become(next) {
      await close()
      fuse = null
      health = next
      if (next !== 'stopped') await listen()
    },
    breakAfter(left, options = {}) {
      fuse = { ...options, left, isBroken: false }
    },
    isBroken: () => fuse?.isBroken ?? false,
    requests: () => requests,
    stop: close,
  }
}
