/** Any other address is a page of the site, or a 404. */
import { Hono } from 'hono'
import {
  getAccount,
  getClient,
  getSubscription,
  getUser,
  updateUser,
} from '../account/account-handlers.ts'
import { confirmEmail } from '../account/confirm-email.ts'
import { deleteAccount } from '../account/delete-account.ts'
import { recordEmailChange } from '../account/email-change.ts'
import { exportData } from '../account/export-data.ts'
import { getPreferences, updatePreferences } from '../account/preferences-handlers.ts'
import {
  closeAllSessions,
  closeSession,
  closeSessionByForm,
  openSession,
} from '../account/session-handlers.ts'
import { getArticleBody } from '../articles/article-body-handler.ts'
import { serveOnDemand } from '../articles/on-demand.ts'
import { getPreviewBody, getPreviewPage } from '../articles/preview-handlers.ts'
import {
  listSealedBodies,
  removeUnusedBodies,
  storeSealedBodies,
} from '../articles/store-sealed-bodies.ts'
import { explainMovementByHand, getAccounts, getOpenPoints } from '../books/accounts-handlers.ts'
import { getConsent, storeConsent } from '../consent/consent-handlers.ts'
import { createDeskPageHandler } from '../desk/desk-pages.ts'
import { correctGift, listGifts, payGift, resendGift } from '../gift/bought-gifts.ts'
import { getGiftCard, redeemGift } from '../gift/gift-card-handlers.ts'
import { getGiftPage } from '../gift/gift-page.ts'
import { startGift } from '../gift/start-gift.ts'
import { followGiftLink } from '../gift-link/follow-gift-link.ts'
import { createGiftLink, listGiftLinks, revokeOwnGiftLink } from '../gift-link/own-gift-links.ts'
import { createHealthHandlers } from '../health/health-handler.ts'
import { setCountryCookie } from '../identity/caller-country.ts'
import type { Environment } from '../identity/edge-context.ts'
import type { Handlers } from '../identity/handler.ts'
import { downloadImage } from '../images/image-download.ts'
import { createImageHandler } from '../images/image-handler.ts'
import { removeImage } from '../images/remove-image.ts'
import { storeImage } from '../images/store-image.ts'
import { getIssueBody } from '../issue/issue-body-handler.ts'
import {
  approveIssue,
  cancelIssue,
  countAudience,
  findRecipient,
  getSending,
  pauseIssue,
  resumeIssue,
  scheduleIssue,
  sendTestIssue,
  storeIssueEmail,
} from '../issue/issue-handlers.ts'
import {
  handlePostmarkEvent,
  handleResendEvent,
  handleSesEvent,
} from '../issue/mail-event-webhooks.ts'
import { landingPaths } from '../landing/landing-path.ts'
import { serveLandingPage } from '../landing/serve-landing-page.ts'
import { confirmByLink, getConfirmationPage } from '../newsletter/confirm-by-link.ts'
import { joinNewsletter } from '../newsletter/join-newsletter.ts'
import { confirmationPath, preferencesPath, unsubscribePath } from '../newsletter/personal-links.ts'
import { changeByLink, getPreferencesPage, readByLink } from '../newsletter/preferences-by-link.ts'
import { getUnsubscribePage, unsubscribeByLink } from '../newsletter/unsubscribe-by-link.ts'
import { limitPageRequests } from '../pages/rendered-pages.ts'
import { createPayPalWebhook } from '../paypal-events/paypal-event-webhook.ts'
import { getWall, unlockArticle } from '../paywall/meter-handlers.ts'
import { createErrorResponse } from '../platform/http/error-response.ts'
import {
  getOwnProfile,
  recommendStory,
  saveOwnProfile,
  stopRecommending,
} from '../profile/own-profile.ts'
import { getProfilePage } from '../profile/profile-page.ts'
import { reportProfile } from '../profile/report-profile.ts'
import { handlePublish } from '../publishing/publish-webhook.ts'
import { handleRebuildFailed } from '../publishing/rebuild-failed-webhook.ts'
import { getOwnRating, rateArticle } from '../ratings/rating-handlers.ts'
import {
  deleteFromHistory,
  deleteReadingHistory,
  listReadingHistory,
  recordReading,
} from '../reading-history/reading-history-handlers.ts'
import { followReferralLink } from '../referral/follow-referral-link.ts'
import { openOwnReferral } from '../referral/open-own-referral.ts'
import { listSaved, removeSavedArticle, saveArticle } from '../saved/saved-handlers.ts'
import { collectEvents } from '../statistics/collecting/collect-handler.ts'
import { getFigures, putFigures } from '../statistics/reports/figures-handlers.ts'
import { createMostReadHandler } from '../statistics/reports/most-read.ts'
import {
  getReport,
  getStoryReport,
  statisticsPages,
} from '../statistics/reports/report-handlers.ts'
import { approveCheckout } from '../subscription/approve-checkout.ts'
import { claimCheckout } from '../subscription/claim-checkout.ts'
import { createGuestAccount } from '../subscription/create-guest-account.ts'
import { getOutlook } from '../subscription/get-outlook.ts'
import { listPayments } from '../subscription/list-payments.ts'
import { startCheckout } from '../subscription/start-checkout.ts'
import { updateSubscription } from '../subscription/update-subscription.ts'
import { confirmStudentAddress, sendStudentConfirmation } from '../subscription/verify-student.ts'
import { serveEndpoints } from './serve-endpoints.ts'
import { type AllDeps, type EdgeApp, provideDeps, type Services } from './services.ts'

