/**
 * GET /api/health: 200 where readers are served, 503 where a reader would notice that they are not.
 * The status is `degraded` with 200 where the site that was live stays live and cannot be renewed.
 */
import { z } from 'zod'
import { failureKinds, rebuildStates } from '../domain/rebuild.ts'

/** What publishing waits for. `unset`: nobody builds by itself, because no hook is named. */
const rebuildSchema = z.object({
  state: z.enum([...rebuildStates, 'unset']),
  since: z.iso.datetime(),
  /** In which way the last attempt failed. Its words are kept from the public: they name documents. */
  reason: z.enum(failureKinds).optional(),
})

/** The last comparison of all subscriptions with the payment provider. */
const paymentsSchema = z.object({
  /** `amiss`: somebody should look. Readers notice nothing of it, so the status is as it was. */
  state: z.enum(['ok', 'amiss']),
  /** Null while the first one is under way. */
  comparedAt: z.iso.datetime().nullable(),
  /** Of which something was not known before, and has been corrected. */
  drifted: z.int(),
  /** That could not be compared. */
  failed: z.int(),
  /** Payments that have been waiting for a day to go back. */
  overdue: z.int(),
})

/** The jobs that the cron trigger runs. Readers notice nothing of a delay, so the status is as it was. */
const cronSchema = z.object({
  /** Of the last run. */
  startedAt: z.iso.datetime(),
  /** `away`: PayPal didn't answer, and is called once a minute until it does. */
  payPal: z.enum(['ok', 'away']),
  jobs: z.array(
    z.object({
      name: z.string(),
      /** `failing`: the job itself fails; `behind`: records have been due for ten minutes. */
      state: z.enum(['ok', 'behind', 'failing']),
      /** How long the oldest record has been due that the job hasn't got to. */
      secondsBehind: z.int(),
      /** Records that failed in the last run, and are tried again later. */
      failed: z.int(),
    }),
  ),
})

export const healthResponseSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  firestore: z.enum(['ok', 'unavailable']),
  /** Not there while Firestore cannot be asked. */
  rebuild: rebuildSchema.optional(),
  /** Not there before the first night of a publication that sells subscriptions. */
  payments: paymentsSchema.optional(),
  /** Not there before the first run. */
  cron: cronSchema.optional(),
})
export type HealthResponse = z.infer<typeof healthResponseSchema>
