/**
 * The names that functions/platform/environment/env.ts reads. A stack test compares these lists with a running
 * Worker's.
 */
export const workerSecrets = [
  'FIREBASE_SERVICE_ACCOUNT',
  'SEALING_KEYS',
  'SESSION_KEYS',
  'DESK_KEYS',
]
export const workerVariables = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY']
/** A publication that sends no events to an analytics service sets none of these. */
export const workerAnalytics = {
  url: 'ANALYTICS_URL',
  key: 'ANALYTICS_WRITE_KEY',
  visitors: 'ANALYTICS_VISITORS',
} as const
/** Without this variable, monitoring gets no details of the site's health. */
export const workerHealth = 'HEALTH_KEYS'
/** A publication that is built by hand sets none of these. */
export const workerRebuild = {
  url: 'REBUILD_HOOK_URL',
  token: 'REBUILD_HOOK_TOKEN',
  event: 'REBUILD_HOOK_EVENT',
} as const
/** All or none of these are set. */
export const workerPayPal = [
  'PAYPAL_CLIENT_ID',
  'PAYPAL_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'PAYPAL_PLANS',
] as const
/** All or none of these are set, except that Cloudflare's email service needs no key. */
export const workerMail = ['MAIL_KEY', 'MAIL_FROM', 'SITE_URL'] as const
export const workerMailUrl = 'MAIL_URL'
/** This secret is needed only with a site key in the build. */
export const workerBotCheckSecret = 'RECAPTCHA_SECRET'
/** Without the first two, no issue of The Weekly is sent; without the third, bounces aren't recorded. */
export const workerWeeklyMail = [
  'WEEKLY_MAIL_KEY',
  'WEEKLY_MAIL_FROM',
  'WEEKLY_MAIL_EVENTS',
] as const
export const workerServiceUrls = [
  'FIRESTORE_URL',
  'IDENTITY_URL',
  'RECAPTCHA_URL',
  'PAYPAL_URL',
  'WEEKLY_MAIL_URL',
]
