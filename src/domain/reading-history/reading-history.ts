/**
 * `readingHistory/{uid}` contains the newest articles first, in one document, so that reading it costs one database
 * read. Needs consent (`preferences.isHistoryEnabled`).
 */
import { z } from 'zod'
import { categorySchema } from '../article.ts'
import { listedImageSchema } from '../image/image.ts'
import { slugSchema } from '../slug.ts'

/** The number of articles that the page shows. Older ones are removed. */
export const maxReadArticles = 100

/** The share of the text that was visible when the reader left, from 0 to 1. */
export const depthSchema = z.number().min(0).max(1)

/** Contains what lists showed when the article was first read. */
export const readArticleSchema = z.object({
  slug: slugSchema,
  title: z.string(),
  dek: z.string(),
  category: categorySchema,
  /** Authors' names. */
  authors: z.array(z.string()),
  image: listedImageSchema,
  firstReadAt: z.date(),
  lastReadAt: z.date(),
  depth: depthSchema,
})
export type ReadArticle = z.infer<typeof readArticleSchema>

const storedHistorySchema = z.object({ articles: z.array(z.unknown()).catch([]) })

/** `malformed` counts unreadable articles, which are left out. */
export function parseReadingHistory(fields: unknown): {
  readonly articles: readonly ReadArticle[]
  readonly malformed: number
} {
  const stored = storedHistorySchema.safeParse(fields).data?.articles ?? []
  const articles = stored.flatMap((each) => readArticleSchema.safeParse(each).data ?? [])
  return { articles, malformed: stored.length - articles.length }
}

export function addReadArticle(
  articles: readonly ReadArticle[],
  readArticle: ReadArticle,
): readonly ReadArticle[] {
  return [readArticle, ...removeReadArticle(articles, readArticle.slug)]
    .sort((one, other) => other.lastReadAt.getTime() - one.lastReadAt.getTime())
    .slice(0, maxReadArticles)
}

export function removeReadArticle(
  articles: readonly ReadArticle[],
  slug: string,
): readonly ReadArticle[] {
  return articles.filter((article) => article.slug !== slug)
}
