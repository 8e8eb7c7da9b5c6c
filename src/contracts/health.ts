import { z } from 'zod'

/** GET /api/health: 200 where all is well, 503 where a reader would notice. */
export const healthResponseSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  firestore: z.enum(['ok', 'unavailable']),
})
export type HealthResponse = z.infer<typeof healthResponseSchema>
