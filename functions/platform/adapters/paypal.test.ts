import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  findNextBillingTime,
  toBillingTime,
} from '../../../scripts/dev/fakes/paypal/billing-schedule.ts'
import type { RecordedExchange } from '../../../scripts/dev/fakes/paypal/fake-paypal.ts'
import {
  createExchangeValidator,
  loadOpenApiDocuments,
} from '../../../scripts/dev/fakes/paypal/openapi-validator.ts'
import { connectPayer } from '../../../scripts/dev/fakes/paypal/paypal-payer.ts'
import { freePort } from '../../../scripts/dev/stack/ports.ts'
import { type LocalServer, startLocalServer } from '../../testing/local-server.ts'
import { connectPayPal, startPayPal } from '../../testing/paypal-service.ts'
import { unwrap } from '../../testing/unwrap.ts'
import type { PayPal } from './paypal.ts'
import { type Transmission, transmissionHeaders } from './paypal-transmission.ts'

type Delivery = { readonly transmission: Transmission; readonly event: string }

const deliveries: Delivery[] = []
let onDelivery = () => {}
let receiver: LocalServer
let fake: Awaited<ReturnType<typeof startPayPal>>
let paypal: PayPal

const connect = (url: string, secret?: string) =>
  connectPayPal(url, {
    plans: { monthly_13: 'P-MONTH', annual_99: 'P-YEAR' },
    ...(secret ? { secret } : {}),
  })

beforeAll(async () => {
  receiver = await startLocalServer(async (request, response) => {
    const transmission = Object.fromEntries(
      Object.entries(transmissionHeaders).map(([claim, header]) => [
        claim,
        String(request.headers[header.toLowerCase()]),
      ]),
    ) as Transmission
    deliveries.push({ transmission, event: await text(request) })
    response.end()
    onDelivery()
  })
  fake = await startPayPal({
    plans: {
      'P-MONTH': { months: 1, value: '13.99' },
      'P-YEAR': { months: 12, value: '99.00' },
      'P-CHEAP': { months: 1, value: '1.00' },
    },
    target: () => `${receiver.url}/`,
  })
  paypal = connect(fake.url)
})
afterAll(async () => {
  await fake.stop()
  await receiver.stop()
})
beforeEach(() => {
  deliveries.length = 0
})

const create = async (changes: Partial<Parameters<PayPal['create']>[0]> = {}) =>
  unwrap(
    await paypal.create({
      plan: 'monthly_13',
      customId: 'a-reader',
      startsAt: null,
      requestId: crypto.randomUUID(),
      returnUrl: 'https://verandah.news/subscribe?step=done',
      cancelUrl: 'https://verandah.news/subscribe',
      brand: 'The Verandah',
      ...changes,
    }),
  )

const find = async (id: string) => unwrap(await paypal.find(id))
const listPayments = async (id: string) =>
  unwrap(await paypal.transactions(id, new Date(0), new Date(Date.now() + 1000)))

const control = (name: string, body: unknown) => connectPayer(fake.url).trigger(name, body)

const approve = (id: string, byCard = false) =>
  connectPayer(fake.url).approve(id, { givenName: 'Nimal', surname: 'Perera', byCard })

async function createRunningSubscription(byCard = false) {
  const { payPalState } = await create()
  await approve(payPalState.id, byCard)
  return payPalState.id
}

const readStatus = async (id: string) => (await find(id)).payPalState.status

const arrived = (count: number) =>
  new Promise<void>((resolve) => {
    onDelivery = () => deliveries.length >= count && resolve()
    onDelivery()
  })

