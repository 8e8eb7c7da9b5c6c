import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type HealthCheckName,
  healthCheckNames,
} from '../../src/contracts/endpoints/health-endpoints.ts'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import type { Cron, JobReport } from '../../src/domain/cron.ts'
import { noActiveIssues } from '../../src/domain/issue/active-issues.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { createMemoryDatabase } from '../statistics/testing/memory-database.ts'
import { useMemoryFirestore } from '../testing/memory-firestore.ts'
import { checkHealth, type HealthSources } from './check-health.ts'
import type { EventsQueue } from './check-statistics.ts'
import { hasHealthSecret } from './health-secret.ts'

const database = useMemoryFirestore()
const now = new Date('2026-11-23T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const report = (fields: Partial<JobReport> = {}): JobReport => ({
  ranAt: ago(1),
  done: 0,
  failed: 0,
  waitingSince: null,
  error: null,
  ...fields,
})
const createCron = (fields: Partial<Cron> = {}): Cron => ({
  run: 'a run',
  startedAt: ago(1),
  leaseUntil: ago(1),
  payPalUnavailableUntil: null,
  jobs: { articles: report(), emails: report() },
  ...fields,
})

const createQueue = (backlogCount: number, minutesOld?: number): EventsQueue => ({
  metrics: async () => ({
    backlogCount,
    backlogBytes: backlogCount * 100,
    ...(minutesOld === undefined ? {} : { oldestMessageTimestamp: ago(minutesOld) }),
  }),
})

const statistics = createMemoryDatabase()
let problems: string[] = []
const check = (more: Partial<HealthSources> = {}) =>
  checkHealth({
    firestore: database.firestore,
    statistics,
    eventsQueue: createQueue(0),
    buildManifest: { builtAt: async () => ago(60), listContentProblems: async () => problems },
    now: () => now,
    has: { rebuildHook: true, payPal: true, mail: true, weekly: true },
    ...more,
  })

const outboxItem = (fields: Fields): Fields => ({
  kind: 'email',
  pendingSince: ago(60),
  dueAt: ago(-60),
  attempts: 0,
  ...fields,
})

const failing: [string, HealthCheckName, Record<string, Fields>, Fields][] = [
  [
    'no run for six minutes',
    'cron',
    { 'operations/cron': createCron({ startedAt: ago(6) }) },
    { secondsAgo: 360 },
  ],
  [
    'a job that fails',
    'jobs',
    { 'operations/cron': createCron({ jobs: { gifts: report({ error: 'unavailable' }) } }) },
    { failing: 'gifts' },
  ],
  [
    'a job whose records wait',
    'jobs',
    { 'operations/cron': createCron({ jobs: { payPal: report({ waitingSince: ago(11) }) } }) },
    { behind: 'payPal', secondsBehind: 660 },
  ],
  [
    'an item that isn’t run',
    'outbox',
    { 'outbox/a': outboxItem({ dueAt: ago(11) }) },
    { due: 1, oldestDueSeconds: 660, unknown: 0 },
  ],
  [
    'an item that only a newer version can run',
    'outbox',
    { 'outbox/a': outboxItem({ kind: 'fromTheFuture', dueAt: ago(11) }) },
    { due: 0, oldestDueSeconds: 0, unknown: 1 },
  ],
  [
    'an item that keeps failing',
    'outbox',
    { 'outbox/a': outboxItem({ attempts: 5 }) },
    { retried: 1, oldestRetriedSeconds: 3600 },
  ],
  [
    'PayPal’s open breaker',
    'payPal',
    { 'operations/cron': createCron({ payPalUnavailableUntil: ago(-1) }) },
    { unavailableUntil: ago(-1).toISOString() },
  ],
  [
    'a payment of less than was sold, before the first comparison',
    'payments',
    { 'operations/reconciliation': { lastUnderpaidAt: ago(1) } },
    { lastUnderpaidAt: ago(1).toISOString() },
  ],
  [
    'a refund that waits for a supporter',
    'payments',
    { 'operations/reconciliation': { lastHeldRefund: { subscription: 'I-1', at: ago(1) } } },
    { lastHeldRefund: 'I-1' },
  ],
  [
    'emails that weren’t sent',
    'mail',
    { 'operations/cron': createCron({ jobs: { emails: report({ failed: 2 }) } }) },
    { failedEmails: 2 },
  ],
]

