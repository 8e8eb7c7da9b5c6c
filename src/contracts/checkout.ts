/**
 * Buying a subscription. The browser says what was chosen and where the payer has been; the server asks
 * PayPal what was bought.
 *
 * POST /api/checkout begins one. The same `requestId` begins it once, so that a page keeps one for each
 * choice (plan and tab) and can repeat the request. A guest passes the bot check and gets a signed cookie
 * by which the browser is known until there is an account. Errors: `bad_request`, `not_human`,
 * `already_subscribed`, `student_not_confirmed`, `unavailable`.
 *
 * POST /api/checkout/{id}/approval, with `{}` or the `key` from an email, once the payer has agreed: asks
 * PayPal for the state. Repeating it is harmless. Errors: `not_found` (not this browser's), `not_approved`,
 * `already_subscribed` (it may not run beside another one: it is cancelled and refunded), `unavailable`.
 *
 * POST /api/checkout/{id}/account creates the account of a guest who has paid, and logs them in; the
 * email that follows confirms the address. The page that made it can repeat the request with the same
 * `requestId` for an hour. Errors: `bad_request`, `not_found`, `not_approved` (nothing is paid, whatever
 * the address), `account_exists` (they log in, and claim the checkout), `too_many_requests`, `unavailable`.
 *
 * POST /api/checkout/{id}/claim, with `{}` or the `key` from an email, moves what was paid as a guest to
 * the account of the reader who is logged in. Errors: `signed_out`, `not_found`, `already_subscribed`
 * (the second one is cancelled and refunded), `unavailable`.
 */
import { z } from 'zod'
import { planKinds } from '../domain/offer.ts'
import { planIds } from '../domain/plan.ts'
import { sessionResponseSchema } from './session.ts'
import { subscriptionResponseSchema } from './subscription.ts'

export const checkoutRequestSchema = z.strictObject({
  kind: z.enum(planKinds),
  /** Where the reader came from to the offer (domain/offer-source.ts). */
  source: z.string().max(40).nullable(),
  requestId: z.uuid(),
  /** The bot check's token, if there is one. */
  botCheck: z.string().max(6000).optional(),
})
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>

export const checkoutResponseSchema = z.object({
  /** The provider's id of the subscription that is to be. */
  id: z.string(),
  plan: z.enum(planIds),
  /** Where the payer agrees, for browsers without the provider's script. */
  approveUrl: z.url(),
})
export type CheckoutResponse = z.infer<typeof checkoutResponseSchema>

/** From the email to a payer who has no account yet. It is sent with each request. */
const key = z.string().max(1000).optional()

export const approvalRequestSchema = z.strictObject({ key })

export const approvalResponseSchema = z.object({
  /** `pending`: agreed, and not running yet; ask again in a moment. */
  state: z.enum(['pending', 'running']),
  plan: z.enum(planIds),
  isTrial: z.boolean(),
  /** `card` where a card paid, else the funding source. */
  method: z.enum(['card', 'paypal']),
  /** Of a guest: as they gave it to PayPal, for the form that makes their account; null for readers. */
  payer: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }).nullable(),
  /** Of a reader; null for guests. */
  subscription: subscriptionResponseSchema.nullable(),
})
export type ApprovalResponse = z.infer<typeof approvalResponseSchema>

const name = z.string().trim().max(100)
export const checkoutAccountSchema = z.strictObject({
  first_name: name.min(1),
  last_name: name,
  email: z.email().max(254),
  /** Random, and known to the page alone: whoever repeats it within an hour is logged in again. */
  requestId: z.uuid(),
  key,
})
export type CheckoutAccount = z.infer<typeof checkoutAccountSchema>
/** What a guest types; the request adds the rest. */
export type NamedAccount = Pick<CheckoutAccount, 'first_name' | 'last_name' | 'email'>
export const checkoutAccountResponseSchema = sessionResponseSchema

export const claimSchema = z.strictObject({ key })
