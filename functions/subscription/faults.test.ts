/**
 * Every flow is stopped at every single call to the database and to PayPal in turn, before the call and
 * after it, and then resumed as it would be in life: the clock ticks, PayPal sends again what was not
 * taken, the reader presses again. It has to come to what it comes to undisturbed. All calls of all
 * flows: the database is in memory, and the whole file costs ten seconds.
 */
import { describe, expect, it } from 'vitest'
import { inMemoryFirestore } from '../../scripts/local/firestore-stand-in/in-memory.ts'
import { openLedger } from '../../scripts/local/paypal/ledger.ts'
import { disputeId } from '../../scripts/local/paypal/shapes.ts'
import type { ProviderSubscription } from '../../src/domain/provider-subscription.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription-event.ts'
import { removeReader } from '../account/removal.ts'
import type { Accounts } from '../adapters/accounts.ts'
import type { PayPal } from '../adapters/paypal.ts'
import { changeSubscription } from './change.ts'
import { runSubscriptionClock } from './clock.ts'
import { checkoutPath, type Means, takeWordOf } from './look.ts'
import { mend } from './mend.ts'
import { parseEvent, takeEvent } from './paypal-webhook.ts'

const day = 24 * 60 * 60 * 1000

const payer = { email: 'a@example.com', givenName: '', surname: '', byCard: true }

class Died extends Error {}

const outstanding = ({ failedPayments }: ProviderSubscription) => ({
  minorUnits: failedPayments > 0 ? 1399 : 0,
  currency: 'USD' as const,
})

/** One reader and one PayPal, in a world whose time is ours. */
class World {
  now = new Date('2026-03-01T10:00:00Z')
  readonly uid = crypto.randomUUID()
  readonly letters: string[] = []
  readonly refunded: string[] = []
  /** Events that PayPal has to tell, until they are taken. */
  readonly events: { readonly id: string; readonly text: string }[] = []
  /** The call at which everything stops: its number, and whether it is made first. */
  fault: { readonly call: number; readonly isMade: boolean } | null = null
  /** Who does not answer. */
  away: 'paypal' | 'firestore' | null = null
  calls = 0
  private readonly sent = new Set<string>()
  /** Of this world alone, and asked without disturbance. */
  readonly database = inMemoryFirestore()
  private readonly firestore = this.database.firestore

