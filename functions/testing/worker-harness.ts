import { signatureHeader, signRequest } from '../../src/contracts/signing/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../src/contracts/signing/signed-token.ts'
import { day, hour, minute } from '../../src/domain/duration.ts'
import { createOutboxItem, getDeletionPath } from '../../src/domain/outbox/outbox-item.ts'
import { createSold } from '../../src/domain/subscription/sold.ts'
import {
  noSubscription,
  subscriptionRecordSchema,
} from '../../src/domain/subscription/subscription.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription/subscription-event.ts'
import { deleteReader } from '../account/delete-reader.ts'
import { personalData } from '../app/installed.ts'
import { createApp } from '../app/routes.ts'
import type { Services } from '../app/services.ts'
import type { Bindings } from '../identity/edge-context.ts'
import { createOutageTracker } from '../identity/outage-tracker.ts'
import { createTokens } from '../identity/session-tokens.ts'
import { handlePayPalEvent } from '../paypal-events/handle-paypal-event.ts'
import type { Query } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { runCron } from '../platform/cron/run-cron.ts'
import type { Log } from '../platform/log.ts'
import { applySubscriptionEvent, subscriptionPath } from '../subscription/change-subscription.ts'
import { parsePayPalEvent } from '../subscription/paypal-event.ts'
import { retryPayment } from '../subscription/retry-payment.ts'
import { checkoutPath } from '../subscription/stored-checkout.ts'
import { checkLog } from './check-log.ts'
import { CookieJar } from './cookie-jar.ts'
import { unlimitedRateLimits } from './fake-rate-limits.ts'
import { createInProcessJobs } from './in-process-jobs.ts'
import { payPalPlans } from './in-process-paypal.ts'
import { createInProcessSite } from './in-process-site.ts'
import { InterruptibleServices } from './interruptible-services.ts'
import { createRequestFrom } from './request-from.ts'
import { unwrap } from './unwrap.ts'

export const payer = {
  email: 'nimal@example.com',
  givenName: 'Nimal',
  surname: 'Perera',
  byCard: true,
}

export const siteUrl = 'https://verandah.example'

const deskKeys = importSigningKeys(keyringSchema.parse(`1:${'k'.repeat(43)}`))

export class WorkerHarness extends InterruptibleServices {
  readonly uid = 'ama'
  provider = ''
  readonly tokens = createTokens({
    current: 1,
    secrets: new Map([[1, new Uint8Array(32).fill(7)]]),
  })

  readonly emailConfig = { emailService: this.emailService, siteUrl }

  readonly logged: string[] = []
  readonly log: Log = (event, details) => {
    checkLog(event, details)
    this.logged.push(JSON.stringify({ event, ...details }))
  }

  readonly deps = {
    firestore: this.faultyFirestore,
    paypal: this.paypal,
    now: () => this.now,
    log: this.log,
  }

  private readonly site = createInProcessSite(this.firestore, () => this.now)
  readonly assets = this.site.assets
  readonly bodyCache = this.site.services.bodyCache
  readonly recentChanges = this.site.services.recentChanges
  readonly buildManifest = this.site.services.buildManifest

  private services = {
    ...this.deps,
    tokens: this.tokens,
    accounts: this.firebase.accounts,
    identity: this.firebase.identity,
    authEmailCodes: this.firebase.emailCodes,
    outageTracker: createOutageTracker(),
    emailConfig: null,
    eventQueue: { send: async () => {} },
    botCheck: null,
    deskKeys,
    ...this.site.services,
  } as Partial<Services> as Services

  /** The bindings passed with every request. */
  readonly env
  private readonly execution
  private readonly app

  constructor({
    trialDays = 0,
    rateLimits = unlimitedRateLimits,
    services = {},
    waitUntil = () => {},
  }: HarnessOptions = {}) {
    super()
    this.execution = { waitUntil, passThroughOnException() {}, props: {} }
    this.env = { ...rateLimits, ASSETS: this.site.assetsBinding } as unknown as Bindings
    this.services = { ...this.services, ...services, trialDays }
    this.app = createApp(this.services)
  }

  /** Sends a request that none of our pages sends. */
  readonly request = (path: string, init: RequestInit, country?: string): Promise<Response> => {
    const request = createRequestFrom(siteUrl + path, init, country)
    return this.meter.run(request, () =>
      this.app.request(request, undefined, this.env, this.execution),
    )
  }

  /** Calls the site as the desk's command line does. */
  async callDesk(method: string, path: string, content?: object): Promise<Response> {
    const text = content ? JSON.stringify(content) : ''
    const signed = await this.signDesk(method, path, text)
    const headers = { ...signed, 'Content-Type': 'application/json' }
    return this.request(path, { method, headers, ...(text ? { body: text } : {}) })
  }

  async signDesk(method: string, path: string, text: string): Promise<Record<string, string>> {
    const body = Uint8Array.from(new TextEncoder().encode(text))
    const signature = await signRequest({ method, path, body }, await deskKeys, this.now)
    return { [signatureHeader]: signature }
  }

  openBrowser() {
    const cookies = new CookieJar()
    const send = async (
      method: string,
      path: string,
      body?: unknown,
      moreHeaders: Readonly<Record<string, string>> = {},
      country?: string,
    ): Promise<Response> => {
      const headers = {
        'Content-Type': 'application/json',
        Origin: siteUrl,
        Cookie: cookies.format(),
        ...moreHeaders,
      }
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
      const response = await this.request(path, init, country)
      // Simulates a lost response.
      if (this.faultError) throw this.faultError
      cookies.store(response)
      return response
    }
    return { cookies, send }
  }