describe('a subscription', () => {
  it('is created once for each request, and waits for its approval', async () => {
    const requestId = crypto.randomUUID()
    const [one, other] = await Promise.all([create({ requestId }), create({ requestId })])
    expect(one.payPalState.id).toBe(other.payPalState.id)
    expect(one.payPalState.id).not.toBe((await create()).payPalState.id)
    expect(one).toMatchObject({
      approveUrl: `${fake.url}/approve/${one.payPalState.id}`,
      payPalState: { status: 'APPROVAL_PENDING', nextBillingAt: null, lastPaymentAt: null },
    })
  })

  it('is active after the approval, with its payer and dates', async () => {
    const { payPalState, payer } = await find(await createRunningSubscription(true))
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
    const id = await createRunningSubscription()
    const before = { planId: 'P-MONTH', nextMinorUnits: 1399 }
    expect((await find(id)).payPalState).toMatchObject(before)
    await arrived(3)
    // As PayPal's script does, with ids that the buyer knows.
    await approve(`${id}?plan_id=P-CHEAP&quantity=2`)
    expect((await find(id)).payPalState).toMatchObject({
      ...{ planId: 'P-CHEAP', nextMinorUnits: 200, lastPaymentMinorUnits: 1399 },
    })
    await arrived(4)
    const { event_type, resource_type, resource } = JSON.parse(deliveries[3]!.event)
    expect({ event_type, resource_type, ...resource }).toMatchObject({
      event_type: 'BILLING.SUBSCRIPTION.UPDATED',
      resource_type: 'subscription',
      ...{ id, plan_id: 'P-CHEAP', quantity: '2', plan_overridden: false, status: 'ACTIVE' },
    })
    expect(resource).not.toHaveProperty('plan')
    await control('bill', { id, isPaid: true })
    expect((await listPayments(id)).map(({ gross }) => gross.minorUnits)).toEqual([1399, 200])
    await control('revise', { id, overriddenPrice: '0.50' })
    expect((await find(id)).payPalState.nextMinorUnits).toBe(100)
    expect(unwrap(await paypal.findPlanPrice('P-CHEAP'))).toBe(100)
    expect(await paypal.findPlanPrice('P-UNKNOWN')).toMatchObject({
      failure: { kind: 'notFound' },
    })
  })

  it('is suspended, activated and cancelled, and refuses impossible changes', async () => {
    const id = await createRunningSubscription()
    for (const to of ['SUSPENDED', 'ACTIVE', 'SUSPENDED', 'CANCELLED'] as const) {
      expect(await paypal.setStatus(id, to, 'the reader asked for it')).toMatchObject({ ok: true })
      expect(await readStatus(id)).toBe(to)
    }
    for (const to of ['SUSPENDED', 'ACTIVE', 'CANCELLED'] as const) {
      expect(await paypal.setStatus(id, to, 'again')).toEqual({
        ok: false,
        failure: { kind: 'refused', issue: 'SUBSCRIPTION_STATUS_INVALID' },
      })
    }
  })

  it('counts failed payments, and is suspended after the third', async () => {
    const id = await createRunningSubscription()
    for (const failedPayments of [1, 2, 3]) {
      await control('bill', { id, isPaid: false })
      expect((await find(id)).payPalState).toMatchObject({
        failedPayments,
        status: failedPayments < 3 ? 'ACTIVE' : 'SUSPENDED',
        lastFailedAt: expect.any(Date),
      })
    }
  })

  it('lists its payments, and refunds one once', async () => {
    const id = await createRunningSubscription()
    const [payment] = await listPayments(id)
    expect(payment).toMatchObject({
      status: 'COMPLETED',
      gross: { minorUnits: 1399, currency: 'USD' },
    })
    for (let time = 0; time < 2; time++) {
      expect((await paypal.refund(payment!.id, 'refund-1')).ok).toBe(true)
    }
    expect((await listPayments(id)).map(({ status }) => status)).toEqual(['REFUNDED'])
    await arrived(4)
    const refunds = deliveries.filter(({ event }) => event.includes('"PAYMENT.SALE.REFUNDED"'))
    expect(refunds).toHaveLength(1)
  })

  it('with a trial is charged first after it', async () => {
    const startsAt = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000)
    const { payPalState } = await create({ startsAt })
    await approve(payPalState.id)
    expect((await find(payPalState.id)).payPalState).toMatchObject({
      status: 'ACTIVE',
      nextBillingAt: toBillingTime(startsAt),
      lastPaymentAt: null,
      lastPaymentMinorUnits: null,
    })
  })

  it('has its outstanding balance captured once, or declined', async () => {
    const id = await createRunningSubscription()
    expect((await find(id)).outstanding.minorUnits).toBe(0)
    await control('decline', { id, isDeclining: true })
    await control('bill', { id, isPaid: false })
    const { outstanding, payPalState } = await find(id)
    expect(outstanding).toEqual({ minorUnits: 1399, currency: 'USD' })
    expect(payPalState.outstandingMinorUnits).toBe(1399)
    const more = { minorUnits: 1400, currency: 'USD' } as const
    expect(await paypal.capture(id, more, 'more')).toEqual({
      ok: false,
      failure: { kind: 'refused', issue: 'AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE' },
    })
    expect(await paypal.capture(id, outstanding, 'one')).toEqual({ ok: true, value: 'declined' })
    await control('decline', { id, isDeclining: false })
    for (let time = 0; time < 2; time++) {
      expect(await paypal.capture(id, outstanding, 'two')).toEqual({ ok: true, value: 'paid' })
    }
    expect(await paypal.capture(id, outstanding, 'three')).toEqual({
      ok: false,
      failure: { kind: 'refused', issue: 'ZERO_OUTSTANDING_BALANCE' },
    })
    const statuses = (await listPayments(id)).map(({ status }) => status)
    expect(statuses).toEqual(['COMPLETED', 'DECLINED', 'COMPLETED'])
  })

  it('has its outstanding balance cleared, until it’s cancelled', async () => {
    const id = await createRunningSubscription()
    await control('bill', { id, isPaid: false })
    expect(await paypal.clearBalance(id)).toEqual({ ok: true, value: undefined })
    expect((await find(id)).outstanding.minorUnits).toBe(0)
    await control('cancel', { id })
    expect(await paypal.clearBalance(id)).toEqual({
      ok: false,
      failure: { kind: 'refused', issue: 'SUBSCRIPTION_STATUS_INVALID' },
    })
  })

  it('has a dispute with a payment and a payer', async () => {
    const id = await createRunningSubscription()
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
      await control('dispute', { payment, outcome })
      const value = { payment, customId: 'a-reader', outcome: found, refunded }
      expect(await paypal.findDispute(dispute)).toEqual({ ok: true, value })
    }
  })

  it('that doesn’t exist isn’t found', async () => {
    const failure = { kind: 'notFound' }
    expect(await paypal.find('I-UNKNOWN')).toEqual({ ok: false, failure })
    expect(await paypal.setStatus('I-UNKNOWN', 'ACTIVE', 'why not')).toEqual({ ok: false, failure })
  })
})

