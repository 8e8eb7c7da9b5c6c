import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createJudge, findDescriptions } from '../../scripts/local/paypal/openapi.ts'
import { payPalPlanIds } from '../../scripts/local/paypal/plans.ts'
import { payPalKeys } from '../../scripts/local/paypal/rest.ts'
import { type Exchange, startPayPal } from '../../scripts/local/paypal/server.ts'
import { webhookId } from '../../scripts/local/paypal/webhooks.ts'
import { freePort } from '../../scripts/local/ports.ts'
import { addMonths } from '../../src/domain/month.ts'
import { createPayPal, type PayPal } from './paypal.ts'
import { type Transmission, transmissionHeaders } from './paypal-transmission.ts'
import { createPayPalWire } from './paypal-wire.ts'

type Delivery = { readonly transmission: Transmission; readonly event: string }

const folder = mkdtempSync(join(tmpdir(), 'paypal-'))
const deliveries: Delivery[] = []
/** Told of every event that arrives. */
let onDelivery = () => {}
let standIn: Awaited<ReturnType<typeof startPayPal>>
let paypal: PayPal

const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const transmission = Object.fromEntries(
    Object.entries(transmissionHeaders).map(([claim, header]) => [
      claim,
      String(request.headers[header.toLowerCase()]),
    ]),
  ) as Transmission
  deliveries.push({ transmission, event: Buffer.concat(chunks).toString() })
  response.end()
  onDelivery()
})

const connect = (url: string, secret: string = payPalKeys.secret) => {
  const { clientId } = payPalKeys
  const wire = createPayPalWire({ url, clientId, secret, timeout: 2000, now: Date.now })
  const plans = { ...payPalPlanIds, monthly_13: 'P-MONTH', annual_99: 'P-YEAR' }
  return createPayPal(wire, { plans, webhook: webhookId, url })
}

beforeAll(async () => {
  const port = await freePort(9700)
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve))
  standIn = await startPayPal({
    port: await freePort(port + 1),
    folder,
    plans: { 'P-MONTH': { months: 1, value: '13.99' }, 'P-YEAR': { months: 12, value: '99.00' } },
    target: () => `http://127.0.0.1:${port}/`,
  })
  paypal = connect(standIn.url)
})
afterAll(async () => {
  await standIn.stop()
  receiver.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  deliveries.length = 0
})

const order = (changes: Partial<Parameters<PayPal['create']>[0]> = {}) => ({
  plan: 'monthly_13' as const,
  customId: 'a-reader',
  startsAt: null,
  requestId: crypto.randomUUID(),
  returnUrl: 'https://verandah.news/subscribe?step=done',
  cancelUrl: 'https://verandah.news/subscribe',
  brand: 'The Verandah',
  ...changes,
})

async function created(changes: Parameters<typeof order>[0] = {}) {
  const answer = await paypal.create(order(changes))
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
  return answer.value
}

const control = (name: string, body: unknown) =>
  fetch(`${standIn.url}/local/${name}`, { method: 'POST', body: JSON.stringify(body) })

