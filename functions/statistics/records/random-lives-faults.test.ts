/**
 * Random lives of a subscriber, with PayPal's messages repeated, shuffled or lost, and the job that copies the records
 * interrupted. PayPal's own ledger is the model: each payment that it kept counts once, and each refund.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countLives } from '../../../scripts/dev/random-lives.ts'
import type { SubscriptionEvent } from '../../../src/domain/subscription/subscription-event.ts'
import { checkAccess } from '../../books/check-access.ts'
import { handlePayPalEvent } from '../../paypal-events/handle-paypal-event.ts'
import { parsePayPalEvent } from '../../subscription/paypal-event.ts'
import { createRandom } from '../../testing/create-random.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { payer, WorkerHarness } from '../../testing/worker-harness.ts'
import { createMemoryDatabase } from '../testing/memory-database.ts'
import { createTransitionsJob } from './transitions-job.ts'

type Messages = 'once' | 'repeated' | 'lost'

type Step = { readonly messages: Messages; readonly days: number } & (
  | { readonly do: 'subscribe' | 'cancelAtPayPal' | 'retry' | 'wait' }
  | { readonly do: 'bill'; readonly isPaid: boolean }
  | { readonly do: 'ask'; readonly event: SubscriptionEvent }
  | { readonly do: 'refund' | 'reverse' | 'loseDispute' | 'winDispute'; readonly payment: number }
)

const constant = <Value>(value: Value) => fc.constant(value)
const payment = fc.nat(5)
const actionArbitrary = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: constant('subscribe' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: constant('bill' as const), isPaid: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: constant('ask' as const),
      event: fc.constantFrom<SubscriptionEvent>(
        { kind: 'cancel', reason: 'price' },
        { kind: 'pause', months: 1 },
        { kind: 'acceptOffer' },
        { kind: 'reactivate' },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('cancelAtPayPal' as const, 'retry' as const, 'wait' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'refund' as const,
        'reverse' as const,
        'loseDispute' as const,
        'winDispute' as const,
      ),
      payment,
    }),
  },
)
const stepArbitrary: fc.Arbitrary<Step> = fc
  .record({
    action: actionArbitrary,
    messages: fc.constantFrom<Messages>('once', 'repeated', 'lost'),
    days: fc.constantFrom(0, 1, 31),
  })
  .map(({ action, ...others }) => ({ ...action, ...others }))

/** Without these, only PayPal knows. It sends them until they are accepted. */
const isNeeded = (text: string) =>
  /"(?:PAYMENT\.SALE\.REFUNDED|PAYMENT\.SALE\.REVERSED|CUSTOMER)/.test(text)

class Life {
  readonly harness = new WorkerHarness()
  readonly statistics = createMemoryDatabase()
  readonly lostDisputes = new Set<string>()
  private readonly received: string[] = []
  private readonly next = createRandom(1)

  salePayments() {
    const { ledger, now } = this.harness
    return ledger
      .list()
      .flatMap(({ id }) => ledger.paymentsOf(id, new Date(0), now))
      .filter(({ status }) => status === 'COMPLETED' || status === 'REFUNDED')
  }

  private act(step: Step): Promise<unknown> | unknown {
    const { harness } = this
    const { ledger, provider: payPalSubscription } = harness
    switch (step.do) {
      case 'subscribe':
        return this.subscribe()
      case 'bill':
        return ledger.billSubscription(payPalSubscription, step.isPaid)
      case 'ask':
        return harness.applyEvent(step.event)
      case 'cancelAtPayPal':
        return ledger.cancel(payPalSubscription)
      case 'retry':
        return harness.retryPayment()
      case 'wait':
        return undefined
      default: {
        const payments = this.salePayments()
        const found = payments[step.payment % payments.length]
        if (!found || this.lostDisputes.has(found.id)) return undefined
        if (step.do === 'refund') return ledger.refund(found.id)
        if (step.do === 'reverse') return ledger.reverse(found.id)
        // A payment that wasn't due is refunded by us.
        if (harness.refunded.includes(found.id)) return undefined
        ledger.dispute(found.id, null)
        if (step.do === 'loseDispute' && found.status === 'COMPLETED') {
          this.lostDisputes.add(found.id)
          return ledger.dispute(found.id, 'lost')
        }
        return ledger.dispute(found.id, 'won')
      }
    }
  }

  /** Also beside a running subscription, which makes it surplus. */
  private async subscribe() {
    const { harness } = this
    const { provider: payPalSubscription } = harness
    const state = (await harness.record()).subscription?.state
    const id = await harness.createCheckout()
    harness.ledger.approve(id, payer)
    harness.provider =
      state === undefined || state === 'ending' || state === 'ended' ? id : payPalSubscription
  }

  private async deliver(texts: readonly string[]) {
    for (const text of texts) {
      // An event that can't be processed yet is sent again.
      const taken = await handlePayPalEvent(this.harness.deps, parsePayPalEvent(text)!)
      if (!taken.ok) this.harness.events.push({ id: crypto.randomUUID(), text })
    }
  }

