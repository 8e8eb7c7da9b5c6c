import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { type FetchLimits, fetchRemoteFile, parseRetryAfter } from './fetch-remote-file.ts'

const limits = {
  maxBytes: 1000,
  budget: { maxBytes: 1e9, usedBytes: 0 },
  timeout: 5000,
  maxRedirects: 3,
}

describe('fetching a file for an import', () => {
  let origin: string
  let asked: string[] = []

  const redirects: Record<string, string> = {
    '/round': '/round',
    '/twice': '/once',
    '/once': 'picture',
    '/file': 'file:///etc/passwd',
    '/inside': 'http://127.0.0.1:1/picture',
    '/metadata': 'http://169.254.169.254/latest',
  }
  beforeAll(async () => {
    const url = await startTestServer(({ url = '' }, response) => {
      asked.push(url)
      const { [url]: location } = redirects
      if (location) response.writeHead(307, { Location: location }).end()
      else if (url === '/picture') response.end('bytes')
      else if (url === '/long') response.end(Buffer.alloc(1001))
      else if (url === '/endless') {
        const timer = setInterval(() => response.write(Buffer.alloc(400)), 1)
        response.on('close', () => clearInterval(timer))
      } else if (url !== '/never') response.writeHead(url === '/busy' ? 503 : 404).end()
    })
    origin = url.replace('127.0.0.1', 'localhost')
  })

  const reason = async (address: string, changed: Partial<FetchLimits> = {}) => {
    const result = await fetchRemoteFile(address, { ...limits, localOrigin: origin, ...changed })
    return result.ok ? Buffer.from(result.value).toString() : result.failure
  }

  it('returns the bytes, even after a few redirects', async () => {
    expect(await reason(`${origin}/picture`)).toBe('bytes')
    expect(await reason(`${origin}/twice`)).toBe('bytes')
  })

  it('doesn’t follow endless redirects, or redirects off the web', async () => {
    expect(await reason(`${origin}/round`)).toMatchObject({ reason: 'redirects more than 3 times' })
    expect(await reason(`${origin}/file`)).toMatchObject({ reason: 'isn’t a web address' })
  })

  it.each(['file:///etc/passwd', 'data:image/png;base64,AAAA', 'ftp://example.com/a', '/a', ''])(
    'doesn’t accept %j as a web address',
    async (address) => {
      expect(await reason(address)).toMatchObject({ reason: 'isn’t a web address' })
    },
  )

  it('stops at the maximum size, whether the size was announced or not', async () => {
    expect(await reason(`${origin}/long`)).toMatchObject({
      reason: 'is larger than 0 MB',
      isTemporary: false,
    })
    expect(await reason(`${origin}/endless`)).toMatchObject({ reason: 'is larger than 0 MB' })
  })

  it('says whether a failure may be temporary', async () => {
    expect(await reason(`${origin}/busy`)).toEqual({
      reason: 'answers with status 503',
      isTemporary: true,
    })
    expect(await reason(`${origin}/gone`)).toEqual({
      reason: 'answers with status 404',
      isTemporary: false,
    })
    const slow = await reason(`${origin}/never`, { timeout: 50 })
    expect(slow).toEqual({
      reason: 'takes longer than 0.05 seconds to answer',
      isTemporary: true,
      isUnreachable: true,
    })
  })

  it('doesn’t connect to private addresses, by name or by number, unless that is allowed', async () => {
    asked = []
    const { port } = new URL(origin)
    for (const host of ['localhost', '127.0.0.1']) {
      const answered = await reason(`http://${host}:${port}/picture`, { localOrigin: null })
      expect(answered).toMatchObject({ reason: 'is on a private network' })
    }
    expect(asked).toEqual([])
  })

  it('follows no redirect from the one permitted local server to another', async () => {
    for (const path of ['/inside', '/metadata'])
      expect(await reason(origin + path)).toMatchObject({ reason: 'is on a private network' })
  })
})

describe('a server that breaks the protocol', () => {
  const sockets = new Set<Socket>()
  const servers: { close(): void }[] = []
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    for (const server of servers) server.close()
  })

  async function fetchFrom(answer: (socket: Socket) => void, timeout = 60_000) {
    const server = createSocketServer((socket) => {
      sockets.add(socket.on('error', () => {}))
      socket.once('data', () => answer(socket))
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const fetched = await fetchRemoteFile(`${origin}/picture`, {
      ...limits,
      timeout,
      localOrigin: origin,
    })
    return fetched.ok ? Buffer.from(fetched.value).toString() : fetched.failure.reason
  }
  const start = 'HTTP/1.1 200 OK\r\n\r\nhalf of'

  it('causes a failure if it switches protocols', async () => {
    const answer = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'
    expect(await fetchFrom((socket) => socket.write(answer))).toMatch(/^can’t be reached/)
  })

  it.each<[string, (socket: Socket) => void, string, number?]>([
    ['falls silent', () => {}, 'takes longer than 0.3 seconds to answer', 300],
    [
      'resets the connection',
      (socket) => socket.resetAndDestroy(),
      'can’t be reached (ECONNRESET)',
    ],
  ])('causes a failure if it %s', async (_, stop, reason, timeout) => {
    // The response breaks off in the middle of its body.
    const answer = (socket: Socket) => socket.write(start, () => setTimeout(stop, 50, socket))
    expect(await fetchFrom(answer, timeout)).toBe(reason)
  })

  it('may end a file of unstated length by closing the connection', async () => {
    expect(await fetchFrom((socket) => socket.end(start))).toBe('half of')
  })
})

describe('a server’s requested wait', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  it.each([
    ['120', 120],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', null],
    ['9'.repeat(400), null],
    [undefined, null],
  ])('is read from %j', (value, seconds) => expect(parseRetryAfter(value, now)).toBe(seconds))
})
