/** The API's responses about gifts in each state. */
import type { BoughtGift, GiftCard, GiftEffect } from '../../contracts/endpoints/gift-endpoints.ts'
import type {
  OutlookResponse,
  SubscriptionOutlookResponse,
  SubscriptionResponse,
} from '../../contracts/endpoints/subscription-endpoints.ts'

export const code = '7K2M9QXT4B6H0WZE'
export const order = '5O190127TN364715T'
export const cardPath = `/gift/${code}`
export const finishPath = `/gift-subscription/finish?token=${order}&PayerID=QYR5Z8XDVJNXQ`

export const longestMessage =
  `Dear Mira, ${'you read to me when I was small, and now it is my turn. '.repeat(11)}`.slice(
    0,
    600,
  )
export const message =
  'You always had the paper before anyone else, and told us the end of every story. Here is a year of them. Happy birthday!'

export const refuse = (code: string, message = 'Too many attempts. Try again in a minute.') => ({
  error: { code, message },
})

export const boughtGift: BoughtGift = {
  id: order,
  code,
  state: 'sent',
  length: 12,
  price: 9900,
  recipient: { name: 'Mira', email: 'mira@example.com' },
  senderName: 'Asha',
  message,
  deliverAt: null,
  paidAt: '2026-11-20T10:00:00.000Z',
  sentAt: '2026-11-20T10:00:20.000Z',
  redeemedAt: null,
  redeemableUntil: '2027-11-20T10:00:00.000Z',
  isAddressRefused: false,
  canCorrectRecipient: false,
  canResend: true,
}
export const scheduledGift: BoughtGift = {
  ...boughtGift,
  id: '2GG279541U471931P',
  state: 'scheduled',
  length: 6,
  price: 5999,
  recipient: { name: 'Farrukh', email: 'farrukh@example.com' },
  deliverAt: '2099-12-24T03:30:00.000Z',
  sentAt: null,
  canCorrectRecipient: true,
  canResend: false,
}
export const giftToGive: BoughtGift = {
  ...boughtGift,
  id: '8MC585209K746392H',
  state: 'paid',
  length: 3,
  price: 3499,
  recipient: null,
  sentAt: null,
  canResend: false,
}
export const otherGifts: readonly BoughtGift[] = [
  { ...scheduledGift, id: '1', deliverAt: null, isAddressRefused: true },
  {
    ...boughtGift,
    id: '2',
    state: 'redeemed',
    redeemedAt: '2026-11-21T10:00:00.000Z',
    canResend: false,
  },
  { ...boughtGift, id: '3', state: 'refunded', canResend: false },
  { ...boughtGift, id: '4', state: 'disputed', canResend: false },
  { ...boughtGift, id: '5', state: 'expired', canResend: false },
]

export const card: GiftCard = {
  state: 'open',
  length: 12,
  recipientName: 'Mira',
  senderName: 'Asha',
  message,
  availableAt: null,
  redeemableUntil: '2027-11-20T10:00:00.000Z',
  effect: null,
  until: null,
}
export const longestCard: GiftCard = {
  ...card,
  recipientName: `${'Venkataraghavan '.repeat(6)}Iyer`,
  senderName: `${'Wickremasinghe '.repeat(6)}Perera`,
  message: longestMessage,
}
export const effect: GiftEffect = {
  kind: 'startsNow',
  until: '2027-11-23T10:00:00.000Z',
  paymentBefore: null,
  payment: null,
}
/** The account of a reader whose only access is a gift. */
export const giftTime: SubscriptionResponse = {
  status: 'isSubscribed',
  detail: 'gift',
  signedIn: true,
  entitled: true,
  until: effect.until,
  plan: null,
  price: null,
  previousPlan: null,
  paidThrough: null,
  resumesAt: null,
  nextPayment: null,
  givenMonths: 12,
  givenUntil: effect.until,
  allowedSteps: ['subscribe'],
}

const renewal = '2099-06-09T10:00:00.000Z'

export const giftBeforePayment: SubscriptionResponse = {
  ...giftTime,
  detail: 'active',
  plan: 'annual_99',
  paidThrough: renewal,
  until: null,
  nextPayment: { at: renewal, minorUnits: 7425 },
  givenMonths: 3,
  givenUntil: null,
  allowedSteps: ['pause', 'cancel'],
}
export const giftWhilePaused: SubscriptionResponse = {
  ...giftBeforePayment,
  status: 'isEnding',
  detail: 'paused',
  resumesAt: '2099-03-09T10:00:00.000Z',
  allowedSteps: ['reactivate', 'cancel'],
}

const outlook: OutlookResponse = {
  isOpen: true,
  closesAt: null,
  opensAt: null,
  nextPayment: giftBeforePayment.nextPayment,
  givenMonths: 3,
  upcoming: [{ at: renewal, kind: 'payment', minorUnits: 7425, months: 3, sources: ['gift'] }],
}
export const giftOutlook: SubscriptionOutlookResponse = {
  now: outlook,
  steps: { reactivate: outlook, cancel: outlook, pause: {} },
  planStarts: {},
  amountDue: null,
}

const pay = (day: string, minorUnits: number) => ({ at: `${day}T10:00:00.000Z`, minorUnits })

export const effects: Readonly<Record<GiftEffect['kind'], Partial<GiftEffect>>> = {
  startsNow: {},
  postponesBilling: {
    until: null,
    paymentBefore: pay('2027-06-09', 1399),
    payment: pay('2028-06-09', 1399),
  },
  reducesPayment: {
    until: null,
    paymentBefore: pay('2027-06-09', 9900),
    payment: pay('2027-06-09', 7425),
  },
  waits: {
    until: null,
    paymentBefore: pay('2027-06-09', 1399),
    payment: pay('2027-06-09', 1399),
  },
  paused: {
    until: null,
    paymentBefore: pay('2027-06-09', 9900),
    payment: pay('2027-06-09', 0),
  },
  endsFailing: {},
  afterPaidPeriod: { until: '2028-01-15T10:00:00.000Z' },
  extendsAccess: { until: '2028-01-15T10:00:00.000Z' },
}
