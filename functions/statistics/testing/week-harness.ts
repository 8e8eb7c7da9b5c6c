/**
 * The Worker, its queue, its cron jobs and D1 in one process. With `faults`, requests, messages and jobs are repeated,
 * reordered and interrupted: the statistics must not change.
 */
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../../src/contracts/signing/signed-token.ts'
import { createApp } from '../../app/routes.ts'
import type { Services } from '../../app/services.ts'
import { createPublishedPages } from '../../articles/published-pages.ts'
import { createOutageTracker } from '../../identity/outage-tracker.ts'
import { createMemorySendings } from '../../issue/testing/memory-sendings.ts'
import type { Write } from '../../platform/adapters/firestore.ts'
import type { Job } from '../../platform/cron/cron-job.ts'
import { createRecentChanges } from '../../publishing/recent-changes.ts'
import { unlimitedRateLimits } from '../../testing/fake-rate-limits.ts'
import { createInProcessAccounts } from '../../testing/in-process-accounts.ts'
import { createNetworkUnlocks } from '../../testing/network-unlocks.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { WorkerHarness } from '../../testing/worker-harness.ts'
import { createTransitionsJob } from '../records/transitions-job.ts'
import { createDailyStatisticsJob } from '../reports/daily-statistics-job.ts'
import { createOldStatisticsJob } from '../reports/old-statistics-job.ts'
import { createMemoryDatabase } from './memory-database.ts'
import { MemoryQueue } from './memory-queue.ts'

export const siteUrl = 'https://verandah.example'

/** From 0 to 1, the same in each run. */
export type Random = () => number
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
export const choose = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)]!

export const deskKeys = `1:${'k'.repeat(43)}`

/** The JSON of a response, or null. Throws if its status is another. */
export async function expectStatus(response: Response, status: number): Promise<unknown> {
  const text = await response.text()
  if (response.status !== status) throw new Error(`${response.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

type Init = {
  readonly method: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly country?: string
}

export class WeekHarness {
  /** Accounts, subscriptions, gifts and PayPal. Has the clock. */
  readonly worker = new WorkerHarness()
  readonly statistics = createMemoryDatabase()
  readonly sendings = createMemorySendings()
  readonly queue = new MemoryQueue()
  readonly faults: Random | null
  private readonly background: Promise<unknown>[] = []
  private readonly builtPaths: ReadonlySet<string>
  private readonly accounts = createInProcessAccounts(
    (make) => make(),
    () => this.now,
  )
  private readonly recentChanges
  private readonly publishedPages
  private readonly app

  constructor(start: Date, builtPaths: readonly string[], faults: Random | null) {
    this.faults = faults
    this.now = start
    this.builtPaths = new Set(builtPaths)
    const { firestore } = this.worker.database
    this.recentChanges = createRecentChanges({
      firestore,
      builtAt: async () => start,
      now: () => this.now,
      log: () => {},
    })
    this.publishedPages = createPublishedPages(
      {
        fetch: async ({ pathname }) =>
          new Response(null, { status: this.builtPaths.has(pathname) ? 200 : 404 }),
      },
      { olderStories: { find: async () => null }, recentChanges: this.recentChanges },
    )
    this.app = createApp({
      firestore,
      tokens: this.worker.tokens,
      accounts: this.accounts.accounts,
      identity: this.accounts.identity,
      outageTracker: createOutageTracker(),
      paypal: null,
      botCheck: null,
      eventReceiver: null,
      eventQueue: this.queue,
      statistics: this.statistics,
      deskKeys: importSigningKeys(keyringSchema.parse(deskKeys)),
      now: () => this.now,
      log: () => {},
    } as Partial<Services> as Services)
  }

  get now() {
    return this.worker.now
  }
  set now(instant: Date) {
    this.worker.now = instant
  }

  private readonly env = {
    ...unlimitedRateLimits,
    NETWORK_UNLOCKS: createNetworkUnlocks(),
    ISSUE_SENDING: this.sendings.namespace,
  } as unknown as Env

  private readonly execution = {
    waitUntil: (work: Promise<unknown>) => void this.background.push(work),
    passThroughOnException() {},
    props: {},
  } as unknown as ExecutionContext

  chance(share: number): boolean {
    return this.faults !== null && this.faults() < share
  }

  /** Sends a request as Cloudflare passes it on, and waits for what happens after the response. */
  async request(path: string, { method, body, headers = {}, country }: Init): Promise<Response> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const request = new Request(siteUrl + path, {
      method,
      headers: {
        Origin: siteUrl,
        'Content-Type': 'application/json',
        ...(text === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(text)) }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    })
    return this.fetch(request, country)
  }

  readonly fetch = async (request: Request, country?: string): Promise<Response> => {
    Object.defineProperty(request, 'cf', { value: { country } })
    const response = await this.app.request(request, undefined, this.env, this.execution)
    await Promise.all(this.background.splice(0))
    return response
  }

  async commit(writes: readonly Write[]) {
    unwrap(await this.worker.database.firestore.commit(writes))
  }

  private readonly countingDeps = () => ({
    statistics: this.statistics,
    publishedPages: this.publishedPages,
    log: () => {},
  })

  /** Interrupts what runs, before or after its next transaction. */
  private async interrupt(run: () => Promise<unknown>) {
    if (this.chance(0.3)) {
      const isAfter = this.chance(0.5)
      this.statistics.onTransaction = (isDone) => {
        if (isDone === isAfter) throw new Error('stopped')
      }
      await run().catch(() => {})
      this.statistics.onTransaction = () => {}
    } else await run()
  }

  /** Delivers some of the queue's messages or, with `isLast`, all. */
  async deliver(isLast = false) {
    const { queue, faults } = this
    if (!faults) {
      while (queue.messages.length > 0)
        await queue.deliver(this.countingDeps(), queue.messages.slice(0, 100))
      return
    }
    const waiting = isLast ? 0 : queue.messages.length / 5
    while (queue.messages.length > waiting) {
      const shuffled = queue.messages
        .map((message) => ({ message, place: faults() }))
        .sort((one, other) => one.place - other.place)
        .map(({ message }) => message)
      const some = shuffled.slice(0, 1 + Math.floor(faults() * 100))
      // Cloudflare may deliver a message twice although it was acknowledged.
      for (const message of some) if (this.chance(0.1)) queue.messages.push({ ...message })
      await this.interrupt(() => queue.deliver(this.countingDeps(), some))
    }
  }

  async runJobs() {
    const { firestore } = this.worker.database
    const deps = { statistics: this.statistics, now: () => this.now }
    const unreliable = {
      ...firestore,
      commit: (writes: readonly Write[]) => {
        if (this.chance(0.3)) throw new Error('stopped before the commit')
        const committed = firestore.commit(writes)
        if (this.chance(0.3)) throw new Error('stopped after the commit')
        return committed
      },
    }
    const create = (from: typeof firestore): Job[] => [
      createTransitionsJob({ ...deps, firestore: from, log: () => {} }),
      createDailyStatisticsJob(deps),
      createOldStatisticsJob(deps),
    ]
    const run = (job: Job) => job.run({ startedAt: this.now, hasTime: () => true })
    if (this.faults)
      for (const job of create(unreliable)) await this.interrupt(() => run(job).catch(() => {}))
    for (const job of create(firestore)) {
      const done = await run(job)
      if (!done.ok || done.value.failed > 0) throw new Error(`${job.name} failed`)
      if (this.faults) await run(job)
    }
  }

  close() {
    this.statistics.close()
    this.worker.database.close()
  }
}
