/**
 * What becomes of a subscription, stopped at every call (edge-client-faults.ts). The database is in
 * memory, so that all calls of all flows cost ten seconds.
 */
import { describe, expect, it } from 'vitest'
import { type Flow, live, stopEverywhere } from '../edge-client-faults.ts'
import { payer, World } from '../edge-client-world.ts'
import { takeWordOf } from './look.ts'
import { parseEvent, takeEvent } from './paypal-webhook.ts'

const flows: Readonly<Record<string, Flow>> = {
  'beginning to subscribe': {
    before: async () => {},
    run: (world) => {
      world.ledger.approve(world.provider, payer)
      const { means, uid, provider } = world
      return takeWordOf(means, { uid, plan: 'monthly_13' }, provider, { by: 'reader' })
    },
  },
  cancelling: {
    before: (world) => world.subscribe(),
    run: (world) => world.ask({ kind: 'cancel' }),
    isAsked: true,
  },
  pausing: {
    before: (world) => world.subscribe(),
    run: (world) => world.ask({ kind: 'pause', months: 1 }),
    isAsked: true,
  },
  'taking the free month': {
    before: (world) => world.subscribe(),
    run: (world) => world.ask({ kind: 'takeOffer' }),
    isAsked: true,
  },
  reactivating: {
    before: async (world) => {
      await world.subscribe()
      await world.ask({ kind: 'cancel' })
      await world.settle()
    },
    run: (world) => world.ask({ kind: 'reactivate' }),
    isAsked: true,
  },
  'coming to the end': {
    before: async (world) => {
      await world.subscribe()
      await world.ask({ kind: 'cancel' })
      await world.settle()
    },
    run: (world) => world.wait(32),
  },
  'a pause that ends': {
    before: async (world) => {
      await world.subscribe()
      await world.ask({ kind: 'pause', months: 1 })
      await world.settle()
    },
    run: (world) => world.wait(70),
  },
  'a payment that fails': {
    before: (world) => world.subscribe(),
    run: async (world) => world.ledger.bill(world.provider, false),
  },
  'a payment that is mended': {
    before: async (world) => {
      await world.subscribe()
      await world.wait(31)
      world.ledger.bill(world.provider, false)
      await world.settle()
    },
    run: async (world) => world.ledger.bill(world.provider, true),
  },
  'a payment after leaving': {
    before: async (world) => {
      await world.subscribe()
      await world.wait(31)
    },
    run: async (world) => {
      await world.ask({ kind: 'cancel' })
      await world.wait(0.01)
      // PayPal is a moment faster than we are.
      world.ledger.bill(world.provider, true)
    },
    isAsked: true,
  },
  mending: {
    before: async (world) => {
      await world.subscribe()
      await world.wait(31)
      world.ledger.bill(world.provider, false)
      await world.settle()
    },
    run: (world) => world.retryPayment(),
    isAsked: true,
  },
  'a quarrel that is lost': {
    before: (world) => world.subscribe(),
    run: async (world) => {
      const [payment] = world.ledger.paymentsOf(world.provider, new Date(0), world.now)
      world.ledger.dispute(payment!.id, null)
      world.ledger.dispute(payment!.id, 'lost')
    },
  },
  'leaving for good': {
    before: async (world) => {
      await world.subscribe()
      await world.leave()
    },
    run: (world) => world.remove(),
    isAsked: true,
  },
  'agreeing at PayPal after leaving for good': {
    before: (world) => world.leave(),
    run: async (world) => {
      await world.remove()
      await world.wait(3)
      world.ledger.approve(world.provider, payer)
    },
    isAsked: true,
  },
  'a refund': {
    before: (world) => world.subscribe(),
    run: async (world) => {
      const [payment] = world.ledger.paymentsOf(world.provider, new Date(0), world.now)
      world.ledger.refund(payment!.id)
    },
  },
  'beginning again while what could not be paid goes on at PayPal': {
    before: async (world) => {
      await world.subscribe()
      await world.wait(31)
      world.ledger.bill(world.provider, false)
      await world.settle()
    },
    run: async (world) => {
      await world.ask({ kind: 'cancel' })
      await world.wait(0.01)
      world.ledger.approve(await world.order(), payer)
    },
    isAsked: true,
  },
  'a grant of the operator': {
    before: async () => {},
    run: (world) => world.ask({ kind: 'grant', until: new Date('2027-01-01T00:00:00Z') }),
    isAsked: true,
  },
  'a refund by the operator': {
    before: (world) => world.subscribe(),
    run: async (world) => {
      const { provider } = world
      const [payment] = world.ledger.paymentsOf(provider, new Date(0), world.now)
      await world.paypal.refund(payment!.id, 'refund')
      await world.ask({ kind: 'refunded', provider, paymentAt: new Date(payment!.at) })
    },
    isAsked: true,
  },
  'a second subscription': {
    before: (world) => world.subscribe(),
    run: async (world) => {
      const second = await world.order()
      world.ledger.approve(second, payer)
    },
  },
}

describe.each(Object.entries(flows))('%s', (_name, flow) => {
  it('comes to the same wherever it is stopped', () => stopEverywhere(flow), 240_000)
})

it('gives back what is agreed to after leaving for good', async () => {
  const { outcome } = await live(flows['agreeing at PayPal after leaving for good']!, null)
  expect(outcome).toMatchObject({ there: 'CANCELLED', refunded: 1, owed: 0 })
})

it('gives one subscription for a hundred activations at once', async () => {
  const world = new World()
  await world.begin()
  const id = world.provider
  world.ledger.approve(world.provider, payer)
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
  expect(await world.outcome()).toMatchObject({
    state: 'active',
    letters: [expect.stringContaining('has begun')],
    history: ['active'],
    refunded: 0,
    there: 'ACTIVE',
  })
  world.database.close()
})

describe.each(['paypal', 'firestore'] as const)('with %s away for an hour', (whose) => {
  /** What happens meanwhile, and how it ends. */
  const meanwhile: Record<string, (world: World) => Promise<unknown>> = {
    'a reader leaves, and presses until it is done': async (world) => {
      for (let again = 0; again < 3; again++) await world.ask({ kind: 'cancel' })
    },
    'a payment fails': async (world) => world.ledger.bill(world.provider, false),
    'a payment goes back': async (world) => {
      const [payment] = world.ledger.paymentsOf(world.provider, new Date(0), world.now)
      world.ledger.refund(payment!.id, 'REVERSED')
    },
  }

  it.each(Object.entries(meanwhile))(
    '%s, and nothing is lost or doubled',
    async (_name, happens) => {
      const outcomes = []
      for (const away of [null, whose]) {
        const world = new World()
        await world.begin()
        await world.subscribe()
        world.away = away
        await happens(world)
        for (let minute = 0; minute < 60; minute += 3) await world.tick(3)
        world.away = null
        // Whoever was told that it did not work tries again.
        await happens(world)
        await world.settle()
        outcomes.push(await world.outcome())
        world.database.close()
      }
      expect(outcomes[1]).toEqual(outcomes[0])
      expect(outcomes[1]).toMatchObject({ untaken: 0, owed: 0, isAligned: true })
    },
  )
})
