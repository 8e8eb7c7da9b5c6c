/** The one map from what went wrong to what the caller gets. */
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ApiErrorBody, ApiErrorCode } from '../../src/contracts/api-error.ts'
import { tooManyRequests } from '../../src/contracts/too-many-requests.ts'
import type { ClosedReason } from '../../src/domain/access.ts'

/** Seconds after which a caller may try again when a backend is away. */
const retryAfter = 10

const answers: Record<ApiErrorCode, { status: ContentfulStatusCode; message: string }> = {
  bad_request: { status: 400, message: 'This request is not complete.' },
  bad_token: { status: 401, message: 'This sign-in is not valid. Please sign in again.' },
  stale_token: { status: 401, message: 'This sign-in is too old. Please sign in again.' },
  bad_signature: { status: 401, message: 'This request is not signed with a key of ours.' },
  stale_signature: { status: 401, message: 'This signature is too old, or a clock is wrong.' },
  replayed: { status: 409, message: 'This request has been made already.' },
  signed_out: { status: 401, message: 'Please log in to read on.' },
  not_entitled: { status: 403, message: 'This article is open to subscribers.' },
  forbidden: { status: 403, message: 'This request does not come from our pages.' },
  not_kept: { status: 403, message: 'What you read is not kept, as you wished.' },
  not_human: { status: 403, message: 'We could not tell that you are a person.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  not_possible: {
    status: 409,
    message: 'Your subscription has changed meanwhile. Please look again.',
  },
  not_approved: {
    status: 409,
    message: 'Nothing has been paid: PayPal knows of no agreement yet.',
  },
  already_subscribed: {
    status: 409,
    message: 'You are subscribed already. Nothing has been paid.',
  },
  account_exists: {
    status: 409,
    message:
      'There is an account with this address. Please log in to it, and it has what you paid for.',
  },
  not_academic: {
    status: 400,
    message: 'We do not know this address as one of a school or a university.',
  },
  student_not_confirmed: { status: 403, message: 'Please confirm your student address first.' },
  unknown_device: {
    status: 428,
    message:
      'Your browser didn’t accept the cookie that we need to save your rating. Allow cookies for this site, or log in, and try again.',
  },
  payment_declined: { status: 402, message: 'The payment was declined again.' },
  withdrawn: { status: 410, message: 'This article has been withdrawn.' },
  too_large: { status: 413, message: 'That is more than we can take at once.' },
  too_many: { status: 409, message: 'That is as many as we keep.' },
  too_many_requests: { status: 429, message: tooManyRequests.message },
  unavailable: {
    status: 503,
    message: 'We cannot look that up right now. Please try again shortly.',
  },
  internal: { status: 500, message: 'Something went wrong on our side.' },
}

/** `message` is for the reader of one endpoint, where its general words would not help. */
export function errorResponse(
  code: ApiErrorCode,
  detail: { readonly reason?: ClosedReason; readonly message?: string } = {},
): Response {
  const { status, message } = answers[code]
  const body: ApiErrorBody = { error: { code, message, ...detail } }
  return Response.json(body, {
    status,
    headers: {
      'Cache-Control': 'no-store',
      ...(status === 503 ? { 'Retry-After': String(retryAfter) } : {}),
      ...(status === 429 ? { 'Retry-After': String(tooManyRequests.retryAfter) } : {}),
    },
  })
}
