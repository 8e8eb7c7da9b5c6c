import { z } from 'zod'

const emptySchema = z.object({})

export const accountEvents = {
  'Signed In': z.object({ method: z.enum(['password', 'google', 'link']) }),
  'Signed Out': emptySchema,
  'Account Updated': z.object({ field: z.string().min(1).max(40) }),
  'Own profile visited': emptySchema,
  /** For profiles of other readers, which don't exist yet; authors' pages are “Author Viewed”. */
  'Other profile visited': emptySchema,
} as const
