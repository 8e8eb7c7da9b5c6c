/**
 * A week of 5,000 visitors, with the eight weeks before it. Everything goes through the collector, the queue, the cron
 * jobs and the reports as editors get them; beside it a model counts what happened.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { command } from '../../scripts/desk/commands/stats-command.ts'
import { type Report, reportSchema } from '../../src/domain/statistics/report.ts'
import type { ExpectedCells } from './testing/expected-cells.ts'
import { ExpectedMoney } from './testing/expected-money.ts'
import { ExpectedTraffic } from './testing/expected-traffic.ts'
import {
  choose,
  createRandom,
  deskKeys,
  type Random,
  siteUrl,
  WeekHarness,
} from './testing/week-harness.ts'
import { WeekModel } from './testing/week-model.ts'
import { WeekReaders } from './testing/week-readers.ts'
import {
  createReaders,
  getPublicationTime,
  issues,
  planVisit,
  sendBatch,
  stories,
} from './testing/week-visitors.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** 10:17 in Colombo. The week before it has the end of a month. */
const now = Date.parse('2026-12-03T04:47:00Z')
/** The beginning of that day. */
const today = Date.parse('2026-12-02T18:30:00Z')
/** In which clocks in New York and London changed. */
const start = today - 56 * day
/** Before any job has added up the latest days: 00:12 in Colombo. */
const early = Date.parse('2026-11-30T18:42:00Z')
const visitors = { before: 900, week: 5000, today: 150, atMidnight: 12 }

const titles = new Map(stories.map((slug) => [slug as string, `The story of ${slug}`]))
const sending = { accepted: 400, delivered: 380, bounced: 9, complaints: 2 }
const issueRows = [
  { slug: '2026-11-29', subject: 'Tea', sending: null },
  { slug: '2026-11-22', subject: 'Rain', sending },
]

/** Sets the time zone of this process. Reports must not depend on it. */
function useTimeZone(name: string) {
  vi.stubEnv('TZ', name)
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(name)
}

type Task = { readonly at: number; readonly run: () => Promise<unknown> }

async function simulate(withFaults: boolean, timeZone: string) {
  useTimeZone(timeZone)
  // The same visitors in each simulation; the faults have their own numbers.
  const random = createRandom(4711)
  const paths = [
    ...stories.map((slug) => `/${slug}`),
    ...issues.map((slug) => `/newsletter/${slug}`),
  ]
  const harness = new WeekHarness(new Date(start), paths, withFaults ? createRandom(815) : null)
  const model = new WeekModel()
  const snapshots = new Map<number, Map<string, Report>>()
  await storeDocuments(harness)
  const tasks = [
    ...(await planVisitors(harness, model, random)),
    ...planReaders(new WeekReaders(harness, model, random), random),
    ...planJobs(harness),
  ].sort((one, other) => one.at - other.at)
  for (const readAt of [early, now]) {
    while (tasks[0] && tasks[0].at <= readAt) {
      const task = tasks.shift()!
      harness.now = new Date(task.at)
      await task.run()
    }
    harness.now = new Date(readAt)
    await harness.deliver(true)
    await harness.runJobs()
    snapshots.set(readAt, await readReports(harness))
  }
  return { harness, model, snapshots }
}

async function storeDocuments(harness: WeekHarness) {
  await harness.commit([
    ...stories.map((slug) => ({
      set: `articles/${slug}`,
      fields: {
        title: titles.get(slug)!,
        publishedAt: new Date(getPublicationTime(slug)),
        status: 'published',
        access: 'metered',
      },
    })),
    ...issueRows.map(({ slug, subject }) => ({
      set: `issues/${slug}`,
      fields: { subject, date: slug },
    })),
  ])
  const { accepted, delivered, bounced, complaints } = sending
  const totals = { accepted, delivered, hardBounces: bounced - 4, softBounces: 4, complaints }
  harness.sendings.objects.set('2026-11-22', new Map([['sending', { totals }]]))
}

