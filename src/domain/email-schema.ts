import { z } from 'zod'
import { isEmail, normalizeEmail } from './name-and-email.ts'

/** Every email address that somebody types or a service sends, as it's stored. */
export const emailSchema = z.string().max(1000).transform(normalizeEmail).refine(isEmail)
