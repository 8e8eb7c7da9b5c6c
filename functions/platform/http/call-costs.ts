/**
 * Declares the maximum cost of each call. Rate limits and these maximums bound the costs that a caller can cause: see
 * the table in scripts/operate/ceilings.md. Tests of the Worker count what calls cost (../testing/call-meter.ts).
 */
import type { LimitName } from '../../../src/contracts/endpoints/endpoint.ts'
import { type ApiRoute, api } from '../../../src/contracts/endpoints/endpoints.ts'

export type Cost = {
  /**
   * Firestore document reads, assuming that a reader has bought two gifts, given ten stories and rated forty, and that
   * the authors of recommended stories are in the build.
   */
  readonly reads?: number
  readonly writes?: number
  /** Calls to PayPal. */
  readonly payPal?: number
  /** Includes emails that the cron job sends. */
  readonly emails?: number
  /** Calls to reCAPTCHA. */
  readonly botChecks?: number
}

/** The reason why only a few calls have a higher cost. */
type Occasion =
  /** The result is cached in the isolate, or stored in the database for the reader. */
  | { readonly by: 'isolate' | 'reader'; readonly seconds: number }
  /** A payment, or the end of a paid period, causes the higher cost. */
  | { readonly by: 'payment' }
  /** Another limit applies in addition to the call's own. */
  | { readonly by: 'limit'; readonly limit: CallLimit }

export type CallLimit = readonly [name: Exclude<LimitName, 'DESK_LIMIT'>, counter: string]

export type CallCost = Cost & {
  readonly rarely?: Cost & Occasion
  /** The cost without a session, if it's lower. A call that is only for readers costs nothing for a guest. */
  readonly guest?: Cost
}

/** Excludes calls that the desk and services sign. */
type OpenRoute = {
  [Route in ApiRoute]: (typeof api)[Route]['caller'] extends 'desk' | 'provider' ? never : Route
}[ApiRoute]

