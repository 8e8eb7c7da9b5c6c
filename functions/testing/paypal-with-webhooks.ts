/** The PayPal fake, a payer, and a receiver of its webhooks. */

import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { RecordedExchange } from '../../scripts/dev/fakes/paypal/fake-paypal.ts'
import {
  createExchangeValidator,
  loadOpenApiDocuments,
} from '../../scripts/dev/fakes/paypal/openapi-validator.ts'
import { connectPayer } from '../../scripts/dev/fakes/paypal/paypal-payer.ts'
import { currency } from '../../src/publication/offer.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import { startLocalServer } from './local-server.ts'
import { connectPayPal, startPayPal } from './paypal-service.ts'
import { unwrap } from './unwrap.ts'

type Event = {
  readonly event_type: string
  readonly resource_type: string
  readonly resource: {
    readonly sale_id?: string
    readonly dispute_id?: string
    readonly links?: { rel: string; href: string }[]
    readonly [field: string]: unknown
  }
}

export const dollars = (minorUnits: number) => ({ minorUnits, currency }) as const
export const refused = (issue: string) => ({ ok: false, failure: { kind: 'refused', issue } })
export const newId = () => crypto.randomUUID()

const monthly = { 'P-MONTH': { months: 1, value: '13.99' } }

export async function startPayPalWithWebhooks(
  plans: Parameters<typeof startPayPal>[0]['plans'] = monthly,
) {
  const events: Event[] = []
  let onEvent = () => {}
  const receiver = await startLocalServer(async (request, response) => {
    events.push(JSON.parse(await text(request)))
    response.end()
    onEvent()
  })
  const fake = await startPayPal({
    plans,
    target: () => `${receiver.url}/`,
  })
  const paypal = connectPayPal(fake.url, { plans: { monthly_13: 'P-MONTH' } })
  const payer = connectPayer(fake.url)

  const createOrder = async (changes: Partial<Parameters<PayPal['createOrder']>[0]> = {}) =>
    unwrap(
      await paypal.createOrder({
        amount: dollars(5999),
        description: 'Gift subscription, 6 months',
        customId: 'a-gift',
        requestId: newId(),
        returnUrl: 'https://verandah.news/gift-subscription/paid?gift=1',
        cancelUrl: 'https://verandah.news/gift-subscription',
        brand: 'The Verandah',
        ...changes,
      }),
    )

  const createSubscription = async (changes: Partial<Parameters<PayPal['create']>[0]> = {}) =>
    unwrap(
      await paypal.create({
        plan: 'monthly_13',
        customId: 'a-reader',
        startsAt: null,
        requestId: newId(),
        returnUrl: 'https://verandah.news/subscribe?step=done',
        cancelUrl: 'https://verandah.news/subscribe',
        brand: 'The Verandah',
        ...changes,
      }),
    )

  /** Returns PayPal's id for an approved subscription. */
  async function subscribe(byCard = false) {
    const { payPalState } = await createSubscription()
    await payer.approve(payPalState.id, { givenName: 'Nimal', surname: 'Perera', byCard })
    return payPalState.id
  }

  async function createApprovedOrder(outcome: 'approve' | 'decline' | 'pending' = 'approve') {
    const { id } = await createOrder()
    await payer.approve(id, { outcome, givenName: 'Nimal', surname: 'Perera' })
    return id
  }

  return {
    ...fake,
    paypal,
    payer,
    events,
    createSubscription,
    subscribe,
    createOrder,
    createApprovedOrder,

    async payOrder() {
      const id = await createApprovedOrder()
      return { id, capture: unwrap(await paypal.captureOrder(id, newId())).capture!.id }
    },

    async paySubscription() {
      const id = await subscribe()
      return { id, capture: await payer.findPayment(id) }
    },

    findCapture: async (id: string) => unwrap(await paypal.findCapture(id)),

    /** Waits for an event of this type whose resource contains the id. */
    waitForEvent: (type: string, id: string) =>
      new Promise<Event>((resolve) => {
        onEvent = () => {
          const found = events.find(
            ({ event_type, resource }) =>
              event_type === type && JSON.stringify(resource).includes(id),
          )
          if (found) resolve(found)
        }
        onEvent()
      }),

    async stop() {
      await fake.stop()
      await receiver.stop()
    },
  }
}

const descriptions = loadOpenApiDocuments()

/**
 * Tests all exchanges with the fake, so this call must be last in its file. More than `minCount` exchanges must have a
 * description.
 */
export const testExchanges = (
  { listExchanges }: { listExchanges(): Promise<readonly RecordedExchange[]> },
  minCount: number,
) =>
  it.skipIf(!descriptions)('requests and responses match PayPal’s description', async () => {
    const findProblems = createExchangeValidator(descriptions!)
    const described = (await listExchanges()).flatMap((exchange) => {
      const problems = findProblems(exchange)
      return problems ? [{ exchange, problems }] : []
    })
    expect(described.length).toBeGreaterThan(minCount)
    expect(described.filter(({ problems }) => problems.length > 0)).toEqual([])
  })