describe('PayPal', () => {
  it('that refuses our credentials or can’t be reached is unavailable', async () => {
    expect(await connect(fake.url, 'wrong').find('I-1')).toEqual({
      ok: false,
      failure: { kind: 'unavailable', reason: 'token 401' },
    })
    const unused = `http://127.0.0.1:${await freePort(9800)}`
    expect(await connect(unused).find('I-1')).toMatchObject({
      ok: false,
      failure: { kind: 'unavailable' },
    })
  })
})

describe('a webhook', () => {
  it('is verified unchanged, and refused with any of 1,000 corruptions', async () => {
    await createRunningSubscription()
    await arrived(3)
    const { transmission, event } = deliveries[0]!
    expect(await paypal.verify(transmission, event)).toEqual({ ok: true, value: true })
    const claims = Object.keys(transmission) as (keyof Transmission)[]
    const corruption = fc.record({
      of: fc.constantFrom('event', 'cut', ...claims),
      place: fc.nat(),
      to: fc.string({ minLength: 1, maxLength: 3 }),
    })
    let refused = 0
    await fc.assert(
      fc.asyncProperty(corruption, async ({ of, place, to }) => {
        const alter = (text: string) => {
          const at = place % text.length
          return text.slice(0, at) + (of === 'cut' ? '' : to + text.slice(at + 1))
        }
        const claim = of === 'event' || of === 'cut' ? null : of
        const wrongTransmission = claim
          ? { ...transmission, [claim]: alter(transmission[claim]) }
          : transmission
        const wrongEvent = claim ? event : alter(event)
        fc.pre(
          wrongEvent !== event ||
            (claim !== null && wrongTransmission[claim] !== transmission[claim]),
        )
        // Two base64 texts may encode the same signature.
        const readSignature = (claims: Transmission) =>
          Buffer.from(claims.transmission_sig, 'base64')
        fc.pre(
          claim !== 'transmission_sig' ||
            !readSignature(wrongTransmission).equals(readSignature(transmission)),
        )
        const verdict = await paypal.verify(wrongTransmission, wrongEvent)
        expect(verdict.ok && verdict.value).toBe(false)
        refused++
      }),
      { numRuns: 1000 },
    )
    expect(refused).toBe(1000)
  })

  it('can’t add fields to the verification request', async () => {
    await createRunningSubscription()
    await arrived(3)
    const { transmission, event } = deliveries[0]!
    const smuggled = `{},"webhook_event":${event}`
    expect(await paypal.verify(transmission, smuggled)).toEqual({ ok: true, value: false })
  })
})

const descriptions = loadOpenApiDocuments()
it.skipIf(!descriptions)('requests and responses are as PayPal describes them', async () => {
  const findProblems = createExchangeValidator(descriptions!)
  const exchanges = await fake.listExchanges()
  const isCorrupted = ({ response }: RecordedExchange) =>
    JSON.stringify(response)?.includes('"FAILURE"')
  const judged = exchanges
    .filter((exchange) => !isCorrupted(exchange))
    .map((exchange) => ({
      exchange: `${exchange.method} ${exchange.path} ${exchange.status}`,
      problems: findProblems(exchange),
    }))
  const described = judged.filter(({ problems }) => problems !== null)
  expect(described.length).toBeGreaterThan(24)
  expect(described.filter(({ problems }) => problems!.length > 0)).toEqual([])
})
