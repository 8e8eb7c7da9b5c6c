import { z } from 'zod'

/**
 * The id that a document had in the system it came from, such as `wordpress:123`: importing again
 * finds it by this, whatever its address has become. Wanting where it was written here.
 */
export const importedFromSchema = z.string().min(1).max(500).optional()
