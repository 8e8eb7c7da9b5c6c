import { beforeEach, describe, expect, it } from 'vitest'
import { type JobName, runBudget, runLease } from '../../../src/domain/cron.ts'
import { minute } from '../../../src/domain/duration.ts'
import { fail, succeed } from '../../../src/domain/result.ts'
import { useMemoryFirestore } from '../../testing/memory-firestore.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { createCircuitBreaker } from '../adapters/circuit-breaker.ts'
import type { Firestore } from '../adapters/firestore.ts'
import type { Fields } from '../adapters/firestore-values.ts'
import type { PayPalFailure } from '../adapters/paypal-rest.ts'
import type { Job } from './cron-job.ts'
import { handleDueRecords } from './due-records.ts'
import { cronPath, readCron, runCron } from './run-cron.ts'

const database = useMemoryFirestore()
const { store } = database
let firestore: Firestore
let now: Date
let logged: string[]

beforeEach(() => {
  firestore = database.firestore
  now = new Date('2026-11-20T12:00:00Z')
  logged = []
})

const deps = () => ({
  firestore,
  now: () => now,
  log: (event: string, { id = '', reason = '' }: Readonly<Record<string, string | number>>) =>
    void logged.push(`${event} ${id} ${reason}`.replace('  ', ' ').trim()),
})

const advanceClock = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

const run = (...jobs: readonly Job[]) => runCron(deps(), () => ({ jobs, breaker: null }))

const readReport = async (name: JobName) => unwrap(await readCron(firestore)).cron?.jobs[name]

function createCountingJob(name: JobName) {
  const counter = { runs: 0 }
  const job: Job = {
    name,
    async run() {
      counter.runs++
      return succeed({ done: 1, failed: 0, waitingSince: null })
    },
  }
  return { counter, job }
}

describe('jobs', () => {
  it('run even if one job throws an error and another never ends', async () => {
    const { counter, job } = createCountingJob('emails')
    const throws: Job = {
      name: 'articles',
      run: () => {
        throw new TypeError('of a reader: leela@example.com')
      },
    }
    const hangs: Job = { name: 'rebuild', run: () => new Promise(() => {}) }
    await run(throws, job)
    expect(counter.runs).toBe(1)
    expect(await readReport('emails')).toMatchObject({ done: 1, error: null })
    expect(await readReport('articles')).toMatchObject({ error: 'threw', waitingSince: now })
    expect(logged).toEqual(['job_failed threw TypeError'])
    void run(hangs, job)
    await new Promise((done) => setImmediate(done))
    expect(counter.runs).toBe(2)
  })

  it('run every time, and hourly jobs once an hour', async () => {
    const [check, emails] = [createCountingJob('outboxCheck'), createCountingJob('emails')]
    for (let passed = 0; passed < 61; passed++, advanceClock(minute))
      await run(check.job, emails.job)
    expect([check.counter.runs, emails.counter.runs]).toEqual([2, 61])
  })

  it('run even if the record of the last run is malformed', async () => {
    await store({ [cronPath]: { leaseUntil: 'tomorrow' } })
    const { counter, job } = createCountingJob('emails')
    await run(job)
    expect(counter.runs).toBe(1)
    expect(await readReport('emails')).toMatchObject({ done: 1 })
  })
})

describe('the lease', () => {
  it('lets only one of several simultaneous runs do the jobs', async () => {
    const { counter, job } = createCountingJob('emails')
    await Promise.all([run(job), run(job), run(job)])
    expect(counter.runs).toBe(1)
    await run(job)
    expect(counter.runs).toBe(2)
  })

  it('expires if the Worker stops during a run', async () => {
    const { counter, job } = createCountingJob('emails')
    const stops: Job = { name: 'payPal', run: () => new Promise(() => {}) }
    void run(stops)
    await new Promise((done) => setImmediate(done))
    advanceClock(minute)
    await run(job)
    expect(counter.runs).toBe(0)
    expect(logged).toEqual(['cron_not_run conflict'])
    advanceClock(runLease - minute)
    await run(job)
    expect(counter.runs).toBe(1)
  })
})

