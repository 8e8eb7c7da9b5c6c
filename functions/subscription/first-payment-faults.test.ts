/** PayPal activates a subscription before it takes the first payment, which may be pending or declined. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { standing } from '../../src/domain/standing.ts'
import { payer, World } from '../edge-client-world.ts'
import { findCheckout } from './look.ts'
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
  return (await response.json()) as { state?: string }
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

it('opens nothing if the first payment is declined', async () => {
  world.ledger.decline(id, true)
  world.ledger.approve(id, payer)
  expect((await approval()).state).toBe('pending')
  expect((await createAccount()).status).toBe(409)
  await world.tick(3)
  expect((await guestRecord()).subscription).toBeNull()
})