  readonly ledger = openLedger({
    file: null,
    plans: { 'P-MONTH': { months: 1, value: '13.99' } },
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

  private async call<Value>(make: () => Promise<Value>, whose: 'paypal' | 'firestore' = 'paypal') {
    if (this.away === whose) return fail({ kind: 'unavailable', reason: 'away' } as const) as Value
    const number = ++this.calls
    const isHere = this.fault?.call === number
    if (isHere && !this.fault!.isMade) throw new Died()
    const value = await make()
    if (isHere) throw new Died()
    return value
  }

  private seen(id: string): ProviderSubscription | null {
    const found = this.ledger.find(id)
    if (!found.ok) return null
    const { status, nextBillingAt, lastPayment, failedPayments, lastFailedAt } = found.value
    return {
      id,
      status,
      nextBillingAt: nextBillingAt && status === 'ACTIVE' ? new Date(nextBillingAt) : null,
      lastPaymentAt: lastPayment && new Date(lastPayment.at),
      failedPayments,
      lastFailedAt: lastFailedAt ? new Date(lastFailedAt) : null,
    }
  }

  readonly paypal = {
    find: (id) =>
      this.call(async () => {
        const seen = this.seen(id)
        const payer = { email: '', firstName: '', lastName: '', paidByCard: false }
        return seen
          ? succeed({
              seen,
              customId: this.uid,
              payer,
              approveUrl: null,
              outstanding: outstanding(seen),
            })
          : fail({ kind: 'notFound' })
      }),
    bring: (id, to) =>
      this.call(async () => {
        const action = { ACTIVE: 'activate', SUSPENDED: 'suspend', CANCELLED: 'cancel' } as const
        const brought = this.ledger[action[to]](id)
        return brought.ok ? succeed(undefined) : fail({ kind: 'refused', issue: brought.failure })
      }),
    transactions: (id, from, to) =>
      this.call(async () =>
        succeed(
          this.ledger.paymentsOf(id, from, to).map((payment) => ({
            id: payment.id,
            status: payment.status,
            at: new Date(payment.at),
            gross: { minorUnits: 1399, currency: 'USD' },
          })),
        ),
      ),
    capture: (id, _amount, requestId) =>
      this.call(async () => {
        const captured = this.ledger.capture(id, requestId)
        return captured.ok ? succeed('paid') : fail({ kind: 'refused', issue: captured.failure })
      }),
    dispute: (id) =>
      this.call(async () => {
        const { payment, outcome } = this.ledger.quarrel(id.replace('PP-D-', ''))!
        return succeed({ payment: payment.id, customId: this.uid, outcome: outcome ?? 'open' })
      }),
    refund: (id) =>
      this.call(async () => {
        if (this.ledger.payment(id)?.status === 'COMPLETED') this.refunded.push(id)
        this.ledger.refund(id)
        return succeed(undefined)
      }),
  } as Partial<PayPal> as PayPal

  readonly means: Means & Parameters<typeof runSubscriptionClock>[0] = {
    firestore: {
      ...this.firestore,
      get: (path) => this.call(() => this.firestore.get(path), 'firestore'),
      getAll: (paths) => this.call(() => this.firestore.getAll(paths), 'firestore'),
      commit: (writes) => this.call(() => this.firestore.commit(writes), 'firestore'),
      query: (query) => this.call(() => this.firestore.query(query), 'firestore'),
    },
    paypal: this.paypal,
    now: () => this.now,
    log: () => {},
    letters: {
      send: (letter, id) =>
        this.call(async () => {
          // As a mail service does with an id that it has seen.
          const name = letter.kind === 'letter' ? letter.letter : letter.kind
          const isOurs = letter.kind !== 'finishAccount' && letter.uid === this.uid
          if (isOurs && !this.sent.has(id)) this.letters.push(name)
          this.sent.add(id)
          return succeed(undefined)
        }),
    },
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

  async mend() {
    const { subscription } = await this.record()
    return subscription && mend(this.means, this.uid, subscription)
  }

  /** Wants to be forgotten. */
  async leave() {
    const reader = { email: '', emailVerified: false, leavingAt: this.now }
    await this.firestore.commit([{ set: `users/${this.uid}`, fields: reader }])
  }

  remove() {
    const accounts = { remove: () => this.call(async () => succeed(undefined)) }
    return removeReader(
      { ...this.means, accounts: accounts as Partial<Accounts> as Accounts },
      this.uid,
    )
  }

  private async record() {
    const stored = await this.firestore.get(`subscriptions/${this.uid}`)
    return subscriptionRecordSchema.parse((stored.ok && stored.value?.fields) || {})
  }

  /** PayPal sends what was not taken, and minutes pass. Nothing disturbs it any more. */
  async settle() {
    for (let round = 0; round < 12; round++) {
      await this.tick()
      if (await this.isQuiet()) return
    }
  }

  /** Three minutes. */
  async tick() {
    for (const event of [...this.events]) {
      const taken = await takeEvent(this.means, parseEvent(event.text)!)
      if (taken.ok) this.events.splice(this.events.indexOf(event), 1)
    }
    this.now = new Date(this.now.getTime() + 3 * 60 * 1000)
    await runSubscriptionClock(this.means)
  }

  private async isQuiet(): Promise<boolean> {
    const stored = await this.firestore.get(`subscriptions/${this.uid}`)
    const owed = await this.firestore.query({ collection: 'outbox', limit: 1 })
    const isAligned = stored.ok && stored.value?.fields.isAligned !== false
    const isNothingOwed = owed.ok && owed.value.documents.length === 0
    return this.events.length === 0 && isAligned && isNothingOwed
  }

  async wait(days: number) {
    this.now = new Date(this.now.getTime() + days * day)
  }

  async outcome(provider: string) {
    const { subscription, isAligned } = await this.record()
    const owed = await this.firestore.query({ collection: 'outbox' })
    const history = await this.firestore.query({
      collection: 'history',
      under: `subscriptions/${this.uid}`,
    })
    return {
      state: subscription?.state,
      isAligned,
      there: this.seen(provider)?.status,
      letters: [...this.letters].sort(),
      refunded: this.refunded.length,
      owed: owed.ok && owed.value.documents.length,
      history: history.ok && history.value.documents.map(({ fields }) => fields.to),
      untaken: this.events.length,
    }
  }
}

type Flow = {
  /** What has happened before the flow, undisturbed. */
  readonly before: (world: World, id: string) => Promise<unknown>
  readonly run: (world: World, id: string) => Promise<unknown>
  /** By the reader, who presses again. */
  readonly isAsked?: true
}

const flows: Readonly<Record<string, Flow>> = {
  'beginning to subscribe': {
    before: async () => {},
    run: (world, id) => {
      world.ledger.approve(id, payer)
      return takeWordOf(world.means, { uid: world.uid, plan: 'monthly_13' }, id, { by: 'reader' })
    },
  },
  cancelling: {
    before: subscribe,
    run: (world) => world.ask({ kind: 'cancel' }),
    isAsked: true,
  },
  pausing: {
    before: subscribe,
    run: (world) => world.ask({ kind: 'pause', months: 1 }),
    isAsked: true,
  },
  'taking the free month': {
    before: subscribe,
    run: (world) => world.ask({ kind: 'takeOffer' }),
    isAsked: true,
  },
  reactivating: {
    before: async (world, id) => {
      await subscribe(world, id)
      await world.ask({ kind: 'cancel' })
      await world.settle()
    },
    run: (world) => world.ask({ kind: 'reactivate' }),
    isAsked: true,
  },
  'coming to the end': {
    before: async (world, id) => {
      await subscribe(world, id)
      await world.ask({ kind: 'cancel' })
      await world.settle()
    },
    run: (world) => world.wait(32),
  },
  'a pause that ends': {
    before: async (world, id) => {
      await subscribe(world, id)
      await world.ask({ kind: 'pause', months: 1 })
      await world.settle()
    },
    run: (world) => world.wait(70),
  },
  'a payment that fails': {
    before: subscribe,
    run: async (world, id) => world.ledger.bill(id, false),
  },
  'a payment that is mended': {
    before: async (world, id) => {
      await subscribe(world, id)
      await world.wait(31)
      world.ledger.bill(id, false)
      await world.settle()
    },
    run: async (world, id) => world.ledger.bill(id, true),
  },
  'a payment after leaving': {
    before: async (world, id) => {
      await subscribe(world, id)
      await world.wait(31)
    },
    run: async (world, id) => {
      await world.ask({ kind: 'cancel' })
      await world.wait(0.01)
      // PayPal is a moment faster than we are.
      world.ledger.bill(id, true)
    },
    isAsked: true,
  },
  mending: {
    before: async (world, id) => {
      await subscribe(world, id)
      await world.wait(31)
      world.ledger.bill(id, false)
      await world.settle()
    },
    run: (world) => world.mend(),
    isAsked: true,
  },
  'a quarrel that is lost': {
    before: subscribe,
    run: async (world, id) => {
      const [payment] = world.ledger.paymentsOf(id, new Date(0), world.now)
      world.ledger.dispute(payment!.id, null)
      world.ledger.dispute(payment!.id, 'lost')
    },
  },
  'leaving for good': {
    before: async (world, id) => {
      await subscribe(world, id)
      await world.leave()
    },
    run: (world) => world.remove(),
    isAsked: true,
  },
  'agreeing at PayPal after leaving for good': {
    before: (world) => world.leave(),
    run: async (world, id) => {
      await world.remove()
      world.ledger.approve(id, payer)
    },
    isAsked: true,
  },
  'a refund': {
    before: subscribe,
    run: async (world, id) => {
      const [payment] = world.ledger.paymentsOf(id, new Date(0), world.now)
      world.ledger.refund(payment!.id)
    },
  },
  'beginning again while what could not be paid goes on at PayPal': {
    before: async (world, id) => {
      await subscribe(world, id)
      await world.wait(31)
      world.ledger.bill(id, false)
      await world.settle()
    },
    run: async (world) => {
      await world.ask({ kind: 'cancel' })
      await world.wait(0.01)
      world.ledger.approve(await order(world), payer)
    },
    isAsked: true,
  },
  'a second subscription': {
    before: subscribe,
    run: async (world) => {
      const second = await order(world)
      world.ledger.approve(second, payer)
    },
  },
}

async function order(world: World): Promise<string> {
  const created = world.ledger.create(
    { planId: 'P-MONTH', customId: world.uid, startsAt: null, returnUrl: '', cancelUrl: '' },
    null,
  )
  if (!created.ok) throw new Error(created.failure)
  const { id } = created.value.subscription
  const { uid, now } = world
  const fields = { uid, customId: uid, plan: 'monthly_13', source: '', createdAt: now }
  await world.database.firestore.commit([{ set: checkoutPath(id), fields }])
  return id
}

async function subscribe(world: World, id: string) {
  world.ledger.approve(id, payer)
  await world.settle()
}

/** The flow, stopped at `fault` and resumed; answers what it comes to, and how many calls it made. */
async function live({ before, run, isAsked }: Flow, fault: World['fault']) {
  const world = new World()
  const id = await order(world)
  await before(world, id)
  world.calls = 0
  world.fault = fault
  // Readers press again; what PayPal or time does happens once.
  if ((await dies(() => run(world, id))) && isAsked) await run(world, id)
  if (await dies(() => world.settle())) await world.settle()
  const { calls } = world
  const outcome = await world.outcome(id)
  world.database.close()
  return { calls, outcome }

  async function dies(make: () => Promise<unknown>): Promise<boolean> {
    try {
      await make()
      return false
    } catch (error) {
      if (!(error instanceof Died)) throw error
      world.fault = null
      return true
    }
  }
}

describe.each(Object.entries(flows))('%s', (_name, flow) => {
  it('comes to the same wherever it is stopped', async () => {
    const { calls, outcome } = await live(flow, null)
    expect(outcome).toMatchObject({ isAligned: true, untaken: 0, owed: 0 })
    expect(calls).toBeGreaterThan(3)
    for (let call = 1; call <= calls; call++) {
      for (const isMade of [false, true]) {
        const stopped = await live(flow, { call, isMade })
        expect({ call, isMade, ...stopped.outcome }).toEqual({ call, isMade, ...outcome })
      }
    }
  }, 240_000)
})

it('gives back what is agreed to after leaving for good', async () => {
  const { outcome } = await live(flows['agreeing at PayPal after leaving for good']!, null)
  expect(outcome).toMatchObject({ there: 'CANCELLED', refunded: 1, owed: 0 })
})

it('gives one subscription for a hundred activations at once', async () => {
  const world = new World()
  const id = await order(world)
  world.ledger.approve(id, payer)
  const [told] = world.events
  const bought = { uid: world.uid, plan: 'monthly_13' } as const
  // The same message, others of the same, and the reader who comes back: all of them at once.
  await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      if (index % 3 === 0) return takeWordOf(world.means, bought, id, { by: 'reader' })
      const event = parseEvent(told!.text)!
      const own = index % 3 === 1 ? event : { ...event, id: `${event.id}-${index}` }
      return takeEvent(world.means, own)
    }),
  )
  await world.settle()
  expect(await world.outcome(id)).toMatchObject({
    state: 'active',
    letters: ['started'],
    history: ['active'],
    refunded: 0,
    there: 'ACTIVE',
  })
  world.database.close()
})

