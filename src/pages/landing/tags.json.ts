/** Data for the Worker only: the tags in the footer of pages that it renders. */
import type { APIRoute } from 'astro'
import { loadPublication } from '../../content/publication-queries.ts'
import type { Tag } from '../../domain/tag.ts'

export const GET: APIRoute = () =>
  Response.json(loadPublication().tags.map(({ slug, name }): Tag => ({ slug, name })))
