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

export async function buyGift(
  client: EdgeClient,
  order: OrderForm = createGiftOrder(),
): Promise<BoughtGift> {
  const { hostname } = new URL(stack.siteUrl)
  const action = botCheckActions.checkout
  const token = crypto.randomUUID()
  const botCheck = signBotCheckToken({ action, hostname, score: 0.9, id: token })
  const started = await client.send('POST /api/gifts', { ...order, botCheck })
  if (!started.ok) throw new Error(await started.text())
  const { id } = (await started.json()) as { id: string }
  await fakePayPal.approve(id)
  const params = { id }
  const paid = await client.send('POST /api/gifts/:id/payment', undefined, { params })
  const { gift } = (await paid.json()) as { gift: BoughtGift }
  return gift
}
