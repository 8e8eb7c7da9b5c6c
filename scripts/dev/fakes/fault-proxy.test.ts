import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { freePort } from '../stack/ports.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

let backendUrl: string
let proxy: FaultProxy
let requestedPaths: string[]

async function start(delay?: number) {
  proxy = await startFaultProxy({
    port: await freePort(19_100),
    target: `${backendUrl}/service`,
    ...(delay === undefined ? {} : { delay }),
  })
}

beforeEach(async () => {
  requestedPaths = []
  backendUrl = await startTestServer(async (request, response) => {
    requestedPaths.push(`${request.method} ${request.url} ${await text(request)}`)
    response.writeHead(201, { 'X-Backend': 'yes' }).end('{"real":true}')
  })
})
afterEach(() => proxy.stop())

const sendRequest = () => fetch(`${proxy.url}/v1/thing?key=1`, { method: 'POST', body: 'hello' })

async function expectBackendResponse() {
  const response = await sendRequest()
  expect(response.status).toBe(201)
  expect(response.headers.get('X-Backend')).toBe('yes')
  expect(await response.json()).toEqual({ real: true })
}

describe('a backend behind the fault proxy', () => {
  it.each([
    [false, 2],
    [true, 3],
  ])('breaks at a request (only the response is lost: %s)', async (isResponseLost, arrived) => {
    await start()
    proxy.breakAfter(2, { countedPath: /thing/, isResponseLost })
    await expectBackendResponse()
    await expectBackendResponse()
    expect(proxy.isBroken()).toBe(false)
    await expect(sendRequest()).rejects.toThrow()
    await expect(sendRequest()).rejects.toThrow()
    expect(proxy.isBroken()).toBe(true)
    expect(requestedPaths).toHaveLength(arrived)
    await proxy.setHealth('well')
    await expectBackendResponse()
  })

  it.each([
    ['failing', 503, 'UNAVAILABLE'],
    ['html', 200, '<html>'],
    ['wrongShape', 200, '[]'],
  ] as const)(
    'is set to %s, and answers %i %s without being called',
    async (health, status, text) => {
      await start()
      await proxy.setHealth(health)
      const response = await sendRequest()
      expect(response.status).toBe(status)
      expect(await response.text()).toContain(text)
      expect(requestedPaths).toEqual([])
    },
  )

  it('refuses connections, breaks off in a response, or answers late', async () => {
    await start(1)
    await proxy.setHealth('stopped')
    await expect(sendRequest()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    await proxy.setHealth('truncated')
    const response = await sendRequest()
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    await proxy.setHealth('slow')
    await expectBackendResponse()
    expect(requestedPaths).toEqual(['POST /service/v1/thing?key=1 hello'])
  })

  it('cuts off waiting requests when the health changes or the proxy stops', async () => {
    await start()
    await proxy.setHealth('slow')
    const changed = expect(sendRequest()).rejects.toThrow()
    await expect.poll(proxy.requests).toBe(1)
    await proxy.setHealth('well')
    await changed
    await expectBackendResponse()
    await proxy.setHealth('slow')
    const stopped = expect(sendRequest()).rejects.toThrow()
    await expect.poll(proxy.requests).toBe(3)
    await proxy.stop()
    await stopped
    expect(requestedPaths).toHaveLength(1)
  })
})
