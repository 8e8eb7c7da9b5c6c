import {
  type Accounts,
  accountsSchema,
  type OpenPoints,
  openPointsSchema,
} from '../../../src/contracts/endpoints/books-endpoints.ts'
import type {
  HealthCheck,
  HealthDetails,
} from '../../../src/contracts/endpoints/health-endpoints.ts'
import { day, hour } from '../../../src/domain/duration.ts'
import type { GiftLength } from '../../../src/domain/gift/gift-length.ts'
import { createMemoryDatabase } from '../../statistics/testing/memory-database.ts'
import { readAnswer } from '../../subscription/testing/checkout-steps.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { WorkerHarness } from '../../testing/worker-harness.ts'

export type Person = {
  readonly uid: string
  readonly country: string
  /** PayPal's id for the current subscription; empty before the first one. */
  provider: string
}

/** To save time, the books are compared only every few days: each nightly job reads the last ten days. */
const daysPerNight = 5

type Json = Readonly<Record<string, unknown>>

export class BooksHarness {
  readonly statistics = createMemoryDatabase()
  readonly worker = new WorkerHarness({ services: { statistics: this.statistics } })
  private requests = 0

  constructor(start: Date) {
    this.worker.now = start
  }

  get ledger() {
    return this.worker.ledger
  }

  get now() {
    return this.worker.now
  }

  /** Creates a request id that is the same in each run. */
  private createRequestId() {
    return `00000000-0000-4000-8000-${String(++this.requests).padStart(12, '0')}`
  }

  async addReader(uid: string, country: string): Promise<Person> {
    const email = `${uid}@example.com`
    const reader = { first_name: uid, last_name: '', email, createdAt: this.now }
    this.worker.accounts.set(uid, email)
    this.worker.verifiedUids.add(uid)
    unwrap(await this.worker.database.firestore.commit([{ set: `users/${uid}`, fields: reader }]))
    return { uid, country, provider: '' }
  }

  /** Fails unless the Worker accepts the request. */
  async send<Body = Json>(
    person: Person,
    method: string,
    path: string,
    body?: Json,
  ): Promise<Body> {
    const browser = this.worker.openBrowser()
    const session = await this.worker.tokens.issueSession(person.uid, this.now, this.now)
    browser.cookies.set('__Host-session', session)
    const response = await browser.send(method, path, body)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? (null as Body) : readAnswer<Body>(response)
  }

  toPayer({ uid, country }: Person) {
    const payer = { email: `${uid}@example.com`, givenName: uid, surname: 'P', byCard: false }
    return country === '' ? payer : { ...payer, country }
  }

  async startCheckout(person: Person, kind: 'monthly' | 'annual', more: Json = {}) {
    const requestId = this.createRequestId()
    const choice = { kind, source: null, requestId, ...more }
    return (await this.send<{ id: string }>(person, 'POST', '/api/checkout', choice)).id
  }

  async subscribe(person: Person, kind: 'monthly' | 'annual', more: Json = {}) {
    person.provider = await this.startCheckout(person, kind, more)
    unwrap(this.ledger.approve(person.provider, this.toPayer(person)))
    await this.settle()
  }

  readonly step = (person: Person, step: string, more: Json = {}) =>
    this.send(person, 'PATCH', '/api/subscription', { step, ...more })

  /** Returns PayPal's id for the order. */
  async startGift(buyer: Person, length: GiftLength, more: Json = {}): Promise<string> {
    const order = {
      length,
      recipient: null,
      day: null,
      message: '',
      senderName: buyer.uid,
      buyerEmail: `${buyer.uid}@example.com`,
      requestId: this.createRequestId(),
      ...more,
    }
    return (await this.send<{ id: string }>(buyer, 'POST', '/api/gifts', order)).id
  }

  async buyGift(buyer: Person, length: GiftLength, more: Json = {}): Promise<string> {
    const id = await this.startGift(buyer, length, more)
    unwrap(this.ledger.approveOrder(id, this.toPayer(buyer), 'paid'))
    await this.send(buyer, 'POST', `/api/gifts/${id}/payment`)
    return id
  }

  private async readGift(id: string) {
    return unwrap(await this.worker.database.firestore.get(`gifts/${id}`))!.fields
  }

  readonly findCapture = async (id: string) => String((await this.readGift(id)).capture)

  async redeem(person: Person, id: string) {
    const path = `/api/gift-cards/${String((await this.readGift(id)).code)}`
    const { effect } = await this.send<{ effect: { kind: string } }>(person, 'GET', path)
    await this.send(person, 'POST', `${path}/redemption`, { effect: effect.kind })
  }

  listPayments(person: Person) {
    return this.ledger.paymentsOf(person.provider, new Date(0), this.now)
  }

  async deleteAccount({ uid }: Person) {
    const { worker } = this
    Object.assign(worker, { uid })
    await worker.requestDeletion()
    await worker.runUntilIdle()
  }

  /** Delivers webhooks and runs the cron job once for each simulated minute. */
  async settle(minutes = 3) {
    for (let count = 0; count < minutes; count++) await this.worker.advanceMinutes(1)
  }

  /**
   * Advances to the next morning. PayPal bills whatever is due, and on some nights the books job has time to finish.
   */
  async passDay() {
    const today = Math.floor(this.now.getTime() / day)
    this.worker.now = new Date(Math.max(this.now.getTime(), (today + 1) * day + 5 * hour))
    this.ledger.runBilling()
    await this.settle(today % daysPerNight === 0 ? 4 : 1)
  }

  async passDays(count: number) {
    for (let passed = 0; passed < count; passed++) await this.passDay()
  }

  /** Passes nights that each leave the books job time to finish. */
  async passNights(count: number) {
    for (let night = 0; night < count; night++) {
      await this.passDay()
      await this.settle(4)
    }
  }

  async readAccounts(month: string): Promise<Accounts> {
    const response = await this.worker.callDesk('GET', `/api/accounts/${month}`)
    return accountsSchema.parse(await response.json())
  }

  async readOpenPoints(): Promise<OpenPoints> {
    return openPointsSchema.parse(await (await this.worker.callDesk('GET', '/api/accounts')).json())
  }

  async readHealth(): Promise<HealthCheck> {
    const status = (await (
      await this.worker.callDesk('GET', '/api/status')
    ).json()) as HealthDetails
    return status.checks.find(({ name }) => name === 'books')!
  }

  readonly explain = async (id: string, reason: string) =>
    (await this.worker.callDesk('PUT', `/api/accounts/movements/${id}`, { by: 'Mira', reason }))
      .status
}

/** Creates books that balance, with a reader who subscribed some nights ago. */
export async function openBooks() {
  const books = new BooksHarness(new Date('2026-03-01T12:00:00Z'))
  await books.settle(1)
  await books.passDays(2)
  const reader = await books.addReader('asha', 'US')
  await books.subscribe(reader, 'monthly')
  await books.passNights(5)
  return { books, reader }
}
