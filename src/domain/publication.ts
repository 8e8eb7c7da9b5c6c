import { z } from 'zod'
import { articleSchema, importedFromSchema, maxTitleLength, tagSlugSchema } from './article.ts'
import { eventSchema } from './event.ts'
import { imageSchema } from './image/image.ts'
import { issueSchema, issueSlugSchema, reservedIssueSlugs } from './issue/issue.ts'
import { redirectSchema } from './redirect.ts'
import { reservedSlugs, slugSchema } from './slug.ts'

const updatedAt = z.date()

/** An author, stored as `authors/{slug}`. Imported profiles may lack the optional fields. */
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

/** A tag, stored as `tags/{slug}`. Its address is the slug, so tags aren't renamed. */
const tagSchema = z.object({
  name: z.string().min(1).max(60),
  /** A sentence for search engines. */
  description: z.string().min(1).max(400),
  /** The tag's place in the footer, in ascending order. */
  order: z.int(),
  updatedAt,
})

/** A page such as /about, stored as `pages/{slug}`. */
const pageSchema = z.object({
  title: z.string().min(1).max(maxTitleLength),
  dek: z.string().min(1).max(400),
  body: z.string().min(1),
  /** When the page last changed in a way that matters to readers, unlike a corrected comma. */
  revisedAt: z.date(),
  importedFrom: importedFromSchema,
  updatedAt,
})
export type Page = z.infer<typeof pageSchema>

const maxCategoryPins = 50

/** The editors' choices for the front page, stored as `front/home`. The newest articles fill the rest. */
const frontSchema = z.object({
  lead: slugSchema.nullable(),
  /** Stories in the front page's second tier, in order. */
  order: z.array(slugSchema).max(20),
  /** Stories that are always first in their section. */
  pins: z.array(slugSchema).max(20),
  /** Stories at the top of a category's page, each until a given time. Landing lists store that time as text. */
  categoryPins: z
    .array(z.object({ category: slugSchema, slug: slugSchema, until: z.coerce.date() }))
    .max(maxCategoryPins)
    .default([]),
  /** Stories that are excluded from the most-read lists. */
  hiddenFromMostRead: z.array(slugSchema).max(50).default([]),
  /** A note at the foot of the front page. The sample's note says that its stories are invented. */
  note: z.string().max(300).optional(),
  updatedAt,
})
export type Front = z.infer<typeof frontSchema>

export const editedFrontSchema = frontSchema.omit({ updatedAt: true })

export const placementsSchema = frontSchema.omit({ hiddenFromMostRead: true, updatedAt: true })
export type Placements = z.infer<typeof placementsSchema>

export const publicationSchemas = {
  articles: articleSchema,
  authors: authorSchema,
  tags: tagSchema,
  events: eventSchema,
  issues: issueSchema,
  pages: pageSchema,
  front: frontSchema,
  redirects: redirectSchema,
} as const

export type PublicationCollection = keyof typeof publicationSchemas

/** Documents with an address of their own, which editors write. */
export const manuscriptCollections = [
  'articles',
  'authors',
  'tags',
  'pages',
  'events',
  'issues',
] as const
export type ManuscriptCollection = (typeof manuscriptCollections)[number]

export function getKeySchema(collection: PublicationCollection): z.ZodType<string> {
  if (collection === 'tags') return tagSlugSchema
  return collection === 'issues' ? issueSlugSchema : slugSchema
}

/** Describes why a document can't have this key; null if it can. */
export function findKeyProblem(collection: PublicationCollection, key: string): string | null {
  const parsed = getKeySchema(collection).safeParse(key)
  if (!parsed.success) return parsed.error.issues[0]!.message
  const isReserved =
    collection === 'issues'
      ? reservedIssueSlugs.has(key)
      : (collection === 'articles' || collection === 'pages') && reservedSlugs.has(key)
  return isReserved ? 'is reserved for the site itself' : null
}