async function agree(id: string, byCard = false) {
  const form = new URLSearchParams({
    outcome: 'approve',
    email: 'payer@example.com',
    givenName: 'Nimal',
    surname: 'Perera',
    ...(byCard ? { byCard: 'on' } : {}),
  })
  const answer = await fetch(`${standIn.url}/approve/${id}`, { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`not agreed to: ${answer.status}`)
}

async function running(byCard = false) {
  const { seen } = await created()
  await agree(seen.id, byCard)
  return seen.id
}

const statusOf = async (id: string) => {
  const found = await paypal.find(id)
  return found.ok ? found.value.seen.status : found.failure
}

/** Until so many events have arrived. */
const arrived = (count: number) =>
  new Promise<void>((resolve) => {
    onDelivery = () => deliveries.length >= count && resolve()
    onDelivery()
  })

describe('a subscription', () => {
  it('is created once for each request, and waits for its payer', async () => {
    const requestId = crypto.randomUUID()
    const [one, other] = await Promise.all([created({ requestId }), created({ requestId })])
    expect(one.seen.id).toBe(other.seen.id)
    expect(one.seen.id).not.toBe((await created()).seen.id)
    expect(one).toMatchObject({
      customId: 'a-reader',
      approveUrl: `${standIn.url}/approve/${one.seen.id}`,
      seen: { status: 'APPROVAL_PENDING', nextBillingAt: null, lastPaymentAt: null },
    })
  })

  it('runs when the payer agrees, and says who pays and until when', async () => {
    const found = await paypal.find(await running(true))
    if (!found.ok) throw new Error(found.failure.kind)
    const { seen, payer } = found.value
    expect(seen).toMatchObject({ status: 'ACTIVE', failedPayments: 0 })
    expect(seen.nextBillingAt).toEqual(addMonths(seen.lastPaymentAt!, 1))
    expect(payer).toEqual({
      email: 'payer@example.com',
      firstName: 'Nimal',
      lastName: 'Perera',
      paidByCard: true,
    })
  })

  it('is suspended, activated and cancelled, and refuses what cannot be', async () => {
    const id = await running()
    for (const to of ['SUSPENDED', 'ACTIVE', 'SUSPENDED', 'CANCELLED'] as const) {
      expect(await paypal.bring(id, to, 'the reader asked for it')).toMatchObject({ ok: true })
      expect(await statusOf(id)).toBe(to)
    }
    for (const to of ['SUSPENDED', 'ACTIVE', 'CANCELLED'] as const) {
      expect(await paypal.bring(id, to, 'again')).toEqual({
        ok: false,
        failure: { kind: 'refused', issue: 'SUBSCRIPTION_STATUS_INVALID' },
      })
    }
  })

  it('counts payments that fail, and stops after the third', async () => {
    const id = await running()
    for (const failedPayments of [1, 2, 3]) {
      await control('bill', { id, isPaid: false })
      const found = await paypal.find(id)
      expect(found.ok && found.value.seen).toMatchObject({
        failedPayments,
        status: failedPayments < 3 ? 'ACTIVE' : 'SUSPENDED',
        lastFailedAt: expect.any(Date),
      })
    }
  })

  it('lists its payments, and one is given back once', async () => {
    const id = await running()
    const list = () => paypal.transactions(id, new Date(0), new Date(Date.now() + 1000))
    const before = await list()
    if (!before.ok) throw new Error(before.failure.kind)
    const [payment] = before.value
    expect(payment).toMatchObject({
      status: 'COMPLETED',
      gross: { minorUnits: 1399, currency: 'USD' },
    })
    for (let time = 0; time < 2; time++) {
      expect((await paypal.refund(payment!.id, 'refund-1')).ok).toBe(true)
    }
    const after = await list()
    expect(after.ok && after.value.map(({ status }) => status)).toEqual(['REFUNDED'])
    await arrived(4)
    expect(
      deliveries.filter(({ event }) => event.includes('"PAYMENT.SALE.REFUNDED"')),
    ).toHaveLength(1)
  })

  it('with a trial bills on its first day after it', async () => {
    const startsAt = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000)
    const { seen } = await created({ startsAt })
    await agree(seen.id)
    const found = await paypal.find(seen.id)
    expect(found.ok && found.value.seen).toMatchObject({
      status: 'ACTIVE',
      nextBillingAt: startsAt,
      lastPaymentAt: null,
    })
  })

  it('has what is outstanding taken once, or declined', async () => {
    const id = await running()
    const outstanding = async () => {
      const found = await paypal.find(id)
      if (!found.ok) throw new Error(found.failure.kind)
      return found.value.outstanding
    }
    expect((await outstanding()).minorUnits).toBe(0)
    await control('decline', { id, isDeclining: true })
    await control('bill', { id, isPaid: false })
    const owed = await outstanding()
    expect(owed).toEqual({ minorUnits: 1399, currency: 'USD' })
    expect(await paypal.capture(id, owed, 'one')).toEqual({ ok: true, value: 'declined' })
    await control('decline', { id, isDeclining: false })
    for (let time = 0; time < 2; time++) {
      expect(await paypal.capture(id, owed, 'two')).toEqual({ ok: true, value: 'paid' })
    }
    expect(await paypal.capture(id, owed, 'three')).toEqual({
      ok: false,
      failure: { kind: 'refused', issue: 'ZERO_OUTSTANDING_BALANCE' },
    })
    const made = await paypal.transactions(id, new Date(0), new Date(Date.now() + 1000))
    const statuses = made.ok && made.value.map(({ status }) => status)
    expect(statuses).toEqual(['COMPLETED', 'DECLINED', 'COMPLETED'])
  })

  it('is quarrelled over, and the quarrel names payment and payer', async () => {
    const id = await running()
    const made = await paypal.transactions(id, new Date(0), new Date(Date.now() + 1000))
    const payment = (made.ok && made.value[0]?.id) || ''
    const dispute = `PP-D-${payment}`
    expect(await paypal.dispute(dispute)).toMatchObject({ failure: { kind: 'notFound' } })
    for (const [outcome, said] of [
      [null, 'open'],
      ['won', 'won'],
      ['lost', 'lost'],
    ]) {
      await control('dispute', { payment, outcome })
      const found = await paypal.dispute(dispute)
      expect(found).toEqual({ ok: true, value: { payment, customId: 'a-reader', outcome: said } })
    }
  })

  it('that is not there is not found', async () => {
    const failure = { kind: 'notFound' }
    expect(await paypal.find('I-NOBODY')).toEqual({ ok: false, failure })
    expect(await paypal.bring('I-NOBODY', 'ACTIVE', 'why not')).toEqual({ ok: false, failure })
  })
})

