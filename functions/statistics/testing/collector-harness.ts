/** The Worker with the statistics database, and a queue whose messages a test can delay, repeat and reorder. */
import { runBudget } from '../../../src/domain/cron.ts'
import { resolveEntitlement } from '../../../src/domain/subscription/entitlement.ts'
import type { Services } from '../../app/services.ts'
import { createPublishedPages } from '../../articles/published-pages.ts'
import { siteUrl, WorkerHarness } from '../../testing/worker-harness.ts'
import { statistics as capability } from '../capability.ts'
import type { DeliveredEvent } from '../collecting/event-receiver.ts'
import type { EventSums } from '../collecting/event-sums.ts'
import { handleEventMessages } from '../collecting/handle-event-messages.ts'
import { createMemoryDatabase } from './memory-database.ts'

export const stories = ['rain', 'mangoes'] as const

export type PageContext = Partial<Record<'path' | 'search' | 'title' | 'referrer', string>>

export type QueuedMessage = { readonly body: string; attempts: number }

export const maxNewVisitors = 100

export class CollectorHarness {
  readonly statistics = createMemoryDatabase()
  /** Messages that haven't been acknowledged. */
  messages: QueuedMessage[] = []
  isQueueDown = false
  /** Events that the third party has received. */
  readonly sharedEvents: DeliveredEvent[] = []
  /** HTTP statuses of the build's pages, by path. */
  readonly assetStatuses = new Map(
    [...stories, 'newsletter/2026-11-22'].map((path) => [`/${path}`, 200]),
  )
  readonly worker: WorkerHarness
  private readonly publishedPages

  constructor(rateLimits?: object) {
    const services = {
      statistics: this.statistics,
      maxNewVisitors,
      eventReceiver: (events) => {
        this.sharedEvents.push(...events)
        // Simulates a queue that never answers, for which pages mustn't wait.
        return new Promise(() => {})
      },
      eventQueue: {
        send: async (sums: EventSums) => {
          if (this.isQueueDown) throw new TypeError('of leela@example.com')
          // Copies the message, as Cloudflare does.
          this.messages.push({ body: JSON.stringify(sums), attempts: 0 })
        },
      },
    } satisfies Partial<Services>
    this.worker = new WorkerHarness({ services, ...(rateLimits ? { rateLimits } : {}) })
    this.worker.now = new Date('2026-11-23T12:00:00Z')
    this.publishedPages = createPublishedPages(
      {
        fetch: async ({ pathname }) =>
          new Response(null, { status: this.assetStatuses.get(pathname) ?? 404 }),
      },
      { olderStories: { find: async () => null }, recentChanges: this.worker.recentChanges },
    )
  }

  get now() {
    return this.worker.now
  }

  get firestore() {
    return this.worker.database.firestore
  }

  /** Creates an event that a page sends now. */
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
    const response = await this.worker.request('/api/collect', init, country)
    return { status: response.status, body: await response.json() }
  }

  /** Creates the cookies of a reader with a session, and with a pass if subscribed. */
  async createCookies(kind: 'registered' | 'subscriber'): Promise<{ Cookie: string }> {
    const { tokens, uid } = this.worker
    const session = `__Host-session=${await tokens.issueSession(uid, this.now, this.now)}`
    if (kind === 'registered') return { Cookie: session }
    const entitlement = { ...resolveEntitlement(null, this.now), entitled: true }
    const pass = await tokens.issuePass(uid, entitlement, this.now)
    return { Cookie: `${session}; __Host-pass=${pass}` }
  }

  /** Delivers these messages together. Unacknowledged messages are queued again. */
  async deliver(delivered: readonly QueuedMessage[] = this.messages) {
    const { statistics, publishedPages } = this
    const { log } = this.worker
    const pending = new Set(delivered)
    this.messages = this.messages.filter((message) => !pending.has(message))
    try {
      await handleEventMessages(
        { statistics, publishedPages, log },
        delivered.map((message) => ({
          body: JSON.parse(message.body),
          attempts: ++message.attempts,
          ack: () => void pending.delete(message),
          retry: () => {},
        })),
      )
    } finally {
      this.messages.push(...pending)
    }
  }

  async run(name: 'mostRead' | 'dailyFigures' | 'oldFigures') {
    const { statistics, firestore } = this
    const { buildManifest, log } = this.worker
    const deps = { statistics, firestore, buildManifest, log, now: () => this.now }
    const jobs = capability.jobs(deps)
    const startedAt = this.now
    return jobs
      .find((job) => job.name === name)!
      .run({ startedAt, hasTime: () => this.now.getTime() - startedAt.getTime() < runBudget })
  }

  advance(milliseconds: number) {
    this.worker.now = new Date(this.now.getTime() + milliseconds)
  }
}
