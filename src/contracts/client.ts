import { z } from 'zod'

/** GET /api/client: what the server sees of the caller, kept by the newsletter form for its payload. */
export const clientResponseSchema = z.object({ userAgent: z.string(), ip: z.string() })
export type ClientResponse = z.infer<typeof clientResponseSchema>
