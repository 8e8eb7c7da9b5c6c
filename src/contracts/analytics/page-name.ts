/** The specification's page names, with the pages that have them. Browser code imports only types from this file. */
export const pageDescriptions = {
  information: 'a standalone text, such as /about',
  gift: '/gift, and the end of buying a gift',
  saved: '/saved',
  newsletter: '/newsletter and its issues',
  homepage: '/',
  subscribe: '/subscribe',
  'subscribe-today': '/subscribe-today',
  'subscribe-original': '/subscribe-original',
  search: '/search',
  latest: '/latest and its older pages',
  category: '/category/…',
  refer: '/refer',
  author: '/author/…',
  tag: '/tag/…',
  settings: '/settings',
  article: 'an article',
  welcome: '/welcome',
  welcome_why: '/welcome/why',
  welcome_discover: '/welcome/discover',
  welcome_preferences: '/welcome/preferences',
  welcome_goals: '/welcome/goals',
  welcome_app: '/welcome/app',
  cancellation_choice: '/settings/cancel',
  cancellation_stories: '/settings/cancel/stories',
  cancellation_technical: '/settings/cancel/technical',
  cancel_confirmation: '/settings/cancel/confirm',
  pause_confirmation: '/settings/cancel/pause',
  offer_confirmation: '/settings/cancel/offer',
  pause_complete: '/settings/cancel/paused',
  cancel_complete: '/settings/cancel/cancelled',
  offer_complete: '/settings/cancel/offered',
} as const

export type PageName = keyof typeof pageDescriptions

export const pageNames = Object.keys(pageDescriptions) as [PageName, ...PageName[]]
