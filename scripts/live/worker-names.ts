/** Names of what the Worker is given beside its bindings. */

/** What functions/variables.ts reads. The stack test holds the lists against a running Worker's. */
export const workerSecrets = [
  'FIREBASE_SERVICE_ACCOUNT',
  'SEALING_KEYS',
  'SESSION_KEYS',
  'DESK_KEYS',
]
export const workerVariables = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY']
/** Whoever has no use for events sets neither. */
export const workerEvents = { url: 'ANALYTICS_URL', key: 'ANALYTICS_WRITE_KEY' } as const
/** Whoever has the site built by hand sets none. */
export const workerRebuild = {
  url: 'REBUILD_HOOK_URL',
  token: 'REBUILD_HOOK_TOKEN',
  event: 'REBUILD_HOOK_EVENT',
} as const
/** Each all together, or none of it: see checkSelling in cloudflare.ts. */
export const workerPayPal = [
  'PAYPAL_CLIENT_ID',
  'PAYPAL_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'PAYPAL_PLANS',
] as const
export const workerMail = ['MAIL_URL', 'MAIL_KEY', 'MAIL_FROM', 'SITE_URL'] as const
/** Only where the build has a site key: see checkBotCheck in cloudflare.ts. */
export const workerBotCheckSecret = 'RECAPTCHA_SECRET'
export const workerStandIns = ['FIRESTORE_URL', 'IDENTITY_URL', 'RECAPTCHA_URL', 'PAYPAL_URL']
