/** The collections of WordPress's REST API that an import needs, and the fields that it reads. */
import { z } from 'zod'

const id = z.number()
const text = z.string().catch('')
const rendered = z
  .object({ rendered: text })
  .transform(({ rendered }) => rendered)
  .catch('')
const ids = z.array(z.number()).catch([])

const pageSchema = z.object({
  id,
  slug: text,
  status: text,
  type: text,
  link: text,
  date: text,
  date_gmt: text,
  modified: text,
  modified_gmt: text,
  title: rendered,
  content: z.object({ rendered: z.string(), protected: z.boolean().catch(true) }),
  excerpt: rendered,
  author: z.number().catch(0),
  featured_media: z.number().catch(0),
})
export const postSchema = pageSchema.extend({
  sticky: z.boolean().catch(false),
  categories: ids,
  tags: ids,
})
export type SitePost = z.infer<typeof postSchema>

export const termSchema = z.object({ id, slug: text, name: text })
export const userSchema = z.object({ id, slug: text, name: text, description: text, link: text })
export type SiteUser = z.infer<typeof userSchema>
export const mediaSchema = z.object({
  id,
  source_url: text,
  alt_text: text,
  caption: rendered,
  media_type: text,
})
export type SiteMedia = z.infer<typeof mediaSchema>

const fieldsOf = (schema: z.ZodObject) => Object.keys(schema.shape)

export const collections = {
  categories: { perPage: 100, fields: fieldsOf(termSchema) },
  tags: { perPage: 100, fields: fieldsOf(termSchema) },
  users: { perPage: 100, fields: fieldsOf(userSchema) },
  media: { perPage: 100, fields: fieldsOf(mediaSchema) },
  // Pages of these lists are shorter, because the site has to render each entry's text.
  pages: { perPage: 50, fields: fieldsOf(pageSchema) },
  posts: { perPage: 50, fields: fieldsOf(postSchema) },
} as const
export type CollectionName = keyof typeof collections
export const collectionNames = Object.keys(collections) as CollectionName[]
