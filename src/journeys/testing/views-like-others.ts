const names = `
  about-undefined article-ending article-failed article-gift-ended article-give-none article-lapsed
  article-registered article-subscriber cancel_confirmation cancel_confirmation-given
  change-plan-failed change-plan-lapsed change-plan-missing change-plan-paused
  change-plan-subscriber copyright desk-edit-new desk-edit-nothing desk-edit-other-person
  desk-palette-nothing desk-statistics-plans desk-stories-bin desk-stories-offline
  desk-stories-writer ethics forgot gift-card gift-card-afterPaidPeriod gift-card-disputed
  gift-card-expired gift-card-extendsAccess gift-card-paused gift-card-postponesBilling
  gift-card-redeemed gift-card-redeemedByYou gift-card-reducesPayment gift-card-startsNow
  gift-card-unknown gift-card-void gift-card-waits gift-finish-declined gift-finish-elsewhere
  gift-finish-not-approved gift-finish-sending gift-finish-slow gift-registered
  gift-subscription-filled gifts-guest gifts-receipt history home-subscriber issue-subscriber
  login-refused magic menu-lapsed menu-registered menu-subscriber missing-author missing-category
  missing-draft missing-event missing-number newsletter-link-ended newsletter-link-expired
  newsletter-link-unsubscribe newsletter-link-unsubscribed newsletter-preferences-on
  newsletter-preferences-paused newsletter-subscriber offer_complete offer_confirmation
  offer_confirmation-given partner pause_complete pause_complete-paused pause_confirmation
  payments-guest reader-page-missing refer-registered saved settings-ending settings-failed
  settings-gift-active settings-gift-paused settings-given settings-lapsed settings-missing
  settings-paused settings-registered subscribe-lapsed subscribe-original-chosen
  subscribe-original-lapsed subscribe-today-chosen subscribe-today-lapsed wall-email
  wall-failed-free wall-free wall-lapsed-free wall-missing-free wall-paused-free wall-refused-used
  wall-registered-free wall-registered-limit wall-registered-used wall-unavailable wall-used
  wall-used-all welcome-goals welcome-registered why
`

/**
 * Views whose elements are all in some other view too, with the same classes, roles, states and colours. Screenshots
 * include these views; accessibility checks skip them, because opening them would take half of the checks' time.
 * `EVERY_VIEW=1 npm test -- journeys` checks all views.
 */
export const viewsLikeOthers: ReadonlySet<string> = new Set(names.trim().split(/\s+/))
