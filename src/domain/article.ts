import { z } from 'zod'
import { accentColours } from '../publication/accent-colours.ts'
import { picksSlug } from '../publication/picks.ts'
import { identifierSchema } from './identifier.ts'
import { imageSchema } from './image/image.ts'
import { slugSchema } from './slug.ts'
import { maxTags, tagSlugPattern } from './tag.ts'
import { isLanguageTag } from './writing-system.ts'

export const accentColourSchema = z.enum(accentColours)
/** A stored story's category, which may have been removed since (`findCategory`). */
export const categorySchema = slugSchema
export const tagSlugSchema = z
  .string()
  .max(60, 'is longer than 60 characters')
  .regex(tagSlugPattern, 'isn’t a valid tag: use letters, digits and single hyphens')

/**
 * The source from which the document was imported and its id there, such as `wordpress:old.example#123`, by which a
 * repeated import finds it.
 */
export const importedFromSchema = z.string().min(1).max(500).optional()

export const accessSchema = z.enum(['public', 'metered', 'members'])
export type ArticleAccess = z.infer<typeof accessSchema>

/** If it's missing, the story is in the publication's language. */
export const languageSchema = z
  .string()
  .refine(isLanguageTag, 'isn’t a language tag: use a code such as ur, hi or ur-Latn')
  .optional()

export const correctionSchema = z.object({ at: z.date(), text: z.string().min(1).max(2000) })

export const editorsPickSchema = z.boolean().default(false)
/** Slugs of tags. */
export const tagsSchema = z.array(tagSlugSchema).max(maxTags.story)

export const maxAuthors = 12
/** The maximum number of characters in the title of an article, a page or an event. */
export const maxTitleLength = 200

const articleFields = {
  title: z.string().min(1).max(maxTitleLength),
  /** Empty if the article has no dek, as with some imported articles. */
  dek: z.string().max(400),
  /** Markdown. The limit leaves room in a Firestore document for the other fields. */
  body: z.string().min(1).max(900_000),
  language: languageSchema,
  category: categorySchema,
  editorsPick: editorsPickSchema,
  tags: tagsSchema,
  authors: z.array(slugSchema).min(1, 'needs at least one author').max(maxAuthors),
  image: imageSchema,
  access: accessSchema.default('metered'),
  corrections: z.array(correctionSchema).default([]),
  importedFrom: importedFromSchema,
  identifier: identifierSchema,
  updatedAt: z.date(),
}

/** An article, stored as `articles/{slug}`. Times are in UTC. */
export const articleSchema = z.discriminatedUnion('status', [
  z.object({ ...articleFields, status: z.literal('draft'), publishedAt: z.date().optional() }),
  z.object({ ...articleFields, status: z.literal('scheduled'), publishedAt: z.date() }),
  z.object({ ...articleFields, status: z.literal('published'), publishedAt: z.date() }),
  z.object({ ...articleFields, status: z.literal('withdrawn'), publishedAt: z.date().optional() }),
])

export const listedArticleSchema = z
  .object(articleFields)
  .pick({
    title: true,
    dek: true,
    language: true,
    category: true,
    authors: true,
    image: true,
    access: true,
  })
  .extend({ publishedAt: z.date() })
export type ListedArticle = z.infer<typeof listedArticleSchema>

export type Article = z.infer<typeof articleSchema>
export type PublishedArticle = Extract<Article, { status: 'published' }>

export function isPublished(article: Article): article is PublishedArticle {
  return article.status === 'published'
}

export function isListedIn(
  article: Pick<Article, 'category' | 'editorsPick'>,
  category: string,
): boolean {
  return article.category === category || (category === picksSlug && article.editorsPick)
}

/** Returns when the article was published or last corrected. */
export function getLastChangedAt(
  article: Pick<PublishedArticle, 'publishedAt' | 'corrections'>,
): Date {
  return getLastCorrectedAt(article) ?? article.publishedAt
}

/** Null if the article wasn't corrected after publication. Unlike this time, `updatedAt` changes with any write. */
export function getLastCorrectedAt({
  publishedAt,
  corrections,
}: Pick<PublishedArticle, 'publishedAt' | 'corrections'>): Date | null {
  const times = corrections.map(({ at }) => at.getTime()).filter((at) => at > publishedAt.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : null
}
