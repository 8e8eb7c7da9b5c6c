import { signBotCheckToken } from '../../scripts/dev/fakes/fake-bot-check.ts'
import type { BoughtGift, GiftOrder } from '../../src/contracts/endpoints/gift-endpoints.ts'
import { botCheckActions } from '../../src/contracts/settings/bot-check-config.ts'
import { fakePayPal } from './checkout-requests.ts'
import { type EdgeClient, stack } from './edge-client.ts'
import { createAddress } from './test-readers.ts'

type OrderForm = { -readonly [Field in keyof GiftOrder]: unknown }

export const createGiftOrder = (more: Partial<OrderForm> = {}): OrderForm => ({
  length: 12,
  recipient: { name: 'Mira', email: createAddress() },
  day: null,
  message: 'Happy birthday!',
  senderName: 'Asha',
  buyerEmail: createAddress(),
  requestId: crypto.randomUUID(),
  ...more,
})

const sendGiftOrder = (client: EdgeClient, order: OrderForm = createGiftOrder()) => {
  const { hostname } = new URL(stack.siteUrl)
  const action = botCheckActions.checkout
  const id = crypto.randomUUID()
  const botCheck = signBotCheckToken({ action, hostname, score: 0.9, id })
  return client.send('POST /api/gifts', { ...order, botCheck })
}

export async function startGift(client: EdgeClient, order?: OrderForm): Promise<string> {
  const response = await sendGiftOrder(client, order)
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { id: string }).id
}

export const requestPayment = (client: EdgeClient, id: string) =>
  client.send('POST /api/gifts/:id/payment', undefined, { params: { id } })

export async function buyGift(client: EdgeClient, order?: OrderForm): Promise<BoughtGift> {
  const id = await startGift(client, order)
  await fakePayPal.approve(id)
  const response = await requestPayment(client, id)
  const { gift } = (await response.json()) as { gift: BoughtGift }
  return gift
}
