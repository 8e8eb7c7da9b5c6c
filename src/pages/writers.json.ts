/** The names of all writers, for pages that know only their slugs. */
import type { APIRoute } from 'astro'
import { publication } from '../content/publication.ts'
import type { Writers } from '../contracts/writers.ts'

export const GET: APIRoute = () => {
  const names: Writers = Object.fromEntries(
    publication().authors.map(({ slug, name }) => [slug, name]),
  )
  return Response.json(names)
}
