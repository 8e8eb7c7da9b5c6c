/**
 * Measures the Worker's throughput in workerd, and that of the same check by Ghost if Ghost is installed. Miniflare's
 * routing is included, so ratios say more than numbers. Every request has its own IP address, because limits apply to
 * each address.
 */
import { randomBytes } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadContentCopy } from '../../../src/content/content-copy.ts'
import { getEndpointPath } from '../../../src/contracts/endpoints/endpoint-path.ts'
import { getSealedBodyPath } from '../../../src/contracts/signing/sealed-body.ts'
import { readBody, startFakeServer } from '../fakes/fake-server.ts'
import { logLine } from '../service-process.ts'
import { findLatestSnapshot } from '../stack/snapshots.ts'
import type { Stack } from '../stack/stack.ts'
import { startEdgeWithDatabase, withStack } from './bench-stack.ts'
import type { BenchOptions } from './corpus.ts'
import {
  compareFigures,
  createComparisonTable,
  createTable,
  formatFigure,
  type Section,
  summarise,
  type Unit,
} from './figure.ts'
import { type Ghost, startGhost } from './ghost.ts'
import {
  acceptHeaders,
  createCookies,
  createHeaders,
  measureRate,
  type Target,
} from './measure-rate.ts'
import { requestInTurns } from './request-in-turns.ts'
import { checkEdgeTargets } from './targets.ts'

/** One connection shows the cost of a single request; many connections show its cost under load. */
const connectionCounts = [1, 8, 64] as const
type Connections = (typeof connectionCounts)[number]
/**
 * Seconds of each run, and of a first one that isn't counted. Runs are short, so that compared values are measured
 * together.
 */
const duration = 2
const warmUp = 1
/** The number of runs per requested round. */
const runsPerRound = 2
/** Seconds of a run that sends requests to the targets in turns. */
const turnsDuration = 10

const ownSubjects = ['page', 'file', 'client', 'body', 'subscription', 'image'] as const
type Subject = (typeof ownSubjects)[number] | 'ghost'

/**
 * Recognises the query for changed articles, which runs once every few seconds whatever the requests
 * (recent-changes.ts).
 */
const isSharedQuery = (query: string) =>
  query.includes('structuredQuery') && query.includes('"updatedAt"')

/** Starts a database that counts the reads of the requests themselves; with fresh passes, there are none. */
async function startReadCounter() {
  let reads = 0
  const server = await startFakeServer(0, async (request, response) => {
    if (!isSharedQuery(await readBody(request))) reads++
    response.writeHead(503).end()
  })
  return { url: `http://127.0.0.1:${server.port}`, reads: () => reads, stop: server.stop }
}

/** `url` is the Worker's address. */
async function createTargets(stack: Stack, site: string, url: string) {
  const articles = [
    ...loadContentCopy(stack.backends.buildEnvironment.BUILD_STATE)!.articles.values(),
  ]
  const article = articles.find(({ slug }) => slug === 'fathers-in-pencil')!
  const sealed = readFileSync(join(site, 'client', getSealedBodyPath(article.slug)))
  // The bytes are random, because an encrypted body can't be compressed either.
  writeFileSync(join(site, 'client', 'same-size.bin'), randomBytes(sealed.length))
  const cookies = await createCookies(stack)
  const create = (name: string, path: string): Target => ({ name, url: url + path, cookies })
  return {
    page: create('a static page', `/${article.slug}`),
    file: create(`a static file of ${sealed.length} bytes`, '/same-size.bin'),
    client: create('the cheapest Worker response', getEndpointPath('GET /api/client')),
    body: create(
      'an encrypted body of the same size',
      getEndpointPath('GET /api/articles/:slug/body', { slug: article.slug }),
    ),
    subscription: create(
      'the signed-in check, fresh pass',
      getEndpointPath('GET /api/subscription'),
    ),
    image: create('an image, 640 wide, already resized', `/images/${article.image.id}/640`),
  }
}

