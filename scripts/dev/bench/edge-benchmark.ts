/**
 * The throughput of the Worker in wrangler's dev server, whose overhead makes ratios more telling than
 * numbers. Every request has its own IP address, because limits apply to each.
 */
import { randomBytes } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'
import { createTokens } from '../../../functions/account/session-tokens.ts'
import { loadMirror } from '../../../src/content/mirror.ts'
import { getEndpointPath } from '../../../src/contracts/endpoint-path.ts'
import { keyringSchema } from '../../../src/contracts/keyring.ts'
import { getSealedBodyPath } from '../../../src/contracts/sealed-body.ts'
import { startEdge } from '../stack/edge.ts'
import { freePort } from '../stack/ports.ts'
import { logLine } from '../stack/service-process.ts'
import { findLatestSnapshot } from '../stack/snapshots.ts'
import type { Stack } from '../stack/stack.ts'
import { withStack } from './bench-stack.ts'
import type { BenchOptions } from './corpus.ts'
import { formatFigure, type Section, summarise } from './figure.ts'
import { checkEdgeTargets } from './targets.ts'

/** One shows what a request costs by itself, many what it costs beside others. */
const connectionCounts = [1, 8, 64] as const
type Connections = (typeof connectionCounts)[number]
/** Seconds of a run, and of a first one that isn't counted. */
const duration = 4
const warmUp = 1

const subjects = ['page', 'file', 'client', 'body', 'subscription', 'image'] as const
type Subject = (typeof subjects)[number]

type Target = { readonly name: string; readonly path: string }

/** Enough that none reaches a reader's rate limit in the fastest run. */
const readers = 2000

async function createCookies(stack: Stack): Promise<readonly string[]> {
  const keys = keyringSchema.parse(stack.backends.workerVariables.SESSION_KEYS)
  const tokens = createTokens(keys)
  const now = new Date()
  const entitlement = {
    status: 'isSubscribed',
    detail: 'active',
    entitled: true,
    until: null,
    plan: 'annual_99',
    previousPlan: null,
    paidThrough: new Date(now.getTime() + 100 * 24 * 60 * 60 * 1000),
    resumesAt: null,
    freeUntil: null,
    giftUntil: null,
    allowedSteps: ['cancel', 'pause', 'acceptOffer'],
  } as const
  const all = Array.from({ length: readers }, async (_, number) => {
    const uid = `bench-${number}`
    const session = await tokens.issueSession(uid, now, now)
    const pass = await tokens.issuePass(uid, entitlement, now)
    return `__Host-session=${session}; __Host-pass=${pass}`
  })
  return Promise.all(all)
}

/** The list of changed articles, asked for once in a few seconds whatever arrives (recent-changes.ts). */
const isSharedQuery = (query: string) =>
  query.includes('structuredQuery') && query.includes('"updatedAt"')

/** A database that counts what requests read by themselves: with a fresh pass, nothing. */
async function startReadCounter() {
  let reads = 0
  const server = createServer(async (request, response) => {
    if (!isSharedQuery(await text(request))) reads++
    response.writeHead(503).end()
  })
  const port = await freePort(10_900)
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${port}`, reads: () => reads, stop: () => server.close() }
}

async function measureRate(
  url: string,
  path: string,
  cookies: readonly string[],
  connections: Connections,
  seconds: number,
) {
  let requests = 0
  const result = await autocannon({
    url: `${url}${path}`,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest(request) {
          const address = `127.${randomBytes(3).join('.')}`
          const cookie = cookies[requests++ % cookies.length]!
          const headers = { ...request.headers, cookie, 'CF-Connecting-IP': address }
          return { ...request, headers: { ...headers, Accept: 'image/webp,*/*' } }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${path}: ${result.non2xx} responses weren’t 2xx, ${result.errors} errors`)
  }
  if (result.requests.total === 0) throw new Error(`${path}: no response in ${seconds} seconds`)
  return result
}

