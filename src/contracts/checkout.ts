/**
 * Buying a subscription. The browser says what was chosen and where the payer has been; what was
 * bought PayPal is asked.
 *
 * POST /api/checkout begins one. The same `requestId` begins it once, so that a page keeps one for each
 * choice (plan and tab) and may ask again. A guest gets a signed cookie by which the browser is known until
 * there is an account. Errors: `bad_request`, `already_subscribed`, `student_not_confirmed`,
 * `unavailable`.
 *
 * POST /api/checkout/{id}/approval, with `{}` or the `key` of a letter, once the payer has agreed: asks
 * PayPal how it stands. Again it says the same. Errors: `not_found` (not this browser's), `not_approved`,
 * `already_subscribed` (it is one too many: it is ended and paid back), `unavailable`.
 *
 * POST /api/checkout/{id}/account makes the account of a guest who has paid, and logs it in; the letter
 * that follows confirms the address. Errors: `bad_request`, `not_found`, `account_exists` (they log in, and
 * come back to claim it), `unavailable`.
 *
 * POST /api/checkout/{id}/claim, with `{}` or the `key` of a letter, gives what was paid as a guest to whoever
 * is logged in. Errors: `signed_out`, `not_found`, `already_subscribed` (the second one is ended and
 * paid back), `unavailable`.
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

/** `key`: of the letter to a payer who has not made an account; the browser is known from then on. */
export const approvalRequestSchema = z.strictObject({ key: z.string().max(1000).optional() })

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
})
export type CheckoutAccount = z.infer<typeof checkoutAccountSchema>
export const checkoutAccountResponseSchema = sessionResponseSchema

export const claimSchema = z.strictObject({ key: z.string().max(1000).optional() })
