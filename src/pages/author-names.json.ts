import type { APIRoute } from 'astro'
import { loadPublication } from '../content/publication-queries.ts'
import type { AuthorNames } from '../contracts/site-files/recommendation-candidates.ts'

export const GET: APIRoute = () => {
  const namesBySlug: AuthorNames = Object.fromEntries(
    loadPublication().authors.map(({ slug, name }) => [slug, name]),
  )
  return Response.json(namesBySlug)
}