async function measureEdge(stack: Stack, repeat: number): Promise<Section> {
  const { buildEnvironment, folder, workerVariables } = stack.backends
  const articles = [...loadMirror(buildEnvironment.BUILD_STATE)!.articles.values()]
  const article = articles.find(({ slug }) => slug === 'fathers-in-pencil')!
  const site = resolve('.local/bench/site')
  rmSync(site, { recursive: true, force: true })
  cpSync(findLatestSnapshot(join(folder, 'snapshots'))!, site, { recursive: true })
  const sealed = readFileSync(join(site, 'client', getSealedBodyPath(article.slug)))
  // Random, because a sealed body can't be compressed either.
  writeFileSync(join(site, 'client', 'same-size.bin'), randomBytes(sealed.length))
  const targets: Record<Subject, Target> = {
    page: { name: 'a static page', path: `/${article.slug}` },
    file: { name: `a static file of ${sealed.length} bytes`, path: '/same-size.bin' },
    client: { name: 'the cheapest Worker response', path: getEndpointPath('GET /api/client') },
    body: {
      name: 'a sealed body of the same size',
      path: getEndpointPath('GET /api/articles/:slug/body', { slug: article.slug }),
    },
    subscription: {
      name: 'a subscription check, fresh pass',
      path: getEndpointPath('GET /api/subscription'),
    },
    image: {
      name: 'an image, 640 wide, already resized',
      path: `/images/${article.image.id}/640`,
    },
  }
  const database = await startReadCounter()
  const edge = await startEdge({
    port: await freePort(10_800),
    site,
    variables: { ...workerVariables, FIRESTORE_URL: database.url },
    storage: join(folder, 'edge'),
    verbose: false,
    onCrash: (message) => console.error(message),
  })
  const measured = new Map(connectionCounts.map((count) => [count, createSeries()]))
  try {
    const cookies = await createCookies(stack)
    for (const subject of subjects)
      await measureRate(edge.url, targets[subject].path, cookies, 8, warmUp)
    for (let round = 1; round <= repeat; round++) {
      logLine('bench', `the edge, run ${round} of ${repeat}`)
      for (const [connections, series] of measured)
        for (const subject of subjects) {
          const { path } = targets[subject]
          const readsBefore = database.reads()
          const result = await measureRate(edge.url, path, cookies, connections, duration)
          const { rates, medians, slowest, reads } = series[subject]
          rates.push(result.requests.average)
          medians.push(result.latency.p50)
          slowest.push(result.latency.p99)
          reads.push((database.reads() - readsBefore) / result.requests.total)
        }
    }
  } finally {
    await edge.stop()
    database.stop()
    rmSync(site, { recursive: true, force: true })
  }
  const compare = (one: Subject, other: Subject) => {
    const ratios = [...measured.values()].map((series) =>
      series[one].rates.map((rate, round) => rate / series[other].rates[round]!),
    )
    return summarise(ratios.flat())
  }
  const allReads = [...measured.values()].flatMap((series) =>
    subjects.flatMap((subject) => series[subject].reads),
  )
  return {
    tables: [...measured].map(([connections, series]) => ({
      title: `The edge, connections: ${connections}`,
      head: ['request', 'responses', 'median', '99th percentile'],
      rows: subjects.map((subject) => [
        targets[subject].name,
        formatFigure(summarise(series[subject].rates), '/s'),
        formatFigure(summarise(series[subject].medians), 'ms'),
        formatFigure(summarise(series[subject].slowest), 'ms'),
      ]),
    })),
    targets: checkEdgeTargets(
      {
        bodyToFile: compare('body', 'file'),
        bodyToCheapest: compare('body', 'client'),
        checkToCheapest: compare('subscription', 'client'),
      },
      Math.max(...allReads),
    ),
  }
}

type Series = Readonly<Record<'rates' | 'medians' | 'slowest' | 'reads', number[]>>

const createSeries = () =>
  Object.fromEntries(
    subjects.map((subject) => [subject, { rates: [], medians: [], slowest: [], reads: [] }]),
  ) as unknown as Readonly<Record<Subject, Series>>

export function benchmarkEdge({ repeat }: Pick<BenchOptions, 'repeat'>): Promise<Section> {
  return withStack((stack) => measureEdge(stack, repeat))
}
