import { afterAll, describe, expect, it } from 'vitest'
import {
  findNextBillingTime,
  toBillingTime,
} from '../../../scripts/dev/fakes/paypal/billing-schedule.ts'
import { freePort } from '../../../scripts/dev/stack/ports.ts'
import { connectPayPal } from '../../testing/paypal-service.ts'
import {
  dollars,
  newId,
  refused,
  startPayPalWithWebhooks,
  testExchanges,
} from '../../testing/paypal-with-webhooks.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { type Transmission, transmissionHeaders } from './paypal-transmission.ts'

const fake = await startPayPalWithWebhooks({
  'P-MONTH': { months: 1, value: '13.99' },
  'P-CHEAP': { months: 1, value: '1.00' },
})
const { paypal, payer, createSubscription, subscribe, waitForEvent } = fake
afterAll(() => fake.stop())

const find = async (id: string) => unwrap(await paypal.find(id))
const listPayments = async (id: string) =>
  unwrap(await paypal.transactions(id, new Date(0), new Date(Date.now() + 1000)))

describe('a subscription', () => {
  it('is created once for each request, and waits for its approval', async () => {
    const requestId = newId()
    const [one, other] = await Promise.all([
      createSubscription({ requestId }),
      createSubscription({ requestId }),
    ])
    expect(one.payPalState.id).toBe(other.payPalState.id)
    expect(one.payPalState.id).not.toBe((await createSubscription()).payPalState.id)
    expect(one).toMatchObject({
      approveUrl: `${fake.url}/approve/${one.payPalState.id}`,
      payPalState: { status: 'APPROVAL_PENDING', nextBillingAt: null, lastPaymentAt: null },
    })
  })

  it('is active after the approval, with its payer and dates', async () => {
    const { payPalState, payer } = await find(await subscribe(true))
    const paidAt = payPalState.lastPaymentAt!
    expect(payPalState).toMatchObject({
      status: 'ACTIVE',
      failedPayments: 0,
      lastPaymentMinorUnits: 1399,
      outstandingMinorUnits: 0,
      nextBillingAt: findNextBillingTime(paidAt, 1, paidAt),
    })
    expect(payer).toEqual({
      id: expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/),
      email: 'payer@example.com',
      firstName: 'Nimal',
      lastName: 'Perera',
      paidByCard: true,
    })
  })

  it('can be revised by its buyer to another plan, which is billed from the next date on', async () => {
    const id = await subscribe()
    const before = { planId: 'P-MONTH', nextMinorUnits: 1399 }
    expect((await find(id)).payPalState).toMatchObject(before)
    // Approves as PayPal's script does, with ids that the buyer can read.
    await payer.approve(`${id}?plan_id=P-CHEAP&quantity=2`)
    expect((await find(id)).payPalState).toMatchObject({
      ...{ planId: 'P-CHEAP', nextMinorUnits: 200, lastPaymentMinorUnits: 1399 },
    })
    const { resource_type, resource } = await waitForEvent('BILLING.SUBSCRIPTION.UPDATED', id)
    expect({ resource_type, ...resource }).toMatchObject({
      resource_type: 'subscription',
      ...{ id, plan_id: 'P-CHEAP', quantity: '2', plan_overridden: false, status: 'ACTIVE' },
    })
    expect(resource).not.toHaveProperty('plan')
    await payer.trigger('bill', { id, isPaid: true })
    expect((await listPayments(id)).map(({ gross }) => gross.minorUnits)).toEqual([1399, 200])
    await payer.trigger('revise', { id, overriddenPrice: '0.50' })
    expect((await find(id)).payPalState.nextMinorUnits).toBe(100)
    expect(unwrap(await paypal.findPlanPrice('P-CHEAP'))).toBe(100)
    expect(await paypal.findPlanPrice('P-UNKNOWN')).toMatchObject({
      failure: { kind: 'notFound' },
    })
  })

  it('is suspended, activated and cancelled, and refuses impossible changes', async () => {
    const id = await subscribe()
    for (const to of ['SUSPENDED', 'ACTIVE', 'SUSPENDED', 'CANCELLED'] as const) {
      expect(await paypal.setStatus(id, to, 'the reader asked for it')).toMatchObject({ ok: true })
      expect((await find(id)).payPalState.status).toBe(to)
    }
    for (const to of ['SUSPENDED', 'ACTIVE', 'CANCELLED'] as const) {
      const again = await paypal.setStatus(id, to, 'again')
      expect(again).toEqual(refused('SUBSCRIPTION_STATUS_INVALID'))
    }
  })

  it('counts failed payments, and is suspended after the third', async () => {
    const id = await subscribe()
    for (const failedPayments of [1, 2, 3]) {
      await payer.trigger('bill', { id, isPaid: false })
      expect((await find(id)).payPalState).toMatchObject({
        failedPayments,
        status: failedPayments < 3 ? 'ACTIVE' : 'SUSPENDED',
        lastFailedAt: expect.any(Date),
      })
    }
  })

  it('lists its payments, and refunds a payment once', async () => {
    const id = await subscribe()
    const [payment] = await listPayments(id)
    expect(payment).toMatchObject({ status: 'COMPLETED', gross: dollars(1399) })
    for (let time = 0; time < 2; time++) {
      expect((await paypal.refund(payment!.id, 'refund-1')).ok).toBe(true)
    }
    expect((await listPayments(id)).map(({ status }) => status)).toEqual(['REFUNDED'])
    await waitForEvent('PAYMENT.SALE.REFUNDED', payment!.id)
    const refunds = fake.events.filter(({ resource }) => resource.sale_id === payment!.id)
    expect(refunds).toHaveLength(1)
  })

  it('is first charged after its trial', async () => {
    const startsAt = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000)
    const { payPalState } = await createSubscription({ startsAt })
    await payer.approve(payPalState.id)
    expect((await find(payPalState.id)).payPalState).toMatchObject({
      status: 'ACTIVE',
      nextBillingAt: toBillingTime(startsAt),
      lastPaymentAt: null,
      lastPaymentMinorUnits: null,
    })
  })

  it('has its outstanding balance captured once, or declined', async () => {
    const id = await subscribe()
    expect((await find(id)).outstanding.minorUnits).toBe(0)
    await payer.trigger('decline', { id, isDeclining: true })
    await payer.trigger('bill', { id, isPaid: false })
    const { outstanding, payPalState } = await find(id)
    expect(outstanding).toEqual(dollars(1399))
    expect(payPalState.outstandingMinorUnits).toBe(1399)
    expect(await paypal.capture(id, dollars(1400), 'more')).toEqual(
      refused('AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE'),
    )
    expect(await paypal.capture(id, outstanding, 'one')).toEqual({ ok: true, value: 'declined' })
    await payer.trigger('decline', { id, isDeclining: false })
    for (let time = 0; time < 2; time++) {
      expect(await paypal.capture(id, outstanding, 'two')).toEqual({ ok: true, value: 'paid' })
    }
    expect(await paypal.capture(id, outstanding, 'three')).toEqual(
      refused('ZERO_OUTSTANDING_BALANCE'),
    )
    const statuses = (await listPayments(id)).map(({ status }) => status)
    expect(statuses).toEqual(['COMPLETED', 'DECLINED', 'COMPLETED'])
  })

  it('has its outstanding balance cleared until the subscription is cancelled', async () => {
    const id = await subscribe()
    await payer.trigger('bill', { id, isPaid: false })
    expect(await paypal.clearBalance(id)).toEqual({ ok: true, value: undefined })
    expect((await find(id)).outstanding.minorUnits).toBe(0)
    await payer.trigger('cancel', { id })
    expect(await paypal.clearBalance(id)).toEqual(refused('SUBSCRIPTION_STATUS_INVALID'))
  })

  it('has a dispute that names its payment and its payer', async () => {
    const id = await subscribe()
    const payment = (await listPayments(id))[0]!.id
    const dispute = `PP-D-${payment}`
    expect(await paypal.findDispute(dispute)).toMatchObject({ failure: { kind: 'notFound' } })
    for (const [outcome, found, refunded] of [
      [null, 'open', null],
      ['won', 'won', null],
      ['lost', 'lost', 1399],
      ['partial', 'partial', 699],
      ['none', 'won', null],
    ]) {
      await payer.trigger('dispute', { payment, outcome })
      const value = { payment, customId: 'a-reader', outcome: found, refunded }
      expect(await paypal.findDispute(dispute)).toEqual({ ok: true, value })
    }
  })

  it('isn’t found if its id is unknown', async () => {
    const failure = { kind: 'notFound' }
    expect(await paypal.find('I-UNKNOWN')).toEqual({ ok: false, failure })
    expect(await paypal.setStatus('I-UNKNOWN', 'ACTIVE', 'why not')).toEqual({ ok: false, failure })
  })
})

describe('PayPal', () => {
  it('is unavailable if it refuses our credentials or can’t be reached', async () => {
    expect(await connectPayPal(fake.url, { secret: 'wrong' }).find('I-1')).toEqual({
      ok: false,
      failure: { kind: 'unavailable', reason: 'token 401' },
    })
    const unused = `http://127.0.0.1:${await freePort(9800)}`
    expect(await connectPayPal(unused).find('I-1')).toMatchObject({
      ok: false,
      failure: { kind: 'unavailable' },
    })
  })
})

describe('a webhook', () => {
  it('is verified, and can’t add fields to the verification request', async () => {
    const event = JSON.stringify({ id: 'WH-1' })
    const headers = new Headers(await payer.sign(event))
    const transmission = Object.fromEntries(
      Object.entries(transmissionHeaders).map(([claim, name]) => [claim, headers.get(name)!]),
    ) as Transmission
    expect(await paypal.verify(transmission, event)).toEqual({ ok: true, value: true })
    const smuggled = `{},"webhook_event":${event}`
    expect(await paypal.verify(transmission, smuggled)).toEqual({ ok: true, value: false })
  })
})

testExchanges(fake, 24)
