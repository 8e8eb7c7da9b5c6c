import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ApiErrorBody, ApiErrorCode } from '../../../src/contracts/endpoints/api-error.ts'
import { rateLimitResponse } from '../../../src/contracts/endpoints/endpoint-path.ts'
import type { ClosedReason } from '../../../src/domain/access.ts'
import { site } from '../../../src/publication/identity.ts'

/** Seconds. */
const retryAfterSeconds = 10

const errorResponses: Record<ApiErrorCode, { status: ContentfulStatusCode; message: string }> = {
  bad_request: {
    status: 400,
    message: 'Something is missing from this request. Reload the page and try again.',
  },
  bad_token: { status: 401, message: 'We couldn’t confirm your login. Log in again.' },
  stale_token: { status: 401, message: 'Your login has expired. Log in again.' },
  bad_signature: {
    status: 401,
    message: 'This request isn’t signed with a valid key. Check the key and try again.',
  },
  stale_signature: {
    status: 401,
    message: 'This request’s signature has expired. Check your computer’s clock and try again.',
  },
  replayed: { status: 409, message: 'This request has already been sent.' },
  signed_out: { status: 401, message: 'Log in to continue.' },
  not_entitled: { status: 403, message: 'This article is for subscribers.' },
  forbidden: {
    status: 403,
    message: 'This request didn’t come from our site. Reload the page and try again.',
  },
  history_off: { status: 403, message: 'Your reading history is turned off.' },
  bot_check_failed: {
    status: 403,
    message: 'We couldn’t confirm that you’re a person. Reload the page and try again.',
  },
  not_found: { status: 404, message: 'We couldn’t find what you asked for.' },
  not_possible: {
    status: 409,
    message:
      'Your subscription has changed since you opened this page. Reload the page and try again.',
  },
  not_approved: {
    status: 409,
    message: 'PayPal hasn’t confirmed your subscription yet. You haven’t been charged.',
  },
  already_subscribed: {
    status: 409,
    message: 'You already have a subscription. You haven’t been charged again.',
  },
  plan_not_changed: {
    status: 409,
    message:
      'Your subscription changed while you were confirming, so we’ve cancelled the new one. Your plan hasn’t changed, and you haven’t been charged for the new one.',
  },
  trial_used: {
    status: 409,
    message:
      'The free trial is for new subscribers, so we’ve cancelled this subscription. You haven’t been charged.',
  },
  account_exists: {
    status: 409,
    message:
      'An account with this email already exists. Log in and we’ll add your subscription to it.',
  },
  not_academic: {
    status: 400,
    message: `We don’t recognise this as a school or university email. Check it, or write to ${site.subscriptionsEmail} and we’ll help.`,
  },
  student_not_confirmed: {
    status: 403,
    message: 'Confirm your student email first, then try again.',
  },
  unknown_device: {
    status: 428,
    message:
      'Your browser didn’t accept the cookie that we need to save your rating. Allow cookies for this site, or log in, and try again.',
  },
  payment_declined: {
    status: 402,
    message: 'The payment was declined again, and you haven’t been charged.',
  },
  withdrawn: { status: 410, message: 'This article has been withdrawn.' },
  too_large: { status: 413, message: 'That’s too large to send. Make it smaller and try again.' },
  list_full: { status: 409, message: 'You’ve reached the limit. Remove something and try again.' },
  handle_taken: {
    status: 409,
    message: 'That address is already in use. Choose another one.',
  },
  too_many_requests: { status: 429, message: rateLimitResponse.message },
  unavailable: {
    status: 503,
    message: 'Something isn’t working on our side right now. Try again in a minute.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Try again in a minute.' },
}

/** `message` replaces the code's own for one endpoint's reader. */
export function createErrorResponse(
  code: ApiErrorCode,
  detail: { readonly reason?: ClosedReason; readonly message?: string } = {},
): Response {
  const { status, message } = errorResponses[code]
  const body: ApiErrorBody = { error: { code, message, ...detail } }
  return Response.json(body, {
    status,
    headers: {
      'Cache-Control': 'no-store',
      ...(status === 503 ? { 'Retry-After': String(retryAfterSeconds) } : {}),
      ...(status === 429 ? { 'Retry-After': String(rateLimitResponse.retryAfterSeconds) } : {}),
    },
  })
}

/** For files that only the Worker reads. */
export const refuseFile = () => createErrorResponse('not_found')
