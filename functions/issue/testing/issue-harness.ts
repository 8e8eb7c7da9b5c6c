/** Sends issues in one process with a simulated clock. Every call can be interrupted before or after it's made. */
import {
  createInMemoryFirestore,
  type InMemoryFirestore,
} from '../../../scripts/dev/fakes/firestore/in-memory-firestore.ts'
import type { IssueEmail } from '../../../src/domain/issue/issue-email.ts'
import type { NewsletterEntry } from '../../../src/domain/newsletter/newsletter-entry.ts'
import { hashAddress } from '../../identity/inbox.ts'
import { checkLog } from '../../testing/check-log.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { advanceIssue } from '../advance-issue.ts'
import { type AudienceBucket, createAudienceStore } from '../audience-store.ts'
import { handleIssueMessage } from '../handle-issue-messages.ts'
import type { IssueDeps, IssueMessage } from '../issue-deps.ts'
import type { SendingCommandName } from '../sending-log.ts'
import { createSendings, type SendingInput, type SendingNamespace } from '../sendings.ts'
import { createMemoryBucket } from './memory-bucket.ts'
import { MemoryProvider } from './memory-provider.ts'
import { createMemorySendings } from './memory-sendings.ts'

/** Simulates a crash of the process. */
class KilledError extends Error {}

export const slug = '2026-11-29'
const revision = 'a'.repeat(64)
const story = 'rain'
const email: IssueEmail = {
  subject: 'Rain',
  versions: {
    guest: { html: '<p>Rain</p>{{unsubscribe}}{{preferences}}', text: 'Rain {{unsubscribe}}' },
    subscriber: { html: '<p>More rain</p>{{unsubscribe}}', text: 'More rain {{unsubscribe}}' },
  },
}

export type HarnessOptions = {
  readonly hasKeys: boolean
  readonly batchSize?: number
  /** The number of audience ranges. */
  readonly ranges?: number
  /** The number of recipients shown to the editor; by default, the number of entries. */
  readonly approved?: number | null
  /** Defaults to a separate database. */
  readonly database?: InMemoryFirestore
}

export class IssueHarness {
  now = new Date('2026-11-29T02:30:00Z')
  readonly database: InMemoryFirestore
  readonly bucket = createMemoryBucket()
  readonly sendings = createMemorySendings()
  readonly provider: MemoryProvider
  messages: IssueMessage[] = []
  logged: string[] = []
  /** Calls until the crash, and whether the last call is still made; null for no crash. */
  fault: { calls: number; readonly isCallMade: boolean } | null = null
  /** Calls since the harness was created. */
  calls = 0
  private readonly options: Required<Omit<HarnessOptions, 'database'>>

  constructor({ hasKeys, batchSize = 3, ranges = 3, approved = null, database }: HarnessOptions) {
    this.database = database ?? createInMemoryFirestore()
    this.options = { hasKeys, batchSize, ranges, approved }
    this.provider = new MemoryProvider(hasKeys, () => this.now)
  }

  readonly call = async <Value>(make: () => Promise<Value> | Value): Promise<Value> => {
    this.calls++
    const { fault } = this
    const isFatal = fault !== null && --fault.calls < 0
    if (!isFatal) return make()
    if (fault.isCallMade && fault.calls === -1) await make()
    throw new KilledError()
  }

  get deps(): IssueDeps {
    const { firestore } = this.database
    const adapter = this.provider.createAdapter(this.options.batchSize)
    const { namespace } = this.sendings
    const harness = this
    const interruptedNamespace: SendingNamespace = {
      idFromName: namespace.idFromName,
      get: (id: never) => ({
        run: (name, input) => this.call(() => namespace.get(id).run(name, input)),
      }),
    }
    const bucket: AudienceBucket = {
      get: (key) => this.call(() => this.bucket.get(key)),
      put: (...input) => this.call(() => this.bucket.put(...input)),
    }
    return {
      firestore: {
        ...firestore,
        get: (path) => this.call(() => firestore.get(path)),
        getAll: (...input) => this.call(() => firestore.getAll(...input)),
        count: (query) => this.call(() => firestore.count(query)),
        query: (query) => this.call(() => firestore.query(query)),
        async *pages(query) {
          for await (const page of firestore.pages(query)) yield await harness.call(() => page)
        },
      },
      sendings: createSendings(interruptedNamespace),
      audiences: createAudienceStore(bucket),
      queue: {
        sendBatch: (messages) =>
          this.call(() => void this.messages.push(...messages.map(({ body }) => body))),
      },
      provider: { ...adapter, send: (call) => this.call(() => adapter.send(call)) },
      tokens: { issueToken: async (type, subject) => `${type}.${subject.slice(0, 8)}` },
      siteUrl: 'https://example.com',
      now: () => this.now,
      wait: async (delay) => this.pass(delay),
      log: (event, details) => {
        checkLog(event, details)
        this.logged.push(event)
      },
    }
  }

