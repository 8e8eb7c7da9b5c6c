import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { World } from '../edge-client-world.ts'

let world: World

beforeEach(async () => {
  world = new World()
  await world.begin()
  await world.subscribe()
  await world.wait(31)
  world.ledger.bill(world.provider, false)
  await world.settle()
})
afterEach(() => world.database.close())

const payments = () =>
  world.ledger.paymentsOf(world.provider, new Date(0), world.now).map(({ status }) => status)
const state = async () => (await world.record()).subscription?.state
const later = (seconds: number) => {
  world.now = new Date(world.now.getTime() + seconds * 1000)
}

describe('retrying a failed payment', () => {
  it('captures once while the first capture is pending, across a minute boundary', async () => {
    world.ledger.slow(world.provider, true)
    expect(await state()).toBe('paymentFailed')
    for (const seconds of [0, 20, 61, 3600]) {
      later(seconds)
      expect((await world.retryPayment()).ok).toBe(true)
    }
    expect(payments()).toEqual(['COMPLETED', 'PENDING'])
  })

  it('captures once where the same request is sent twice at once', async () => {
    await Promise.all([world.retryPayment(), world.retryPayment(), world.retryPayment()])
    expect(payments()).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await state()).toBe('active')
  })

  it('captures nothing more once the pending payment has gone through', async () => {
    world.ledger.slow(world.provider, true)
    await world.retryPayment()
    const pending = world.ledger
      .paymentsOf(world.provider, new Date(0), world.now)
      .find(({ status }) => status === 'PENDING')!
    world.ledger.slow(world.provider, false)
    later(120)
    world.ledger.complete(pending.id, true)
    expect(await world.retryPayment()).toMatchObject({ ok: true })
    expect(payments()).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await state()).toBe('active')
  })

  it('tries again after a decline, at once or after it was pending', async () => {
    world.ledger.decline(world.provider, true)
    expect(await world.retryPayment()).toMatchObject({ failure: { kind: 'declined' } })
    world.ledger.decline(world.provider, false)
    world.ledger.slow(world.provider, true)
    await world.retryPayment()
    const pending = world.ledger
      .paymentsOf(world.provider, new Date(0), world.now)
      .find(({ status }) => status === 'PENDING')!
    later(60)
    world.ledger.complete(pending.id, false)
    world.ledger.slow(world.provider, false)
    later(60)
    await world.retryPayment()
    await world.retryPayment()
    expect(payments().filter((status) => status === 'COMPLETED')).toHaveLength(2)
    expect(await state()).toBe('active')
  })

  it('is not possible where no payment has failed', async () => {
    await world.retryPayment()
    expect(await world.retryPayment()).toMatchObject({ failure: { kind: 'notPossible' } })
  })
})
