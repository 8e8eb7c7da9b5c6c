/**
 * Measures requests to an isolate that has had none for a while, with Firestore far away: whether the first one waits for
 * the list of changed stories depends on the list's age (recent-changes.ts).
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
/** Milliseconds without requests: the isolate's list is still usable after the first, and too old after the second. */
const pauses = [6000, 10_000] as const

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
    const measured: Measured[] = []
    for (const pause of pauses)
      for (const target of targets) {
        const what = `${target.name}, after ${pause / 1000} seconds`
        logLine('bench', what)
        await measureTime(target)
        const times: Record<'first' | 'next', number>[] = []
        for (let run = 0; run < runs; run++) {
          await new Promise((done) => setTimeout(done, pause))
          times.push({ first: await measureTime(target), next: await measureTime(target) })
        }
        measured.push({ what, pause, times: summariseEach(times) })
      }
    return createSection(measured)
  } finally {
    await edge.stop()
    await firestore.stop()
  }
}

type Measured = {
  readonly what: string
  readonly pause: number
  readonly times: Readonly<Record<'first' | 'next', Figure | null>>
}

const createSection = (measured: readonly Measured[]): Section => ({
  tables: [
    createTable(
      `After some seconds without requests, Firestore ${firestoreDelay} ms away, median of ${runs}`,
      measured,
      [
        ['request', ({ what }) => what],
        ['the first', ({ times }) => formatFigure(times.first, 'ms', 0)],
        ['the next', ({ times }) => formatFigure(times.next, 'ms', 0)],
      ],
    ),
  ],
  targets: measured
    .filter(({ pause }) => pause === pauses[0])
    .map(({ what, times }) => requireAtMost(`${what}, the first request`, times.first, 15, 'ms')),
})

export const benchmarkIdle = (): Promise<Section> => withStack(measureIdle)
