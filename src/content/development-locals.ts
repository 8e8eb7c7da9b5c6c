/** In the development server, provides what the build and the Worker pass to every page. */
import type { MiddlewareHandler } from 'astro'
import { loadPublication } from './publication-queries.ts'

export const onRequest: MiddlewareHandler = ({ locals }, next) => {
  Object.assign(locals, { tags: loadPublication().tags })
  return next()
}
