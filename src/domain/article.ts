import { z } from 'zod'
import type { CategorySlug } from './category.ts'
import { importedFromSchema } from './imported-from.ts'
import { pictureSchema } from './picture.ts'
import { slugSchema } from './slug.ts'
import { categorySchema, tagSchema } from './taxonomy-schemas.ts'

export const accessSchema = z.enum(['public', 'metered', 'members'])
export type ArticleAccess = z.infer<typeof accessSchema>

const correctionSchema = z.object({ at: z.date(), text: z.string().min(1).max(2000) })

const everyArticle = {
  title: z.string().min(1).max(200),
  dek: z.string().min(1).max(400),
  /** Markdown, at most what fits into one Firestore document with room for the other fields. */
  body: z.string().min(1).max(900_000),
  category: categorySchema,
  /** True where the editors also recommend the piece: it then stands in Editor's Picks as well. */
  editorsPick: z.boolean().default(false),
  tags: z.array(tagSchema).max(10),
  authors: z.array(slugSchema).min(1, 'needs at least one author').max(10),
  image: pictureSchema,
  access: accessSchema.default('metered'),
  corrections: z.array(correctionSchema).default([]),
  importedFrom: importedFromSchema,
  updatedAt: z.date(),
}

/** An article as it lies in Firestore under `articles/{slug}`. Instants are UTC. */
export const articleSchema = z.discriminatedUnion('status', [
  z.object({ ...everyArticle, status: z.literal('draft'), publishedAt: z.date().optional() }),
  z.object({ ...everyArticle, status: z.literal('scheduled'), publishedAt: z.date() }),
  z.object({ ...everyArticle, status: z.literal('published'), publishedAt: z.date() }),
  z.object({ ...everyArticle, status: z.literal('withdrawn'), publishedAt: z.date().optional() }),
])

/** What lists of an article show, apart from the rest of its document. */
export const listedArticleSchema = z
  .object(everyArticle)
  .pick({ title: true, dek: true, category: true, authors: true, image: true, access: true })
  .extend({ publishedAt: z.date() })
export type ListedArticle = z.infer<typeof listedArticleSchema>

export type Article = z.infer<typeof articleSchema>
export type PublishedArticle = Extract<Article, { status: 'published' }>

export function isPublished(article: Article): article is PublishedArticle {
  return article.status === 'published'
}

/** Whether an article stands in a category's list: by its own category or by the editors' choice. */
export function standsIn(
  article: Pick<Article, 'category' | 'editorsPick'>,
  category: CategorySlug,
): boolean {
  return article.category === category || (category === 'editors-picks' && article.editorsPick)
}

/** When an article last became another one for its readers: published, or corrected since. */
export function lastChanged(article: Pick<PublishedArticle, 'publishedAt' | 'corrections'>): Date {
  return lastCorrectedAt(article) ?? article.publishedAt
}

/** Words that a practised reader reads in a minute of such prose. */
const wordsPerMinute = 230

/** Whole minutes, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute))
}

/**
 * When the text was last corrected after its publication, or null. `updatedAt` says nothing of the
 * kind: it is the time of the last write, whatever was written.
 */
export function lastCorrectedAt({
  publishedAt,
  corrections,
}: Pick<PublishedArticle, 'publishedAt' | 'corrections'>): Date | null {
  const times = corrections.map(({ at }) => at.getTime()).filter((at) => at > publishedAt.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : null
}