async function planVisitors(harness: WeekHarness, model: WeekModel, random: Random) {
  const times: number[] = []
  const spread = (count: number, from: number, until: number) => {
    for (let index = 0; index < count; index++)
      times.push(from + Math.floor(random() * (until - from)))
  }
  spread(visitors.before, start, today - 7 * day)
  spread(visitors.week, today - 7 * day, today)
  spread(visitors.today, today, now - 10 * 60_000)
  // The last and first milliseconds of the publication's days, and of those of UTC.
  for (let ago = 0; ago <= 56; ago++)
    for (const edge of [-1, 0, 5.5 * hour - 1, 5.5 * hour])
      if (ago < visitors.atMidnight || ago === 28 || ago === 56)
        if (today - ago * day + edge >= start) times.push(today - ago * day + edge)
  const readers = new Map<string, Awaited<ReturnType<typeof createReaders>>>()
  const tasks: Task[] = []
  for (const time of times) {
    const month = new Date(time - (time % (20 * day)))
    const key = month.toISOString()
    if (!readers.has(key)) readers.set(key, await createReaders(harness, month))
    for (const batch of planVisit(random, time, readers.get(key)!))
      tasks.push({ at: batch.receivedAt, run: () => sendBatch(harness, model, batch) })
  }
  return tasks
}

function planReaders(readers: WeekReaders, random: Random): Task[] {
  const tasks: Task[] = []
  const add = (at: number, run: () => Promise<unknown>) => tasks.push({ at, run })
  const anyTime = () => start + 2 * hour + Math.floor(random() * (now - start - 4 * hour))
  addSubscribers(readers, add)
  add(today - 3 * day + hour, () => readers.give())
  for (let index = 0; index < 20; index++) add(anyTime(), () => readers.joinWeekly())
  const plans = ['monthly_13', 'annual_99', 'student_45', 'international_monthly']
  for (let index = 0; index < 160; index++) {
    const plan = choose(random, plans)
    const amount = 1000 + Math.floor(random() * 9000)
    add(anyTime(), () => readers.record('started', plan, amount))
    if (index % 2 === 0) add(anyTime(), () => readers.record('renewed', plan, amount))
    if (index % 4 === 0) add(anyTime(), () => readers.record('paymentFailed', plan, 0))
    if (index % 5 === 0) add(anyTime(), () => readers.record('paymentRecovered', plan, 0))
    const reason = choose(random, ['stories', 'price', 'time', 'unknown'])
    if (index % 3 === 0) add(anyTime(), () => readers.record('cancelled', plan, 0, reason))
    if (index % 6 === 0) add(anyTime(), () => readers.record('ended', plan, 0, 'cancelled'))
    if (index % 9 === 0) add(anyTime(), () => readers.record('refunded', plan, amount))
    if (index % 8 === 0) add(anyTime(), () => readers.record('registered', '', 0, 'signUp'))
    if (index % 7 === 0) add(anyTime(), () => readers.record('giftBought', 'gift_12', 9900))
    if (index % 10 === 0)
      add(anyTime(), () => readers.refer(choose(random, ['pending', 'earned', 'reversed'])))
    if (index % 40 === 0) add(anyTime(), () => readers.record('giftRefunded', 'gift_12', 9900))
  }
  for (const kind of ['guest', 'registered'] as const)
    for (let index = 0; index < 110; index++) {
      const first = today - 28 * day + Math.floor(random() * 26 * day)
      const stops = Math.floor(random() * (kind === 'guest' ? 2 : 3)) + 1
      // Also in the next month.
      const apart = Math.floor(random() * 9 * day)
      let useNext: () => Promise<void>
      for (let step = 0; step < stops; step++)
        if (first + step * apart < now - hour)
          add(first + step * apart, async () => {
            useNext ??= await readers.useFreeStories(kind)
            await useNext()
          })
    }
  return tasks
}

function addSubscribers(
  readers: WeekReaders,
  add: (at: number, run: () => Promise<unknown>) => void,
) {
  type Subscription = Awaited<ReturnType<WeekReaders['subscribe']>>
  const lives: Readonly<
    Record<
      string,
      (later: (days: number, act: (one: Subscription) => Promise<unknown>) => void) => void
    >
  > = {
    stays: () => {},
    renews: (later) => later(31, ({ renew }) => renew()),
    fails: (later) => {
      later(31, ({ failToRenew }) => failToRenew())
      later(34, ({ recover }) => recover())
    },
    failsFinally: (later) => later(32, ({ failToRenew }) => failToRenew()),
    cancels: (later) => later(9, ({ cancel }) => cancel('price')),
    pauses: (later) => later(4, ({ pause }) => pause()),
    takesTheOffer: (later) => later(6, ({ acceptOffer }) => acceptOffer()),
    isRefunded: (later) => later(12, ({ refund }) => refund()),
  }
  for (const [index, plan] of Object.values(lives).entries())
    for (const startsAgo of [50 - index, 38, 9 + index]) {
      // At the end of a day, and at the beginning of the next.
      const at = today - startsAgo * day + (index % 2 === 0 ? -1 : 0)
      const isAnnual = index % 4 === 0
      let subscription: Subscription
      add(at, async () => {
        subscription = await readers.subscribe(isAnnual ? 'annual' : 'monthly')
      })
      plan((days, act) => {
        if (at + days * day < now - hour) add(at + days * day, () => act(subscription))
      })
    }
}

