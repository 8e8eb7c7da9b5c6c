/**
 * What the edge does in a second, locally: wrangler's dev server with its own overhead, so that the
 * ratios say more than the numbers. Every request comes from an address of its own, as readers' do.
 */
import { randomBytes } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import autocannon from 'autocannon'
import { createTokens } from '../../functions/account/tokens.ts'
import { loadMirror } from '../../src/content/mirror.ts'
import { articleBodyPath } from '../../src/contracts/article-body.ts'
import { endpoints } from '../../src/contracts/endpoints.ts'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import { sealedBodyPath } from '../../src/contracts/sealed-body.ts'
import { startEdge } from '../local/edge.ts'
import { log } from '../local/log.ts'
import { freePort } from '../local/ports.ts'
import { latestSnapshot } from '../local/snapshots.ts'
import type { Stack } from '../local/stack.ts'
import { edgeAims } from './aims.ts'
import { withStack } from './bench-stack.ts'
import { type Figure, figureOf, printFigure, type Section } from './figure.ts'

const connections = 8
/** Seconds of one run, after a shorter one that nobody counts. */
const duration = 5
const warmUp = 1

const subjects = ['page', 'file', 'client', 'body', 'subscription', 'picture'] as const
type Subject = (typeof subjects)[number]

type Target = { readonly name: string; readonly path: string }

/** Enough readers that none of them meets the limit of one, in the fastest run. */
const readers = 2000

/** The cookies of each reader. */
async function cookiesOf(stack: Stack): Promise<readonly string[]> {
  const keys = keyringSchema.parse(stack.backends.workerVariables.SESSION_KEYS)
  const tokens = createTokens(keys)
  const now = new Date()
  const standing = {
    status: 'isSubscribed',
    detail: 'active',
    entitled: true,
    until: null,
    plan: 'annual_99',
    paidThrough: new Date(now.getTime() + 100 * 24 * 60 * 60 * 1000),
    resumesAt: null,
    freeUntil: null,
    may: ['cancel', 'pause', 'takeOffer'],
  } as const
  const all = Array.from({ length: readers }, async (_, number) => {
    const uid = `bench-${number}`
    const session = await tokens.issueSession(uid, now, now)
    const pass = await tokens.issuePass(uid, standing, now)
    return `__Host-session=${session}; __Host-pass=${pass}`
  })
  return Promise.all(all)
}

/** A database that only counts who calls it: a fresh pass should spare it every call. */
async function startCounter() {
  let calls = 0
  const server = createServer((_request, response) => {
    calls++
    response.writeHead(503).end()
  })
  const port = await freePort(10_900)
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${port}`, calls: () => calls, stop: () => server.close() }
}

async function run(url: string, path: string, cookies: readonly string[], seconds: number) {
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
    throw new Error(`${path}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`)
  }
  return result
}

async function measureEdge(stack: Stack, repeat: number): Promise<Section> {
  const { buildEnvironment, folder, workerVariables } = stack.backends
  const articles = [...loadMirror(buildEnvironment.BUILD_STATE)!.articles.values()]
  const article = articles.find(({ slug }) => slug === 'fathers-in-pencil')!
  const site = resolve('.local/bench/site')
  rmSync(site, { recursive: true, force: true })
  cpSync(latestSnapshot(join(folder, 'snapshots'))!, site, { recursive: true })
  const sealed = readFileSync(join(site, 'client', sealedBodyPath(article.slug)))
  // As random as what is sealed: nothing on the way can make it smaller.
  writeFileSync(join(site, 'client', 'same-size.bin'), randomBytes(sealed.length))
  const targets: Record<Subject, Target> = {
    page: { name: 'a static page', path: `/${article.slug}` },
    file: { name: `a static file of ${sealed.length} bytes`, path: '/same-size.bin' },
    client: { name: 'the least that the Worker answers', path: endpoints.client },
    body: { name: 'a sealed body of as many', path: articleBodyPath(article.slug) },
    subscription: { name: 'a subscription check, fresh pass', path: endpoints.subscription },
    picture: { name: 'a picture, 640 wide, cut before', path: `/images/${article.image.id}/640` },
  }
  const database = await startCounter()
  const edge = await startEdge({
    port: await freePort(10_800),
    site,
    variables: { ...workerVariables, FIRESTORE_URL: database.url },
    storage: join(folder, 'edge'),
    verbose: false,
    onCrash: (message) => console.error(message),
  })
  const rates = Object.fromEntries(subjects.map((subject) => [subject, []])) as unknown as Record<
    Subject,
    number[]
  >
  const medians = structuredClone(rates)
  const slowest = structuredClone(rates)
  try {
    const cookies = await cookiesOf(stack)
    for (const subject of subjects) await run(edge.url, targets[subject].path, cookies, warmUp)
    for (let round = 1; round <= repeat; round++) {
      log('bench', `the edge, run ${round} of ${repeat}`)
      for (const subject of subjects) {
        const result = await run(edge.url, targets[subject].path, cookies, duration)
        rates[subject].push(result.requests.average)
        medians[subject].push(result.latency.p50)
        slowest[subject].push(result.latency.p99)
      }
    }
  } finally {
    await edge.stop()
    database.stop()
    rmSync(site, { recursive: true, force: true })
  }
  const ratios = rates.body.map((rate, round) => rate / rates.file[round]!)
  const ratio = figureOf(ratios)
  const results = Object.fromEntries(
    subjects.map((subject) => [
      subject,
      {
        rate: figureOf(rates[subject]),
        p50: figureOf(medians[subject]),
        p99: figureOf(slowest[subject]),
      },
    ]),
  ) as Record<Subject, Record<'rate' | 'p50' | 'p99', Figure | null>>
  return {
    name: 'edge',
    tables: [
      {
        title: `The edge, ${connections} connections`,
        head: ['what is asked for', 'answers', 'median', '99 of 100 within'],
        rows: subjects.map((subject) => [
          targets[subject].name,
          printFigure(results[subject].rate, '/s'),
          printFigure(results[subject].p50, 'ms'),
          printFigure(results[subject].p99, 'ms'),
        ]),
      },
    ],
    figures: { results, ratio, databaseCalls: database.calls() },
    aims: edgeAims(ratio, database.calls()),
  }
}

export function benchEdge({ repeat }: { readonly repeat: number }): Promise<Section> {
  return withStack((stack) => measureEdge(stack, repeat))
}
