import type { BoughtGift } from '../../../contracts/endpoints/gift-endpoints.ts'

export const sampleGift: BoughtGift = {
  id: '5O190127TN364715T',
  code: '7K2M9QXT4B6H0WZE',
  state: 'scheduled',
  length: 12,
  price: 9900,
  recipient: { name: 'Mira', email: 'mira@example.com' },
  senderName: 'Asha',
  message: '',
  deliverAt: '2026-11-28T03:30:00.000Z',
  paidAt: '2026-11-23T10:00:00.000Z',
  sentAt: null,
  redeemedAt: null,
  redeemableUntil: '2027-11-28T03:30:00.000Z',
  isAddressRefused: false,
  canCorrectRecipient: true,
  canResend: false,
}
