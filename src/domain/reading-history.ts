/**
 * `users/{uid}/read/{slug}`: an article that a reader has read in, kept where they have said that it
 * may be (`preferences.keepsHistory`), and what lists showed of it then.
 */
import { z } from 'zod'
import { pictureSchema } from './picture.ts'
import { categorySchema } from './taxonomy-schemas.ts'

/** How much of the text had come into sight when they left it, from 0 to 1. */
export const depthSchema = z.number().min(0).max(1)

export const readArticleSchema = z.object({
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
