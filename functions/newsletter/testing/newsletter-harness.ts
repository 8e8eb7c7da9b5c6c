/** The Worker in one process, for readers of The Weekly and their emails. */
import {
  getLinkStepPath,
  newsletterLinkSteps,
} from '../../../src/contracts/pages/newsletter-link-steps.ts'
import { newsletterEntrySchema } from '../../../src/domain/newsletter/newsletter-entry.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { hashAddress } from '../../identity/inbox.ts'
import type { Firestore, FirestoreFailure } from '../../platform/adapters/firestore.ts'
import type { EmailFailure, EmailMessage } from '../../platform/adapters/mail/email-service.ts'
import { createCountingLimits } from '../../testing/fake-rate-limits.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { siteUrl, WorkerHarness } from '../../testing/worker-harness.ts'
import { createNewsletterEmailsJob } from '../newsletter-email-sender.ts'
import { createNewsletterEntriesJob } from '../newsletter-entries-job.ts'
import { getListPath } from '../newsletter-list.ts'
import { createPersonalLinks } from '../personal-links.ts'

export const email = 'asha@example.com'
/** A token that passes the bot check. */
export const botCheck = 'good'

export type SentEmail = EmailMessage & { readonly id: string }

export type Answer = {
  readonly status: number
  /** The link step that the page shows; null for any other page. */
  readonly step: string | null
  readonly text: string
  readonly headers: Headers
}

type RequestInitOptions = {
  readonly method?: string
  readonly body?: BodyInit
  readonly headers?: Record<string, string>
}

export class NewsletterHarness {
  /** Firestore calls, both before and after the response. */
  readonly calls: string[] = []
  readonly background: Promise<unknown>[] = []
  private readonly sentById = new Map<string, SentEmail>()
  /** The email service's fault. The email is sent if this is null or `lost`. */
  mailFault: 'lost' | 'down' | 'refused' | null = null
  isDatabaseDown = false
  /** The number of times an email was sent, repeats included. */
  sendings = 0
  /** Called while an email is being sent. */
  whileSending: () => Promise<unknown> = async () => {}

  /** These calls don't count towards a request's cost, because emails are sent after the response. */
  private async call<Value>(
    name: string,
    make: (firestore: Firestore) => Promise<Result<Value, FirestoreFailure>>,
  ): Promise<Result<Value, FirestoreFailure>> {
    this.calls.push(name)
    if (this.isDatabaseDown) return fail({ kind: 'unavailable', reason: 'down' })
    return make(this.database.firestore)
  }

  private readonly firestore = {
    get: (path) => this.call('get', (firestore) => firestore.get(path)),
    getAll: (paths, fields) =>
      this.call(`getAll ${paths.length}`, (firestore) => firestore.getAll(paths, fields)),
    commit: (writes) =>
      this.call(`commit ${writes.length}`, (firestore) => firestore.commit(writes)),
    query: (query) => this.call('query', (firestore) => firestore.query(query)),
    count: (query) => this.call('count', (firestore) => firestore.count(query)),
  } as Partial<Firestore> as Firestore

  /** Detects repeated ids, and refuses an id that is reused with other bytes. */
  private readonly emailService = {
    send: async (message: EmailMessage, id: string): Promise<Result<void, EmailFailure>> => {
      const meanwhile = this.whileSending
      this.whileSending = async () => {}
      await meanwhile()
      if (this.mailFault === 'down') return fail({ kind: 'unavailable', reason: 'down' })
      if (this.mailFault === 'refused') return fail({ kind: 'refused' })
      const known = this.sentById.get(id)
      const sent = { ...message, id }
      if (known && JSON.stringify(known) !== JSON.stringify(sent)) throw new Error('other bytes')
      this.sentById.set(id, sent)
      this.sendings++
      if (this.mailFault === 'lost') return fail({ kind: 'unavailable', reason: 'lost' })
      return succeed(undefined)
    },
  }

  private readonly emailConfig = { siteUrl, emailService: this.emailService }

  private readonly worker: WorkerHarness = new WorkerHarness({
    services: {
      firestore: this.firestore,
      paypal: null,
      botCheck: { verify: async () => succeed(undefined) },
      emailConfig: this.emailConfig,
    },
    waitUntil: (work) => this.background.push(work),
  })
  readonly database = this.worker.database
  readonly tokens = this.worker.tokens
  readonly logged = this.worker.logged

  constructor() {
    this.now = new Date('2026-11-01T10:00:00Z')
    for (const step of newsletterLinkSteps) this.worker.assets.set(getLinkStepPath(step), step)
  }

