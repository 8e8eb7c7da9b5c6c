import { z } from 'zod'

/** `users/{uid}`: what the publication knows of a reader. Fields are named as the API gives them. */
export const readerSchema = z.object({
  first_name: z.string().max(100),
  last_name: z.string().max(100),
  email: z.string().max(320),
  createdAt: z.date(),
})

export type Reader = z.infer<typeof readerSchema>
