import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { freePort } from './ports.ts'

let backend: Server
let proxy: FaultProxy
/** What has reached the backend. */
let asked: string[]

async function start(lateBy?: number) {
  const { port } = backend.address() as AddressInfo
  proxy = await startFaultProxy({
    port: await freePort(19_100),
    target: `http://127.0.0.1:${port}/service`,
    ...(lateBy === undefined ? {} : { lateBy }),
  })
}

beforeEach(async () => {
  asked = []
  backend = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    asked.push(`${request.method} ${request.url} ${Buffer.concat(chunks)}`)
    response.writeHead(201, { 'X-Backend': 'yes' }).end('{"real":true}')
  })
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
})
afterEach(async () => {
  await proxy.stop()
  backend.closeAllConnections()
  backend.close()
})

const ask = () => fetch(`${proxy.url}/v1/thing?key=1`, { method: 'POST', body: 'hello' })

async function expectReal() {
  const response = await ask()
  expect(response.status).toBe(201)
  expect(response.headers.get('X-Backend')).toBe('yes')
  expect(await response.json()).toEqual({ real: true })
}

describe('a backend behind the fault proxy', () => {
  it('is reached as it is while well', async () => {
    await start()
    await expectReal()
    expect(asked).toEqual(['POST /service/v1/thing?key=1 hello'])
  })

  it.each([
    [false, 2],
    [true, 3],
  ])('breaks at a request, and what is lost is its answer: %s', async (answerIsLost, arrived) => {
    await start()
    proxy.breakAfter(2, { counting: /thing/, answerIsLost })
    await expectReal()
    await expectReal()
    expect(proxy.isBroken()).toBe(false)
    await expect(ask()).rejects.toThrow()
    await expect(ask()).rejects.toThrow()
    expect(proxy.isBroken()).toBe(true)
    expect(asked).toHaveLength(arrived)
    await proxy.become('well')
    await expectReal()
  })

  it('is not there while stopped', async () => {
    await start()
    await proxy.become('stopped')
    await expect(ask()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  })

  it.each([
    ['failing', 503, 'UNAVAILABLE'],
    ['html', 200, '<html>'],
    ['wrongShape', 200, '[]'],
  ] as const)('%s: answers %i %s without asking the backend', async (health, status, text) => {
    await start()
    await proxy.become(health)
    const response = await ask()
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(text)
    expect(asked).toEqual([])
  })

  it('breaks off in the middle of an answer', async () => {
    await start()
    await proxy.become('truncated')
    const response = await ask()
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })

  it('answers truly and late while slow', async () => {
    await start(1)
    await proxy.become('slow')
    await expectReal()
  })

  it('cuts off who is still waiting when it changes or stops, and leaks nothing', async () => {
    await start()
    await proxy.become('slow')
    const changed = expect(ask()).rejects.toThrow()
    await expect.poll(proxy.requests).toBe(1)
    await proxy.become('well')
    await changed
    await expectReal()
    await proxy.become('slow')
    const stopped = expect(ask()).rejects.toThrow()
    await expect.poll(proxy.requests).toBe(3)
    await proxy.stop()
    await stopped
    expect(asked).toHaveLength(1)
  })

  it('recovers from every fault on the same address', async () => {
    await start()
    for (const health of ['stopped', 'failing', 'html', 'truncated', 'wrongShape'] as const) {
      await proxy.become(health)
      await proxy.become('well')
      await expectReal()
    }
  })
})
