import { z } from 'zod'
import { articleSchema, importedFromSchema } from './article.ts'
import { eventSchema } from './event.ts'
import { imageSchema } from './image/image.ts'
import { issueSchema } from './issue/issue.ts'
import { redirectSchema } from './redirect.ts'
import { slugSchema } from './slug.ts'

const updatedAt = z.date()

/** `authors/{slug}`. Imported profiles may lack the optional fields. */
export const authorSchema = z.object({
  name: z.string().min(1).max(120),
  role: z.string().min(1).max(120).optional(),
  place: z.string().min(1).max(120).optional(),
  portrait: imageSchema.optional(),
  /** Markdown; may be empty. */
  body: z.string(),
  importedFrom: importedFromSchema,
  updatedAt,
})
export type Author = z.infer<typeof authorSchema>

/** `pages/{slug}`: a page such as /about. */
const pageSchema = z.object({
  title: z.string().min(1).max(200),
  dek: z.string().min(1).max(400),
  body: z.string().min(1),
  /** The last change that matters to readers; not every corrected comma. */
  revisedAt: z.date(),
  importedFrom: importedFromSchema,
  updatedAt,
})
export type Page = z.infer<typeof pageSchema>

/** `front/home`: the editors' choice for the front page. The newest articles fill the rest. */
const frontSchema = z.object({
  lead: slugSchema.nullable(),
  /** Second tier, in order. */
  order: z.array(slugSchema).max(20),
  /** Always first in their section. */
  pins: z.array(slugSchema).max(20),
  /** Stories that aren't listed as most read. */
  hiddenFromMostRead: z.array(slugSchema).max(50).default([]),
  updatedAt,
})
export type Front = z.infer<typeof frontSchema>

export const publicationSchemas = {
  articles: articleSchema,
  authors: authorSchema,
  events: eventSchema,
  issues: issueSchema,
  pages: pageSchema,
  front: frontSchema,
  redirects: redirectSchema,
} as const

export type PublicationCollection = keyof typeof publicationSchemas
