/** Events whose receiver does not answer, or where there is none: on edges of their own. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type Edge, startEdge } from '../../scripts/local/edge.ts'
import { freePort } from '../../scripts/local/ports.ts'
import { latestSnapshot } from '../../scripts/local/snapshots.ts'
import { endpoints } from '../../src/contracts/endpoints.ts'
import { edgeClient, stack } from '../edge-client.ts'

const { ANALYTICS_URL: _, ANALYTICS_WRITE_KEY: __, ...withoutReceiver } = stack.workerVariables

let edge: Edge | undefined
let storage: string

async function startEdgeWith(variables: Record<string, string>) {
  storage = mkdtempSync(join(tmpdir(), 'collecting-edge-'))
  edge = await startEdge({
    port: await freePort(18_787),
    site: latestSnapshot(join(stack.folder, 'snapshots'))!,
    variables: { ...withoutReceiver, ...variables },
    storage,
    verbose: false,
    onCrash: (message) => console.error(message),
  })
  return edgeClient(edge.url)
}
afterEach(async () => {
  await edge?.stop()
  rmSync(storage, { recursive: true, force: true })
})

const batch = () =>
  JSON.stringify({
    sentAt: new Date().toISOString(),
    batch: [
      {
        type: 'page',
        name: 'homepage',
        messageId: randomUUID(),
        anonymousId: randomUUID(),
        timestamp: new Date().toISOString(),
        context: { page: { path: '/', search: '', title: 'A title', referrer: '' } },
      },
    ],
  })

it('nobody waits for a receiver that does not answer', async () => {
  let called = 0
  let givenUp = 0
  const receiver = createServer((request) => {
    called++
    request.on('close', () => givenUp++)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = receiver.address() as AddressInfo
    const client = await startEdgeWith({ ANALYTICS_URL: `http://127.0.0.1:${port}` })
    const answer = await client.request(endpoints.collect, { method: 'POST', body: batch() })
    expect(answer.status).toBe(202)
    // The edge had its answer while it was still waiting for its own.
    expect(givenUp).toBe(0)
    await expect.poll(() => called).toBe(1)
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
})

it('without a receiver events are taken, and go nowhere', async () => {
  const client = await startEdgeWith({})
  const answer = await client.request(endpoints.collect, { method: 'POST', body: batch() })
  expect(answer.status).toBe(202)
  expect(await answer.json()).toEqual({ accepted: 1, dropped: 0 })
})
