import { z } from 'zod'
import { articleSchema } from './article.ts'
import { eventSchema } from './event.ts'
import { importedFromSchema } from './imported-from.ts'
import { pictureSchema } from './picture.ts'
import { redirectSchema } from './redirect.ts'
import { slugSchema } from './slug.ts'

const updatedAt = z.date()

/** `authors/{slug}`: a profile. What other systems do not keep of people may be wanting. */
export const authorSchema = z.object({
  name: z.string().min(1).max(120),
  role: z.string().min(1).max(120).optional(),
  place: z.string().min(1).max(120).optional(),
  portrait: pictureSchema.optional(),
  /** The biography, in Markdown; empty where nobody has written one. */
  body: z.string(),
  importedFrom: importedFromSchema,
  updatedAt,
})
export type Author = z.infer<typeof authorSchema>

/** `pages/{slug}`: a free-standing page such as /about. */
export const pageSchema = z.object({
  title: z.string().min(1).max(200),
  dek: z.string().min(1).max(400),
  body: z.string().min(1),
  /** The day of its last change that readers should know of; not every repaired comma. */
  revisedAt: z.date(),
  importedFrom: importedFromSchema,
  updatedAt,
})
export type Page = z.infer<typeof pageSchema>

/** `front/home`: what the editor puts on the front page; the newest articles fill the rest. */
export const frontSchema = z.object({
  lead: slugSchema.nullable(),
  /** Second tier, in order. */
  order: z.array(slugSchema).max(20),
  /** Kept in their section's first place, whatever else comes. */
  pins: z.array(slugSchema).max(20),
  updatedAt,
})
export type Front = z.infer<typeof frontSchema>

/** The collections that the site is built from, with the schema of their documents. */
export const publicationSchemas = {
  articles: articleSchema,
  authors: authorSchema,
  events: eventSchema,
  pages: pageSchema,
  front: frontSchema,
  redirects: redirectSchema,
} as const

export type PublicationCollection = keyof typeof publicationSchemas
