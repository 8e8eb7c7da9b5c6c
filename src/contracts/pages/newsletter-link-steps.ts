/** Steps behind the links of The Weekly. The Worker chooses one, the build makes a page of each. */

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
