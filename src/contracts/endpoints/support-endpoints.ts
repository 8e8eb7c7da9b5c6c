/** Endpoints for supporters, who see and change readers' accounts. */
import { z } from 'zod'
import { maxCreditChange } from '../../domain/referral/limits.ts'
import { subscriptionEmails } from '../../domain/subscription/effect-kinds.ts'
import { defineEndpoint } from './endpoint.ts'

const caller = 'staff'
const maxBytes = 8000
const limit = ['LOOK_UP_LIMIT', 'staff-readers'] as const

/** An email address, a uid or PayPal's id for a subscription. In the body, because addresses don't belong in a URL. */
const reader = z.string().trim().min(1).max(320)
const example = { reader: 'reader@example.com' }

export const maxSupportMessage = 500

/** The reason, for the history, in one line. */
export const reasonSchema = z
  .string()
  .trim()
  .max(maxSupportMessage)
  .refine((text) => text.isWellFormed() && !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text))

const act = {
  reader,
  message: reasonSchema.optional(),
  /** Whether the act is only described. */
  dryRun: z.boolean().default(false),
}

const creditChange = {
  ...act,
  /** The amount in minor units. */
  amount: z.int().min(1).max(maxCreditChange),
  message: reasonSchema.min(1),
}

/** Sentences and tables for staff, one a line. They may quote readers, so they contain any characters. */
const answerSchema = z.object({ lines: z.array(z.string()) })

export const supportEndpoints = [
  defineEndpoint('POST /api/desk/readers/find', {
    summary: 'shows a reader’s account, history, payments, credit or resendable emails',
    caller,
    permission: 'readers',
    limit,
    request: z.strictObject({
      reader,
      show: z.enum(['account', 'history', 'payments', 'credit', 'emails']),
    }),
    maxBytes,
    response: answerSchema,
    errors: ['not_possible'],
    example: { ...example, show: 'account' },
  }),
  defineEndpoint('POST /api/desk/readers/support', {
    summary:
      'resends an email, cancels the subscription, ends sessions, or hides or shows the public page',
    caller,
    permission: 'readers',
    limit,
    request: z.discriminatedUnion('act', [
      z.strictObject({ ...act, act: z.literal('resend'), template: z.enum(subscriptionEmails) }),
      z.strictObject({ ...act, act: z.literal('cancel') }),
      z.strictObject({ ...act, act: z.literal('endSessions') }),
      /** The reader may also be named by a handle. */
      z.strictObject({ ...act, act: z.enum(['hideProfile', 'showProfile']) }),
    ]),
    maxBytes,
    response: answerSchema,
    errors: ['not_possible'],
    example: { ...example, act: 'cancel' },
  }),
  defineEndpoint('POST /api/desk/readers/refund', {
    summary:
      'plans the refund of a payment; makes the refund if the request names the plan’s effect',
    caller,
    permission: 'refunds',
    limit,
    request: z.strictObject({
      reader,
      /** PayPal’s id of a payment. */
      payment: z.string().max(100).optional(),
      effect: z.hash('sha256').optional(),
      message: reasonSchema.optional(),
    }),
    maxBytes,
    response: answerSchema.extend({
      /** Null after the refund, and if a payment must be chosen first. */
      plan: z
        .object({
          payment: z.string(),
          /** Identifies what the reader will have afterwards. */
          effect: z.hash('sha256'),
          /** Whether PayPal has refunded the payment already, so that only the record may have to change. */
          isRefunded: z.boolean(),
        })
        .nullable(),
      /** PayPal’s ids of all payments, in the order of their numbers, if one must be chosen. */
      choices: z.array(z.string()),
    }),
    /** `outdated`: the effect has changed since the plan. */
    errors: ['not_possible', 'outdated'],
    example,
  }),
  defineEndpoint('POST /api/desk/readers/money', {
    summary: 'grants or ends access, grants or removes referral credit',
    caller,
    permission: 'money',
    limit,
    request: z.discriminatedUnion('act', [
      /** Null also removes imported access not yet claimed. */
      z.strictObject({ ...act, act: z.literal('grant'), until: z.iso.datetime().nullable() }),
      /** Ends the subscription and access, without a refund. */
      z.strictObject({ ...act, act: z.literal('endNow') }),
      z.strictObject({ ...creditChange, act: z.enum(['grantCredit', 'removeCredit']) }),
    ]),
    maxBytes,
    response: answerSchema,
    errors: ['not_possible'],
    example: { ...example, act: 'grant', until: null },
  }),
]
