/** Every route of the edge, in one table. What is not here is a page of the site or a 404. */
import { Hono } from 'hono'
import { collectBytes } from '../src/contracts/collect.ts'
import { endpoints } from '../src/contracts/endpoints.ts'
import {
  payPalEventBytes,
  payPalWebhook as payPalWebhookPath,
} from '../src/contracts/paypal-webhook.ts'
import { preferencesChangeBytes } from '../src/contracts/preferences.ts'
import { webhookBytes, webhooks } from '../src/contracts/publishing.ts'
import { account, changeUser, client, subscription, user } from './account/account.ts'
import { confirmLetter } from './account/confirmation.ts'
import { accountData } from './account/data.ts'
import { noteEmailChange } from './account/email-change.ts'
import { deleteAccount } from './account/leaving.ts'
import { changePreferences, preferences } from './account/preferences.ts'
import { closeSession, closeSessions, leaveByForm, openSession } from './account/session.ts'
import { collect } from './analytics/collect.ts'
import { articleBody } from './articles/body.ts'
import { previewBody, previewPage } from './articles/preview.ts'
import { unbuilt } from './articles/unbuilt.ts'
import { createHealth } from './health.ts'
import type { EdgeApp, Environment, Services } from './http/context.ts'
import { setCountryCookie } from './http/country.ts'
import { errorResponse } from './http/errors.ts'
import { limitBody, rateLimit, sameOrigin } from './http/guards.ts'
import { joinNewsletter, refuseFrequentJoin } from './newsletter/join.ts'
import { picture } from './pictures/picture.ts'
import { storePicture } from './pictures/store-picture.ts'
import { downloadMedia } from './publishing/media-download.ts'
import { publishWebhook } from './publishing/publish-webhook.ts'
import { rebuildFailedWebhook } from './publishing/rebuild-failed-webhook.ts'
import { ownRating, rateStory } from './ratings/ratings.ts'
import { forgetAllReading, forgetReading, keepReading, listReading } from './reading/reading.ts'
import { listSaved, removeSaved, saveArticle } from './saved/saved.ts'
import { makeCheckoutAccount } from './subscription/account.ts'
import { approveCheckout } from './subscription/approval.ts'
import { beginCheckout } from './subscription/checkout.ts'
import { claimCheckout } from './subscription/claim.ts'
import { payments } from './subscription/payments.ts'
import { takeStep } from './subscription/step.ts'
import { askForStudentLetter, confirmStudentAddress } from './subscription/student.ts'
import { createPayPalWebhook } from './subscription/webhook.ts'

