/** Steps behind The Weekly's links. The build creates a page for each step, and the Worker chooses one. */

export const newsletterLinkSteps = [
  'confirm',
  'confirmed',
  'expired',
  'sent',
  'unsubscribe',
  'unsubscribed',
  'preferences',
  'ended',
] as const
export type NewsletterLinkStep = (typeof newsletterLinkSteps)[number]

/** Only the Worker reads these pages. */
export const getLinkStepPath = (step: NewsletterLinkStep) => `/newsletter/link/${step}`
