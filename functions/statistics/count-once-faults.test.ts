/** Events from browsers are counted exactly once, and editors see them, whatever is repeated, reordered or interrupted. */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { command } from '../../scripts/desk/commands/stats-command.ts'
import { countLives } from '../../scripts/dev/random-lives.ts'
import { counters } from '../../src/domain/statistics/counters.ts'
import { type Report, reportNames, reportSchema } from '../../src/domain/statistics/report.ts'
import { createRandom, type Random } from '../testing/create-random.ts'
import { unwrap } from '../testing/unwrap.ts'
import { createRecordWrites } from './records/create-record-writes.ts'
import { CollectorHarness, deskKeys, siteUrl, stories } from './testing/collector-harness.ts'
import {
  CountedModel,
  createEvent,
  hour,
  refusalHeaders,
  type Sent,
  sentArbitrary,
  toLocal,
} from './testing/sent-batches.ts'

const day = 24 * hour

let harness: CollectorHarness
beforeEach(() => {
  harness = new CollectorHarness()
})
afterEach(() => {
  harness.close()
  vi.unstubAllEnvs()
})

/** Interrupts what runs now and then, before or after its first transaction: an exception in place of the process's end. */
async function interrupt(random: Random, run: () => Promise<unknown>) {
  const roll = random()
  harness.statistics.onTransaction = (isDone) => {
    if (roll < 0.6 && isDone === roll < 0.3) throw new Error('stopped')
  }
  await run().catch(() => {})
  harness.statistics.onTransaction = () => {}
}

/** Delivers some messages in one group. The queue may deliver one twice although it was acknowledged. */
async function deliverSome(random: Random) {
  const { messages } = harness
  if (messages.length === 0) return
  const start = Math.floor(random() * messages.length)
  const some = messages.slice(start, start + 1 + Math.floor(random() * messages.length))
  if (random() < 0.5) messages.push({ ...some[0]! })
  await interrupt(random, () => harness.deliver(some))
}

async function runJobs(random: Random | null) {
  for (const name of ['transitions', 'dailyFigures', 'oldFigures'] as const) {
    if (random) await interrupt(random, () => harness.run(name))
    if (!random || random() < 0.5) unwrap(await harness.run(name))
  }
}

async function sendBatch(sent: Sent, random: Random | null, model: CountedModel) {
  harness.advance(sent.delay)
  const sentAt = new Date(harness.now.getTime() + sent.skew)
  const batch = sent.actions.map((action) => createEvent(action, sentAt))
  const cookies = sent.kind === 'guest' ? {} : await harness.createCookies(sent.kind)
  const headers = { ...cookies, ...(sent.refusal && refusalHeaders[sent.refusal]) }
  model.addBatch(sent, harness.now)
  // A refused request is counted each time: nothing of it is stored, not even an id.
  const copies = random && !sent.refusal ? sent.copies : 1
  for (let copy = 0; copy < copies; copy++) {
    const { country } = sent
    expect((await harness.send(batch, headers, { sentAt, country })).status).toBe(202)
    if (random) await deliverSome(random)
  }
}

function readLines(): Map<string, number> {
  const lines = new Map<string, number>()
  const names = ['table', 'day', 'hour', 'slug', 'page', 'source', 'campaign', 'readerKind']
  for (const table of ['hourly', 'campaigns', 'rejections'])
    for (const stored of harness.statistics.read<Record<string, string | number>>(
      `SELECT '${table}' AS "table", * FROM ${table}`,
    )) {
      const key = [...names, 'country', 'reason'].flatMap((name) => stored[name] ?? [])
      // Networks, which the lists of the most read stories count by, have tests of their own.
      for (const column of counters.filter((name) => !/^(?:listed|provider)Reads$/.test(name)))
        if (Number(stored[column] ?? 0) > 0)
          lines.set([...key, column].join(' '), Number(stored[column]))
      if (table === 'rejections') lines.set(key.join(' '), Number(stored.events))
    }
  return lines
}

const sortEntries = (lines: ReadonlyMap<string, number>) => Object.fromEntries([...lines].sort())

it('statistics are exact, whatever is sent, delivered or interrupted again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sentArbitrary, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      async (all, seed) => {
        harness.close()
        harness = new CollectorHarness()
        const [model, random] = [new CountedModel(), createRandom(seed)]
        for (const sent of all) {
          await sendBatch(sent, random, model)
          if (random() < 0.5) await runJobs(random)
        }
        await harness.deliver()
        expect(harness.messages).toEqual([])
        expect(sortEntries(readLines())).toEqual(sortEntries(model.lines))

        // Days that are over: the sums of their hours, however often they were added up.
        harness.advance(2 * day)
        unwrap(await harness.run('dailyFigures'))
        unwrap(await harness.run('dailyFigures'))
        const sumBy = (table: string) =>
          harness.statistics.read(
            `SELECT day, slug, page, source, readerKind, country, ${counters
              .map((column) => `SUM(${column}) AS ${column}`)
              .join(', ')} FROM ${table} GROUP BY 1, 2, 3, 4, 5, 6`,
          )
        expect(sumBy('daily')).toEqual(sumBy('hourly'))
        expect(harness.statistics.read('SELECT * FROM touchedDays')).toEqual([])
      },
    ),
    { numRuns: countLives(40) },
  )
})

