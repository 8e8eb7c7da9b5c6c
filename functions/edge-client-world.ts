/**
 * For tests: the edge in one process, with a database and a PayPal of its own whose every call can be
 * the last one. Time is ours. Everything else is as the Worker runs it.
 */
import { inMemoryFirestore } from '../scripts/local/firestore-stand-in/in-memory.ts'
import { openLedger } from '../scripts/local/paypal/ledger.ts'
import { disputeId } from '../scripts/local/paypal/shapes.ts'
import { deletionPath, owedNow } from '../src/domain/owed.ts'
import { fail, succeed } from '../src/domain/result.ts'
import { noSubscription, subscriptionRecordSchema } from '../src/domain/subscription.ts'
import type { SubscriptionEvent } from '../src/domain/subscription-event.ts'
import { createOutage } from './account/outage.ts'
import { deletionsJob, removeReader } from './account/removal.ts'
import { createTokens } from './account/tokens.ts'
import type { Accounts } from './adapters/accounts.ts'
import { createCircuitBreaker, withCircuitBreaker } from './adapters/circuit-breaker.ts'
import type { Firestore, Query } from './adapters/firestore.ts'
import type { IdentityService } from './adapters/identity.ts'
import type { Mail } from './adapters/mail.ts'
import { runCron } from './cron/run-cron.ts'
import { payPalOver, plan } from './edge-client-paypal.ts'
import type { Bindings } from './env.ts'
import type { Services } from './http/context.ts'
import { limitBindings } from './http/limits.ts'
import { createLetters } from './letters/letters.ts'
import { createApp } from './routes.ts'
import { changeSubscription, subscriptionPath } from './subscription/change.ts'
import { checkoutPath, findCheckout, type Means } from './subscription/look.ts'
import { outboxCheckJob } from './subscription/outbox-check.ts'
import { parseEvent, takeEvent } from './subscription/paypal-webhook.ts'
import { retryPayment } from './subscription/retry-payment.ts'
import {
  payPalCallsAtOnce,
  type SubscriptionJobsDeps,
  subscriptionJobs,
} from './subscription/subscription-jobs.ts'

const day = 24 * 60 * 60 * 1000

/** Who pays, as PayPal knows them. */
export const payer = {
  email: 'nimal@example.com',
  givenName: 'Nimal',
  surname: 'Perera',
  byCard: true,
}

/** Thrown where a fault stops everything. */
export class Died extends Error {}

const siteUrl = 'https://verandah.example'

/** A reader, whoever else comes, and a PayPal. */
export class World {
  now = new Date('2026-03-01T10:00:00Z')
  readonly uid = 'ama'
  /** What PayPal calls the subscription that all this is about. */
  provider = ''
  /** Each once, as a mail service does it with an id that it has seen. */
  readonly letters = new Map<string, string>()
  /** Who has an account with the sign-in service, by their uid. */
  readonly accounts = new Map<string, string>()
  /** The accounts whose owner has verified the address. */
  readonly used = new Set<string>()
  /** Who was sent a letter to log in by. */
  readonly signInLetters = new Set<string>()
  readonly refunded: string[] = []
  /** Events that PayPal has to tell, until they are taken. */
  readonly events: { readonly id: string; readonly text: string }[] = []
  /** The call at which everything stops: its number, and whether it is made first. */
  fault: { readonly call: number; readonly isMade: boolean } | null = null
  /** Who does not answer. */
  away: 'paypal' | 'firestore' | null = null
  calls = 0
  private died: Died | null = null
  /** Of this world alone, and asked without disturbance. */
  readonly database = inMemoryFirestore()
  private readonly firestore = this.database.firestore
  readonly tokens = createTokens({
    current: 1,
    secrets: new Map([[1, crypto.getRandomValues(new Uint8Array(32))]]),
  })

  readonly ledger = openLedger({
    file: null,
    plans: { [plan]: { months: 1, value: '13.99' } },
    now: () => this.now,
    tell: (happening) => {
      const id = `WH-${crypto.randomUUID()}`
      const resource =
        'outcome' in happening
          ? { dispute_id: disputeId(happening.payment) }
          : 'payment' in happening
            ? { sale_id: happening.payment.id, billing_agreement_id: happening.subscription.id }
            : { id: happening.subscription.id }
      this.events.push({ id, text: JSON.stringify({ id, event_type: happening.type, resource }) })
    },
  })

  private async call<Value>(
    make: () => Promise<Value>,
    whose: 'paypal' | 'firestore' | 'mail' | 'accounts',
  ) {
    // A Worker that has stopped makes no more calls, whatever catches its exception.
    if (this.died) throw this.died
    if (this.away === whose) return fail({ kind: 'unavailable', reason: 'away' } as const) as Value
    const number = ++this.calls
    const isHere = this.fault?.call === number
    if (isHere && !this.fault!.isMade) throw this.die()
    const value = await make()
    if (isHere) throw this.die()
    return value
  }

