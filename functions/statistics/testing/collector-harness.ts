/**
 * Collection, cron jobs and reports in one process: the Worker, a queue that delivers as Cloudflare's may, and D1 over
 * node:sqlite.
 */

import { createInMemoryFirestore } from '../../../scripts/dev/fakes/firestore/in-memory-firestore.ts'
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../../src/contracts/signing/signed-token.ts'
import { runBudget } from '../../../src/domain/cron.ts'
import { succeed } from '../../../src/domain/result.ts'
import type { Entitlement } from '../../../src/domain/subscription/entitlement.ts'
import { createApp } from '../../app/routes.ts'
import type { Services } from '../../app/services.ts'
import { createPublishedPages } from '../../articles/published-pages.ts'
import { createOutageTracker } from '../../identity/outage-tracker.ts'
import { createTokens } from '../../identity/session-tokens.ts'
import { createMemorySendings } from '../../issue/testing/memory-sendings.ts'
import type { Job } from '../../platform/cron/cron-job.ts'
import { createRecentChanges } from '../../publishing/recent-changes.ts'
import { unlimitedRateLimits } from '../../testing/fake-rate-limits.ts'
import { createRequestFrom } from '../../testing/request-from.ts'
import type { EventSums } from '../collecting/event-sums.ts'
import { createTransitionsJob } from '../records/transitions-job.ts'
import { createDailyStatisticsJob } from '../reports/daily-statistics-job.ts'
import { createOldStatisticsJob } from '../reports/old-statistics-job.ts'
import { createMemoryDatabase } from './memory-database.ts'
import { MemoryQueue, type QueuedMessage } from './memory-queue.ts'

export const siteUrl = 'https://verandah.example'
export const deskKeys = `1:${'k'.repeat(43)}`
const builtPaths = ['/rain', '/mangoes', '/newsletter/2026-11-22']
export const stories = ['rain', 'mangoes'] as const

const entitlement: Entitlement = {
  status: 'isSubscribed',
  detail: 'active',
  entitled: true,
  until: null,
  plan: 'monthly_13',
  price: null,
  previousPlan: null,
  paidThrough: null,
  resumesAt: null,
  nextPayment: null,
  givenMonths: 0,
  givenUntil: null,
  allowedSteps: [],
}

export type PageContext = Partial<Record<'path' | 'search' | 'title' | 'referrer', string>>

export class CollectorHarness {
  now = new Date('2026-11-23T12:00:00Z')
  readonly statistics = createMemoryDatabase()
  readonly firestore = createInMemoryFirestore()
  readonly logged: string[] = []
  private readonly queue = new MemoryQueue()
  isQueueDown = false
  /** The third party got these. */
  sharedEvents = 0
  /** HTTP statuses of the build's pages, by path. */
  readonly assetStatuses = new Map(builtPaths.map((path) => [path, 200]))
  private readonly background: Promise<unknown>[] = []
  private readonly tokens = createTokens({
    current: 1,
    secrets: new Map([[1, new Uint8Array(32).fill(7)]]),
  })
  private readonly log: Services['log'] = (event, details) =>
    void this.logged.push(JSON.stringify({ event, ...details }))

  private readonly recentChanges = createRecentChanges({
    firestore: this.firestore.firestore,
    builtAt: async () => new Date('2026-11-20T00:00:00Z'),
    now: () => this.now,
    log: this.log,
  })
  private readonly publishedPages = createPublishedPages(
    {
      fetch: async ({ pathname }) =>
        new Response(null, { status: this.assetStatuses.get(pathname) ?? 404 }),
    },
    { olderStories: { find: async () => null }, recentChanges: this.recentChanges },
  )
  private readonly app = createApp({
    firestore: this.firestore.firestore,
    statistics: this.statistics,
    deskKeys: importSigningKeys(keyringSchema.parse(deskKeys)),
    outageTracker: createOutageTracker(),
    tokens: this.tokens,
    eventReceiver: async (events: readonly unknown[]) => {
      this.sharedEvents += events.length
      return succeed(undefined)
    },
    eventQueue: {
      send: async (sums: EventSums) => {
        if (this.isQueueDown) throw new TypeError('of leela@example.com')
        await this.queue.send(sums)
      },
    },
    now: () => this.now,
    log: this.log,
  } as Partial<Services> as Services)

  private readonly env

  constructor(rateLimits: object = unlimitedRateLimits) {
    const ISSUE_SENDING = createMemorySendings().namespace
    this.env = { ...rateLimits, ISSUE_SENDING } as unknown as Env
  }

  private readonly execution = {
    waitUntil: (work: Promise<unknown>) => void this.background.push(work),
    passThroughOnException() {},
    props: {},
  } as unknown as ExecutionContext

  /** Waits for what happens after the response. */
  readonly fetch = async (request: Request) => {
    const response = await this.app.request(request, undefined, this.env, this.execution)
    await Promise.all(this.background.splice(0))
    return response
  }

  /** An event that a page sends now. */
  createEvent(event: string, properties: object, page: PageContext = {}) {
    return {
      messageId: crypto.randomUUID(),
      anonymousId: crypto.randomUUID(),
      timestamp: this.now.toISOString(),
      context: { page: { path: '/rain', search: '', title: '', referrer: '', ...page } },
      type: 'track',
      event,
      properties,
    }
  }

  /** Posts a batch as a page does. */
  async send(
    batch: readonly unknown[],
    headers: Readonly<Record<string, string>> = {},
    { sentAt = this.now, country = 'XX' } = {},
  ) {
    const init = {
      method: 'POST',
      headers: { Origin: siteUrl, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ batch, sentAt: sentAt.toISOString() }),
    }
    const response = await this.fetch(createRequestFrom(`${siteUrl}/api/collect`, init, country))
    return { status: response.status, body: await response.json() }
  }

  /** The cookies of a reader with a session, and with a pass if subscribed. */
  async createCookies(kind: 'registered' | 'subscriber'): Promise<{ Cookie: string }> {
    const cookies = [`__Host-session=${await this.tokens.issueSession('ama', this.now, this.now)}`]
    if (kind === 'subscriber')
      cookies.push(`__Host-pass=${await this.tokens.issuePass('ama', entitlement, this.now)}`)
    return { Cookie: cookies.join('; ') }
  }

  /** Delivers these messages together. Those that aren't acknowledged are queued again. */
  async deliver(delivered: readonly QueuedMessage[] = this.messages) {
    const { statistics, publishedPages, log } = this
    await this.queue.deliver({ statistics, publishedPages, log }, delivered)
  }

  get messages(): QueuedMessage[] {
    return this.queue.messages
  }

  async run(
    name: 'transitions' | 'dailyFigures' | 'oldFigures',
    firestore = this.firestore.firestore,
  ) {
    const { statistics, log } = this
    const deps = { statistics, firestore, log, now: () => this.now }
    const jobs: Record<typeof name, Job> = {
      transitions: createTransitionsJob(deps),
      dailyFigures: createDailyStatisticsJob(deps),
      oldFigures: createOldStatisticsJob(deps),
    }
    const startedAt = this.now
    return jobs[name].run({
      startedAt,
      hasTime: () => this.now.getTime() - startedAt.getTime() < runBudget,
    })
  }

  advance(milliseconds: number) {
    this.now = new Date(this.now.getTime() + milliseconds)
  }

  close() {
    this.statistics.close()
    this.firestore.close()
  }
}