const callCosts: Readonly<Record<OpenRoute, CallCost>> = {
  'GET /api/client': {},
  'GET /api/user': { reads: 2, guest: {} },
  'PATCH /api/user': { reads: 4, writes: 1 },
  'GET /api/account': { reads: 2 },
  'DELETE /api/account': {
    reads: 100,
    writes: 50,
    rarely: { reads: 150, writes: 75, payPal: 6, emails: 3, by: 'payment' },
  },
  'POST /api/account/email': { reads: 4, writes: 2 },
  // Members of staff have up to 300 drafts, and as many texts.
  'GET /api/account/data': { reads: 850 },
  'POST /api/session': { reads: 12, writes: 8 },
  'DELETE /api/session': {},
  'POST /api/log-out': {},
  'DELETE /api/sessions': { reads: 4, writes: 1 },
  'POST /api/confirmation': { reads: 15, writes: 8 },
  'GET /api/preferences': { reads: 3 },
  'PATCH /api/preferences': {
    reads: 6,
    writes: 1,
    rarely: { reads: 10, writes: 7, emails: 1, by: 'limit', limit: ['SIGN_IN_LIMIT', 'weekly'] },
  },
  'GET /api/articles/:slug/body': { reads: 2, guest: { reads: 1 } },
  'GET /api/issues/:slug/body': { reads: 2, guest: {} },
  'GET /api/preview/:slug/body': { reads: 3 },
  'GET /api/articles/:slug/wall': { reads: 2, guest: {} },
  'POST /api/articles/:slug/unlock': {
    reads: 4,
    writes: 3,
    botChecks: 1,
    rarely: {
      reads: 5,
      writes: 4,
      emails: 1,
      botChecks: 1,
      by: 'limit',
      limit: ['JOIN_LIMIT', 'unlock'],
    },
  },
  'GET /api/saved': { reads: 3, rarely: { reads: 200, writes: 2, seconds: 600, by: 'reader' } },
  'PUT /api/saved/:slug': { reads: 6, writes: 2 },
  'DELETE /api/saved/:slug': { reads: 4, writes: 1 },
  'GET /api/profile': { reads: 3 },
  'PUT /api/profile': { reads: 12, writes: 12 },
  'PUT /api/profile/recommendations/:slug': { reads: 8, writes: 2 },
  'DELETE /api/profile/recommendations/:slug': { reads: 4, writes: 1 },
  'POST /api/profiles/:handle/report': { reads: 9, writes: 7 },
  'GET /api/reading-history': { reads: 3 },
  'PUT /api/reading-history/:slug': { reads: 5, writes: 2 },
  'DELETE /api/reading-history/:slug': { reads: 4, writes: 1 },
  'DELETE /api/reading-history': { reads: 3, writes: 1 },
  'GET /api/ratings/:slug': { reads: 3, guest: { reads: 1 } },
  'PUT /api/ratings/:slug': { reads: 5, writes: 2 },
  'GET /api/subscription': { reads: 3, writes: 1, guest: {} },
  'GET /api/subscription/outlook': { reads: 3 },
  'PATCH /api/subscription': { reads: 15, writes: 13, payPal: 6, emails: 2 },
  'GET /api/subscription/payments': { reads: 65, payPal: 10 },
  'PUT /api/referral': { reads: 6, writes: 2 },
  'POST /api/checkout': {
    reads: 12,
    writes: 6,
    payPal: 3,
    botChecks: 1,
    rarely: { reads: 26, writes: 15, payPal: 7, emails: 3, botChecks: 3, by: 'payment' },
  },
  'POST /api/checkout/:id/approval': {
    reads: 6,
    payPal: 1,
    rarely: { reads: 22, writes: 24, payPal: 6, emails: 4, by: 'payment' },
  },
  'POST /api/checkout/:id/account': {
    reads: 6,
    payPal: 1,
    rarely: { reads: 27, writes: 24, payPal: 4, emails: 3, by: 'payment' },
  },
  'POST /api/checkout/:id/claim': {
    reads: 6,
    payPal: 1,
    rarely: { reads: 30, writes: 27, payPal: 4, emails: 3, by: 'payment' },
  },
  'POST /api/student': { reads: 5, writes: 4, emails: 1, botChecks: 1 },
  'POST /api/student/confirmation': { writes: 2 },
  'POST /api/gifts': { reads: 7, writes: 3, payPal: 1, botChecks: 1 },
  'POST /api/gifts/:id/payment': {
    reads: 4,
    payPal: 1,
    rarely: { reads: 9, writes: 9, payPal: 4, emails: 4, by: 'payment' },
  },
  // A link costs a read of its gift, plus the newest twenty gifts of the same address.
  'GET /api/gifts': { reads: 23, guest: { reads: 21 } },
  'PATCH /api/gifts/:id': { reads: 6, writes: 3 },
  'POST /api/gifts/:id/card': { reads: 6, writes: 3, emails: 1 },
  'GET /api/gift-cards/:code': { reads: 4, guest: { reads: 1 } },
  'POST /api/gift-cards/:code/redemption': {
    reads: 4,
    rarely: { reads: 18, writes: 15, payPal: 5, emails: 3, by: 'payment' },
  },
  // With an address: gifts that were bought and received with it, and gifts of up to five accounts.
  'POST /api/desk/gifts/search': { reads: 2409, writes: 1 },
  'POST /api/desk/gifts/:id/card': { reads: 6, writes: 4, emails: 1 },
  'POST /api/desk/gifts/:id/void': { reads: 5, writes: 4 },
  'POST /api/desk/gifts/:id/refund': { reads: 6, writes: 7, payPal: 1, emails: 1 },
  'PUT /api/desk/gifts/:id/deadline': { reads: 5, writes: 3 },
  'GET /api/gift-links': { reads: 12 },
  'POST /api/gift-links': { reads: 14, writes: 3 },
  'DELETE /api/gift-links/:code': { reads: 5, writes: 2 },
  'POST /api/join-newsletter': { reads: 8, writes: 5, emails: 1, botChecks: 1 },
  'GET /api/newsletter/:key': { reads: 2 },
  'PATCH /api/newsletter/:key': { reads: 4, writes: 3, emails: 1 },
  // The cost for a new visitor if events are shared.
  'POST /api/collect': { reads: 1, writes: 1 },
  'GET /api/most-read': {},
  'GET /api/consent': {},
  'PUT /api/consent': {},
  'GET /api/desk/me': { reads: 2, writes: 1 },
  'GET /api/desk/keys': { reads: 3, writes: 1 },
  'POST /api/desk/keys': { reads: 5, writes: 3 },
  'DELETE /api/desk/keys/:id': { reads: 5, writes: 3 },
  'POST /api/desk/confirmation': { reads: 5, writes: 3 },
  'GET /api/desk/staff': { reads: 102, writes: 1 },
  'PUT /api/desk/staff': { reads: 30, writes: 5 },
  'GET /api/desk/acts': { reads: 202, writes: 1 },
  // Bodies of drafts can link to many stories, and documents can have many revisions.
  'GET /api/desk/documents': { reads: 850, writes: 1 },
  'GET /api/desk/documents/:collection/:slug': { reads: Number.POSITIVE_INFINITY, writes: 1 },
  'PUT /api/desk/documents/:collection/:slug/draft': { reads: 1109, writes: 4 },
  'DELETE /api/desk/documents/:collection/:slug/draft': { reads: 5, writes: 4 },
  'POST /api/desk/documents/:collection/:slug/draft/restore': { reads: 5, writes: 4 },
  'POST /api/desk/documents/:collection/:slug/submit': { reads: 6, writes: 4 },
  'POST /api/desk/documents/:collection/:slug/take-over': { reads: 6, writes: 4 },
  'POST /api/desk/documents/:collection/:slug/publish': {
    reads: Number.POSITIVE_INFINITY,
    writes: 9,
  },
  'POST /api/desk/documents/:collection/:slug/withdraw': { reads: 12, writes: 8 },
  'POST /api/desk/documents/:collection/:slug/unpublish': { reads: 12, writes: 8 },
  'POST /api/desk/documents/:collection/:slug/duplicate': { reads: 41, writes: 4 },
  'POST /api/desk/documents/:collection/:slug/rename': { reads: 1000, writes: 420 },
  'POST /api/desk/documents/:collection/:slug/corrections': { reads: 12, writes: 8 },
  'GET /api/desk/documents/:collection/:slug/revisions': {
    reads: Number.POSITIVE_INFINITY,
    writes: 1,
  },
  'GET /api/desk/documents/:collection/:slug/revisions/:id': {
    reads: Number.POSITIVE_INFINITY,
    writes: 1,
  },
  'POST /api/desk/documents/:collection/:slug/preview': { reads: 7, writes: 4 },
  'DELETE /api/desk/documents/:collection/:slug/preview': { reads: 5, writes: 4 },
  // Reads documents that have changed since the last call, and the records of their pictures.
  'GET /api/desk/pictures': { reads: Number.POSITIVE_INFINITY, writes: Number.POSITIVE_INFINITY },
  'GET /api/desk/pictures/:id': {
    reads: Number.POSITIVE_INFINITY,
    writes: Number.POSITIVE_INFINITY,
  },
  'PATCH /api/desk/pictures/:id': {
    reads: Number.POSITIVE_INFINITY,
    writes: Number.POSITIVE_INFINITY,
  },
  'POST /api/desk/pictures/:id/replace': {
    reads: Number.POSITIVE_INFINITY,
    writes: Number.POSITIVE_INFINITY,
  },
  'GET /api/desk/uploads/:upload': { reads: 3, writes: 1 },
  'PUT /api/desk/uploads/:upload/:part': { reads: 5, writes: 1 },
  'POST /api/desk/pictures': { reads: 6, writes: 3 },
  'POST /api/desk/recordings': { reads: 5, writes: 2 },
  'GET /api/desk/front': { reads: 95, writes: 1 },
  'PUT /api/desk/front': { reads: 150, writes: 8 },
  'GET /api/desk/ratings': { reads: Number.POSITIVE_INFINITY, writes: 1 },
  'GET /api/desk/gift-links': { reads: 502, writes: 1 },
  // Up to 200 gifts, 300 changes, or payments of ten subscriptions.
  'POST /api/desk/readers/find': { reads: 310, writes: 1, payPal: 10 },
  'POST /api/desk/readers/support': { reads: 12, writes: 7, emails: 1 },
  'POST /api/desk/readers/refund': { reads: 320, writes: 12, payPal: 21, emails: 2 },
  'POST /api/desk/readers/money': { reads: 15, writes: 8, emails: 1 },
  'DELETE /api/media/:id': { reads: 3, writes: 2 },
  'GET /api/status': { reads: 112, writes: 1 },
  'GET /api/accounts': { reads: 3, writes: 1 },
  'GET /api/accounts/:month': { reads: 2, writes: 1 },
  'PUT /api/accounts/movements/:id': { reads: 3, writes: 2 },
  // Each part of the audience is read in full, and approving or resuming may send the issue straight away.
  'PUT /api/issues/:slug/email': { reads: 5, writes: 1 },
  'GET /api/issues/:slug/audience/:part': { reads: Number.POSITIVE_INFINITY, writes: 1 },
  'POST /api/issues/:slug/test': { reads: 3, writes: 1, emails: 1 },
  'POST /api/issues/:slug/approval': { reads: Number.POSITIVE_INFINITY, writes: 50 },
  'PUT /api/issues/:slug/schedule': { reads: Number.POSITIVE_INFINITY, writes: 50 },
  'POST /api/issues/:slug/pause': { reads: Number.POSITIVE_INFINITY, writes: 50 },
  'POST /api/issues/:slug/resume': { reads: Number.POSITIVE_INFINITY, writes: 50 },
  'POST /api/issues/:slug/cancel': { reads: Number.POSITIVE_INFINITY, writes: 50 },
  'GET /api/issues/:slug/sending': { reads: 2, writes: 1 },
  'POST /api/issues/:slug/recipient': { reads: 10, writes: 1 },
  // The report about gifts reads every referral link; it's only for staff.
  'GET /api/statistics/:name': { reads: Number.POSITIVE_INFINITY, writes: 1 },
  'GET /api/statistics/stories/:slug': { reads: 10, writes: 1 },
  'GET /api/health': { rarely: { reads: 110, seconds: 5, by: 'isolate' } },
}

