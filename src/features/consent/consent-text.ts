/** The id of the element that asks for consent. */
export const consentQuestionId = 'consent-question'

/** A change of what is shared, or with whom, needs a new `consentVersion` (domain/consent.ts). */
export const consentText = {
  /** With its link, the question takes two lines on a phone. The privacy page has the details. */
  question: 'Can we share your visits with our analytics service, by name if you’re logged in?',
  detailsLink: 'Details',
  body:
    'We count page views ourselves, without knowing who you are. With your permission, we’d also send what you ' +
    'view and do here to the analytics service we use: under a random number, or under your name and email ' +
    'address while you’re logged in. Nothing else changes if you say no.',
  allow: 'Share my visits',
  refuse: 'Don’t share',
  failed: 'We couldn’t store your answer. Try again in a minute.',
} as const
