/** Simulates guests and readers who unlock stories, and their networks' Durable Objects. Counts the costs. */
import { fail, succeed } from '../../../src/domain/result.ts'
import type { EventSums } from '../../statistics/collecting/event-sums.ts'
import type { CookieJar } from '../../testing/cookie-jar.ts'
import { unlimitedRateLimits } from '../../testing/fake-rate-limits.ts'
import { createNetworkUnlocks } from '../../testing/network-unlocks.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { WorkerHarness } from '../../testing/worker-harness.ts'

/** A token that passes the bot check. */
const person = 'person'

type Answer = { readonly status: number; readonly body: Record<string, unknown> }

export type Browser = {
  readonly cookies: CookieJar
  address: string
  send(
    method: string,
    path: string,
    body?: unknown,
    moreHeaders?: Readonly<Record<string, string>>,
  ): Promise<Answer>
  wall(slug: string): Promise<Answer>
  unlock(slug: string, fields?: object): Promise<Answer>
  signIn(uid: string): Promise<Answer>
  signOut(): Promise<Answer>
  /** Returns a browser with the same cookies, like a tab that was opened before another tab's response. */
  copy(): Browser
}

export class MeterHarness {
  /** Messages in the statistics queue. */
  readonly counted: EventSums[] = []
  isNetworkDown = false
  private readonly networkUnlocks = createNetworkUnlocks((make) => {
    if (this.isNetworkDown) throw new Error('Durable Object is down')
    return this.worker.call(make, 'networks')
  })
  readonly networks = this.networkUnlocks.objects
  readonly worker: WorkerHarness = new WorkerHarness({
    rateLimits: { ...unlimitedRateLimits, NETWORK_UNLOCKS: this.networkUnlocks },
    services: {
      paypal: null,
      botCheck: {
        verify: async (token) =>
          token === person ? succeed(undefined) : fail({ kind: 'refused', reason: 'no token' }),
      },
      eventQueue: { send: async (sums) => void this.counted.push(sums) },
    },
  })
  readonly database = this.worker.database
  readonly tokens = this.worker.tokens
  readonly verifiedUids = this.worker.verifiedUids
  readonly store = this.worker.store.bind(this.worker)

  constructor() {
    // Tabs that change the same record at the same time retry.
    this.worker.meter.maxAttempts = 8
  }

  get now() {
    return this.worker.now
  }

  advance(milliseconds: number) {
    this.worker.now = new Date(this.now.getTime() + milliseconds)
  }

  /** Clears the fault, and starts counting calls again. */
  clearFault() {
    this.worker.clearFault()
    this.worker.calls = 0
  }

  async read(path: string) {
    return unwrap(await this.database.firestore.get(path))?.fields ?? null
  }

  storeArticles(slugs: readonly string[], access = 'metered', status = 'published') {
    const rows = slugs.map((slug) => [`articles/${slug}`, { status, access }] as const)
    return this.store(Object.fromEntries(rows))
  }

  /** Adds an account whose uid is also its ID token. */
  addAccount(uid: string, { isVerified = true, email = `${uid}@example.com` } = {}) {
    this.worker.accounts.set(uid, email)
    if (isVerified) this.verifiedUids.add(uid)
  }

  openBrowser(address = '198.51.100.1', stored: Iterable<[string, string]> = []): Browser {
    const { cookies, send } = this.worker.openBrowser()
    for (const [name, value] of stored) cookies.set(name, value)
    const browser: Browser = {
      cookies,
      address,
      send: async (method, path, body, moreHeaders = {}) => {
        const caller = { 'CF-Connecting-IP': browser.address, 'User-Agent': 'Mozilla/5.0' }
        const response = await send(method, path, body, { ...caller, ...moreHeaders })
        const text = await response.text()
        const isJson = response.headers.get('Content-Type')?.includes('json')
        return { status: response.status, body: isJson ? JSON.parse(text) : { text } }
      },
      wall: (slug) => browser.send('GET', `/api/articles/${slug}/wall`),
      unlock: (slug, fields = {}) =>
        browser.send('POST', `/api/articles/${slug}/unlock`, {
          way: 'free',
          botCheck: person,
          ...fields,
        }),
      signIn: (uid) => browser.send('POST', '/api/session', { idToken: uid }),
      signOut: () => browser.send('DELETE', '/api/session'),
      copy: () => this.openBrowser(browser.address, cookies),
    }
    return browser
  }
}
