import {
  getCheckoutPaymentPath,
  getFirstPaymentPath,
  getSecondCheckoutPaymentPath,
} from '../../src/domain/outbox/outbox-item.ts'
import type { Capability } from '../capability.ts'
import { sendEmailItem } from '../outbox/outbox-jobs.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'
import { approveCheckout } from './approve-checkout.ts'
import { checkCheckoutPayment, checkFirstPayment } from './check-purchases.ts'
import { claimCheckout } from './claim-checkout.ts'
import { composers } from './compose-emails.ts'
import { createGuestAccount } from './create-guest-account.ts'
import { createDatesJob } from './dates-job.ts'
import { getOutlook, listPayments } from './own-subscription.ts'
import { personalData } from './personal-data.ts'
import { createReconciliationJob } from './reconcile-subscriptions.ts'
import { runRefundItem } from './refund-items.ts'
import { sendUnlessOutdated } from './send-unless-outdated.ts'
import { startCheckout } from './start-checkout.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'
import { runReconcileItem } from './sync-from-paypal.ts'
import { updateSubscription } from './update-subscription.ts'
import { confirmStudentAddress, sendStudentConfirmation } from './verify-student.ts'

export const subscription = {
  routes: {
    'GET /api/subscription/outlook': getOutlook,
    'PATCH /api/subscription': updateSubscription,
    'GET /api/subscription/payments': listPayments,
    'POST /api/checkout': startCheckout,
    'POST /api/checkout/:id/approval': approveCheckout,
    'POST /api/checkout/:id/account': createGuestAccount,
    'POST /api/checkout/:id/claim': claimCheckout,
    'POST /api/student': sendStudentConfirmation,
    'POST /api/student/confirmation': confirmStudentAddress,
  },
  jobs: ({ paypal, ...deps }: JobDeps & { readonly paypal: SubscriptionDeps['paypal'] | null }) =>
    paypal ? [createDatesJob(deps), createReconciliationJob({ ...deps, paypal })] : [],
  outboxHandlers: {
    email: sendUnlessOutdated,
    refundConfirmation: sendEmailItem,
    finishAccount: sendEmailItem,
    studentEmail: sendEmailItem,
    refund: runRefundItem,
    surplus: runRefundItem,
    replaced: runRefundItem,
    checkoutPayment: checkCheckoutPayment,
    firstPayment: checkFirstPayment,
    reconcile: runReconcileItem,
  },
  emails: composers,
  personalData,
  retention: [
    {
      /** Unpaid purchases are removed after 30 days. */
      collection: 'checkouts',
      field: 'expiresAt',
      /**
       * Keeps checkouts that were approved late and aren't paid yet, or that couldn't be looked up at PayPal. Without
       * its checkout, a payment couldn't be attributed: there would be neither a subscription nor a refund.
       */
      findReasons: (id: string) => [
        getFirstPaymentPath(id),
        getCheckoutPaymentPath(id),
        getSecondCheckoutPaymentPath(id),
      ],
    },
    /** Hashes of student addresses that were sent an email. Removed 30 days after the latest email. */
    { collection: 'studentEmails', field: 'expiresAt' },
    /**
     * Hashes of PayPal accounts. Removed twelve months after their free month, paid time, automatic refund or
     * subscriber's deletion.
     */
    { collection: 'freeMonths', field: 'expiresAt' },
    /** Imported access that has ended. */
    { collection: 'importedGrants', field: 'until' },
  ],
} satisfies Capability
