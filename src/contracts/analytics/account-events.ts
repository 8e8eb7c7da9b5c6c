import { z } from 'zod'

const emptySchema = z.object({})

export const accountEvents = {
  'Signed In': z
    .object({ method: z.enum(['password', 'google', 'link']) })
    .describe(
      'The server has opened a session, and the browser has stored it. Also sent when an account is created.',
    ),
  'Signed Out': emptySchema.describe(
    'The reader presses “Log out” or “Log out everywhere”. Sent just before the request, so that the event still belongs to the reader.',
  ),
  'Account Updated': z
    .object({ field: z.string().min(1).max(40) })
    .describe('The server has stored a change to the account or its preferences.'),
  'Own profile visited': emptySchema.describe(
    'A signed-in reader sees /settings, or their own page under /reader.',
  ),
  'Other profile visited': emptySchema.describe(
    'A visitor sees another reader’s page under /reader. The event doesn’t say whose.',
  ),
} as const