/** Per isolate: some handlers have state. Only PayPal's events get PayPal itself (identity/caller-paypal.ts). */
function createHandlers({ now, paypal }: Pick<Services, 'now' | 'paypal'>): Handlers<AllDeps> {
  const { getHealth, getStatus } = createHealthHandlers({ now })
  return {
    'GET /api/client': getClient,
    'GET /api/user': getUser,
    'PATCH /api/user': updateUser,
    'GET /api/account': getAccount,
    'DELETE /api/account': deleteAccount,
    'POST /api/account/email': recordEmailChange,
    'GET /api/account/data': exportData,
    'POST /api/session': openSession,
    'DELETE /api/session': closeSession,
    'POST /api/log-out': closeSessionByForm,
    'DELETE /api/sessions': closeAllSessions,
    'POST /api/confirmation': confirmEmail,
    'GET /api/preferences': getPreferences,
    'PATCH /api/preferences': updatePreferences,
    'GET /api/articles/:slug/body': getArticleBody,
    'GET /api/articles/:slug/wall': getWall,
    'POST /api/articles/:slug/unlock': unlockArticle,
    'GET /api/preview/:slug/body': getPreviewBody,
    'GET /api/issues/:slug/body': getIssueBody,
    'GET /api/saved': listSaved,
    'PUT /api/saved/:slug': saveArticle,
    'DELETE /api/saved/:slug': removeSavedArticle,
    'GET /api/profile': getOwnProfile,
    'PUT /api/profile': saveOwnProfile,
    'PUT /api/profile/recommendations/:slug': recommendStory,
    'DELETE /api/profile/recommendations/:slug': stopRecommending,
    'POST /api/profiles/:handle/report': reportProfile,
    'GET /api/reading-history': listReadingHistory,
    'DELETE /api/reading-history': deleteReadingHistory,
    'PUT /api/reading-history/:slug': recordReading,
    'DELETE /api/reading-history/:slug': deleteFromHistory,
    'GET /api/ratings/:slug': getOwnRating,
    'PUT /api/ratings/:slug': rateArticle,
    'GET /api/subscription': getSubscription,
    'GET /api/subscription/outlook': getOutlook,
    'PATCH /api/subscription': updateSubscription,
    'GET /api/subscription/payments': listPayments,
    'PUT /api/referral': openOwnReferral,
    'POST /api/checkout': startCheckout,
    'POST /api/checkout/:id/approval': approveCheckout,
    'POST /api/checkout/:id/account': createGuestAccount,
    'POST /api/checkout/:id/claim': claimCheckout,
    'POST /api/student': sendStudentConfirmation,
    'POST /api/student/confirmation': confirmStudentAddress,
    'POST /api/gifts': startGift,
    'GET /api/gifts': listGifts,
    'PATCH /api/gifts/:id': correctGift,
    'POST /api/gifts/:id/payment': payGift,
    'POST /api/gifts/:id/card': resendGift,
    'GET /api/gift-cards/:code': getGiftCard,
    'POST /api/gift-cards/:code/redemption': redeemGift,
    'GET /api/gift-links': listGiftLinks,
    'POST /api/gift-links': createGiftLink,
    'DELETE /api/gift-links/:code': revokeOwnGiftLink,
    'POST /api/webhooks/paypal': createPayPalWebhook({ now, paypal }),
    'POST /api/join-newsletter': joinNewsletter,
    'GET /api/newsletter/:key': readByLink,
    'PATCH /api/newsletter/:key': changeByLink,
    'PUT /api/issues/:slug/email': storeIssueEmail,
    'GET /api/issues/:slug/audience/:part': countAudience,
    'POST /api/issues/:slug/test': sendTestIssue,
    'POST /api/issues/:slug/approval': approveIssue,
    'PUT /api/issues/:slug/schedule': scheduleIssue,
    'POST /api/issues/:slug/pause': pauseIssue,
    'POST /api/issues/:slug/resume': resumeIssue,
    'POST /api/issues/:slug/cancel': cancelIssue,
    'GET /api/issues/:slug/sending': getSending,
    'POST /api/issues/:slug/recipient': findRecipient,
    'POST /api/webhooks/mail/resend': handleResendEvent,
    'POST /api/webhooks/mail/ses': handleSesEvent,
    'POST /api/webhooks/mail/postmark/:secret': handlePostmarkEvent,
    'POST /api/collect': collectEvents,
    'GET /api/figures/:table': getFigures,
    'PUT /api/figures/:table': putFigures,
    'GET /api/statistics/:name': getReport,
    'GET /api/statistics/stories/:slug': getStoryReport,
    'GET /api/accounts': getOpenPoints,
    'GET /api/accounts/:month': getAccounts,
    'PUT /api/accounts/movements/:id': explainMovementByHand,
    'GET /api/most-read': createMostReadHandler(),
    'GET /api/consent': getConsent,
    'PUT /api/consent': storeConsent,
    'POST /api/webhooks/publish': handlePublish,
    'POST /api/webhooks/rebuild-failed': handleRebuildFailed,
    'PUT /api/media/:id': storeImage,
    'GET /api/media/:id': downloadImage,
    'DELETE /api/media/:id': removeImage,
    'GET /api/sealed-bodies': listSealedBodies,
    'PUT /api/sealed-bodies': storeSealedBodies,
    'POST /api/sealed-bodies/unused': removeUnusedBodies,
    'GET /api/health': getHealth,
    'GET /api/status': getStatus,
  }
}

