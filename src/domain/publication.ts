import { z } from 'zod'
import { articleSchema, importedFromSchema, maxTitleLength, tagSlugSchema } from './article.ts'
import { eventSchema } from './event.ts'
import { imageSchema } from './image/image.ts'
import { issueSchema, issueSlugSchema, reservedIssueSlugs } from './issue/issue.ts'
import { redirectSchema } from './redirect.ts'
import { reservedSlugs, slugSchema } from './slug.ts'

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

/** `tags/{slug}`. The address of a tag is its slug, so tags aren't renamed. */
const tagSchema = z.object({
  name: z.string().min(1).max(60),
  /** A sentence for search engines. */
  description: z.string().min(1).max(400),
  /** Its place in the footer, from the lowest. */
  order: z.int(),
  updatedAt,
})

/** `pages/{slug}`: a page such as /about. */
const pageSchema = z.object({
  title: z.string().min(1).max(maxTitleLength),
  dek: z.string().min(1).max(400),
  body: z.string().min(1),
  /** The last change that matters to readers; not every corrected comma. */
  revisedAt: z.date(),
  importedFrom: importedFromSchema,
  updatedAt,
})
export type Page = z.infer<typeof pageSchema>

const maxCategoryPins = 50

/** `front/home`: the editors' choice for the front page. The newest articles fill the rest. */
const frontSchema = z.object({
  lead: slugSchema.nullable(),
  /** Second tier, in order. */
  order: z.array(slugSchema).max(20),
  /** Always first in their section. */
  pins: z.array(slugSchema).max(20),
  /** At the top of a category's page, until their time. Lists in files have it as text. */
  categoryPins: z
    .array(z.object({ category: slugSchema, slug: slugSchema, until: z.coerce.date() }))
    .max(maxCategoryPins)
    .default([]),
  /** Stories that aren't listed as most read. */
  hiddenFromMostRead: z.array(slugSchema).max(50).default([]),
  /** At the foot of the front page. The sample's says that its stories are invented. */
  note: z.string().max(300).optional(),
  updatedAt,
})
export type Front = z.infer<typeof frontSchema>

/** Stories that editors have placed on lists. */
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

/** Why a document can't have this key, in words; null if it can. */
export function findKeyProblem(collection: PublicationCollection, key: string): string | null {
  const parsed = getKeySchema(collection).safeParse(key)
  if (!parsed.success) return parsed.error.issues[0]!.message
  const isReserved =
    collection === 'issues'
      ? reservedIssueSlugs.has(key)
      : (collection === 'articles' || collection === 'pages') && reservedSlugs.has(key)
  return isReserved ? 'is reserved for the site itself' : null
}