describe('PayPal', () => {
  it('that does not know us, or is not there, is unavailable', async () => {
    expect(await connect(standIn.url, 'wrong').find('I-1')).toEqual({
      ok: false,
      failure: { kind: 'unavailable', reason: 'token 401' },
    })
    const nobody = await freePort(9800)
    expect(await connect(`http://127.0.0.1:${nobody}`).find('I-1')).toMatchObject({
      ok: false,
      failure: { kind: 'unavailable' },
    })
  })
})

describe('a webhook', () => {
  it('is PayPal’s as it came, and in no other way: 1,000 corruptions', async () => {
    await running()
    await arrived(3)
    const { transmission, event } = deliveries[0]!
    expect(await paypal.verify(transmission, event)).toEqual({ ok: true, value: true })
    const claims = Object.keys(transmission) as (keyof Transmission)[]
    const place = fc.nat()
    const corruption = fc.oneof(
      fc.record({
        of: fc.constant('event' as const),
        place,
        to: fc.string({ minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        of: fc.constantFrom(...claims),
        place,
        to: fc.string({ minLength: 1, maxLength: 3 }),
      }),
      fc.record({ of: fc.constant('cut' as const), place, to: fc.constant('') }),
    )
    let refused = 0
    await fc.assert(
      fc.asyncProperty(corruption, async ({ of, place, to }) => {
        const altered = (text: string) => {
          const at = place % text.length
          return text.slice(0, at) + to + text.slice(at + 1)
        }
        const claim = of === 'event' || of === 'cut' ? null : of
        const wrongTransmission = claim
          ? { ...transmission, [claim]: altered(transmission[claim]) }
          : transmission
        const wrongEvent = claim
          ? event
          : of === 'cut'
            ? event.slice(0, place % event.length)
            : altered(event)
        fc.pre(
          wrongEvent !== event ||
            (claim !== null && wrongTransmission[claim] !== transmission[claim]),
        )
        // Base64 has more than one way to write its last letter.
        fc.pre(
          claim !== 'transmission_sig' ||
            !Buffer.from(wrongTransmission.transmission_sig, 'base64').equals(
              Buffer.from(transmission.transmission_sig, 'base64'),
            ),
        )
        const verdict = await paypal.verify(wrongTransmission, wrongEvent)
        expect(verdict.ok && verdict.value).toBe(false)
        refused++
      }),
      { numRuns: 1000 },
    )
    expect(refused).toBe(1000)
  }, 60_000)

  it('cannot say more of the request than its own part', async () => {
    await running()
    await arrived(3)
    const { transmission, event } = deliveries[0]!
    const smuggled = `{},"webhook_event":${event}`
    expect(await paypal.verify(transmission, smuggled)).toEqual({ ok: true, value: false })
  })

  it('comes in whatever order, and however often', async () => {
    await control('hold', {})
    await running()
    await control('release', { order: 'reversed', times: 3 })
    const types = deliveries.map(({ event }) => JSON.parse(event).event_type)
    expect(types).toEqual([
      ...Array(3).fill('PAYMENT.SALE.COMPLETED'),
      ...Array(3).fill('BILLING.SUBSCRIPTION.ACTIVATED'),
      ...Array(3).fill('BILLING.SUBSCRIPTION.CREATED'),
    ])
  })
})

// Last of all, over everything that was said above.
const descriptions = findDescriptions()
it.skipIf(!descriptions)(
  'what is sent and what is answered is as PayPal describes it',
  async () => {
    const judge = createJudge(descriptions!)
    const exchanges: Exchange[] = await (await fetch(`${standIn.url}/local/exchanges`)).json()
    // What was corrupted on purpose is not what we send.
    const isCorrupted = ({ answer }: Exchange) => JSON.stringify(answer)?.includes('"FAILURE"')
    const judged = exchanges
      .filter((exchange) => !isCorrupted(exchange))
      .map((exchange) => ({
        exchange: `${exchange.method} ${exchange.path} ${exchange.status}`,
        problems: judge(exchange),
      }))
    const described = judged.filter(({ problems }) => problems !== null)
    expect(described.length).toBeGreaterThan(24)
    expect(described.filter(({ problems }) => problems!.length > 0)).toEqual([])
  },
)