export function createApp(services: Services): EdgeApp {
  const app = new Hono<Environment<AllDeps>>()
  const refuse = () => createErrorResponse('not_found')
  app.use(provideDeps(services))
  app.use('/api/*', setCountryCookie)
  serveEndpoints(app, createHandlers(services))
  app.all('/api/*', refuse)
  app.get('/images/:id/:size', createImageHandler())
  app.get('/gift/:code', limitPageRequests('gift-page'), getGiftPage)
  app.get('/reader/:handle', getProfilePage)
  app.get('/preview/:slug', limitPageRequests('preview'), getPreviewPage)
  for (const [path, load] of Object.entries(statisticsPages))
    app.get(path, limitPageRequests('desk'), createDeskPageHandler(load))
  // Some programs add a slash to a link.
  app.on('GET', ['/g/:code', '/g/:code/'], limitPageRequests('gift-link'), followGiftLink)
  app.on('GET', ['/r/:code', '/r/:code/'], followReferralLink)
  app.get(`${confirmationPath}/:key`, getConfirmationPage)
  app.post(`${confirmationPath}/:key`, confirmByLink)
  app.get(`${unsubscribePath}/:key`, getUnsubscribePage)
  app.post(`${unsubscribePath}/:key`, unsubscribeByLink)
  app.get(`${preferencesPath}/:key`, getPreferencesPage)
  // Only the Worker reads these files.
  app.all('/newsletter/link/*', refuse)
  app.all('/sealed/*', refuse)
  app.all('/moved/*', refuse)
  app.all('/landing/*', refuse)
  app.all('/older-stories/*', refuse)
  for (const path of landingPaths) app.all(path, serveLandingPage)
  app.notFound(serveOnDemand)
  app.onError((error, context) => {
    services.log('handler_threw', { route: context.req.routePath, error: error.name })
    return createErrorResponse('internal')
  })
  return app
}
