import { z } from 'zod'
import { isEmail, normalizeEmail } from './name-and-email.ts'

/** Validates and normalises every email address that somebody types or a service sends. */
export const emailSchema = z.string().max(1000).transform(normalizeEmail).refine(isEmail)