  private die(): Died {
    this.died = new Died()
    return this.died
  }

  readonly paypal = payPalOver(this.ledger, (make) => this.call(make, 'paypal'), this.refunded)

  private readonly disturbed: Firestore = {
    ...this.firestore,
    get: (path) => this.call(() => this.firestore.get(path), 'firestore'),
    getAll: (paths) => this.call(() => this.firestore.getAll(paths), 'firestore'),
    commit: (writes) => this.call(() => this.firestore.commit(writes), 'firestore'),
    query: (query) => this.call(() => this.firestore.query(query), 'firestore'),
  }

  private readonly mail: Mail = {
    send: ({ to, subject }, id) =>
      this.call(async () => {
        this.letters.set(id, `${to}: ${subject}`)
        return succeed(undefined)
      }, 'mail'),
  }

  private readonly basics = {
    firestore: this.disturbed,
    paypal: this.paypal,
    now: () => this.now,
    log: () => {},
  }

  readonly means: Means = this.basics

  private readonly accountService = {
    create: ({ uid, email }) =>
      this.call(async () => {
        const isTaken = this.accounts.has(uid) || [...this.accounts.values()].includes(email)
        if (isTaken) return fail({ kind: 'exists' })
        this.accounts.set(uid, email)
        return succeed(undefined)
      }, 'accounts'),
    find: (uid) =>
      this.call(async () => {
        const email = this.accounts.get(uid)
        if (email === undefined) return succeed(null)
        const emailVerified = this.used.has(uid)
        const unused = { displayName: '', hasPassword: false, createdAt: null, lastLoginAt: null }
        return succeed({ email, emailVerified, ...unused, providers: [] })
      }, 'accounts'),
    secure: (uid, { email }) =>
      this.call(async () => {
        if (!this.accounts.has(uid)) return fail({ kind: 'none' })
        const isTaken = [...this.accounts].some(([other, its]) => other !== uid && its === email)
        if (isTaken) return fail({ kind: 'exists' })
        this.accounts.set(uid, email)
        return succeed(undefined)
      }, 'accounts'),
    remove: (uid) =>
      this.call(async () => {
        this.accounts.delete(uid)
        return succeed(undefined)
      }, 'accounts'),
  } as Partial<Accounts> as Accounts

  private readonly edge = createApp({
    ...this.basics,
    tokens: this.tokens,
    accounts: this.accountService,
    outage: createOutage(),
    letterBox: null,
    botCheck: null,
    identity: {
      verify: (idToken) =>
        this.call(async () => {
          const email = this.accounts.get(idToken)
          if (email === undefined) return fail({ kind: 'badToken' })
          const emailVerified = this.used.has(idToken)
          const times = { authenticatedAt: this.now, credentialsSince: new Date(0) }
          const account = { uid: idToken, email, emailVerified, displayName: '' }
          return succeed({ ...account, isNewAccount: false, ...times })
        }, 'accounts'),
      sendSignInLetter: (email) =>
        this.call(async () => {
          this.signInLetters.add(email)
          return succeed(undefined)
        }, 'accounts'),
    } as Partial<IdentityService> as IdentityService,
  } as Partial<Services> as Services)

