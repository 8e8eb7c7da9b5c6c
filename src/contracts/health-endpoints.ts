import { z } from 'zod'
import { pauseReasons, sendingStates } from '../domain/issue/sending.ts'
import { failureKinds, rebuildStates } from '../domain/rebuild.ts'
import { defineEndpoint } from './endpoint.ts'

/** `unset`: no build hook is configured. */
const rebuildHealthSchema = z.object({
  state: z.enum([...rebuildStates, 'unset']),
  since: z.iso.datetime(),
  /** The message isn't public: it names documents. */
  reason: z.enum(failureKinds).optional(),
})

const paymentsHealthSchema = z.object({
  /** `needs_attention` doesn't change the status, because readers aren't affected. */
  state: z.enum(['ok', 'needs_attention']),
  /** Null during the first one. */
  comparedAt: z.iso.datetime().nullable(),
  /** Subscriptions that were out of sync and have been corrected. */
  outOfSyncCount: z.int(),
  failed: z.int(),
  /** Refunds that have been pending for a day. */
  overdueRefundCount: z.int(),
})

/** A delay doesn't change the status, because readers aren't affected. */
const cronHealthSchema = z.object({
  /** Of the last run. */
  startedAt: z.iso.datetime(),
  /** `unavailable`: PayPal didn't answer, and is called once a minute until it does. */
  payPal: z.enum(['ok', 'unavailable']),
  jobs: z.array(
    z.object({
      name: z.string(),
      /** `failing`: the job fails; `behind`: records have been due for ten minutes. */
      state: z.enum(['ok', 'behind', 'failing']),
      /** Since the oldest pending record became due. */
      secondsBehind: z.int(),
      /** Will be retried. */
      failed: z.int(),
    }),
  ),
})

/** A paused issue doesn't change the status, because the site isn't affected. */
const issueHealthSchema = z.object({
  slug: z.string(),
  state: z.enum(sendingStates),
  pausedBy: z.enum(pauseReasons).nullable(),
})

/** Doesn't change the status, because readers aren't affected. */
const statisticsHealthSchema = z.discriminatedUnion('state', [
  z.object({
    /** `nearlyFull`: at 80 % of what a database of D1 can hold. */
    state: z.enum(['ok', 'nearlyFull']),
    bytes: z.int(),
    maxBytes: z.int(),
  }),
  z.object({ state: z.literal('unavailable') }),
])

export const healthResponseSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  firestore: z.enum(['ok', 'unavailable']),
  /** Missing while Firestore is unavailable. */
  rebuild: rebuildHealthSchema.optional(),
  /** Missing before the first reconciliation. */
  payments: paymentsHealthSchema.optional(),
  /** Of The Weekly, approved and not finished; as the cron job last saw them. */
  issues: z.array(issueHealthSchema).optional(),
  /** The database of the editors' figures. Missing while Firestore is unavailable. */
  statistics: statisticsHealthSchema.optional(),
  /** Missing before the first run. */
  cron: cronHealthSchema.optional(),
})
export type HealthResponse = z.infer<typeof healthResponseSchema>

export const healthEndpoints = [
  /** `degraded` with 200: the live site stays up, but can't be updated. */
  defineEndpoint('GET /api/health', {
    summary: 'reports whether readers are served: 200, or 503 if they notice a fault',
    caller: 'anyone',
    limit: ['READ_LIMIT', 'api'],
    response: healthResponseSchema,
  }),
]
