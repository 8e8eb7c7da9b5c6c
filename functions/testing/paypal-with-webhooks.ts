/** The PayPal fake, a payer, and a receiver of its webhooks. */
import { text } from 'node:stream/consumers'
import { connectPayer } from '../../scripts/dev/fakes/paypal/paypal-payer.ts'
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
  }
}

export const dollars = (minorUnits: number) => ({ minorUnits, currency: 'USD' }) as const
export const refused = (issue: string) => ({ ok: false, failure: { kind: 'refused', issue } })
export const newId = () => crypto.randomUUID()

export async function startPayPalWithWebhooks() {
  const events: Event[] = []
  let onEvent = () => {}
  const receiver = await startLocalServer(async (request, response) => {
    events.push(JSON.parse(await text(request)))
    response.end()
    onEvent()
  })
  const fake = await startPayPal({
    plans: { 'P-MONTH': { months: 1, value: '13.99' } },
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

  async function createApprovedOrder(outcome: 'approve' | 'decline' | 'pending' = 'approve') {
    const { id } = await createOrder()
    await payer.approve(id, { outcome, givenName: 'Nimal', surname: 'Perera' })
    return id
  }

  return {
    ...fake,
    paypal,
    payer,
    createOrder,
    createApprovedOrder,

    async payOrder() {
      const id = await createApprovedOrder()
      return { id, capture: unwrap(await paypal.captureOrder(id, newId())).capture!.id }
    },

    async paySubscription() {
      const { payPalState } = unwrap(
        await paypal.create({
          plan: 'monthly_13',
          customId: 'a-reader',
          startsAt: null,
          requestId: newId(),
          returnUrl: 'https://verandah.news/subscribe',
          cancelUrl: 'https://verandah.news/subscribe',
          brand: 'The Verandah',
        }),
      )
      await payer.approve(payPalState.id)
      return { id: payPalState.id, capture: await payer.findPayment(payPalState.id) }
    },

    findCapture: async (id: string) => unwrap(await paypal.findCapture(id)),

    /** An event of this type whose resource mentions the id. */
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
