import { beforeEach, describe, expect, it } from 'vitest'
import { PrivateAddressError, requestPublicHost } from './public-request.ts'
import { startTestServer } from './testing/test-server.ts'

let requests = 0
const ownUrl = await startTestServer((_, response) => {
  requests++
  response.writeHead(302, { Location: 'http://169.254.169.254/' }).end()
})
const { port } = new URL(ownUrl)
beforeEach(() => {
  requests = 0
})

const send = (address: string, options: Partial<Parameters<typeof requestPublicHost>[1]> = {}) => {
  const url = Object.assign(new URL(address), { port })
  return requestPublicHost(url, { isTrusted: false, signal: AbortSignal.timeout(5000), ...options })
}

describe('a request', () => {
  it.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://localhost',
    'http://169.254.169.254/latest/meta-data',
  ])('isn’t made to %s', async (address) => {
    await expect(send(address)).rejects.toThrow(PrivateAddressError)
    expect(requests).toBe(0)
  })

  it('isn’t made to a public name if any of its addresses is private', async () => {
    for (const addresses of [['127.0.0.1'], ['1.1.1.1', '127.0.0.1']]) {
      const found = addresses.map((address) => ({ address, family: 4 }))
      const pending = send('http://public.example', {
        resolve: (_, callback) => callback(null, found),
      })
      await expect(pending).rejects.toThrow(PrivateAddressError)
    }
    expect(requests).toBe(0)
  })

  it('is made only to web addresses', async () => {
    await expect(send('ftp://example.com')).rejects.toThrow('web')
  })

  it('is made to our own site, but doesn’t follow its redirect', async () => {
    const response = await send(ownUrl, { isTrusted: true })
    expect([response.statusCode, requests]).toEqual([302, 1])
    response.destroy()
  })
})
