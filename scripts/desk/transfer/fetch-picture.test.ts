import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FetchLimits, fetchFile } from './fetch-picture.ts'
import { isPublicAddress } from './public-address.ts'

const limits: FetchLimits = {
  bytes: 1000,
  milliseconds: 5000,
  redirects: 3,
  privateHosts: true,
}

describe('fetching a file for an import', () => {
  let server: Server
  let origin: string
  let asked: string[] = []

  const redirects: Record<string, string> = {
    '/round': '/round',
    '/twice': '/once',
    '/once': 'picture',
    '/file': 'file:///etc/passwd',
  }
  const answer: RequestListener = ({ url = '' }, response) => {
    asked.push(url)
    const { [url]: location } = redirects
    if (location) response.writeHead(307, { Location: location }).end()
    else if (url === '/picture') response.end('bytes')
    else if (url === '/long') response.end(Buffer.alloc(1001))
    else if (url === '/endless') {
      const timer = setInterval(() => response.write(Buffer.alloc(400)), 1)
      response.on('close', () => clearInterval(timer))
    } else if (url !== '/never') response.writeHead(url === '/busy' ? 503 : 404).end()
  }

  beforeAll(async () => {
    server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://localhost:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const reason = async (address: string, changed: Partial<FetchLimits> = {}) => {
    const result = await fetchFile(address, { ...limits, ...changed })
    return result.ok ? Buffer.from(result.value).toString() : result.failure
  }

  it('answers the bytes, over a few redirects too', async () => {
    expect(await reason(`${origin}/picture`)).toBe('bytes')
    expect(await reason(`${origin}/twice`)).toBe('bytes')
  })

  it('follows no redirect without end, and none off the web', async () => {
    expect(await reason(`${origin}/round`)).toMatchObject({ reason: /without end/ })
    expect(await reason(`${origin}/file`)).toMatchObject({ reason: 'is no address on the web' })
  })

  it.each(['file:///etc/passwd', 'data:image/png;base64,AAAA', 'ftp://example.com/a', '/a', ''])(
    'takes %j for no address on the web',
    async (address) => {
      expect(await reason(address)).toMatchObject({ reason: 'is no address on the web' })
    },
  )

  it('stops where there is more than it takes, whether announced or not', async () => {
    expect(await reason(`${origin}/long`)).toMatchObject({ reason: /larger/, passing: false })
    expect(await reason(`${origin}/endless`)).toMatchObject({ reason: /larger/ })
  })

  it('says what may be otherwise another time', async () => {
    expect(await reason(`${origin}/busy`)).toEqual({ reason: 'answers 503', passing: true })
    expect(await reason(`${origin}/gone`)).toEqual({ reason: 'answers 404', passing: false })
    const slow = await reason(`${origin}/never`, { milliseconds: 50 })
    expect(slow).toEqual({ reason: 'takes too long', passing: true })
  })

  it('connects to nothing private, by name or by number, unless told to', async () => {
    asked = []
    const { port } = new URL(origin)
    for (const host of ['localhost', '127.0.0.1', '[::1]', '0x7f.1', '[::ffff:127.0.0.1]']) {
      const answered = await reason(`http://${host}:${port}/picture`, { privateHosts: false })
      expect(answered).toMatchObject({ reason: 'is on a private network' })
    }
    expect(asked).toEqual([])
  })
})

describe('an address of everybody’s', () => {
  it.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '2a00:1450::1'])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fc00::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2002:a00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false))
})