export function createApp(services: Services): EdgeApp {
  const app = new Hono<Environment>()
  app.use(async (context, next) => {
    context.set('services', services)
    return next()
  })
  app.use('/api/*', setCountryCookie)

  app.get(endpoints.client, rateLimit('READ_LIMIT'), client)
  app.post(
    endpoints.collect,
    sameOrigin,
    rateLimit('READ_LIMIT', 'collect'),
    limitBody(collectBytes),
    collect,
  )
  app.get(endpoints.health, rateLimit('READ_LIMIT'), createHealth(services))
  app.post(
    endpoints.session,
    sameOrigin,
    rateLimit('SIGN_IN_LIMIT'),
    limitBody(16_384),
    openSession,
  )
  app.delete(endpoints.session, sameOrigin, rateLimit('READ_LIMIT', 'account'), closeSession)
  app.post(endpoints.logOut, sameOrigin, rateLimit('READ_LIMIT', 'account'), leaveByForm)
  app.delete(endpoints.sessions, sameOrigin, rateLimit('SIGN_IN_LIMIT'), closeSessions)
  app.post(
    endpoints.confirmation,
    sameOrigin,
    rateLimit('SIGN_IN_LIMIT', 'confirmation'),
    limitBody(4096),
    confirmLetter,
  )
  app.get(endpoints.preferences, rateLimit('READ_LIMIT', 'account'), preferences)
  app.patch(
    endpoints.preferences,
    sameOrigin,
    rateLimit('READ_LIMIT', 'account'),
    limitBody(preferencesChangeBytes),
    changePreferences,
  )
  app.get(endpoints.subscription, rateLimit('READ_LIMIT'), subscription)
  app.patch(
    endpoints.subscription,
    sameOrigin,
    rateLimit('SIGN_IN_LIMIT', 'subscription'),
    limitBody(1024),
    takeStep,
  )
  app.get(endpoints.payments, rateLimit('SIGN_IN_LIMIT', 'payments'), payments)
  app.post(
    endpoints.checkout,
    sameOrigin,
    rateLimit('SIGN_IN_LIMIT', 'checkout'),
    limitBody(8192),
    beginCheckout,
  )
  app.post(
    `${endpoints.checkout}/:id/approval`,
    sameOrigin,
    // Asked again and again until PayPal has it running.
    rateLimit('LOOK_UP_LIMIT', 'checkout'),
    limitBody(4096),
    approveCheckout,
  )
  app.post(
    `${endpoints.checkout}/:id/account`,
    sameOrigin,
    rateLimit('SIGN_IN_LIMIT', 'checkout'),
    limitBody(4096),
    makeCheckoutAccount,
  )
  app.post(
    `${endpoints.checkout}/:id/claim`,
    sameOrigin,
    rateLimit('SIGN_IN_LIMIT', 'checkout'),
    limitBody(4096),
    claimCheckout,
  )
  app.post(
    endpoints.student,
    sameOrigin,
    rateLimit('JOIN_LIMIT', 'student'),
    limitBody(1024),
    askForStudentLetter,
  )
  app.post(
    endpoints.studentConfirmation,
    sameOrigin,
    rateLimit('SIGN_IN_LIMIT', 'student'),
    limitBody(4096),
    confirmStudentAddress,
  )
  app.post(
    payPalWebhookPath,
    // Cheap until PayPal is asked; that has a limit of its own (verify-events.ts).
    rateLimit('READ_LIMIT', 'paypal'),
    limitBody(payPalEventBytes),
    createPayPalWebhook(services),
  )
  app.get(endpoints.user, rateLimit('READ_LIMIT'), user)
  app.patch(
    endpoints.user,
    sameOrigin,
    rateLimit('READ_LIMIT', 'account'),
    limitBody(16_384),
    changeUser,
  )
  app.get(endpoints.account, rateLimit('READ_LIMIT', 'account'), account)
  app.delete(
    endpoints.account,
    sameOrigin,
    rateLimit('SIGN_IN_LIMIT', 'leaving'),
    limitBody(16_384),
    deleteAccount,
  )
  app.post(
    endpoints.accountEmail,
    sameOrigin,
    rateLimit('SIGN_IN_LIMIT', 'email'),
    limitBody(16_384),
    noteEmailChange,
  )
  app.get(endpoints.accountData, rateLimit('SIGN_IN_LIMIT', 'data'), accountData)
  app.post(
    endpoints.joinNewsletter,
    sameOrigin,
    rateLimit('JOIN_LIMIT', 'newsletter', refuseFrequentJoin),
    limitBody(16_384),
    joinNewsletter,
  )
  const ratingPath = `${endpoints.ratings}/:slug` as const
  app.get(ratingPath, rateLimit('READ_LIMIT', 'account'), ownRating)
  app.put(
    ratingPath,
    sameOrigin,
    // Anybody can store a rating, so a network can't store many.
    rateLimit('SIGN_IN_LIMIT', 'rating'),
    limitBody(1024),
    rateStory,
  )
  const savedLimit = rateLimit('READ_LIMIT', 'account')
  app.get(endpoints.saved, savedLimit, listSaved)
  app.put(`${endpoints.saved}/:slug`, sameOrigin, savedLimit, limitBody(1024), saveArticle)
  app.delete(`${endpoints.saved}/:slug`, sameOrigin, savedLimit, removeSaved)
  app.get(endpoints.reading, rateLimit('READ_LIMIT', 'account'), listReading)
  app.delete(endpoints.reading, sameOrigin, rateLimit('READ_LIMIT', 'account'), forgetAllReading)
  app.put(
    `${endpoints.reading}/:slug`,
    sameOrigin,
    rateLimit('READ_LIMIT', 'account'),
    limitBody(1024),
    keepReading,
  )
  app.delete(
    `${endpoints.reading}/:slug`,
    sameOrigin,
    rateLimit('READ_LIMIT', 'account'),
    forgetReading,
  )
  app.get('/api/articles/:slug/body', rateLimit('READ_LIMIT'), articleBody)
  for (const [address, webhook] of [
    [webhooks.publish, publishWebhook],
    [webhooks.rebuildFailed, rebuildFailedWebhook],
  ] as const) {
    app.post(address, rateLimit('DESK_LIMIT', 'webhook'), limitBody(webhookBytes), webhook)
  }
  app.put('/api/media/:id', rateLimit('DESK_LIMIT', 'media'), storePicture)
  app.get('/api/media/:id', rateLimit('DESK_LIMIT', 'media'), downloadMedia)
  app.get('/api/preview/:slug/body', rateLimit('LOOK_UP_LIMIT', 'preview'), previewBody)
  app.all('/api/*', () => errorResponse('not_found'))
  app.get('/images/:id/:size', picture)
  app.get('/preview/:slug', rateLimit('LOOK_UP_LIMIT', 'preview'), previewPage)

  // Sealed bodies and redirects are files of the site and nobody's to fetch.
  for (const path of ['/sealed/*', '/moved/*']) app.all(path, () => errorResponse('not_found'))
  app.notFound(unbuilt)
  app.onError((error, context) => {
    services.log('handler_threw', { route: context.req.routePath, error: error.name })
    return errorResponse('internal')
  })
  return app
}
