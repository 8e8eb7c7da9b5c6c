import { z } from 'zod'
import { nameSchema } from '../domain/reader.ts'

export const userSchema = z.object({
  firebase_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})
/** GET /api/user: the caller's record, null for a guest. */
export const userResponseSchema = z.object({ response: userSchema.nullable() })
export type User = z.infer<typeof userSchema>

/**
 * PATCH /api/user changes how the reader is called and answers as GET does. Errors: `bad_request`,
 * `signed_out`, `forbidden`, `unavailable`.
 */
export const userChangeSchema = z.object({ first_name: nameSchema, last_name: nameSchema })
export type UserChange = z.input<typeof userChangeSchema>
