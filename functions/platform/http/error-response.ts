import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ApiErrorBody, ApiErrorCode } from '../../../src/contracts/endpoints/api-error.ts'
import { rateLimitResponse } from '../../../src/contracts/endpoints/endpoint-path.ts'
import type { ClosedReason } from '../../../src/domain/access.ts'
import { site } from '../../../src/publication/identity.ts'

/** In seconds. */
const retryAfterSeconds = 10

const errorResponses: Record<
  ApiErrorCode,
  readonly [status: ContentfulStatusCode, message: string]
> = {
  bad_request: [400, 'That didn’t work. Reload the page and try again.'],
  bad_token: [401, 'We couldn’t confirm your login. Log in again.'],
  stale_token: [401, 'Your login is no longer valid. Log in again.'],
  bad_signature: [
    401,
    'This request isn’t signed with a valid key, or its content has changed. Check the key and try again.',
  ],
  stale_signature: [
    401,
    'This request’s signature has expired. Check your computer’s clock and try again.',
  ],
  replayed: [
    409,
    'This request has already been received. Check whether it took effect before you send it again.',
  ],
  signed_out: [401, 'Log in to continue.'],
  not_entitled: [403, 'This story is for subscribers.'],
  forbidden: [403, 'This request didn’t come from our site. Reload the page and try again.'],
  confirmation_required: [403, 'Log in again to confirm that it’s you, then try again.'],
  history_off: [403, 'Your reading history is turned off.'],
  bot_check_failed: [
    403,
    'We couldn’t confirm that you’re a person. Reload the page and try again.',
  ],
  not_found: [404, 'We couldn’t find what you asked for.'],
  not_possible: [
    409,
    'Your subscription has changed since you opened this page. Reload the page and try again.',
  ],
  not_approved: [
    409,
    'This subscription isn’t active. If you’ve just approved it at PayPal, try again in a minute.',
  ],
  already_subscribed: [409, 'You already have a subscription. You haven’t been charged again.'],
  plan_not_changed: [
    409,
    'Your plan hasn’t changed. We’ve cancelled the new subscription. If you’ve paid for it, we’re refunding you.',
  ],
  trial_used: [
    409,
    'The free trial is for new subscribers, so we’ve cancelled this subscription. You haven’t been charged.',
  ],
  account_exists: [
    409,
    'An account with this email already exists. Log in and we’ll add your subscription to it.',
  ],
  not_academic: [
    400,
    `We don’t recognise this as a school or university address. Check it, or write to ${site.subscriptionsEmail} and we’ll help.`,
  ],
  student_not_confirmed: [403, 'Confirm your student address first, then try again.'],
  unknown_device: [
    428,
    'Your browser didn’t accept the cookie that we need to save your rating. Allow cookies for this site and try again.',
  ],
  payment_declined: [402, 'The payment was declined again, and you haven’t been charged.'],
  outdated: [
    409,
    'A newer version has been saved since you opened this one. Reload the page to see it.',
  ],
  withdrawn: [410, 'This story has been withdrawn.'],
  too_large: [
    413,
    'This request is too large. Shorten the text or choose a smaller file, then try again.',
  ],
  list_full: [409, 'Your list is full. Remove an entry and try again.'],
  handle_taken: [409, 'That address is already in use. Choose another one.'],
  too_many_requests: [429, rateLimitResponse.message],
  unavailable: [503, 'Something isn’t working on our side right now. Try again in a minute.'],
  internal: [500, 'Something went wrong on our side. Try again in a minute.'],
}

/** `message` replaces the error code's default message for one endpoint's readers. */
export function createErrorResponse(
  code: ApiErrorCode,
  detail: {
    readonly reason?: ClosedReason
    readonly message?: string
    readonly page?: string
  } = {},
): Response {
  const [status, message] = errorResponses[code]
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

/** Refuses requests for files that only the Worker reads. */
export const refuseFile = () => createErrorResponse('not_found')
