import type { Capability } from '../capability.ts'
import { sendEmailItem } from '../outbox/outbox-jobs.ts'
import { limitPageRequests } from '../pages/rendered-pages.ts'
import { correctGift, listGifts, payGift, resendGift } from './bought-gifts.ts'
import { checkGiftPayment } from './check-gift-payment.ts'
import { composers } from './compose-emails.ts'
import { getGiftCard, redeemGift } from './gift-card-handlers.ts'
import { sendCard, updateTime } from './gift-items.ts'
import { getGiftPage } from './gift-page.ts'
import { personalData } from './personal-data.ts'
import { extendGift, findStaffGifts, refundGift, resendCard, voidGift } from './staff-gifts.ts'
import { startGift } from './start-gift.ts'

export const gift = {
  routes: {
    'POST /api/gifts': startGift,
    'GET /api/gifts': listGifts,
    'PATCH /api/gifts/:id': correctGift,
    'POST /api/gifts/:id/payment': payGift,
    'POST /api/gifts/:id/card': resendGift,
    'GET /api/gift-cards/:code': getGiftCard,
    'POST /api/gift-cards/:code/redemption': redeemGift,
    'POST /api/desk/gifts/search': findStaffGifts,
    'POST /api/desk/gifts/:id/card': resendCard,
    'POST /api/desk/gifts/:id/void': voidGift,
    'POST /api/desk/gifts/:id/refund': refundGift,
    'PUT /api/desk/gifts/:id/deadline': extendGift,
  },
  pages: { 'GET /gift/:code': [limitPageRequests('gift-page'), getGiftPage] },
  outboxHandlers: {
    giftTimeEmail: sendEmailItem,
    giftBuyerEmail: sendEmailItem,
    giftCard: sendCard,
    giftTime: updateTime,
    giftPayment: checkGiftPayment,
  },
  emails: composers,
  personalData,
  /** Unpaid gifts, with names, addresses and the message, are removed after 30 days without a pending payment. */
  retention: [{ collection: 'gifts', field: 'expiresAt' }],
} satisfies Capability
