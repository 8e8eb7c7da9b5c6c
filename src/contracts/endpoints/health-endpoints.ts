import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** Each check has an alert in scripts/operate/alerts.md. */
export const healthCheckNames = [
  'firestore',
  'rebuild',
  'content',
  'cron',
  'jobs',
  'outbox',
  'payPal',
  'payments',
  'books',
  'mail',
  'weekly',
  'events',
  'statistics',
] as const
export type HealthCheckName = (typeof healthCheckNames)[number]

/** `off`: not configured. `unknown`: not measured, for example because Firestore is unavailable. */
const healthCheckStates = ['ok', 'attention', 'unknown', 'off'] as const

const healthCheckSchema = z.object({
  name: z.enum(healthCheckNames),
  state: z.enum(healthCheckStates),
  /** Seconds, bytes, numbers, names and problems with published documents, but never a reader's address or id. */
  figures: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type HealthCheck = z.infer<typeof healthCheckSchema>

const publicHealthSchema = z.object({
  /** `degraded` with status 200: the live site works, but can't be updated. */
  status: z.enum(['ok', 'degraded']),
  firestore: z.enum(['ok', 'unavailable']),
})

const healthDetailsSchema = publicHealthSchema.extend({
  /** Checks whose state is `attention`. Readers may not notice anything. */
  attention: z.array(z.enum(healthCheckNames)),
  checks: z.array(healthCheckSchema),
})
export type HealthDetails = z.infer<typeof healthDetailsSchema>

/** Includes the details only for callers with the shared secret. */
export const healthResponseSchema = publicHealthSchema.extend(
  healthDetailsSchema.pick({ attention: true, checks: true }).partial().shape,
)

export const healthEndpoints = [
  /** Returns details to callers with `Authorization: Bearer` and a secret from HEALTH_KEYS. */
  defineEndpoint('GET /api/health', {
    summary:
      'reports whether readers are served: 200, or 503 if they notice a fault; with a secret, each check',
    caller: 'anyone',
    limit: ['READ_LIMIT', 'api'],
    response: healthResponseSchema,
  }),
  defineEndpoint('GET /api/status', {
    summary: 'reports each check of the site’s health',
    caller: 'staff',
    permission: 'health',
    acceptsDeskKeys: true,
    limit: ['LOOK_UP_LIMIT', 'staff-documents'],
    response: healthDetailsSchema,
  }),
]
