import { z } from 'zod'

/**
 * GET /api/client: what the server sees of the caller, for the payload of the newsletter form. Like every
 * answer of the API, it sets the `country` cookie.
 */
export const clientResponseSchema = z.object({ userAgent: z.string(), ip: z.string() })
export type ClientResponse = z.infer<typeof clientResponseSchema>
