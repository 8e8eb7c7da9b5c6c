/**
 * Simulates a subscriber's random actions, with PayPal's webhooks repeated, shuffled or lost. The books are the test:
 * one record explains each movement, PayPal lists a movement for each record, and all access is paid for.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countLives } from '../../scripts/dev/random-lives.ts'
import { day } from '../../src/domain/duration.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription/subscription-event.ts'
import { createRandom } from '../testing/create-random.ts'
import type { WebhookEvent } from '../testing/in-process-paypal.ts'
import { readOpenPoints } from './books-database.ts'
import { BooksHarness, type Person } from './testing/books-harness.ts'

class Life {
  readonly books = new BooksHarness(new Date('2026-03-01T12:00:00Z'))
  readonly worker = this.books.worker
  readonly ledger = this.books.ledger
  /** Webhooks that the simulated ledger has sent. */
  readonly received: WebhookEvent[] = []
  readonly lostDisputes = new Set<string>()
  readonly random = createRandom(1)
  reader!: Person

  async begin() {
    await this.books.settle(1)
    await this.books.passDays(2)
    this.reader = await this.books.addReader(this.worker.uid, 'US')
    await this.books.subscribe(this.reader, 'monthly')
  }

  readonly apply = (event: SubscriptionEvent) => this.worker.applyEvent(event)

  /** May happen while another subscription is running, which makes the new one surplus. */
  async subscribe() {
    const state = (await this.worker.record()).subscription?.state
    const id = await this.worker.createCheckout()
    this.ledger.approve(id, this.books.toPayer(this.reader))
    if (state === undefined || state === 'ending' || state === 'ended') this.reader.provider = id
  }

  findPayment(place: number) {
    const payments = this.ledger
      .list()
      .flatMap(({ id }) => this.ledger.paymentsOf(id, new Date(0), this.books.now))
      .filter(({ id, status }) => status !== 'DECLINED' && !this.lostDisputes.has(id))
    return payments[place % payments.length] ?? { id: '', status: 'DECLINED' }
  }

  dispute(place: number, outcome: 'won' | 'lost') {
    const { id, status } = this.findPayment(place)
    // We refund payments that weren't due.
    if (id === '' || this.worker.refunded.includes(id)) return
    const isLost = outcome === 'lost' && status === 'COMPLETED'
    this.ledger.dispute(id, null)
    this.ledger.dispute(id, isLost ? 'lost' : 'won')
    if (isLost) this.lostDisputes.add(id)
  }
}

const actions = {
  subscribe: (life) => life.subscribe(),
  pay: ({ ledger, reader }) => ledger.billSubscription(reader.provider, true),
  decline: ({ ledger, reader }) => ledger.billSubscription(reader.provider, false),
  retry: ({ worker }) => worker.retryPayment(),
  cancel: ({ apply }) => apply({ kind: 'cancel', reason: 'price' }),
  pause: ({ apply }) => apply({ kind: 'pause', months: 1 }),
  acceptOffer: ({ apply }) => apply({ kind: 'acceptOffer' }),
  reactivate: ({ apply }) => apply({ kind: 'reactivate' }),
  cancelAtPayPal: ({ ledger, reader }) => ledger.cancel(reader.provider),
  refund: (life, place) => life.ledger.refund(life.findPayment(place).id),
  reverse: (life, place) => life.ledger.reverse(life.findPayment(place).id),
  loseDispute: (life, place) => life.dispute(place, 'lost'),
  winDispute: (life, place) => life.dispute(place, 'won'),
} satisfies Readonly<Record<string, (life: Life, payment: number) => unknown>>

type Action = keyof typeof actions

/** Whether only this webhook reports the change. PayPal resends a webhook until it's accepted. */
const isNeeded = ({ text }: WebhookEvent) =>
  /"(?:PAYMENT\.SALE\.REFUNDED|PAYMENT\.SALE\.REVERSED|CUSTOMER)/.test(text)

type Deliver = (events: readonly WebhookEvent[], life: Life, action: Action) => WebhookEvent[]

const deliveries = {
  once: (events) => [...events],
  repeated: (events, { random }) =>
    Array.from({ length: 25 }, () => events)
      .flat()
      .map((event) => ({ event, place: random() }))
      .sort((one, other) => one.place - other.place)
      .map(({ event }) => event),
  // Keeps the webhooks of a purchase, which otherwise only the buyer's browser reports, and those in isNeeded. The
  // nightly job finds every other change.
  lost: (events, _, action) => events.filter((one) => action === 'subscribe' || isNeeded(one)),
} satisfies Readonly<Record<string, Deliver>>

const listKeys = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  Object.keys(record) as Key[]

type Step = {
  readonly action: Action
  readonly payment: number
  readonly messages: keyof typeof deliveries
  readonly days: number
}

const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...listKeys(actions)),
  payment: fc.nat(5),
  messages: fc.constantFrom(...listKeys(deliveries)),
  days: fc.constantFrom(0, 1, 31),
})

/** In days. Must be less than `bookedDays`, because older movements aren't read. */
const longestJump = 8

async function live(life: Life, steps: readonly Step[]) {
  const { books, worker, received } = life
  await life.begin()
  for (const { action, payment, messages, days } of steps) {
    await actions[action](life, payment)
    const events = worker.events.splice(0)
    received.push(...events)
    worker.events.push(...deliveries[messages](events, life, action))
    await books.settle()
    for (let left = days; left > 0; left -= longestJump) {
      worker.now = new Date(books.now.getTime() + Math.min(left, longestJump) * day)
      await books.passNights(1)
    }
  }
  // Delivers all webhooks again, the latest first.
  worker.events.push(...received.toReversed())
  await worker.runUntilIdle()
  await books.passNights(3)
}

async function expectBalance({ books }: Life) {
  const { statistics, now } = books
  const { movements, records } = await readOpenPoints(statistics, new Date(0), now, 20)
  const { readers } = await books.readOpenPoints()
  expect({ movements, records, readers }).toEqual({ movements: [], records: [], readers: [] })
  const booked = statistics.read<{ id: string }>('SELECT id FROM payPalTransactions')
  const known = books.ledger.listAllMovements()
  expect(booked.map(({ id }) => id).sort()).toEqual(known.map(({ id }) => id).sort())
  const [counted] = statistics.read<{ revenue: number }>(
    `SELECT SUM(iif(kind = 'refunded', -amount, amount)) AS revenue FROM transitions
      WHERE kind IN ('started', 'renewed', 'refunded')`,
  )
  expect(counted!.revenue).toBe(known.reduce((sum, { cents }) => sum + cents, 0))
}

/** A payment that falls due during a pause fails and is then paid; the pause continues. */
const paymentDuringPause: Step[] = [
  { action: 'pause', messages: 'once', days: 31, payment: 0 },
  { action: 'decline', messages: 'once', days: 0, payment: 0 },
  { action: 'pay', messages: 'once', days: 0, payment: 0 },
]

it('the books balance with PayPal’s ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 3, maxLength: 12 }), async (steps) => {
      const life = new Life()
      await live(life, steps)
      await expectBalance(life)
    }),
    { numRuns: countLives(10), examples: [[paymentDuringPause]] },
  )
})
