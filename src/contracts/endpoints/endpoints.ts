/** Browser code imports only types from this file and the endpoint files, because zod would be added to its scripts. */
import { accountEndpoints } from './account-endpoints.ts'
import { articleEndpoints } from './article-endpoints.ts'
import { authEmailEndpoints } from './auth-email-endpoints.ts'
import { booksEndpoints } from './books-endpoints.ts'
import { checkoutEndpoints } from './checkout-endpoints.ts'
import { collectEndpoints } from './collect-endpoints.ts'
import { consentEndpoints } from './consent-endpoints.ts'
import { documentEndpoints } from './document-endpoints.ts'
import { frontPageEndpoints } from './front-page-endpoints.ts'
import { giftEndpoints } from './gift-endpoints.ts'
import { giftLinkEndpoints } from './gift-link-endpoints.ts'
import { healthEndpoints } from './health-endpoints.ts'
import { issueEndpoints } from './issue-endpoints.ts'
import { meterEndpoints } from './meter-endpoints.ts'
import { newsletterEndpoints } from './newsletter-endpoints.ts'
import { paymentsEndpoints } from './payments-endpoints.ts'
import { payPalEndpoints } from './paypal-endpoints.ts'
import { pictureEndpoints } from './picture-endpoints.ts'
import { preferencesEndpoints } from './preferences-endpoints.ts'
import { profileEndpoints } from './profile-endpoints.ts'
import { publishedDocumentEndpoints } from './published-document-endpoints.ts'
import { publishingEndpoints } from './publishing-endpoints.ts'
import { ratingEndpoints } from './rating-endpoints.ts'
import { readingHistoryEndpoints } from './reading-history-endpoints.ts'
import { referralEndpoints } from './referral-endpoints.ts'
import { savedArticlesEndpoints } from './saved-articles-endpoints.ts'
import { sealedBodyEndpoints } from './sealed-body-endpoints.ts'
import { sessionEndpoints } from './session-endpoints.ts'
import { staffEndpoints } from './staff-endpoints.ts'
import { staffGiftEndpoints } from './staff-gift-endpoints.ts'
import { statisticsBackupEndpoints } from './statistics-backup-endpoints.ts'
import { statisticsEndpoints } from './statistics-endpoints.ts'
import { studentEndpoints } from './student-endpoints.ts'
import { subscriptionEndpoints } from './subscription-endpoints.ts'
import { supportEndpoints } from './support-endpoints.ts'

const endpoints = [
  ...accountEndpoints,
  ...sessionEndpoints,
  ...authEmailEndpoints,
  ...preferencesEndpoints,
  ...articleEndpoints,
  ...meterEndpoints,
  ...savedArticlesEndpoints,
  ...profileEndpoints,
  ...readingHistoryEndpoints,
  ...ratingEndpoints,
  ...subscriptionEndpoints,
  ...paymentsEndpoints,
  ...referralEndpoints,
  ...checkoutEndpoints,
  ...studentEndpoints,
  ...giftEndpoints,
  ...staffGiftEndpoints,
  ...giftLinkEndpoints,
  ...payPalEndpoints,
  ...newsletterEndpoints,
  ...issueEndpoints,
  ...collectEndpoints,
  ...staffEndpoints,
  ...documentEndpoints,
  ...publishedDocumentEndpoints,
  ...pictureEndpoints,
  ...frontPageEndpoints,
  ...statisticsBackupEndpoints,
  ...statisticsEndpoints,
  ...supportEndpoints,
  ...booksEndpoints,
  ...consentEndpoints,
  ...publishingEndpoints,
  ...sealedBodyEndpoints,
  ...healthEndpoints,
]

export type Api = { readonly [E in (typeof endpoints)[number] as E['route']]: E }
export type ApiRoute = keyof Api

export const api = Object.fromEntries(
  endpoints.map((endpoint) => [endpoint.route, endpoint]),
) as Api
