import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type Edge, startEdge } from '../../../scripts/dev/stack/edge.ts'
import { freePort } from '../../../scripts/dev/stack/ports.ts'
import { findLatestSnapshot } from '../../../scripts/dev/stack/snapshots.ts'
import { createCountryHeaders, createEdgeClient, stack } from '../../testing/edge-client.ts'
import { startLocalServer } from '../../testing/local-server.ts'

const { ANALYTICS_URL: _, ANALYTICS_WRITE_KEY: __, ...withoutReceiver } = stack.workerVariables

let edge: Edge | undefined
let storage: string

async function startEdgeWithVariables(variables: Record<string, string>) {
  storage = mkdtempSync(join(tmpdir(), 'collecting-edge-'))
  edge = await startEdge({
    port: await freePort(18_787),
    site: findLatestSnapshot(join(stack.folder, 'snapshots'))!,
    variables: { ...withoutReceiver, ...variables },
    storage,
    verbose: false,
    onCrash: (message) => console.error(message),
  })
  return createEdgeClient(edge.url)
}
afterEach(async () => {
  await edge?.stop()
  rmSync(storage, { recursive: true, force: true })
})

/** Where events are shared without asking. */
const inMyanmar = { headers: createCountryHeaders('MM') }

const batch = () =>
  JSON.stringify({
    sentAt: new Date().toISOString(),
    batch: [
      {
        type: 'page',
        name: 'homepage',
        messageId: randomUUID(),
        timestamp: new Date().toISOString(),
        context: { page: { path: '/', search: '', title: 'A title', referrer: '' } },
      },
    ],
  })

it('the response doesn’t wait for the receiver', async () => {
  let callCount = 0
  let abortedCount = 0
  const receiver = await startLocalServer((request) => {
    callCount++
    request.on('close', () => abortedCount++)
  })
  try {
    const client = await startEdgeWithVariables({ ANALYTICS_URL: receiver.url })
    expect((await client.send('POST /api/collect', batch(), inMyanmar)).status).toBe(202)
    // The Worker was still waiting for the receiver.
    expect(abortedCount).toBe(0)
    await expect.poll(() => callCount).toBe(1)
  } finally {
    await receiver.stop()
  }
})

it('without a receiver events are accepted, and only counted', async () => {
  const client = await startEdgeWithVariables({})
  const answer = await client.send('POST /api/collect', batch())
  expect(answer.status).toBe(202)
  expect(await answer.json()).toEqual({ accepted: 1, dropped: 0 })
})