async function measureEdge(stack: Stack, repeat: number): Promise<Section> {
  const { folder } = stack.backends
  const site = resolve('.local/bench/site')
  rmSync(site, { recursive: true, force: true })
  cpSync(findLatestSnapshot(join(folder, 'snapshots'))!, site, { recursive: true })
  writeFileSync(join(site, 'client', 'same-size.bin'), '')
  const database = await startReadCounter()
  const edge = await startEdgeWithDatabase(stack, site, database.url)
  let ghost: Ghost | null = null
  const measured = new Map(connectionCounts.map((count) => [count, createSeries()]))
  const turns: ReadonlyMap<Subject, number>[] = []
  try {
    ghost = await startGhost()
    const own = await createTargets(stack, site, await edge.findWorkerUrl())
    const targets = new Map<Subject, Target>(ownSubjects.map((subject) => [subject, own[subject]]))
    if (ghost) {
      targets.set('ghost', {
        name: `the signed-in check of ${ghost.name}`,
        url: `${ghost.url}/members/api/member/`,
        cookies: [ghost.memberCookie],
      })
    }
    for (const target of targets.values()) {
      // The first request resizes the image.
      await (await fetch(target.url, { headers: acceptHeaders })).arrayBuffer()
      await measureRate(target, 8, warmUp)
    }
    for (let run = 1; run <= repeat * runsPerRound; run++) {
      logLine('bench', `the edge, run ${run} of ${repeat * runsPerRound}`)
      const servers = [...targets].map(
        ([subject, target]) =>
          [subject, () => ({ url: target.url, headers: createHeaders(target) })] as const,
      )
      turns.push(await requestInTurns(new Map(servers), turnsDuration))
      for (const [connections, series] of measured)
        for (const [subject, target] of targets) {
          const readsBefore = database.reads()
          const result = await measureRate(target, connections, duration)
          const { rates, medians, slowest, reads } = series[subject]
          rates.push(result.requests.average)
          medians.push(result.latency.p50)
          slowest.push(result.latency.p99)
          reads.push((database.reads() - readsBefore) / result.requests.total)
        }
    }
    return createSection(measured, turns, targets, ghost)
  } finally {
    await edge.stop()
    await ghost?.stop()
    await database.stop()
    rmSync(site, { recursive: true, force: true })
  }
}

type Measured = ReadonlyMap<Connections, Readonly<Record<Subject, Series>>>

function createSection(
  measured: Measured,
  turns: readonly ReadonlyMap<Subject, number>[],
  targets: ReadonlyMap<Subject, Target>,
  ghost: Ghost | null,
): Section {
  const compareTurns = (one: Subject, other: Subject) =>
    summarise(
      turns.flatMap((times) => {
        const [time, otherTime] = [times.get(one), times.get(other)]
        return time && otherTime ? [otherTime / time] : []
      }),
    )
  const allReads = [...measured.values()].flatMap((series) =>
    ownSubjects.flatMap((subject) => series[subject].reads),
  )
  const compareWithGhost = ([connections, series]: [Connections, Record<Subject, Series>]) => {
    const what = `the signed-in check, connections: ${connections}`
    const compareField = (name: string, field: 'rates' | 'slowest', unit: Unit) =>
      compareFigures(
        `${what}, ${name}`,
        summarise(series.subscription[field]),
        summarise(series.ghost[field]),
        unit,
      )
    return [
      compareField('throughput', 'rates', '/s'),
      compareField('99th percentile', 'slowest', 'ms'),
    ]
  }
  return {
    tables: [
      ...[...measured].map(([connections, series]) =>
        createTable(
          `The edge, connections: ${connections}`,
          [...targets.keys()],
          [
            ['request', (subject) => targets.get(subject)!.name],
            ['responses', (subject) => formatFigure(summarise(series[subject].rates), '/s')],
            ['median', (subject) => formatFigure(summarise(series[subject].medians), 'ms')],
            [
              '99th percentile',
              (subject) => formatFigure(summarise(series[subject].slowest), 'ms'),
            ],
          ],
        ),
      ),
      ...(ghost
        ? [createComparisonTable(ghost.name, [...measured].flatMap(compareWithGhost))]
        : []),
    ],
    targets: checkEdgeTargets(
      {
        bodyToFile: compareTurns('body', 'file'),
        bodyToCheapest: compareTurns('body', 'client'),
        checkToCheapest: compareTurns('subscription', 'client'),
        checkToGhost: compareTurns('subscription', 'ghost'),
      },
      Math.max(...allReads),
    ),
  }
}

type Series = Readonly<Record<'rates' | 'medians' | 'slowest' | 'reads', number[]>>

const createSeries = () =>
  Object.fromEntries(
    [...ownSubjects, 'ghost'].map((subject) => [
      subject,
      { rates: [], medians: [], slowest: [], reads: [] },
    ]),
  ) as unknown as Readonly<Record<Subject, Series>>

export function benchmarkEdge({ repeat }: Pick<BenchOptions, 'repeat'>): Promise<Section> {
  return withStack((stack) => measureEdge(stack, repeat))
}