describe('records that are due', () => {
  const due = (index: number, own: Fields = {}) => ({
    kind: 'email',
    pendingSince: new Date(now.getTime() - (1000 - index) * minute),
    dueAt: new Date(now.getTime() - (1000 - index) * minute),
    attempts: 0,
    ...own,
  })
  const idOf = (index: number) => `r${String(index).padStart(3, '0')}`
  const storeRecords = (count: number) =>
    store(
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`outbox/${idOf(index)}`, due(index)]),
      ),
    )

  let handled: string[]
  beforeEach(() => {
    handled = []
  })

  /** Creates a job that removes each record after calling `behave`. */
  const removing = (behave: (id: string) => unknown = () => null): Job => ({
    name: 'emails',
    run: (inRun) =>
      handleDueRecords(deps(), inRun, {
        collection: 'outbox',
        where: [{ field: 'kind', is: 'IN', value: ['email', 'refundConfirmation'] }],
        concurrency: 3,
        async handle({ id, updateTime }) {
          handled.push(id)
          await behave(id)
          await firestore.commit([{ remove: `outbox/${id}`, ifUpdatedAt: updateTime }])
          return succeed(undefined)
        },
      }),
  })
  const throwing = (id: string) => {
    if (id < idOf(100)) throw new RangeError()
  }

  it('are all handled in one run, even if the first hundred fail', async () => {
    await storeRecords(180)
    await run(removing(throwing))
    expect(new Set(handled).size).toBe(180)
    expect(await readReport('emails')).toMatchObject({ done: 80, failed: 100, waitingSince: null })
    expect(logged[0]).toBe(`record_not_handled ${idOf(0)} threw RangeError`)
  })

  it('are retried at growing intervals after a failure', async () => {
    await storeRecords(1)
    const tried: number[] = []
    for (let passed = 0; passed < 200; passed++, advanceClock(minute)) {
      handled = []
      await run(removing(throwing))
      if (handled.length > 0) tried.push(passed)
    }
    expect(tried).toEqual([0, 2, 6, 14, 30, 62, 122, 182])
  })

  it('are skipped by the next run if they stop the Worker', async () => {
    await storeRecords(3)
    void run(removing((id) => (id === idOf(0) ? new Promise(() => {}) : null)))
    await new Promise((done) => setImmediate(done))
    await store({ 'outbox/new': due(999) })
    handled = []
    advanceClock(runLease - 1)
    await run(removing())
    expect(handled).toEqual([])
    advanceClock(1)
    await run(removing())
    expect(handled.sort()).toEqual(['new', idOf(0)])
  })

  it('are handled once by overlapping runs', async () => {
    await storeRecords(60)
    const startedAt = now
    const runOverlapping = { startedAt, hasTime: () => true }
    await Promise.all([removing().run(runOverlapping), removing().run(runOverlapping)])
    expect(handled).toHaveLength(60)
  })

  it('wait for the next run when the time is up, and the job reports since when they have waited', async () => {
    await storeRecords(90)
    const slow = () => advanceClock(runBudget / 20)
    await run(removing(slow))
    expect(handled.length).toBeGreaterThanOrEqual(20)
    expect(handled.length).toBeLessThanOrEqual(23)
    const oldest = new Date('2026-11-20T12:00:00Z').getTime() - (1000 - handled.length) * minute
    expect(await readReport('emails')).toMatchObject({ waitingSince: new Date(oldest) })
  })

  const dueSince = (minutes: number) => new Date(now.getTime() - minutes * minute)

  it('are reported as late from when they are first due, even long after they are stored', async () => {
    await store({ 'outbox/r000': due(0, { dueAt: dueSince(1) }) })
    const waiting = await removing().run({ startedAt: now, hasTime: () => false })
    expect(waiting).toMatchObject({ value: { waitingSince: dueSince(1) } })
  })

  it('are reported as late from when they are due, however long their service is unavailable', async () => {
    const firstDueAt = dueSince(1)
    await store({ 'outbox/r000': due(0, { dueAt: firstDueAt }) })
    const unavailable: PayPalFailure = { kind: 'unavailable', reason: 'TimeoutError' }
    for (let passed = 0; passed < 20; passed++, advanceClock(minute)) {
      const breaker = createCircuitBreaker({ maxConcurrent: 1, openUntil: null, now: () => now })
      const inRun = { startedAt: now, hasTime: () => true }
      const handled = await handleDueRecords(deps(), inRun, {
        collection: 'outbox',
        concurrency: 1,
        breaker,
        async handle() {
          while (!breaker.isOpen()) await breaker.call(async () => fail(unavailable))
          return fail(unavailable)
        },
      })
      expect(handled).toMatchObject({ value: { waitingSince: firstDueAt } })
    }
  })

  it('are claimed without a change to their other fields', async () => {
    await store({ 'outbox/r000': { ...due(0), attempts: 'many', own: { deep: 1 } } })
    await run(removing(throwing))
    expect(await database.read('outbox/r000')).toMatchObject({ attempts: 1, own: { deep: 1 } })
  })

  it('cost one read even if there aren’t any', async () => {
    let reads = 0
    const original = firestore
    firestore = {
      ...original,
      query: async (query) => {
        reads++
        return original.query(query)
      },
    }
    await run(removing())
    expect(reads).toBe(1)
  })
})
