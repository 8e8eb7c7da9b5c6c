/** PayPal activates a subscription before it takes the first payment, which may be pending or declined. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { standing } from '../../src/domain/standing.ts'
import { payer, World } from '../edge-client-world.ts'
import { findCheckout, nobody } from './look.ts'
import { parseEvent, takeEvent } from './paypal-webhook.ts'

let world: World
let id: string

/** A guest has begun a checkout and is about to approve it. */
beforeEach(async () => {
  world = new World()
  const begun = await world.post('/api/checkout', {
    kind: 'monthly',
    source: null,
    requestId: crypto.randomUUID(),
  })
  id = ((await begun.json()) as { id: string }).id
})
afterEach(() => world.database.close())

const approval = async () => {
  const response = await world.post(`/api/checkout/${id}/approval`, {})
  return (await response.json()) as { state?: string; error?: { code: string } }
}
const createAccount = () =>
  world.post(`/api/checkout/${id}/account`, {
    first_name: 'Nimal',
    last_name: '',
    email: 'nimal@example.com',
    requestId: crypto.randomUUID(),
  })
const guestRecord = async () => {
  const checkout = await findCheckout(world.means.firestore, id)
  return world.record(checkout.ok ? checkout.value!.uid : '')
}
const statusAtPayPal = () => {
  const found = world.ledger.find(id)
  return found.ok && found.value.status
}
const firstPayment = () => world.ledger.paymentsOf(id, new Date(0), world.now)[0]!

describe('a subscription whose first payment is pending', () => {
  beforeEach(() => {
    world.ledger.slow(id, true)
    world.ledger.approve(id, payer)
  })

  it('opens nothing, and makes no account, until PayPal has the money', async () => {
    expect((await approval()).state).toBe('pending')
    expect((await createAccount()).status).toBe(409)
    await world.tick(3)
    expect((await guestRecord()).subscription).toBeNull()

    world.ledger.complete(firstPayment().id, true)
    expect((await approval()).state).toBe('running')
    expect(standing(await guestRecord(), world.now).entitled).toBe(true)
    expect((await createAccount()).status).toBe(200)
  })

  it('begins with PayPal’s event of the payment, if nobody asks', async () => {
    await world.tick(3)
    world.ledger.complete(firstPayment().id, true)
    await world.tick(3)
    expect((await guestRecord()).subscription?.state).toBe('active')
  })

  it('asks PayPal to send an event of a payment again which the subscription doesn’t show', async () => {
    const resource = { billing_agreement_id: id, sale_id: firstPayment().id }
    const event = { id: 'WH-1', event_type: 'PAYMENT.SALE.COMPLETED', resource }
    const hear = () => takeEvent(world.means, parseEvent(JSON.stringify(event))!)
    expect((await hear()).ok).toBe(false)
    world.ledger.complete(firstPayment().id, true)
    expect((await hear()).ok).toBe(true)
    expect((await guestRecord()).subscription?.state).toBe('active')
  })
})

describe('a subscription whose first payment is declined', () => {
  beforeEach(() => {
    world.ledger.decline(id, true)
    world.ledger.approve(id, payer)
  })

  it('opens nothing, tells the buyer, and is cancelled before PayPal can charge it later', async () => {
    expect((await approval()).error?.code).toBe('not_approved')
    expect((await createAccount()).status).toBe(409)
    await world.tick(3)
    expect((await guestRecord()).subscription).toBeNull()
    for (let run = 0; run < 4; run++) await world.tick(10)
    expect(statusAtPayPal()).toBe('CANCELLED')
  })
})

describe('a first payment that arrives late', () => {
  beforeEach(async () => {
    world.ledger.slow(id, true)
    world.ledger.approve(id, payer)
    await world.tick(3)
  })

  it('counts although the payer has cancelled at PayPal meanwhile', async () => {
    world.ledger.cancel(id)
    await world.tick(3)
    expect((await guestRecord()).subscription).toBeNull()
    world.ledger.complete(firstPayment().id, true)
    await world.tick(3)
    expect((await guestRecord()).subscription).toMatchObject({ state: 'ending', isFinal: true })
    // The cancelled subscription is still paid for.
    expect((await createAccount()).status).toBe(200)
  })

  it('begins nothing for an account that has been deleted', async () => {
    const checkout = await findCheckout(world.means.firestore, id)
    if (!checkout.ok || !checkout.value) throw new Error('There is no checkout.')
    const { updateTime, ...fields } = checkout.value
    await world.means.firestore.commit([
      { set: `checkouts/${id}`, fields: { ...fields, uid: nobody }, ifUpdatedAt: updateTime },
    ])
    world.ledger.complete(firstPayment().id, true)
    world.events.length = 0
    for (let run = 0; run < 3; run++) await world.tick(10)
    expect((await world.record(nobody)).subscription).toBeNull()
  })

  it('begins the subscription even if PayPal’s events are lost', async () => {
    world.ledger.complete(firstPayment().id, true)
    world.events.length = 0
    for (let run = 0; run < 3; run++) await world.tick(10)
    expect((await guestRecord()).subscription?.state).toBe('active')
  })

  it('is refunded after days, when the subscription has been cancelled', async () => {
    await world.wait(4)
    for (let run = 0; run < 3; run++) await world.tick(70)
    expect(statusAtPayPal()).toBe('CANCELLED')
    world.ledger.complete(firstPayment().id, true)
    for (let run = 0; run < 3; run++) await world.tick(70)
    expect((await guestRecord()).subscription).toBeNull()
    expect(firstPayment().status).toBe('REFUNDED')
  })
})
