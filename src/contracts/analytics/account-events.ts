import { z } from 'zod'

const none = z.object({})

/** What readers do with their account. */
export const accountEvents = {
  'Signed In': z.object({ method: z.enum(['password', 'google', 'link']) }),
  'Signed Out': none,
  'Account Updated': z.object({ field: z.string().min(1).max(40) }),
  'Own profile visited': none,
  /** For readers who see another's page. None have one yet; authors' pages are “Author Viewed”. */
  'Other profile visited': none,
} as const
