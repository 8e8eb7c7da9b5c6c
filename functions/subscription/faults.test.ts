/**
 * Every flow is stopped at every single call to the database and to PayPal in turn, before the call and
 * after it, and then resumed as it would be in life: the clock ticks, PayPal sends again what was not
 * taken, the reader presses again. It has to come to what it comes to undisturbed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFirestoreStandIn } from '../../scripts/local/firestore-stand-in/server.ts'
import { openLedger } from '../../scripts/local/paypal/ledger.ts'
import { freePort } from '../../scripts/local/ports.ts'
import type { ProviderSubscription } from '../../src/domain/provider-subscription.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription-transition.ts'
import { createFirestore, type Firestore } from '../adapters/firestore.ts'
import type { PayPal } from '../adapters/paypal.ts'
import { changeSubscription } from './change.ts'
import { runSubscriptionClock } from './clock.ts'
import { checkoutPath, type Means, takeWordOf } from './look.ts'
import { parseEvent, takeEvent } from './paypal-webhook.ts'

const folder = mkdtempSync(join(tmpdir(), 'faults-'))
let firestore: Firestore
let standIn: Awaited<ReturnType<typeof startFirestoreStandIn>>

beforeAll(async () => {
  const port = await freePort(9750)
  standIn = await startFirestoreStandIn({ port, file: join(folder, 'documents.sqlite') })
  firestore = createFirestore({
    url: `http://127.0.0.1:${port}`,
    projectId: 'demo-faults',
    token: async () => 'owner',
    timeout: 10_000,
  })
})
afterAll(async () => {
  await standIn.stop()
  rmSync(folder, { recursive: true })
})

const day = 24 * 60 * 60 * 1000

class Died extends Error {}

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
  calls = 0
  private readonly sent = new Set<string>()

  readonly ledger = openLedger({
    file: join(folder, `${this.uid}.json`),
    plans: { 'P-MONTH': { months: 1, value: '13.99' } },
    now: () => this.now,
    tell: (happening) => {
      if ('outcome' in happening) return
      const id = `WH-${crypto.randomUUID()}`
      const resource =
        'payment' in happening
          ? { sale_id: happening.payment.id, billing_agreement_id: happening.subscription.id }
          : { id: happening.subscription.id }
      this.events.push({ id, text: JSON.stringify({ id, event_type: happening.type, resource }) })
    },
  })

  private async call<Value>(make: () => Promise<Value>): Promise<Value> {
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
          ? succeed({ seen, customId: this.uid, payer, approveUrl: null })
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
    refund: (id) =>
      this.call(async () => {
        if (this.ledger.payment(id)?.status === 'COMPLETED') this.refunded.push(id)
        this.ledger.refund(id)
        return succeed(undefined)
      }),
  } as Partial<PayPal> as PayPal

  readonly means: Means & Parameters<typeof runSubscriptionClock>[0] = {
    firestore: {
      ...firestore,
      get: (path) => this.call(() => firestore.get(path)),
      getAll: (paths) => this.call(() => firestore.getAll(paths)),
      commit: (writes) => this.call(() => firestore.commit(writes)),
      query: (query) => this.call(() => firestore.query(query)),
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
    const { firestore: stored } = this.means
    const { uid, now } = this
    return changeSubscription({
      firestore: stored,
      uid,
      by: 'reader',
      now: () => now,
      event: async () => succeed(event),
    })
  }

  /** PayPal sends what was not taken, and minutes pass. Nothing disturbs it any more. */
  async settle() {
    for (let round = 0; round < 12; round++) {
      for (const event of [...this.events]) {
        const taken = await takeEvent(this.means, parseEvent(event.text)!)
        if (taken.ok) this.events.splice(this.events.indexOf(event), 1)
      }
      this.now = new Date(this.now.getTime() + 3 * 60 * 1000)
      await runSubscriptionClock(this.means)
      if (await this.isQuiet()) return
    }
  }

  private async isQuiet(): Promise<boolean> {
    const stored = await firestore.get(`subscriptions/${this.uid}`)
    const owed = await firestore.query({ collection: 'outbox', limit: 1 })
    const isAligned = stored.ok && stored.value?.fields.isAligned !== false
    const isNothingOwed = owed.ok && owed.value.documents.length === 0
    return this.events.length === 0 && isAligned && isNothingOwed
  }

  async wait(days: number) {
    this.now = new Date(this.now.getTime() + days * day)
  }

  async outcome(provider: string) {
    const stored = await firestore.get(`subscriptions/${this.uid}`)
    const { subscription, isAligned } = subscriptionRecordSchema.parse(
      stored.ok && stored.value?.fields,
    )
    const owed = await firestore.query({ collection: 'outbox' })
    const history = await firestore.query({
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
}

const flows: Readonly<Record<string, Flow>> = {
  'beginning to subscribe': {
    before: async () => {},
    run: (world, id) => {
      world.ledger.approve(id, { email: 'a@example.com', givenName: '', surname: '', byCard: true })
      return takeWordOf(world.means, { uid: world.uid, plan: 'monthly_13' }, id, { by: 'reader' })
    },
  },
  cancelling: { before: subscribe, run: (world) => world.ask({ kind: 'cancel' }) },
  pausing: { before: subscribe, run: (world) => world.ask({ kind: 'pause', months: 1 }) },
  'taking the free month': { before: subscribe, run: (world) => world.ask({ kind: 'takeOffer' }) },
  reactivating: {
    before: async (world, id) => {
      await subscribe(world, id)
      await world.ask({ kind: 'cancel' })
      await world.settle()
    },
    run: (world) => world.ask({ kind: 'reactivate' }),
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
  },
  'a refund': {
    before: subscribe,
    run: async (world, id) => {
      const [payment] = world.ledger.paymentsOf(id, new Date(0), world.now)
      world.ledger.refund(payment!.id)
    },
  },
  'a second subscription': {
    before: subscribe,
    run: async (world) => {
      const second = await order(world)
      world.ledger.approve(second, {
        email: 'a@example.com',
        givenName: '',
        surname: '',
        byCard: true,
      })
    },
  },
}

async function order(world: World): Promise<string> {
  const created = world.ledger.create(
    { planId: 'P-MONTH', customId: world.uid, returnUrl: '', cancelUrl: '' },
    null,
  )
  if (!created.ok) throw new Error(created.failure)
  const { id } = created.value.subscription
  const fields = { uid: world.uid, plan: 'monthly_13', source: '', createdAt: world.now }
  await firestore.commit([{ set: checkoutPath(id), fields }])
  return id
}

async function subscribe(world: World, id: string) {
  world.ledger.approve(id, { email: 'a@example.com', givenName: '', surname: '', byCard: true })
  await world.settle()
}

/** The flow, stopped at `fault` and resumed; answers what it comes to, and how many calls it made. */
async function live({ before, run }: Flow, fault: World['fault']) {
  const world = new World()
  const id = await order(world)
  await before(world, id)
  world.calls = 0
  world.fault = fault
  // Whoever is stopped tries again, as readers do.
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await run(world, id)
      await world.settle()
      break
    } catch (error) {
      if (!(error instanceof Died)) throw error
      world.fault = null
      await world.settle()
      if (attempt === 0 && !isAsked(run)) break
    }
  }
  const { calls } = world
  return { calls, outcome: await world.outcome(id) }
}

/** Readers press again; what PayPal or time does happens once. */
const isAsked = (run: Flow['run']) =>
  ['cancelling', 'pausing', 'taking the free month', 'reactivating'].some(
    (name) => flows[name]!.run === run,
  )

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
