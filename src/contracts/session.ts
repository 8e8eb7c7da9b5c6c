/**
 * POST /api/session exchanges a fresh Firebase ID token for the session cookies and answers as
 * GET /api/subscription does; DELETE ends the session on this device. Errors: `bad_request`,
 * `bad_token`, `stale_token` (the reader authenticated too long ago), `forbidden` (the request comes
 * from another site), `unavailable`.
 */
import { z } from 'zod'

/** How long after authenticating an ID token may open a session, in seconds. */
export const freshSignInSeconds = 5 * 60

export const sessionRequestSchema = z.object({ idToken: z.string().min(1).max(8192) })