  get now() {
    return this.worker.now
  }

  set now(now: Date) {
    this.worker.now = now
  }

  limitCalls() {
    Object.assign(this.worker.env, createCountingLimits())
  }

  advance(milliseconds: number) {
    this.now = new Date(this.now.getTime() + milliseconds)
  }

  /** Returns the response without waiting for the work that follows. */
  async request(path: string, init: RequestInitOptions = {}): Promise<Answer> {
    const { pathname, search } = new URL(path, siteUrl)
    const response = await this.worker.request(pathname + search, init)
    const { status, headers } = response
    const text = await response.text()
    const step = newsletterLinkSteps.find((known) => known === text) ?? null
    return { status, step, text, headers }
  }

  /** Completes everything that runs after responses. */
  async settle() {
    while (this.background.length > 0) await this.background.shift()
  }

  get sent(): readonly SentEmail[] {
    return [...this.sentById.values()]
  }

  private send(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
    return this.request(path, {
      method,
      body: JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        Origin: siteUrl,
        'CF-Connecting-IP': '198.51.100.1',
        'User-Agent': 'Mozilla/5.0 (the one who typed it)',
        ...headers,
      },
    })
  }

  async join(address: string, more: object = {}, headers: Record<string, string> = {}) {
    const body = { email: address, botCheck, ...more }
    const answer = await this.send('POST', '/api/join-newsletter', body, headers)
    await this.settle()
    return answer
  }

  /** Presses the button on the link's page. */
  press(path: string) {
    const headers = { 'CF-Connecting-IP': '203.0.113.9', 'User-Agent': 'Mozilla/5.0 (the owner)' }
    return this.request(path, { method: 'POST', headers })
  }

  /** Signs up, and returns the link in the email. */
  async signUp(address = email): Promise<string> {
    await this.join(address)
    return readLink(this.sent.findLast(({ to }) => to === address)!)
  }

  async signUpAndConfirm() {
    await this.press(await this.signUp())
  }

  /** Creates the links of an issue sent now. */
  async createLinks(address = email) {
    const hash = await hashAddress(address)
    const links = await createPersonalLinks(this.tokens, siteUrl, hash, this.now)
    const toKey = (link: string) => link.split('/').at(-1)!
    return {
      unsubscribe: new URL(links.unsubscribe).pathname,
      preferences: new URL(links.preferences).pathname,
      api: `/api/newsletter/${toKey(links.preferences)}`,
    }
  }

  readonly patch = (path: string, body: unknown) => this.send('PATCH', path, body)

  /** Creates an account, with its session's cookies. */
  async signIn(uid: string, address: string, { isVerified = false } = {}) {
    this.worker.accounts.set(uid, address)
    if (isVerified) this.worker.verifiedUids.add(uid)
    const answer = await this.send('POST', '/api/session', { idToken: uid })
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
    const headers = { Cookie: cookies.join('; ') }
    return {
      join: async (typed: string) => JSON.parse((await this.join(typed, {}, headers)).text),
      delete: () => this.send('DELETE', '/api/account', { idToken: uid }, headers),
      fetchData: async () =>
        JSON.parse((await this.request('/api/account/data', { headers })).text) as {
          readonly newsletter: Readonly<Record<string, object>>
        },
      fetchPreferences: async () =>
        JSON.parse((await this.request('/api/preferences', { headers })).text) as object,
      setWeekly: async (isOn: boolean) => {
        const changed = await this.send('PATCH', '/api/preferences', { weekly: { isOn } }, headers)
        await this.settle()
        return changed
      },
    }
  }

  async readEntry(address = email) {
    const stored = unwrap(await this.database.firestore.get(await getListPath(address)))
    return stored && newsletterEntrySchema.strict().parse(stored.fields)
  }

  async changeEntry(address: string, changes: Record<string, unknown>) {
    const set = await getListPath(address)
    unwrap(await this.database.firestore.commit([{ set, fields: changes, merge: true }]))
  }

  async runJobs() {
    const run = { startedAt: this.now, hasTime: () => true }
    const { firestore, emailConfig, tokens } = this
    const { now, log } = this.worker.deps
    const deps = { firestore, emailConfig, tokens, now, log }
    await createNewsletterEmailsJob(deps).run(run)
    await createNewsletterEntriesJob(deps).run(run)
  }
}

/** Returns the path of the link that the email asks the reader to open. */
export const readLink = ({ text }: Pick<SentEmail, 'text'>): string =>
  new URL(/https:\S+\/newsletter\/\S+/.exec(text)![0]).pathname
