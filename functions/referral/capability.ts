import type { Capability } from '../capability.ts'
import { referralPath } from '../credit/referral-record.ts'
import { findByUid, findDocument, showSelected } from '../identity/personal-data.ts'
import { sendEmailItem } from '../outbox/outbox-jobs.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { checkReferral } from './check-referral.ts'
import { composeCreditEmail } from './compose-credit-email.ts'
import { followReferralLink } from './follow-referral-link.ts'
import { openOwnReferral } from './open-own-referral.ts'
import { settlePayment } from './settle-payment.ts'

/** Leaves out who has granted or removed credit, and why. */
const withoutStaff = ({ ledger, ...fields }: Fields) => ({
  ...fields,
  ledger: Array.isArray(ledger)
    ? ledger.map((entry: Fields) =>
        entry.operator ? { ...entry, operator: null, reason: null } : entry,
      )
    : [],
})

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
    { name: 'referral', find: showSelected(findDocument(referralPath), withoutStaff) },
    { name: 'referralLink', find: findByUid('referralCodes') },
  ],
} satisfies Capability
