import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../shared/public-address.ts'
import { PrivateAddressError, requestHead } from './public-host.ts'

it.each([
  '1.1.1.1',
  '172.32.0.1',
  '169.253.0.1',
  '168.63.129.17',
  '2606:4700::1111',
  '2a00:1450::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  'fe80::1',
  'fd00:ec2::254',
  'ff02::1',
  'localhost',
  '',
])('%s isn’t public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

describe('a request', () => {
  let server: Server
  let port: number
  let requests = 0
  beforeAll(async () => {
    server = createServer((_, response) => {
      requests++
      response.writeHead(302, { Location: 'http://169.254.169.254/' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => server.close())

  const timeout = 5000

  it.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://localhost',
    'http://169.254.169.254/latest/meta-data',
  ])('to %s isn’t made', async (address) => {
    const url = new URL(address)
    url.port = String(port)
    await expect(requestHead(url, { timeout })).rejects.toThrow(PrivateAddressError)
    expect(requests).toBe(0)
  })

  it('isn’t made to a public name with a private address, nor if only one is', async () => {
    for (const addresses of [['127.0.0.1'], ['1.1.1.1', '127.0.0.1']]) {
      const pending = requestHead(new URL(`http://public.example:${port}`), {
        timeout,
        resolve: (_, callback) =>
          callback(
            null,
            addresses.map((address) => ({ address, family: 4 })),
          ),
      })
      await expect(pending).rejects.toThrow(PrivateAddressError)
    }
    expect(requests).toBe(0)
  })

  it('is for the web only', async () => {
    await expect(requestHead(new URL('ftp://example.com'), { timeout })).rejects.toThrow('web')
  })

  it('to our own site is made, and its redirect isn’t followed', async () => {
    const url = new URL(`http://127.0.0.1:${port}`)
    expect(await requestHead(url, { timeout, isTrusted: true })).toBe(302)
    expect(requests).toBe(1)
  })
})
