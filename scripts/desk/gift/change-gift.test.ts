import { expect, it } from 'vitest'
import { findGift } from '../../../functions/gift/stored-gift.ts'
import type { PayPalPayments } from '../../../functions/platform/adapters/paypal-payments.ts'
import { useMemoryFirestore } from '../../../functions/testing/memory-firestore.ts'
import { unwrap } from '../../../functions/testing/unwrap.ts'
import { succeed } from '../../../src/domain/result.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { refundGift } from './change-gift.ts'

const database = useMemoryFirestore()

const gift = {
  code: '7K2M9QXT4B6H0WZE',
  buyerUid: 'mira',
  buyerEmail: 'buyer@example.com',
  length: 3,
  price: 3499,
  recipient: null,
  senderName: 'Kofi',
  message: '',
  deliverAt: null,
  createdAt: new Date('2030-01-01T00:00:00Z'),
  state: 'paid',
  capture: 'S-1',
}

it('a refund says that the money was returned, even if the gift can’t be updated afterwards', async () => {
  await database.store({ 'gifts/ORDER1': gift })
  const { firestore } = database
  const stored = unwrap(await findGift(firestore, 'ORDER1'))!
  const payPal: Partial<PayPalPayments> = {
    async refund() {
      await database.store({ 'gifts/ORDER1': { ...gift, length: 4 } })
      return succeed(undefined)
    },
  }
  const desk = { firestore, payPal, editor: 'Ama' } as unknown as Desk
  const refund = refundGift(desk, stored, { message: undefined, dryRun: false })
  await expect(refund).rejects.toThrow(
    'Refunded at PayPal, but the gift wasn’t updated: the stored gift is invalid. ' +
      'Correct it in Firestore, then run this command again.',
  )
})