  /** A browser of its own, which keeps the cookies of the responses that reach it. */
  openBrowser() {
    const cookies = new Map<string, string>()
    const send = async (method: string, path: string, body?: unknown): Promise<Response> => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { 'Content-Type': 'application/json', Origin: siteUrl, Cookie: cookie }
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
      const response = await this.edge.request(siteUrl + path, init, unlimited)
      // No answer arrives.
      if (this.died) throw this.died
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        if (value === '') cookies.delete(name!)
        else cookies.set(name!, value!)
      }
      return response
    }
    return { cookies, send }
  }

  private readonly browser = this.openBrowser()
  readonly cookies = this.browser.cookies
  readonly post = (path: string, body: unknown) => this.browser.send('POST', path, body)

  private made = 0

  /**
   * The owner of a mailbox opens a sign-in link: Firebase verifies the address, and creates an account if
   * it has none, under a uid that was never used before. Answers the ID token, which is the uid.
   */
  openSignInLink(email: string): string {
    const known = [...this.accounts].find(([, address]) => address === email)
    const uid = known?.[0] ?? `firebase-${this.made++}`
    this.accounts.set(uid, email)
    this.used.add(uid)
    return uid
  }

  /** From now on nothing disturbs it. */
  resume() {
    this.fault = null
    this.died = null
  }

  /** The reader logs in with this browser. */
  async logIn() {
    this.cookies.set('__Host-session', await this.tokens.issueSession(this.uid, this.now, this.now))
  }

  ask(event: SubscriptionEvent) {
    const { firestore } = this.means
    const { uid, now } = this
    return changeSubscription({
      firestore,
      uid,
      by: 'reader',
      now: () => now,
      event: async () => succeed(event),
    })
  }

  retryPayment() {
    return retryPayment(this.means, this.uid)
  }

  /** Wants to be forgotten. */
  async leave() {
    const reader = { email: '', emailVerified: false, leavingAt: this.now }
    const item = owedNow({ kind: 'deletion', reader: this.uid }, this.now)
    await this.firestore.commit([
      { set: `users/${this.uid}`, fields: reader },
      { set: deletionPath(this.uid), fields: item },
    ])
  }

  remove() {
    return removeReader({ ...this.basics, accounts: this.accountService }, this.uid)
  }

  /** The reader has an account, and has chosen a plan. */
  async begin() {
    const email = 'ama@example.com'
    const reader = { first_name: 'Ama', last_name: 'Silva', email, createdAt: this.now }
    this.accounts.set(this.uid, email)
    await this.firestore.commit([{ set: `users/${this.uid}`, fields: reader }])
    this.provider = await this.order()
  }

  /** What PayPal calls it. */
  async order(): Promise<string> {
    const order = { planId: plan, customId: this.uid, startsAt: null, returnUrl: '', cancelUrl: '' }
    const created = this.ledger.create(order, null)
    if (!created.ok) throw new Error(created.failure)
    const { id } = created.value.subscription
    const { uid, now } = this
    const expiresAt = new Date(now.getTime() + 30 * day)
    const fields = { uid, customId: uid, plan: 'monthly_13', source: '', createdAt: now, expiresAt }
    await this.firestore.commit([{ set: checkoutPath(id), fields }])
    return id
  }

  /** The reader agrees, and everything comes to rest. */
  async subscribe() {
    this.ledger.approve(this.provider, payer)
    await this.settle()
  }

  async record(uid = this.uid) {
    const stored = await this.firestore.get(subscriptionPath(uid))
    return subscriptionRecordSchema.parse((stored.ok && stored.value?.fields) || noSubscription)
  }

  /** PayPal sends what was not taken, and time passes: minutes, then half hours. */
  async settle() {
    for (let round = 0; round < 8; round++) {
      await this.tick(round < 4 ? 3 : 30)
      if (await this.isQuiet()) return
    }
  }

  async tick(minutes: number) {
    for (const event of [...this.events]) {
      const taken = await takeEvent(this.means, parseEvent(event.text)!)
      if (taken.ok) this.events.splice(this.events.indexOf(event), 1)
    }
    this.now = new Date(this.now.getTime() + minutes * 60 * 1000)
    await this.runCron()
  }

  /** Runs the cron jobs that concern readers. */
  async runCron() {
    await runCron(this.basics, (awayUntil) => {
      const { now } = this.basics
      const breaker = createCircuitBreaker({ atOnce: payPalCallsAtOnce, awayUntil, now })
      const basics = { ...this.basics, paypal: withCircuitBreaker(this.paypal, breaker) }
      const letters = createLetters({
        ...basics,
        box: { mail: this.mail, siteUrl },
        finishKey: (checkout) => this.tokens.issueMark('finish', checkout, this.now),
      })
      const deps: SubscriptionJobsDeps = { ...basics, letters }
      const deletions = deletionsJob({ ...basics, accounts: this.accountService })
      const jobs = [...subscriptionJobs(deps, breaker), deletions, outboxCheckJob(deps)]
      return { jobs, breaker }
    })
    if (this.died) throw this.died
  }

  private async isQuiet(): Promise<boolean> {
    const unaligned = await this.all({
      collection: 'subscriptions',
      where: [{ field: 'isAligned', is: 'EQUAL', value: false }],
    })
    const owed = await this.all({ collection: 'outbox' })
    return this.events.length === 0 && unaligned.length === 0 && owed.length === 0
  }

  async all(query: Query) {
    const found = await this.firestore.query(query)
    if (!found.ok) throw new Error(found.failure.kind)
    return found.value.documents
  }

  async wait(days: number) {
    this.now = new Date(this.now.getTime() + days * day)
  }

  /** Everything that somebody may lose, or get twice. */
  async outcome() {
    const stored = await findCheckout(this.firestore, this.provider)
    const holder = stored.ok && stored.value?.isGuest === false ? stored.value.uid : this.uid
    const { subscription, isAligned } = await this.record(holder)
    const history = await this.all({ collection: 'history', under: subscriptionPath(holder) })
    const there = this.ledger.find(this.provider)
    return {
      isReaders: holder === this.uid,
      state: subscription?.state,
      isAligned,
      there: there.ok ? there.value.status : null,
      letters: [...this.letters.values()].sort(),
      refunded: this.refunded.length,
      owed: (await this.all({ collection: 'outbox' })).length,
      history: history.map(({ fields }) => fields.to),
      untaken: this.events.length,
      accounts: this.accounts.size,
      signInLetters: this.signInLetters.size,
      isLoggedIn: this.cookies.has('__Host-session'),
    }
  }
}

/** Nobody has called too often. */
const unlimited = Object.fromEntries(
  limitBindings.map((name) => [name, { limit: async () => ({ success: true }) }]),
) as unknown as Bindings