  readonly browser = this.openBrowser()
  readonly cookies = this.browser.cookies
  readonly post = (path: string, body: unknown) => this.browser.send('POST', path, body)
  readonly get = (path: string) => this.browser.send('GET', path)
  readonly patch = (path: string, body: unknown) => this.browser.send('PATCH', path, body)

  readonly listSentEmails = () => this.sentEmails.map(({ line }) => line)

  async logIn(uid = this.uid, { cookies } = this.browser) {
    cookies.set('__Host-session', await this.tokens.issueSession(uid, this.now, this.now))
  }

  applyEvent(event: SubscriptionEvent) {
    return applySubscriptionEvent(this.deps, this.uid, 'reader', event)
  }

  retryPayment() {
    return retryPayment(this.deps, this.uid)
  }

  async requestDeletion() {
    const reader = { email: '', emailVerified: false, deletionRequestedAt: this.now }
    const item = createOutboxItem({ kind: 'deletion', reader: this.uid }, this.now)
    await this.store({ [`users/${this.uid}`]: reader, [getDeletionPath(this.uid)]: item })
  }

  remove(firestore = this.deps.firestore) {
    const { accounts } = this.firebase
    return deleteReader({ ...this.deps, personalData, firestore, accounts }, this.uid)
  }

  async storeReaderAndCheckout(plan?: CheckoutPlan) {
    const email = 'ama@example.com'
    const reader = { first_name: 'Ama', last_name: 'Silva', email, createdAt: this.now }
    this.accounts.set(this.uid, email)
    await this.store({ [`users/${this.uid}`]: reader })
    this.provider = await this.createCheckout(plan)
  }

  /** Stores documents by path. */
  async store(documents: Readonly<Record<string, Fields>>) {
    const writes = Object.entries(documents).map(([set, fields]) => ({ set, fields }))
    unwrap(await this.firestore.commit(writes))
  }

  async merge(set: string, fields: Fields) {
    unwrap(await this.firestore.commit([{ set, fields, merge: true }]))
  }

  async createCheckout(plan: CheckoutPlan = 'monthly_13'): Promise<string> {
    const { uid, now } = this
    const planId = payPalPlans[plan]
    const order = { planId, customId: uid, startsAt: null, returnUrl: '', cancelUrl: '' }
    const created = this.ledger.create(order, null)
    if (!created.ok) throw new Error(created.failure)
    const { id } = created.value.subscription
    const expiresAt = new Date(now.getTime() + 30 * day)
    const sold = createSold(plan, planId)
    const fields = { uid, customId: uid, plan, sold, source: '', createdAt: now, expiresAt }
    await this.store({ [checkoutPath(id)]: fields })
    return id
  }

  async subscribe() {
    this.ledger.approve(this.provider, payer)
    await this.runUntilIdle()
  }

  async record(uid = this.uid) {
    const stored = await this.firestore.get(subscriptionPath(uid))
    return subscriptionRecordSchema.parse((stored.ok && stored.value?.fields) || noSubscription)
  }

  /** Delivers events and runs cron jobs, first every few minutes and then every half hour. */
  async runUntilIdle() {
    for (let attempt = 0; attempt < 8; attempt++) {
      await this.advanceMinutes(attempt < 4 ? 3 : 30)
      if (await this.isIdle()) return
    }
  }

  async deliverEvents() {
    for (const event of [...this.events]) {
      const taken = await handlePayPalEvent(this.deps, parsePayPalEvent(event.text)!)
      if (taken.ok) this.events.splice(this.events.indexOf(event), 1)
    }
  }

  async advanceMinutes(minutes: number) {
    await this.deliverEvents()
    this.now = new Date(this.now.getTime() + minutes * minute)
    await this.runCron()
  }

  /** Passes days: every few hours, PayPal bills due payments and the Worker runs. */
  async passDays(days: number, hours = 12) {
    const end = this.now.getTime() + days * day
    while (this.now.getTime() < end) {
      this.now = new Date(Math.min(end, this.now.getTime() + (hours * day) / 24))
      this.ledger.runBilling()
      await this.deliverEvents()
      await this.runCron()
    }
  }

  async runCron() {
    const emailConfig = this.services.emailConfig ?? this.emailConfig
    await runCron(this.deps, (openUntil) =>
      createInProcessJobs({ ...this.services, emailConfig }, openUntil),
    )
    if (this.faultError) throw this.faultError
  }

  /** Returns whether all work that is due now has been done. */
  private async isIdle(): Promise<boolean> {
    const unreconciled = await this.queryAll({
      collection: 'subscriptions',
      where: [{ field: 'isReconciled', is: 'EQUAL', value: false }],
    })
    const outboxItems = await this.queryAll({ collection: 'outbox' })
    const soon = this.now.getTime() + 2 * hour
    const areItemsDone = outboxItems.every(({ fields }) => (fields.dueAt as Date).getTime() > soon)
    return this.events.length === 0 && unreconciled.length === 0 && areItemsDone
  }

  async queryAll(query: Query) {
    return unwrap(await this.firestore.query(query)).documents
  }

  async advanceDays(days: number) {
    this.now = new Date(this.now.getTime() + days * day)
  }
}

type CheckoutPlan = keyof typeof payPalPlans

type HarnessOptions = {
  readonly trialDays?: number
  readonly rateLimits?: object
  readonly services?: Partial<Services>
  /** Receives the work that continues after a response. */
  readonly waitUntil?: (work: Promise<unknown>) => void
}
