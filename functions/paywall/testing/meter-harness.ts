/** The Worker in one process, for guests and readers who unlock stories. Counts what that costs. */
import { createInMemoryFirestore } from '../../../scripts/dev/fakes/firestore/in-memory-firestore.ts'
import { fail, succeed } from '../../../src/domain/result.ts'
import { createApp } from '../../app/routes.ts'
import type { Services } from '../../app/services.ts'
import { createOutageTracker } from '../../identity/outage-tracker.ts'
import { createTokens } from '../../identity/session-tokens.ts'
import type { Firestore } from '../../platform/adapters/firestore.ts'
import type { EventSums } from '../../statistics/collecting/event-sums.ts'
import { checkLog } from '../../testing/check-log.ts'
import { CookieJar } from '../../testing/cookie-jar.ts'
import { unlimitedRateLimits } from '../../testing/fake-rate-limits.ts'
import { createInProcessAccounts } from '../../testing/in-process-accounts.ts'
import { createNetworkUnlocks } from '../../testing/network-unlocks.ts'
import { unwrap } from '../../testing/unwrap.ts'

const siteUrl = 'https://verandah.example'

export class StoppedError extends Error {}

/** A token of the bot check that it accepts. */
const person = 'person'

const execution = { waitUntil() {}, passThroughOnException() {}, props: {} }

type Answer = { readonly status: number; readonly body: Record<string, unknown> }

export type Browser = {
  readonly cookies: Map<string, string>
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
  /** With the same cookies, as a tab that was opened before another's response. */
  copy(): Browser
}

export class MeterHarness {
  now = new Date('2026-03-01T10:00:00Z')
  readonly logged: string[] = []
  /** Messages of the statistics' queue. */
  readonly counted: EventSums[] = []
  reads = 0
  writes = 0
  /** Calls of Firestore and the Durable Objects. */
  calls = 0
  /** The call that interrupts the Worker, and whether it's made first. */
  fault: { readonly call: number; readonly isCallMade: boolean } | null = null
  isNetworkDown = false
  /** Happens between a call's reads and its writes. */
  whileCommitting: () => Promise<unknown> = async () => {}
  private stopped: StoppedError | null = null
  readonly database = createInMemoryFirestore()
  readonly tokens = createTokens({
    current: 1,
    secrets: new Map([[1, new Uint8Array(32).fill(7)]]),
  })

  private async call<Value>(make: () => Promise<Value>): Promise<Value> {
    if (this.stopped) throw this.stopped
    const number = ++this.calls
    const isFaultHere = this.fault?.call === number
    if (isFaultHere && !this.fault!.isCallMade) throw this.stop()
    const value = await make()
    if (isFaultHere) throw this.stop()
    return value
  }

  private stop() {
    this.stopped = new StoppedError()
    return this.stopped
  }

  clearFault() {
    this.fault = null
    this.stopped = null
    this.calls = 0
  }

  private readonly firestore: Firestore = {
    ...this.database.firestore,
    get: (path) =>
      this.call(() => {
        this.reads++
        return this.database.firestore.get(path)
      }),
    getAll: (paths, fields) =>
      this.call(() => {
        this.reads += paths.length
        return this.database.firestore.getAll(paths, fields)
      }),
    commit: (writes) =>
      this.call(async () => {
        await this.whileCommitting()
        this.writes += writes.length
        return this.database.firestore.commit(writes)
      }),
    query: (query) =>
      this.call(async () => {
        const found = await this.database.firestore.query(query)
        if (found.ok) this.reads += Math.max(1, found.value.documents.length)
        return found
      }),
  }

  private readonly networkUnlocks = createNetworkUnlocks((make) => {
    if (this.isNetworkDown) throw new Error('Durable Object is down')
    return this.call(make)
  })
  readonly networks = this.networkUnlocks.objects

  private readonly firebase = createInProcessAccounts(
    (make) => make(),
    () => this.now,
  )
  readonly verifiedUids = this.firebase.verifiedUids

  private readonly app = createApp({
    firestore: this.firestore,
    tokens: this.tokens,
    accounts: this.firebase.accounts,
    identity: this.firebase.identity,
    authEmailCodes: this.firebase.emailCodes,
    outageTracker: createOutageTracker(),
    paypal: null,
    botCheck: {
      verify: async (token: string | undefined) =>
        token === person ? succeed(undefined) : fail({ kind: 'refused', reason: 'no token' }),
    },
    eventQueue: { send: async (sums: EventSums) => void this.counted.push(sums) },
    now: () => this.now,
    log: (event: string, details: object) => {
      checkLog(event, details)
      this.logged.push(JSON.stringify({ event, ...details }))
    },
  } as Partial<Services> as Services)

  private readonly env = {
    ...unlimitedRateLimits,
    NETWORK_UNLOCKS: this.networkUnlocks,
  } as unknown as Env

  advance(milliseconds: number) {
    this.now = new Date(this.now.getTime() + milliseconds)
  }

  async store(documents: Readonly<Record<string, Record<string, unknown>>>) {
    const writes = Object.entries(documents).map(([set, fields]) => ({ set, fields }))
    unwrap(await this.database.firestore.commit(writes))
  }

  async read(path: string) {
    return unwrap(await this.database.firestore.get(path))?.fields ?? null
  }

  storeArticles(slugs: readonly string[], access = 'metered', status = 'published') {
    const rows = slugs.map((slug) => [`articles/${slug}`, { status, access }] as const)
    return this.store(Object.fromEntries(rows))
  }

  /** An account, whose uid is also its ID token. */
  addAccount(uid: string, { isVerified = true, email = `${uid}@example.com` } = {}) {
    this.firebase.addresses.set(uid, email)
    if (isVerified) this.verifiedUids.add(uid)
  }

  openBrowser(address = '198.51.100.1', stored: Iterable<[string, string]> = []): Browser {
    const cookies = new CookieJar(stored)
    const browser: Browser = {
      cookies,
      address,
      send: async (method, path, body, moreHeaders = {}) => {
        const headers = {
          'Content-Type': 'application/json',
          Origin: siteUrl,
          Cookie: cookies.format(),
          'CF-Connecting-IP': browser.address,
          'User-Agent': 'Mozilla/5.0',
          ...moreHeaders,
        }
        const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
        const response = await this.app.request(siteUrl + path, init, this.env, execution)
        if (this.stopped) throw this.stopped
        cookies.store(response)
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
