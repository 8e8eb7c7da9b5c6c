/** The origin of a visit, as reported by the browser (browser/visit-attribution.ts). Invalid parts are dropped. */
import { z } from 'zod'

/** The same limit as an event's page (collect-endpoints.ts). */
const text = z.string().max(300).catch('')

export const visitSchema = z
  .object({
    landing: z.object({ path: text, search: text, referrer: text }).nullable().catch(null),
    lastArticle: text,
    wallArticle: text,
  })
  .optional()
  .catch(undefined)
export type VisitInput = z.infer<typeof visitSchema>
