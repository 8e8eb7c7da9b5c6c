/** The memory of the local stack: idle, and after many requests of all kinds. Linux only (smaps_rollup). */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import autocannon from 'autocannon'
import { loadContentCopy } from '../../../src/content/content-copy.ts'
import { getEndpointPath } from '../../../src/contracts/endpoints/endpoint-path.ts'
import { logLine } from '../service-process.ts'
import type { Stack } from '../stack/stack.ts'
import { withStack } from './bench-stack.ts'
import { formatFigure, type Section, summarise } from './figure.ts'
import { listProcessTree } from './measure.ts'
import { acceptHeaders, checkResponses, createCookies } from './measure-rate.ts'
import { checkMemoryTargets } from './targets.ts'

/** The number of requests between two measurements, and the number of measurements. */
const step = 20_000
const steps = 6
const connections = 8
/** Few enough addresses that each is a returning reader's, and enough that no network reaches its rate limit. */
const addresses = 500
/** Milliseconds until the stack's start is complete. */
const idleAfter = 60_000

/** Returns memory in MB, including a share of shared pages. */
function readMemory(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)![1]) / 1024
}

function nameProcess(pid: number, sitePort: number): string {
  if (pid === process.pid) return 'npm start'
  const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  if (basename(args[0]!) !== 'workerd') {
    return basename(args.find((arg) => /\.(?:ts|m?js)$/.test(arg)) ?? args[0]!)
  }
  const isProxy = args.some((arg) => arg.endsWith(`:${sitePort}`))
  return isProxy ? 'workerd, wrangler’s proxy' : 'workerd, the Worker'
}

/** Returns memory by process. `supervisor` is this process's before it sent requests, as `npm start` sends none. */
function measureStack(sitePort: number, supervisor: number): ReadonlyMap<string, number> {
  const measured = new Map<string, number>()
  for (const pid of listProcessTree(process.pid)) {
    const name = nameProcess(pid, sitePort)
    const memory = pid === process.pid ? supervisor : readMemory(pid)
    measured.set(name, (measured.get(name) ?? 0) + memory)
  }
  return measured
}

async function sendRequests(stack: Stack, paths: readonly string[]) {
  // Cookies are fresh, so that no reader's pass has to be renewed.
  const cookies = await createCookies(stack)
  let sent = 0
  const result = await autocannon({
    url: stack.backends.siteUrl,
    connections,
    amount: step,
    requests: [
      {
        setupRequest(request) {
          const address = `127.1.${sent % 2}.${Math.floor(sent / 2) % (addresses / 2)}`
          const path = paths[sent % paths.length]!
          const cookie = cookies[sent++ % cookies.length]!
          return {
            ...request,
            path,
            headers: { ...acceptHeaders, cookie, 'CF-Connecting-IP': address },
          }
        },
      },
    ],
  })
  checkResponses(stack.backends.siteUrl, result)
}

async function measureMemory(stack: Stack): Promise<Section> {
  const { buildEnvironment, sitePort } = stack.backends
  const articles = [...loadContentCopy(buildEnvironment.BUILD_STATE)!.articles.values()]
  const paths = [
    '/',
    ...articles.flatMap(({ slug, access, image }) => [
      `/${slug}`,
      // Pages of public articles contain all of their text.
      ...(access === 'public' ? [] : [getEndpointPath('GET /api/articles/:slug/body', { slug })]),
      getEndpointPath('GET /api/subscription'),
      `/images/${image.id}/640`,
    ]),
  ]
  logLine('bench', 'waiting until the stack is idle …')
  await new Promise((done) => setTimeout(done, idleAfter))
  const supervisor = readMemory(process.pid)
  const measurements = [measureStack(sitePort, supervisor)]
  for (let number = 1; number <= steps; number++) {
    logLine('bench', `memory, ${number * step} requests`)
    await sendRequests(stack, paths)
    measurements.push(measureStack(sitePort, supervisor))
  }
  const names = [...new Set(measurements.flatMap((measured) => [...measured.keys()]))]
  const format = (value: number) => formatFigure(summarise([value]), 'MB')
  const sums = measurements.map((measured) => [...measured.values()].reduce((a, b) => a + b, 0))
  return {
    tables: [
      {
        title: 'Memory of the local stack with our fake of Firestore (PSS), by number of requests',
        head: ['process', 'idle', ...sums.slice(1).map((_, index) => `${(index + 1) * step}`)],
        rows: [
          ...names.map((name) => [
            name,
            ...measurements.map((measured) => format(measured.get(name) ?? 0)),
          ]),
          ['together', ...sums.map(format)],
        ],
      },
    ],
    targets: checkMemoryTargets(sums, step),
  }
}

export const benchmarkMemory = (): Promise<Section> => withStack(measureMemory)