function planJobs(harness: WeekHarness): Task[] {
  const tasks: Task[] = []
  for (let at = start + hour; at < now; at += 5 * hour)
    tasks.push({
      at,
      run: async () => {
        await harness.deliver()
        // Not in the last hours before the early reports.
        if (at < early - 30 * hour || at > early) await harness.runJobs()
      },
    })
  return tasks
}

/** `npm run desk -- stats`, on a machine whose clock shows the simulated time. */
async function runDesk(harness: WeekHarness, name: string, ...options: readonly string[]) {
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
    await command.run([...(name === 'overview' ? [] : name.split('/')), ...options])
    return log.mock.calls.flat().join('\n')
  } finally {
    log.mockRestore()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
}

const reportNames = ['overview', 'funnel', 'plans', 'weekly', 'gifts', 'meter']

async function readReports(harness: WeekHarness) {
  const reports = new Map<string, Report>()
  for (const name of [...reportNames, ...stories.map((slug) => `story/${slug}`)])
    reports.set(name, reportSchema.parse(JSON.parse(await runDesk(harness, name, '--json'))))
  return reports
}

function listExpected(model: WeekModel, at: number): Map<string, ExpectedCells> {
  const [traffic, money] = [new ExpectedTraffic(model, at), new ExpectedMoney(model, at)]
  return new Map([
    ['overview', traffic.overview(titles)],
    ['funnel', traffic.funnel()],
    ['plans', money.plans()],
    ['weekly', money.weekly(issueRows)],
    ['gifts', money.gifts()],
    ['meter', money.meter()],
    ...stories.map(
      (slug) => [`story/${slug}`, traffic.story(slug, getPublicationTime(slug))] as const,
    ),
  ])
}

const listCells = ({ tables }: Report): ExpectedCells =>
  new Map(
    tables.flatMap(({ id, rows }) =>
      rows.flatMap(({ label, cells }) =>
        cells.map((cell, column) => [`${id} / ${label} / ${column}`, cell] as const),
      ),
    ),
  )

const sortEntries = (cells: ExpectedCells) => Object.fromEntries([...cells].sort())

let open: WeekHarness[] = []
afterEach(() => {
  for (const harness of open) harness.close()
  open = []
  vi.unstubAllEnvs()
})

describe('a simulated week of 5,000 visitors', () => {
  it('has in every report the numbers of the model, whatever is repeated or interrupted', async () => {
    const calm = await simulate(false, 'Pacific/Kiritimati')
    open.push(calm.harness)
    const reports = calm.snapshots
    for (const at of [early, now])
      for (const [name, expected] of listExpected(calm.model, at)) {
        const found = listCells(reports.get(at)!.get(name)!)
        expect({ name, at, ...sortEntries(found) }).toEqual({ name, at, ...sortEntries(expected) })
      }
    const stormy = await simulate(true, 'America/New_York')
    open.push(stormy.harness)
    for (const at of [early, now])
      for (const name of calm.snapshots.get(at)!.keys())
        expect(stormy.snapshots.get(at)!.get(name)).toEqual(calm.snapshots.get(at)!.get(name))

    // An editor's own time zone changes nothing, on the terminal too.
    const printed = new Set<string>()
    for (const timeZone of ['Asia/Colombo', 'America/New_York', 'Pacific/Kiritimati', 'UTC']) {
      useTimeZone(timeZone)
      printed.add(await runDesk(calm.harness, 'overview'))
    }
    expect(printed.size).toBe(1)
    expect([...printed][0]).toContain('3 December 2026 at 10:17 in Asia/Colombo')
  }, 600_000)
})