/**
 * Pages, pictures and links that the Worker limits itself, each with a separate counter of `LOOK_UP_LIMIT`. Savings
 * from an isolate's cache aren't subtracted, because a caller can request other pages.
 */
export const pageCosts = {
  desk: { reads: 2 },
  'gift-page': { reads: 1 },
  given: { reads: 1 },
  'gift-link': { reads: 2, writes: 1 },
  image: { reads: 5 },
  'newsletter-confirm': {
    reads: 3,
    writes: 4,
    rarely: {
      reads: 8,
      writes: 6,
      emails: 1,
      by: 'limit',
      limit: ['JOIN_LIMIT', 'newsletter-confirm'],
    },
  },
  'older-story': {},
  page: { reads: 4 },
  preview: { reads: 3 },
  'profile-page': { reads: 61 },
  referral: { reads: 3, writes: 1 },
  unsubscribe: {},
} as const satisfies Readonly<Record<string, PageCost>>

export type PageCost = Cost & Pick<CallCost, 'guest' | 'rarely'>

export type LimitedPage = keyof typeof pageCosts

export const listOpenRoutes = () => Object.keys(callCosts) as readonly OpenRoute[]

export const isOpenRoute = (route: ApiRoute): route is OpenRoute => Object.hasOwn(callCosts, route)

export function getCallCost(route: OpenRoute, isGuest: boolean): CallCost {
  const { guest, ...cost }: CallCost = callCosts[route]
  if (!isGuest) return cost
  if (api[route].caller === 'reader') return {}
  // The cost of an invalid access key.
  if (api[route].caller === 'staff') return { reads: 2 }
  return guest ?? cost
}
