/** The address of a reader's page: `/reader/{handle}`. */
import { z } from 'zod'
import { slugPattern } from '../slug.ts'
import { handleLength } from './profile-limits.ts'

/** Converts a handle to lower case, whatever was typed. */
export const handleSchema = z
  .string()
  .max(100)
  .transform((typed) => typed.trim().toLowerCase())
  .pipe(z.string().min(handleLength.min).max(handleLength.max).regex(slugPattern))

export const getProfilePath = (handle: string) => `/reader/${handle}`