/** Two months of batches, payments and cron jobs. The same in each run, but for what `random` repeats and interrupts. */
async function live(random: Random | null): Promise<CountedModel> {
  const model = new CountedModel()
  const { firestore } = harness.firestore
  const publishedAt = new Date('2026-09-01T00:00:00Z')
  for (const slug of stories)
    unwrap(
      await firestore.commit([
        { set: `articles/${slug}`, fields: { title: slug, publishedAt, status: 'published' } },
      ]),
    )
  const kinds = ['started', 'renewed', 'cancelled', 'giftBought', 'refunded'] as const
  for (const [index, sent] of fc.sample(sentArbitrary, { seed: 4711, numRuns: 150 }).entries()) {
    await sendBatch(sent, random, model)
    const kind = kinds[index % kinds.length]!
    const [plan, amount, at] = ['monthly_13', 1399 + index, harness.now]
    const payment = { kind, key: `payment ${index}`, at, plan, amount, reason: '' }
    const writes = await createRecordWrites([payment], null)
    unwrap(await firestore.commit(writes))
    // A commit whose answer was lost; the record may have been copied in between.
    if (random && random() < 0.5) await runJobs(random)
    if (random && random() < 0.3) unwrap(await firestore.commit(writes))
    if (index % 5 > 0) continue
    // Cloudflare delivers a message for four days at most.
    await harness.deliver()
    await runJobs(random)
  }
  await harness.deliver()
  await runJobs(null)
  return model
}

/** Sets the time zone of this process. Reports must not depend on it. */
function useTimeZone(name: string) {
  vi.stubEnv('TZ', name)
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(name)
}

/** `npm run desk -- stats`, on a machine whose clock shows the simulated time. */
async function runDesk(...options: readonly string[]) {
  const account = { client_email: 'desk@verandah.example', private_key: 'PRIVATE KEY' }
  const environment = {
    SITE_URL: siteUrl,
    FIREBASE_PROJECT_ID: 'verandah',
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify(account),
    DESK_KEYS: deskKeys,
    DESK_EDITOR: 'Tests',
  }
  for (const [variable, value] of Object.entries(environment)) vi.stubEnv(variable, value)
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => harness.fetch(new Request(url, init)))
  vi.useFakeTimers({ toFake: ['Date'], now: harness.now })
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    await command.run([...options])
    return log.mock.calls.flat().join('\n')
  } finally {
    log.mockRestore()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
}

async function readReports() {
  const reports = new Map<string, Report>()
  for (const name of [...reportNames, ...stories.map((slug) => `story ${slug}`)]) {
    const parts = name === 'overview' ? [] : name.split(' ')
    reports.set(name, reportSchema.parse(JSON.parse(await runDesk(...parts, '--json'))))
  }
  return reports
}

it('editors see what browsers sent, whatever was repeated, and wherever they are', async () => {
  useTimeZone('Pacific/Kiritimati')
  const model = await live(null)
  const reports = await readReports()
  const { rows } = reports.get('overview')!.tables[0]!
  const sumDays = (column: string, from: number, until: number) => {
    const getDay = (ago: number) => toLocal(new Date(harness.now.getTime() - ago * day)).day
    let sum = 0
    for (const [line, value] of model.lines) {
      const [table, lineDay = ''] = line.split(' ')
      if (table === 'hourly' && line.endsWith(` ${column}`))
        if (lineDay >= getDay(from) && lineDay < getDay(until)) sum += value
    }
    return sum
  }
  for (const [label, column] of [
    ['All views', 'views'],
    ['Reads', 'reads'],
    ['Walls', 'walls'],
    ['Checkouts', 'checkouts'],
  ] as const) {
    const { cells } = rows.find((row) => row.label === label)!
    expect([label, cells[0]!.value]).toEqual([label, sumDays(column, 0, -1)])
    for (const [index, length] of [7, 28].entries())
      expect([label, length, cells[index + 1]]).toMatchObject([
        label,
        length,
        { value: sumDays(column, length, 0), before: sumDays(column, 2 * length, length) },
      ])
    expect(cells[2]!.value).toBeGreaterThan(0)
  }

  // An editor's own time zone changes nothing, on the terminal too.
  const printed = await runDesk()
  useTimeZone('America/New_York')
  expect(await runDesk()).toBe(printed)
  expect(printed).toContain('in Asia/Colombo')

  harness.close()
  harness = new CollectorHarness()
  await live(createRandom(815))
  for (const [name, report] of await readReports()) expect(report).toEqual(reports.get(name))
})
