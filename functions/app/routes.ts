/** The Worker's routes. Any other address is one of the site's pages, or a 404. */
import { Hono, type MiddlewareHandler } from 'hono'
import { isOfferedPath } from '../../src/contracts/pages/offered-paths.ts'
import { serveOnDemand } from '../articles/on-demand.ts'
import { setCountryCookies } from '../identity/caller-country.ts'
import type { Environment } from '../identity/edge-context.ts'
import { createErrorResponse } from '../platform/http/error-response.ts'
import type { AllDeps } from './installed.ts'
import { installed, routes } from './installed.ts'
import { type EdgeApp, provideDeps } from './provide-deps.ts'
import { serveEndpoints } from './serve-endpoints.ts'
import type { Services } from './services.ts'

export function createApp(services: Services): EdgeApp {
  const app = new Hono<Environment<AllDeps>>()
  app.use(provideDeps(services))
  app.use('/api/*', setCountryCookies)
  serveEndpoints(app, routes)
  app.all('/api/*', () => createErrorResponse('not_found'))
  for (const { pages = {} } of installed) {
    for (const [page, handlers] of Object.entries(pages)) {
      const [method, path] = page.split(' ', 2) as [string, string]
      if (!isOfferedPath(path)) continue
      app.on(method, [path], ...(handlers as readonly MiddlewareHandler<Environment<AllDeps>>[]))
    }
  }
  app.notFound(serveOnDemand)
  app.onError((error, context) => {
    services.log('handler_threw', { route: context.req.routePath, error: error.name })
    return createErrorResponse('internal')
  })
  return app
}
