import { expect, it } from 'vitest'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { createRemoteFetcher, type RunLimits } from './remote-fetcher.ts'

const asked: string[] = []
let busyTimes = 0

const origin = await startTestServer(({ url = '', socket }, response) => {
  asked.push(url)
  if (url === '/hang-up') socket.destroy()
  else if (url === '/busy' && busyTimes-- > 0) response.writeHead(429, { 'Retry-After': '7' }).end()
  else if (url === '/tomorrow') response.writeHead(503, { 'Retry-After': '86400' }).end()
  else if (url === '/gone') response.writeHead(404, { 'Retry-After': '1' }).end()
  else if (url === '/endless') {
    const writeMore = () => {
      while (response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', writeMore).on('error', () => {})
    writeMore()
  } else response.end('0123456789')
})

const runLimits: RunLimits = {
  maxFiles: 100,
  maxTotalBytes: 1000,
  maxHours: 1,
  maxUnanswered: 3,
  maxRetryAfter: 60,
  maxAttempts: 3,
}

function createFetcher(changed: Partial<RunLimits> = {}) {
  asked.length = 0
  const waits: number[] = []
  const fetcher = createRemoteFetcher({
    limits: { maxBytes: 1_000_000, timeout: 5000, maxRedirects: 3, localOrigin: origin },
    runLimits: { ...runLimits, ...changed },
    wait: async (milliseconds) => waits.push(milliseconds),
  })
  const fetchPath = async (path: string) => {
    const fetched = await fetcher.fetchFile(origin + path)
    return fetched.ok ? Buffer.from(fetched.value).toString() : fetched.failure.reason
  }
  return { fetchPath, waits }
}

it('the fetcher waits as long as the server asks, but only a few times', async () => {
  const { fetchPath, waits } = createFetcher()
  busyTimes = 2
  expect(await fetchPath('/busy')).toBe('0123456789')
  expect(waits).toEqual([7000, 7000])
  busyTimes = 3
  expect(await fetchPath('/busy')).toBe('answers with status 429')
  expect(asked).toHaveLength(6)
})

it('the fetcher doesn’t retry files that no longer exist', async () => {
  const { fetchPath, waits } = createFetcher()
  expect(await fetchPath('/gone')).toBe('answers with status 404')
  expect([waits, asked]).toEqual([[], ['/gone']])
})

it('the fetcher doesn’t retry a host that asks to wait for a day', async () => {
  const { fetchPath, waits } = createFetcher()
  expect(await fetchPath('/tomorrow')).toBe('answers with status 503')
  expect(await fetchPath('/fine')).toBe('wasn’t fetched: its host asks to wait for 1440 minutes')
  expect([waits, asked]).toEqual([[], ['/tomorrow']])
})

it('the fetcher stops calling a host that doesn’t respond', async () => {
  const { fetchPath } = createFetcher()
  for (const path of ['/hang-up', '/hang-up', '/fine', '/hang-up', '/hang-up', '/hang-up'])
    await fetchPath(path)
  expect(await fetchPath('/fine')).toBe('wasn’t fetched: its host left 3 requests unanswered')
  expect(asked).toHaveLength(6)
})

it('the fetcher fetches a limited number of files and bytes in one run', async () => {
  const few = createFetcher({ maxFiles: 2 })
  expect([
    await few.fetchPath('/a'),
    await few.fetchPath('/gone'),
    await few.fetchPath('/b'),
  ]).toEqual([
    '0123456789',
    'answers with status 404',
    'wasn’t fetched: the limit is 2 files in one run',
  ])
  const small = createFetcher({ maxTotalBytes: 15 })
  await small.fetchPath('/a')
  await small.fetchPath('/b')
  expect(await small.fetchPath('/c')).toContain('wasn’t fetched: the limit is')
})

it('the fetcher counts the bytes of failed downloads', async () => {
  const { fetchPath } = createFetcher({ maxTotalBytes: 1_500_000 })
  expect(await fetchPath('/endless')).toMatch(/^is larger/)
  expect(await fetchPath('/endless')).toMatch(/^wasn’t fetched: the limit is/)
  expect(await fetchPath('/fine')).toMatch(/^wasn’t fetched: the limit is/)
  expect(asked).toEqual(['/endless', '/endless'])
})

it('the fetcher stops after a number of hours', async () => {
  const { fetchPath } = createFetcher({ maxHours: 0 })
  expect(await fetchPath('/fine')).toBe('wasn’t fetched: the limit is 0 hours in one run')
  expect(asked).toEqual([])
})
