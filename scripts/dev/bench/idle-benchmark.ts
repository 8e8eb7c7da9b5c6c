/**
 * Measures requests to an isolate that has had none for a while, with Firestore far away: the first one waits for the
 * list of changed stories (recent-changes.ts), the next one doesn't.
 */
import { join } from 'node:path'
import { getEndpointPath } from '../../../src/contracts/endpoints/endpoint-path.ts'
import { sampleArticles } from '../../../src/journeys/testing/page-actions.ts'
import { startFaultProxy } from '../fakes/fault-proxy.ts'
import { logLine } from '../service-process.ts'
import { freePort } from '../stack/ports.ts'
import { findLatestSnapshot } from '../stack/snapshots.ts'
import type { Stack } from '../stack/stack.ts'
import { startEdgeWithDatabase, withStack } from './bench-stack.ts'
import { createTable, type Figure, formatFigure, type Section, summariseEach } from './figure.ts'
import { createCookies, createHeaders, type Target } from './measure-rate.ts'
import { requireAtMost } from './targets.ts'

const runs = 7
/** Milliseconds that each call to Firestore takes longer. */
const firestoreDelay = 150
/** Milliseconds without requests, after which the isolate's list counts as old. */
const pause = 6000

async function measureTime(target: Target): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(target.url, { headers: createHeaders(target) })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${target.url}: ${response.status}`)
  return performance.now() - startedAt
}

async function measureIdle(stack: Stack): Promise<Section> {
  const { buildEnvironment, folder } = stack.backends
  const firestore = await startFaultProxy({
    port: await freePort(10_870),
    target: buildEnvironment.FIRESTORE_URL,
    delay: firestoreDelay,
  })
  await firestore.setHealth('slow')
  const site = findLatestSnapshot(join(folder, 'snapshots'))!
  const edge = await startEdgeWithDatabase(stack, site, firestore.url)
  try {
    const url = await edge.findWorkerUrl()
    const cookies = await createCookies(stack)
    const { slug } = sampleArticles.metered
    const targets: readonly Target[] = [
      { name: 'the front page', url: `${url}/`, cookies },
      { name: 'a story', url: `${url}/${slug}`, cookies },
      {
        name: 'its encrypted body',
        url: url + getEndpointPath('GET /api/articles/:slug/body', { slug }),
        cookies,
      },
    ]
    const measured: { readonly name: string; readonly times: Times }[] = []
    for (const target of targets) {
      logLine('bench', `${target.name}, after ${pause / 1000} seconds without requests`)
      await measureTime(target)
      const times: Record<'first' | 'next', number>[] = []
      for (let run = 0; run < runs; run++) {
        await new Promise((done) => setTimeout(done, pause))
        times.push({ first: await measureTime(target), next: await measureTime(target) })
      }
      measured.push({ name: target.name, times: summariseEach(times) })
    }
    return createSection(measured)
  } finally {
    await edge.stop()
    await firestore.stop()
  }
}

type Times = Readonly<Record<'first' | 'next', Figure | null>>

const createSection = (
  measured: readonly { readonly name: string; readonly times: Times }[],
): Section => ({
  tables: [
    createTable(
      `After ${pause / 1000} seconds without requests, Firestore ${firestoreDelay} ms away, median of ${runs}`,
      measured,
      [
        ['request', ({ name }) => name],
        ['the first', ({ times }) => formatFigure(times.first, 'ms', 0)],
        ['the next', ({ times }) => formatFigure(times.next, 'ms', 0)],
      ],
    ),
  ],
  targets: measured.map(({ name, times }) =>
    requireAtMost(`${name}, the first request`, times.first, 15, 'ms'),
  ),
})

export const benchmarkIdle = (): Promise<Section> => withStack(measureIdle)