  pass(milliseconds: number) {
    this.now = new Date(this.now.getTime() + milliseconds)
  }

  /** Freezes the whole audience, if the issue is due. */
  async freeze() {
    await this.advance()
    while (this.messages.some((message) => 'range' in message)) await this.handleMessage(0)
  }

  async handleQueued() {
    while (this.messages.length > 0) await this.handleMessage(0)
  }

  async storeEntry(address: string, changes: Partial<NewsletterEntry> = {}) {
    const entry = {
      email: address,
      state: 'confirmed',
      source: 'footer',
      consentedAt: new Date('2026-01-01'),
      ip: '',
      userAgent: '',
      uid: null,
      ...changes,
    }
    const set = `newsletter/${await hashAddress(address)}`
    unwrap(await this.database.firestore.commit([{ set, fields: entry }]))
  }

  async removeEntry(address: string) {
    const remove = `newsletter/${await hashAddress(address)}`
    unwrap(await this.database.firestore.commit([{ remove }]))
  }

  private async countEntries() {
    const query = { collection: 'newsletter' } as const
    return unwrap(await this.database.firestore.query(query)).documents.length
  }

  /** Stores a story; null deletes it. */
  async storeStory(status: 'published' | 'withdrawn' | 'draft' | null) {
    const path = `articles/${story}`
    const write = status === null ? { remove: path } : { set: path, fields: { status } }
    unwrap(await this.database.firestore.commit([write]))
  }

  /** Approves an issue with the number of ranges in the options, each of 400 candidates. */
  async approve(sendAt: Date = this.now, issue = slug) {
    await createAudienceStore(this.bucket).storeEmail(issue, revision, email)
    const candidates = this.options.ranges * 400
    await this.storeStory('published')
    const approval = {
      revision,
      subject: email.subject,
      stories: [story],
      sendAt: sendAt.getTime(),
      candidates,
      recipients: this.options.approved ?? (await this.countEntries()),
    }
    const sendings = createSendings(this.sendings.namespace)
    return sendings.call(issue, 'approve', { approval, now: this.now.getTime() })
  }

  /** Runs a command without interruptions. */
  command<Name extends SendingCommandName>(name: Name, ...input: SendingInput<Name>) {
    return createSendings(this.sendings.namespace).call(slug, name, ...input)
  }

  readonly read = () => createSendings(this.sendings.namespace).call(slug, 'read')

  /** Does what the cron job does every minute. Returns false if the process crashed. */
  advance = () => this.survive(() => advanceIssue(this.deps, slug))

  /**
   * Handles the message at this position in the queue. The message stays there if the process crashes or the message
   * must be repeated.
   */
  async handleMessage(index: number, isRepeated = false): Promise<boolean> {
    const message = this.messages[index]
    if (!message) return true
    const isDone = await this.survive(() => handleIssueMessage(this.deps, message))
    if (isDone && !isRepeated) this.messages.splice(this.messages.indexOf(message), 1)
    return isDone
  }

  private async survive(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof KilledError)) throw error
      return false
    } finally {
      if (this.fault && this.fault.calls < 0) this.fault = null
    }
  }

  /** Runs without interruptions until two days pass without any activity. */
  async runUntilIdle() {
    this.fault = null
    for (let hour = 0; hour < 30; hour++) {
      // Claims and lost messages expire within minutes.
      for (let minute = 0; minute < 3; minute++) {
        await this.advance()
        while (this.messages.length > 0) await this.handleMessage(0)
        this.pass(6 * 60_000)
      }
      const sending = await this.read()
      if (!sending || sending.state === 'finished' || sending.state === 'cancelled') return
      this.pass(3_600_000)
    }
  }
}
