/** Purchases that are detected while their account is being deleted. */
import { describe, expect, it } from 'vitest'
import { handlePayPalEvent } from '../paypal-events/handle-paypal-event.ts'
import { parsePayPalEvent } from '../subscription/paypal-event.ts'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'

/** Prepares a purchase that has been paid for but not detected yet. */
async function preparePurchase(isFirst: boolean) {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  if (!isFirst) {
    await harness.subscribe()
    await harness.applyEvent({ kind: 'endNow' })
    await harness.runUntilIdle()
    harness.provider = await harness.createCheckout()
  }
  harness.ledger.approve(harness.provider, payer)
  return harness
}

/** Wraps a service so that `gate` is awaited before each call. */
const gateCalls = <Service extends object>(
  service: Service,
  gate: (name: string) => Promise<unknown>,
): Service =>
  new Proxy(service, {
    get: (target, name) => {
      const call = Reflect.get(target, name) as (...options: unknown[]) => unknown
      return async (...options: unknown[]) => {
        await gate(String(name))
        return Reflect.apply(call, target, options)
      }
    },
  })

/** Runs `action` before the nth call, counting all calls or only those named `only`. */
function createPause(at: number, action: () => Promise<unknown>, only?: string) {
  let calls = 0
  const gate = async (name: string) => {
    if ((only ?? name) === name && ++calls === at) await action()
  }
  return { gate, isReached: () => calls >= at }
}

type Pause = ReturnType<typeof createPause>

async function deleteReader(harness: WorkerHarness, { gate }: Pause) {
  await harness.requestDeletion()
  await harness.remove(gateCalls(harness.deps.firestore, gate))
}

function syncPurchase({ deps, events: [event] }: WorkerHarness, { gate }: Pause) {
  const firestore = gateCalls(deps.firestore, gate)
  const paypal = gateCalls(deps.paypal, gate)
  return handlePayPalEvent({ ...deps, firestore, paypal }, parsePayPalEvent(event!.text)!)
}

async function expectRefund(harness: WorkerHarness, at: object) {
  const { ledger, provider: payPalSubscription } = harness
  // Nothing depends on PayPal's other events.
  harness.events.length = 0
  await harness.runUntilIdle()
  const checkouts = await harness.queryAll({ collection: 'checkouts' })
  const outcome = {
    status: unwrap(ledger.find(payPalSubscription)).status,
    payments: ledger
      .paymentsOf(payPalSubscription, new Date(0), harness.now)
      .map(({ status }) => status),
    checkouts: checkouts.map(({ fields }) => fields.uid),
    subscriptions: await harness.queryAll({ collection: 'subscriptions' }),
    users: await harness.queryAll({ collection: 'users' }),
  }
  expect({ ...at, ...outcome }).toEqual({
    ...at,
    status: 'CANCELLED',
    payments: ['REFUNDED'],
    checkouts: ['deletedAccount'],
    subscriptions: [],
    users: [],
  })
}

describe.each([
  ['by somebody who has never subscribed', true],
  ['by somebody who has subscribed before', false],
])('a purchase during a deletion (%s)', (_, isFirst) => {
  /** Repeats the test for each call at which `run` can pause, until `run` returns a pause that wasn't reached. */
  async function expectRefunds(
    minCalls: number,
    run: (harness: WorkerHarness, call: number) => Promise<Pause>,
  ) {
    let isReached = true
    for (let call = 1; isReached; call++) {
      const harness = await preparePurchase(isFirst)
      isReached = (await run(harness, call)).isReached()
      if (isReached) await expectRefund(harness, { call })
      else expect(call).toBeGreaterThan(minCalls)
    }
  }

  it('is cancelled and refunded whenever it’s noticed', () =>
    expectRefunds(20, async (harness, call) => {
      const pause = createPause(call, () => harness.deliverEvents())
      await deleteReader(harness, pause)
      return pause
    }))

  it('is cancelled and refunded at whatever point its sync was waiting when everything was deleted', () =>
    expectRefunds(5, async (harness, call) => {
      const unpaused = createPause(0, async () => {})
      const pause = createPause(call, () => deleteReader(harness, unpaused))
      await syncPurchase(harness, pause)
      return pause
    }))

  it('is cancelled and refunded if an earlier sync commits it at any point during the deletion', () =>
    expectRefunds(20, async (harness, call) => {
      const deletionPaused = Promise.withResolvers<void>()
      const syncEnded = Promise.withResolvers<void>()
      const deletionPause = createPause(call, () => {
        deletionPaused.resolve()
        return syncEnded.promise
      })
      let deletion = Promise.resolve()
      const syncPause = createPause(
        1,
        () => {
          deletion = deleteReader(harness, deletionPause).finally(deletionPaused.resolve)
          return deletionPaused.promise
        },
        'commit',
      )
      await syncPurchase(harness, syncPause)
      syncEnded.resolve()
      await deletion
      return deletionPause
    }))
})

it('a purchase whose checkout was stored after the deletion is cancelled and refunded', async () => {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  await harness.requestDeletion()
  await harness.remove()
  harness.provider = await harness.createCheckout()
  harness.ledger.approve(harness.provider, payer)
  await harness.runUntilIdle()
  expect(unwrap(harness.ledger.find(harness.provider)).status).toBe('CANCELLED')
  expect(harness.refunded).toHaveLength(1)
  expect(await harness.queryAll({ collection: 'subscriptions' })).toEqual([])
})

it('no grant is stored for an account that is being deleted or was deleted', async () => {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  const grant = { kind: 'grant', until: new Date('2036-01-01') } as const
  await harness.requestDeletion()
  expect(unwrap(await harness.applyEvent(grant)).ignored).toBe('accountDeleted')
  await harness.remove()
  expect(unwrap(await harness.applyEvent(grant)).ignored).toBe('accountDeleted')
  expect(await harness.queryAll({ collection: 'subscriptions' })).toEqual([])
})
