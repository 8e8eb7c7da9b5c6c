/**
 * `readingHistory/{uid}`: the articles that a reader read last, the last one first, in a single document,
 * so that the history costs one database read. It is stored only for readers who have agreed
 * (`preferences.keepsHistory`).
 */
import { z } from 'zod'
import { pictureSchema } from './picture.ts'
import { slugSchema } from './slug.ts'
import { categorySchema } from './taxonomy-schemas.ts'

/** Articles in one history: as many as its page shows. Older ones are forgotten. */
export const mostRead = 100

/** How much of the text had come into sight when they left it, from 0 to 1. */
export const depthSchema = z.number().min(0).max(1)

/** An article that was read, and what lists showed of it when it was read first. */
const readArticleSchema = z.object({
  slug: slugSchema,
  title: z.string(),
  dek: z.string(),
  category: categorySchema,
  /** Their names. */
  authors: z.array(z.string()),
  image: pictureSchema.pick({ id: true, alt: true, width: true, height: true }),
  firstReadAt: z.date(),
  lastReadAt: z.date(),
  depth: depthSchema,
})
export type ReadArticle = z.infer<typeof readArticleSchema>

const storedSchema = z.object({ articles: z.array(z.unknown()).catch([]) })

/** What the document's fields hold; `malformed` counts articles that cannot be read, and are left out. */
export function parseReadingHistory(fields: unknown): {
  readonly articles: readonly ReadArticle[]
  readonly malformed: number
} {
  const stored = storedSchema.safeParse(fields).data?.articles ?? []
  const articles = stored.flatMap((each) => readArticleSchema.safeParse(each).data ?? [])
  return { articles, malformed: stored.length - articles.length }
}

export function withRead(
  articles: readonly ReadArticle[],
  read: ReadArticle,
): readonly ReadArticle[] {
  return [read, ...withoutRead(articles, read.slug)]
    .sort((one, other) => other.lastReadAt.getTime() - one.lastReadAt.getTime())
    .slice(0, mostRead)
}

export function withoutRead(
  articles: readonly ReadArticle[],
  slug: string,
): readonly ReadArticle[] {
  return articles.filter((article) => article.slug !== slug)
}
