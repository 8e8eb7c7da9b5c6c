import { z } from 'zod'

export const userSchema = z.object({
  firebase_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})
/** GET /api/user: the caller's record, null for a guest. */
export const userResponseSchema = z.object({ response: userSchema.nullable() })
export type User = z.infer<typeof userSchema>
