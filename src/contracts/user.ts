import { z } from 'zod'

/** GET /api/user: the caller's record under `response`, null for a guest. */
export const userEndpoint = { method: 'GET', path: '/api/user' } as const

export const userSchema = z.object({
  firebase_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})
export const userResponseSchema = z.object({ response: userSchema.nullable() })
export type User = z.infer<typeof userSchema>
