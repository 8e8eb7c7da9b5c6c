import { z } from 'zod'
import { closedReasons } from '../../domain/access.ts'
import { emailSchema } from '../../domain/email-schema.ts'
import { slugSchema } from '../../domain/slug.ts'
import { defineEndpoint } from './endpoint.ts'
import { visitSchema } from './visit.ts'

const params = z.object({ slug: slugSchema })

const countSchema = { used: z.int().min(0), allowance: z.int().min(0) }

/** domain/access.ts defines the options. */
const waySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('readFree'), ...countSchema }),
  z.object({ kind: z.literal('referred'), friendName: z.string() }),
  z.object({ kind: z.literal('subscribe') }),
  z.object({ kind: z.literal('register'), allowance: z.int().min(1), left: z.int().min(1) }),
  z.object({ kind: z.literal('email') }),
  z.object({ kind: z.literal('confirmEmail') }),
  z.object({ kind: z.literal('resume') }),
  z.object({ kind: z.literal('fixPayment') }),
  z.object({ kind: z.literal('approve') }),
])

const openSchema = z.object({
  state: z.literal('open'),
  /** When a pass expires; null for readers with an entitlement. */
  until: z.iso.datetime().nullable(),
})

const closedSchema = z.object({
  state: z.literal('closed'),
  reason: z.enum(closedReasons),
  /** The unlock options, in the paywall's order. */
  ways: z.array(waySchema),
})

/**
 * Whether the caller followed a reader's link in the last 30 days. Events with an address then have `referral: true`
 * and, if they contain the caller's own address as `email`, the same address as `referred_email`.
 */
const referral = { isReferral: z.boolean() }

const wallSchema = z.discriminatedUnion('state', [
  openSchema.extend(referral),
  closedSchema.extend(referral),
])
export type WallResponse = z.infer<typeof wallSchema>

const refusals = [
  /** No unlock is left, perhaps because another tab has used it. */
  'usedUp',
  /**
   * There were too many unlocks or new accounts on this network today, or there is an outage: only confirmed addresses
   * can read for free.
   */
  'limit',
  'botCheck',
  /** This address has been entered for a story in the last 30 days. */
  'addressUsed',
  /** The article isn't metered, or isn't the story that the friend's link led to. */
  'notOffered',
] as const
export type UnlockRefusal = (typeof refusals)[number]

const unlockSchema = z.discriminatedUnion('state', [
  openSchema.extend(referral),
  closedSchema.extend({ ...referral, because: z.enum(refusals) }),
])
export type UnlockResponse = z.infer<typeof unlockSchema>

const botCheck = { botCheck: z.string().max(6000).optional() }
const address = {
  email: emailSchema,
  /** Whether the box for The Weekly is ticked; if not, the address isn't stored. */
  weekly: z.boolean(),
  visit: visitSchema,
}

export const meterEndpoints = [
  /**
   * Never uses an unlock. Only for metered articles, because other articles' paywalls always offer a subscription.
   * Gives guests the cookie that an unlock needs.
   */
  defineEndpoint('GET /api/articles/:slug/wall', {
    summary:
      'returns the unlock options that a metered article’s paywall offers the caller, in order',
    caller: 'page',
    identify: 'pass',
    limit: ['READ_LIMIT', 'wall'],
    params,
    response: wallSchema,
    example: { slug: 'fathers-in-pencil' },
  }),
  /**
   * Safe to repeat: a story that is already unlocked isn't counted again. `unknown_device`: the caller had no meter
   * cookie; it has been set, and the call can be repeated.
   */
  defineEndpoint('POST /api/articles/:slug/unlock', {
    summary: 'unlocks a metered article, or returns the remaining unlock options',
    caller: 'page',
    identify: 'pass',
    limit: ['LOOK_UP_LIMIT', 'unlock'],
    params,
    followsRenaming: true,
    request: z.discriminatedUnion('way', [
      z.object({ way: z.literal('free'), ...botCheck }),
      z.object({ way: z.literal('email'), ...botCheck, ...address }),
      z.object({ way: z.literal('referred'), ...botCheck, ...address }),
    ]),
    maxBytes: 16_384,
    response: unlockSchema,
    errors: ['unknown_device', 'signed_out', 'withdrawn'],
    example: {
      slug: 'fathers-in-pencil',
      way: 'email',
      email: 'someone@example.com',
      weekly: false,
      botCheck: 'x',
    },
  }),
]
