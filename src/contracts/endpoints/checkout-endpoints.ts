import { z } from 'zod'
import { emailSchema } from '../../domain/email-schema.ts'
import { nameSchema } from '../../domain/reader.ts'
import { planKinds } from '../../domain/subscription/offer.ts'
import { planIds } from '../../domain/subscription/plan.ts'
import { defineEndpoint } from './endpoint.ts'
import { sessionResponseSchema } from './session-endpoints.ts'
import { subscriptionResponseSchema } from './subscription-endpoints.ts'
import { visitSchema } from './visit.ts'

const checkoutRequestSchema = z.strictObject({
  kind: z.enum(planKinds),
  /** Defined in domain/statistics/offer-source.ts. */
  source: z.string().max(40).nullable(),
  requestId: z.uuid(),
  /** Whether a signed-in subscriber is changing to this plan. */
  isPlanChange: z.boolean().optional(),
  /** The bot check's token, if the check is configured. */
  botCheck: z.string().max(6000).optional(),
  visit: visitSchema,
})
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>

export const checkoutResponseSchema = z.object({
  /** PayPal's id for the subscription. */
  id: z.string(),
  plan: z.enum(planIds),
  /** The page to open in browsers without PayPal's script. */
  approveUrl: z.url(),
})
export type CheckoutResponse = z.infer<typeof checkoutResponseSchema>

/** The key in the email to a payer without an account, who can use it to finish in another browser. */
const key = z.string().max(1000).optional()

const approvalResponseSchema = z.object({
  /** `pending`: approved but not active yet; repeat the request in a moment. */
  state: z.enum(['pending', 'running']),
  plan: z.enum(planIds),
  /** Whether nothing has been paid for the purchase yet. */
  isTrial: z.boolean(),
  /** Whether an existing subscription's plan was changed, so that its first payment is the next one. */
  isPlanChange: z.boolean(),
  method: z.enum(['card', 'paypal']),
  /** A guest's details from PayPal, to prefill the account form; null for readers. */
  payer: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }).nullable(),
  /** Null for guests. */
  subscription: subscriptionResponseSchema.nullable(),
})
export type ApprovalResponse = z.infer<typeof approvalResponseSchema>

/** `isEmailSent`: whether the email with a sign-in link, which confirms the address, was sent. */
const accountResponseSchema = sessionResponseSchema.extend({ isEmailSent: z.boolean() })
export type AccountResponse = z.infer<typeof accountResponseSchema>

const checkoutAccountRequestSchema = z.strictObject({
  first_name: nameSchema.pipe(z.string().min(1)),
  last_name: nameSchema,
  email: emailSchema,
  /** A random id that only the page has. Repeating it within an hour logs in again. */
  requestId: z.uuid(),
  key,
})
type CheckoutAccountRequest = z.infer<typeof checkoutAccountRequestSchema>
export type AccountDetails = Pick<CheckoutAccountRequest, 'first_name' | 'last_name' | 'email'>

const caller = 'page'
const params = z.object({ id: z.string() })
const keyRequest = { request: z.strictObject({ key }), maxBytes: 4096 } as const
const example = { id: 'I-EXAMPLE', key: 'x' }

/** Endpoints for buying a subscription. Only PayPal's response determines what was bought. */
export const checkoutEndpoints = [
  /**
   * A `requestId` starts one checkout, so a page reuses it for each choice. A guest passes the bot check and gets a
   * signed cookie. `not_possible`: the plan can't be changed, perhaps because it was changed in another tab.
   */
  defineEndpoint('POST /api/checkout', {
    summary: 'starts a checkout',
    caller,
    identify: 'record',
    limit: ['SIGN_IN_LIMIT', 'checkout'],
    request: checkoutRequestSchema,
    maxBytes: 8192,
    response: checkoutResponseSchema,
    errors: ['bot_check_failed', 'already_subscribed', 'student_not_confirmed', 'not_possible'],
    example: {
      kind: 'annual',
      source: 'header',
      requestId: '0f8b0f0e-6b0e-4c43-9d8e-2f7f6f1c0a11',
    },
  }),
  /**
   * Pages repeat this until the subscription is active. `not_found`: the checkout belongs to another browser.
   * `already_subscribed`, `trial_used`, `plan_not_changed`: the new subscription is cancelled and refunded.
   */
  defineEndpoint('POST /api/checkout/:id/approval', {
    summary: 'syncs a checkout from PayPal after the payer has approved it',
    caller,
    identify: 'record',
    limit: ['LOOK_UP_LIMIT', 'checkout'],
    params,
    ...keyRequest,
    response: approvalResponseSchema,
    errors: ['not_approved', 'already_subscribed', 'trial_used', 'plan_not_changed'],
    example,
  }),
  /**
   * Before payment, no response depends on the address. `account_exists`: the reader has to log in and claim the
   * checkout.
   */
  defineEndpoint('POST /api/checkout/:id/account', {
    summary: 'creates the account of a guest who has paid, and logs them in',
    caller,
    // A separate limit, so that others' checkouts on the same network don't keep a payer from creating an account.
    limit: ['SIGN_IN_LIMIT', 'checkout-account'],
    params,
    request: checkoutAccountRequestSchema,
    maxBytes: 4096,
    response: accountResponseSchema,
    errors: ['not_approved', 'account_exists'],
    example: {
      id: 'I-EXAMPLE',
      first_name: 'Mira',
      last_name: 'Bai',
      email: 'someone@example.com',
      requestId: '0f8b0f0e-6b0e-4c43-9d8e-2f7f6f1c0a11',
    },
  }),
  /** `already_subscribed`, `trial_used`: the subscription is cancelled and refunded instead. */
  defineEndpoint('POST /api/checkout/:id/claim', {
    summary: 'moves what a guest has paid for to the account of the signed-in reader',
    caller: 'reader',
    limit: ['SIGN_IN_LIMIT', 'checkout'],
    params,
    ...keyRequest,
    response: subscriptionResponseSchema,
    errors: ['already_subscribed', 'trial_used'],
    example,
  }),
]
