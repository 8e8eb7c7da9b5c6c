import { describe, expect, it } from 'vitest'
import { triggerCron } from '../../scripts/dev/stack/stack-client.ts'
import { gifts } from '../../src/publication/offer.ts'
import { fakePayPal, listSubjects } from '../testing/checkout-requests.ts'
import { createEdgeClient, expectError, stack } from '../testing/edge-client.ts'
import { createGiftOrder, requestPayment, startGift } from '../testing/gift-requests.ts'
import { readFields } from '../testing/test-readers.ts'

/** In milliseconds; more than `unapprovedMemory` (functions/identity/caller-paypal.ts). */
const waiting = { timeout: 15_000 }

const runCron = () => triggerCron(stack)

describe('a guest who buys a gift', () => {
  it('pays once and gets a receipt, and the recipient gets the card', async () => {
    const buyer = createEdgeClient()
    const order = createGiftOrder()
    const id = await startGift(buyer, order)
    expect(await startGift(buyer, order)).toBe(id)
    await expectError(requestPayment(buyer, id), 409, 'not_approved')
    await fakePayPal.approve(id)
    // The Worker caches for a few seconds that the purchase wasn't approved.
    await expect.poll(async () => (await requestPayment(buyer, id)).status, waiting).toBe(200)
    const answers = await Promise.all([1, 2, 3].map(() => requestPayment(buyer, id)))
    for (const answer of answers) {
      expect(await answer.json()).toMatchObject({
        state: 'paid',
        gift: { state: 'scheduled', price: gifts[0].domestic },
      })
    }
    await runCron()
    const { email } = order.recipient as { email: string }
    expect(await listSubjects(email)).toEqual(['Asha has given you twelve months of The Verandah'])
    expect(await listSubjects(String(order.buyerEmail))).toEqual([
      'Your gift of twelve months of The Verandah',
    ])
    await runCron()
    expect(await listSubjects(email)).toHaveLength(1)
    expect(await readFields(`gifts/${id}`)).toMatchObject({ state: 'sent', expiresAt: null })
  })
})