describe.each(['paypal', 'firestore'] as const)('with %s away for an hour', (whose) => {
  /** What happens meanwhile, and how it ends. */
  const meanwhile: Record<string, (world: World, id: string) => Promise<unknown>> = {
    'a reader leaves, and presses until it is done': async (world) => {
      for (let again = 0; again < 3; again++) await world.ask({ kind: 'cancel' })
    },
    'a payment fails': async (world, id) => world.ledger.bill(id, false),
    'a payment goes back': async (world, id) => {
      const [payment] = world.ledger.paymentsOf(id, new Date(0), world.now)
      world.ledger.refund(payment!.id, 'REVERSED')
    },
  }

  it.each(Object.entries(meanwhile))(
    '%s, and nothing is lost or doubled',
    async (_name, happens) => {
      const outcomes = []
      for (const away of [null, whose]) {
        const world = new World()
        const id = await order(world)
        await subscribe(world, id)
        world.away = away
        await happens(world, id)
        for (let minute = 0; minute < 60; minute += 3) await world.tick()
        world.away = null
        // Whoever was told that it did not work tries again.
        await happens(world, id)
        await world.settle()
        outcomes.push(await world.outcome(id))
        world.database.close()
      }
      expect(outcomes[1]).toEqual(outcomes[0])
      expect(outcomes[1]).toMatchObject({ untaken: 0, owed: 0, isAligned: true })
    },
  )
})