  async runStep(step: Step) {
    const { harness } = this
    harness.now = new Date(harness.now.getTime() + 60_000 + step.days * 24 * 60 * 60 * 1000)
    await this.act(step)
    const texts = harness.events.splice(0).map(({ text }) => text)
    this.received.push(...texts)
    switch (step.messages) {
      case 'once':
        await this.deliver(texts)
        break
      case 'repeated':
        await this.deliver(
          Array.from({ length: 25 }, () => texts)
            .flat()
            .map((text) => ({ text, place: this.next() }))
            .sort((one, other) => one.place - other.place)
            .map(({ text }) => text),
        )
        break
      case 'lost':
        // Only its messages and the payer's browser tell of a purchase.
        await this.deliver(step.do === 'subscribe' ? texts : texts.filter(isNeeded))
        // Compared with PayPal during the night, state by state.
        harness.now = new Date(harness.now.getTime() + 25 * 60 * 60 * 1000)
        for (let run = 0; run < 8; run++) await harness.advanceMinutes(3)
    }
    await harness.runUntilIdle()
    this.received.push(...harness.events.map(({ text }) => text))
    await this.copyRecords(this.next() < 0.5)
    await this.checkAccess()
  }

  /** Whatever has happened, the reader has no access that nobody paid for. */
  private async checkAccess() {
    const { database, uid, now } = this.harness
    const stored = unwrap(await database.firestore.get(`subscriptions/${uid}`))
    if (stored) expect(unwrap(await checkAccess(database.firestore, stored, now))).toBeNull()
  }

  private async copyRecords(isInterrupted: boolean) {
    const { firestore } = this.harness.deps
    const job = createTransitionsJob({
      firestore: isInterrupted
        ? {
            ...firestore,
            async commit() {
              throw new Error('interrupted')
            },
          }
        : firestore,
      statistics: this.statistics,
      now: () => this.harness.now,
      log: () => {},
    })
    await job.run({ startedAt: this.harness.now, hasTime: () => true }).catch(() => {})
  }

  async finish() {
    await this.harness.runUntilIdle()
    // Everything again, the latest first.
    await this.deliver([...this.received].reverse())
    await this.harness.runUntilIdle()
    await this.copyRecords(true)
    await this.copyRecords(false)
    expect(await this.harness.queryAll({ collection: 'transitionRecords' })).toEqual([])
  }

  count(...kinds: readonly string[]) {
    const rows = this.statistics.read<{ kind: string; amount: number }>(
      'SELECT kind, amount FROM transitions',
    )
    const wanted = rows.filter(({ kind }) => kinds.includes(kind))
    return { count: wanted.length, amount: wanted.reduce((sum, { amount }) => sum + amount, 0) }
  }
}

const toCents = (value: string) => Math.round(Number(value) * 100)

/** A payment that falls due during a pause fails and is paid; the pause goes on. */
const paymentDuringPause: Step[] = [
  { do: 'ask', event: { kind: 'pause', months: 1 }, messages: 'once', days: 31 },
  { do: 'bill', isPaid: false, messages: 'once', days: 0 },
  { do: 'bill', isPaid: true, messages: 'once', days: 0 },
]

it('the records agree with PayPal’s ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 3, maxLength: 12 }), async (steps) => {
      const life = new Life()
      const { harness, statistics } = life
      try {
        await harness.storeReaderAndCheckout()
        await harness.subscribe()
        for (const step of steps) await life.runStep(step)
        await life.finish()
        const notDue = new Set(harness.refunded)
        const due = life.salePayments().filter(({ id }) => !notDue.has(id))
        const returned = due.filter(
          ({ id, status }) => status === 'REFUNDED' || life.lostDisputes.has(id),
        )
        const sum = (payments: typeof due) =>
          payments.reduce((total, { value }) => total + toCents(value), 0)
        expect(life.count('started', 'renewed')).toEqual({ count: due.length, amount: sum(due) })
        expect(life.count('refunded')).toEqual({ count: returned.length, amount: sum(returned) })
        const history = await harness.queryAll({
          collection: 'history',
          parent: `subscriptions/${harness.uid}`,
        })
        const changes = history
          .map(({ fields }) => ({ from: String(fields.from), to: String(fields.to) }))
          .filter(({ from, to }) => from !== to)
        const moves = (kind: string, isCounted: (change: (typeof changes)[number]) => boolean) =>
          expect({ kind, count: life.count(kind).count }).toEqual({
            kind,
            count: changes.filter(isCounted).length,
          })
        // A pause goes on when a payment that failed during it is paid.
        moves('paused', ({ from, to }) => to === 'paused' && from !== 'paymentFailed')
        moves('paymentFailed', ({ to }) => to === 'paymentFailed')
        moves('disputed', ({ to }) => to === 'disputed')
        moves('ended', ({ to }) => to === 'ended')
        moves(
          'paymentRecovered',
          ({ from, to }) => from === 'paymentFailed' && (to === 'active' || to === 'paused'),
        )
        expect(life.count('reactivated').count).toBe(
          history.filter(({ fields }) => fields.kind === 'reactivate' && fields.from === 'ending')
            .length,
        )
        moves('disputeWon', ({ from, to }) => from === 'disputed' && to === 'active')
        const text = JSON.stringify(statistics.read('SELECT * FROM transitions'))
        expect(text).not.toMatch(/ama|@|I-/)
      } finally {
        harness.database.close()
        statistics.close()
      }
    }),
    { numRuns: countLives(20), examples: [[paymentDuringPause]] },
  )
})
