/** `users/{uid}/saved/{slug}`: an article that a reader has put by to read later. */
import { z } from 'zod'
import { listedArticleSchema } from './article.ts'
import { slugSchema } from './slug.ts'

/** As many as are kept of one reader. */
export const mostSaved = 500

/** What lists showed of the article when it was saved: what is left of one that is withdrawn. */
export const savedArticleSchema = listedArticleSchema.extend({
  authors: z.array(z.object({ slug: slugSchema, name: z.string() })).min(1),
  savedAt: z.date(),
})
export type SavedArticle = z.infer<typeof savedArticleSchema>

/**
 * When an article counts as saved. Who takes a removal back gives the time that it had, so that it
 * returns to its place: no time to come, and none before the reader was there.
 */
export function savingTime(
  asked: Date | undefined,
  { createdAt, now }: { readonly createdAt: Date; readonly now: Date },
): Date {
  if (!asked) return now
  return new Date(Math.min(now.getTime(), Math.max(createdAt.getTime(), asked.getTime())))
}
