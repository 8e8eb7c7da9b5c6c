/** What the build and the Worker hand over to every page, for the development server. */
import type { MiddlewareHandler } from 'astro'
import { loadPublication } from './publication-queries.ts'

export const onRequest: MiddlewareHandler = ({ locals }, next) => {
  Object.assign(locals, { tags: loadPublication().tags })
  return next()
}