describe('the health check', () => {
  it('finds nothing to report on a new site', async () => {
    const details = await check()
    expect(details).toMatchObject({ status: 'ok', firestore: 'ok', attention: [] })
    expect(details.checks.map(({ name }) => name)).toEqual(healthCheckNames)
  })

  it('finds nothing wrong on a site in use', async () => {
    await database.store({ 'operations/cron': createCron(), 'outbox/later': outboxItem({}) })
    const states = new Set((await check()).checks.map(({ name, state }) => `${name} ${state}`))
    for (const name of [
      'cron',
      'jobs',
      'outbox',
      'payPal',
      'mail',
      'weekly',
      'events',
      'statistics',
    ]) {
      expect(states).toContain(`${name} ok`)
    }
  })

  it('reports a site without a build hook', async () => {
    const has = { rebuildHook: false, payPal: true, mail: true, weekly: true }
    const { status, checks } = await check({ has })
    expect(status).toBe('ok')
    expect(checks.find(({ name }) => name === 'rebuild')).toMatchObject({ state: 'off' })
  })

  it.each(failing)('reports %s', async (_, name, documents, figures) => {
    await database.store({ 'operations/cron': createCron(), ...documents })
    const { attention, checks } = await check()
    expect(attention).toEqual([name])
    expect(checks.find((one) => one.name === name)).toMatchObject({ figures })
  })

  it('reports an issue that has stopped by itself, but not one that an editor has paused', async () => {
    const store = (pausedBy: string) => {
      const active = { 'the-week': { state: 'paused', pausedBy, sendAt: now } }
      return database.store({ 'operations/issues': { ...noActiveIssues, active } })
    }
    await store('complaints')
    const { attention, checks } = await check()
    expect(attention).toEqual(['weekly'])
    const figures = { 'the-week': 'paused: complaints' }
    expect(checks).toContainEqual({ name: 'weekly', state: 'attention', figures })
    await store('editor')
    expect((await check()).attention).toEqual([])
  })

  it('reports documents that the build left out', async () => {
    problems = ['articles/one is left out: title: is missing', 'another']
    const { attention, checks, status } = await check()
    expect([attention, status]).toEqual([['content'], 'ok'])
    const figures = { problems: 2, first: problems[0] }
    expect(checks).toContainEqual({ name: 'content', state: 'attention', figures })
    problems = []
  })

  it('reports events that aren’t counted', async () => {
    expect((await check({ eventsQueue: createQueue(3, 9) })).attention).toEqual([])
    const { attention, checks } = await check({ eventsQueue: createQueue(3, 11) })
    expect(attention).toEqual(['events'])
    expect(checks).toContainEqual({
      name: 'events',
      state: 'attention',
      figures: { waitingBatches: 3, delaySeconds: 660 },
    })
  })

  it('reports a statistics database that doesn’t respond, or is nearly full', async () => {
    const prepare = () => {
      throw new Error('no answer')
    }
    expect((await check({ statistics: { ...statistics, prepare } })).attention).toEqual([
      'statistics',
    ])
    const full = async () => ({ results: [], meta: { changes: 0, size_after: 8_100_000_000 } })
    const nearlyFull = { ...statistics, prepare: () => ({ all: full }) as never }
    expect((await check({ statistics: nearlyFull })).attention).toEqual(['statistics'])
  })

  it('reports everything else if Firestore is unavailable', async () => {
    const unavailable = async () => ({ ok: false, failure: { kind: 'unavailable' } })
    const firestore = { get: unavailable, query: unavailable } as never
    const details = await check({ firestore })
    expect(details).toMatchObject({
      status: 'degraded',
      firestore: 'unavailable',
      attention: ['firestore'],
    })
    expect(details.checks.find(({ name }) => name === 'statistics')?.state).toBe('ok')
    expect(details.checks.map(({ name }) => name).sort()).toEqual([...healthCheckNames].sort())
  })

  it('reads at most a few documents, however many are waiting', async () => {
    const items = Array.from({ length: 120 }, (_, at) => [
      `outbox/${at}`,
      outboxItem({ dueAt: ago(at), attempts: 9 }),
    ])
    await database.store(Object.fromEntries(items))
    const { checks } = await check()
    expect(checks.find(({ name }) => name === 'outbox')).toMatchObject({
      figures: { due: 50, oldestDueSeconds: 119 * 60, retried: 50 },
    })
  })
})

it('each check has a complete row in the table of alerts', () => {
  const alerts = readFileSync('scripts/operate/alerts.md', 'utf8')
  const rows = [...alerts.matchAll(/^\| `(\w+)` \|([^|]+)\|([^|]+)\|([^|]+)\|$/gm)]
  expect(rows.map(([, name]) => name)).toEqual(healthCheckNames)
  for (const [, , ...cells] of rows) for (const cell of cells) expect(cell.trim()).not.toBe('')
})

describe('the secret for the details', () => {
  const first = 'A'.repeat(43)
  const second = `${'b-_0'.repeat(10)}b-8`
  const keyring = keyringSchema.parse(`2:${second},1:${first}`)
  const ask = (authorization: string | null, keys: typeof keyring | null = keyring) =>
    hasHealthSecret(
      { headers: new Headers(authorization === null ? {} : { Authorization: authorization }) },
      keys,
    )

  it('can be any key of the keyring, so that it can be rotated', async () => {
    expect(await ask(`Bearer ${first}`)).toBe(true)
    expect(await ask(`Bearer ${second}`)).toBe(true)
    expect(await ask(`Bearer ${second.replaceAll('-', '+').replaceAll('_', '/')}=`)).toBe(true)
  })

  it.each([
    null,
    '',
    'Bearer ',
    first,
    `Basic ${first}`,
    `Bearer ${first.slice(1)}`,
    `Bearer ${first}A`,
  ])('can’t be %j', async (authorization) => expect(await ask(authorization)).toBe(false))

  it('doesn’t exist without a keyring', async () => {
    expect(await ask(`Bearer ${first}`, null)).toBe(false)
    expect(await ask('Bearer ', null)).toBe(false)
  })
})
