import type { Capability } from '../capability.ts'
import { referralPath } from '../credit/referral-record.ts'
import { findByUid, findDocument } from '../identity/personal-data.ts'
import { sendEmailItem } from '../outbox/outbox-jobs.ts'
import { checkReferral } from './check-referral.ts'
import { composeCreditEmail } from './compose-credit-email.ts'
import { followReferralLink } from './follow-referral-link.ts'
import { openOwnReferral } from './open-own-referral.ts'
import { settlePayment } from './settle-payment.ts'

export const referral = {
  routes: { 'PUT /api/referral': openOwnReferral },
  // Some programs append a slash to links.
  pages: { 'GET /r/:code': [followReferralLink], 'GET /r/:code/': [followReferralLink] },
  outboxHandlers: {
    creditEmail: sendEmailItem,
    referralCheck: checkReferral,
    useCredit: settlePayment,
  },
  emails: { creditEmail: composeCreditEmail },
  personalData: [
    { name: 'referral', find: findDocument(referralPath) },
    { name: 'referralLink', find: findByUid('referralCodes') },
  ],
} satisfies Capability
