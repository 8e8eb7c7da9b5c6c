/** The Worker in one process, for readers of The Weekly and their emails. */
import { createInMemoryFirestore } from '../../../scripts/dev/fakes/firestore/in-memory-firestore.ts'
import {
  getLinkStepPath,
  newsletterLinkSteps,
} from '../../../src/contracts/pages/newsletter-link-steps.ts'
import { newsletterEntrySchema } from '../../../src/domain/newsletter/newsletter-entry.ts'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { createApp } from '../../app/routes.ts'
import type { Services } from '../../app/services.ts'
import { hashAddress } from '../../identity/inbox.ts'
import { createOutageTracker } from '../../identity/outage-tracker.ts'
import { createTokens } from '../../identity/session-tokens.ts'
import type { Firestore, FirestoreFailure } from '../../platform/adapters/firestore.ts'
import type { EmailFailure, EmailMessage } from '../../platform/adapters/mail/email-service.ts'
import { checkLog } from '../../testing/check-log.ts'
import { unlimitedRateLimits } from '../../testing/fake-rate-limits.ts'
import { createInProcessAccounts } from '../../testing/in-process-accounts.ts'
import { createRequestFrom } from '../../testing/request-from.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { createNewsletterEmailsJob } from '../newsletter-email-sender.ts'
import { createNewsletterEntriesJob } from '../newsletter-entries-job.ts'
import { getListPath } from '../newsletter-list.ts'
import { createPersonalLinks } from '../personal-links.ts'

export const email = 'asha@example.com'
export const siteUrl = 'https://verandah.example'
/** A token that passes the bot check. */
export const botCheck = 'good'

export type SentEmail = EmailMessage & { readonly id: string }

export type Answer = {
  readonly status: number
  /** The link step whose page is shown, or null. */
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
  now = new Date('2026-11-01T10:00:00Z')
  readonly logged: string[] = []
  /** The calls of Firestore, before and after the response. */
  readonly calls: string[] = []
  readonly background: Promise<unknown>[] = []
  private readonly sentById = new Map<string, SentEmail>()
  /** The fault of the email service. The email is sent if it's null or `lost`. */
  mailFault: 'lost' | 'down' | 'refused' | null = null
  isDatabaseDown = false
  /** Times that an email was passed on, repeats included. */
  sendings = 0
  /** Happens while an email is being sent. */
  whileSending: () => Promise<unknown> = async () => {}
  readonly database = createInMemoryFirestore()
  readonly tokens = createTokens({
    current: 1,
    secrets: new Map([[1, new Uint8Array(32).fill(7)]]),
  })

  private async call<Value>(
    name: string,
    make: () => Promise<Result<Value, FirestoreFailure>>,
  ): Promise<Result<Value, FirestoreFailure>> {
    this.calls.push(name)
    return this.isDatabaseDown ? fail({ kind: 'unavailable', reason: 'down' }) : make()
  }

  private readonly firestore: Firestore = {
    ...this.database.firestore,
    get: (path) => this.call('get', () => this.database.firestore.get(path)),
    getAll: (paths, fields) =>
      this.call(`getAll ${paths.length}`, () => this.database.firestore.getAll(paths, fields)),
    commit: (writes) =>
      this.call(`commit ${writes.length}`, () => this.database.firestore.commit(writes)),
    query: (query) => this.call('query', () => this.database.firestore.query(query)),
  }

  private readonly firebase = createInProcessAccounts(
    (make) => make(),
    () => this.now,
  )

  /** Recognises ids, and refuses one that is sent again with other bytes. */
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

  private readonly services = {
    firestore: this.firestore,
    tokens: this.tokens,
    accounts: this.firebase.accounts,
    identity: this.firebase.identity,
    authEmailCodes: this.firebase.emailCodes,
    outageTracker: createOutageTracker(),
    paypal: null,
    botCheck: { verify: async () => succeed(undefined) },
    emailConfig: { siteUrl, emailService: this.emailService },
    errorPages: { respond: async () => new Response('', { status: 503 }) },
    now: () => this.now,
    log: (event: string, details: object) => {
      checkLog(event, details)
      this.logged.push(JSON.stringify({ event, ...details }))
    },
  } as unknown as Services

  private readonly app = createApp(this.services)

  /** Cloudflare's, until a test replaces them. */
  rateLimits: object = unlimitedRateLimits

  private readonly bindings = {
    ASSETS: {
      fetch: async ({ url }: Request) => {
        const { pathname } = new URL(url)
        const step = newsletterLinkSteps.find((known) => getLinkStepPath(known) === pathname)
        return step
          ? new Response(step, { headers: { 'Content-Type': 'text/html' } })
          : new Response('', { status: 404 })
      },
    },
  }

  advance(milliseconds: number) {
    this.now = new Date(this.now.getTime() + milliseconds)
  }

  /** Returns the response before anything that happens after it. */
  async request(path: string, init: RequestInitOptions = {}): Promise<Answer> {
    const execution = {
      waitUntil: (work: Promise<unknown>) => this.background.push(work),
      passThroughOnException() {},
    }
    const { pathname, search } = new URL(path, siteUrl)
    const url = siteUrl + pathname + search
    const request = createRequestFrom(url, init)
    const env = { ...this.bindings, ...this.rateLimits } as unknown as Env
    const response = await this.app.request(request, undefined, env, execution as never)
    const { status, headers } = response
    const text = await response.text()
    const step = newsletterLinkSteps.find((known) => known === text) ?? null
    return { status, step, text, headers }
  }

  /** Everything that happens after the responses. */
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

  /** By the button of the link's page. */
  press(path: string) {
    const headers = { 'CF-Connecting-IP': '203.0.113.9', 'User-Agent': 'Mozilla/5.0 (the owner)' }
    return this.request(path, { method: 'POST', headers })
  }

  /** Returns the link in the email. */
  async signUp(address = email): Promise<string> {
    await this.join(address)
    return readLink(this.sent.findLast(({ to }) => to === address)!)
  }

  async signUpAndConfirm() {
    await this.press(await this.signUp())
  }

  /** As in an issue that is sent now. */
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

  /** An account, with its session's cookies. */
  async signIn(uid: string, address: string, { isVerified = false } = {}) {
    this.firebase.addresses.set(uid, address)
    if (isVerified) this.firebase.verifiedUids.add(uid)
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
    await createNewsletterEmailsJob(this.services).run(run)
    await createNewsletterEntriesJob(this.services).run(run)
  }
}

/** The path of the link that the email asks to open. */
export const readLink = ({ text }: Pick<SentEmail, 'text'>): string =>
  new URL(/https:\S+\/newsletter\/\S+/.exec(text)![0]).pathname
