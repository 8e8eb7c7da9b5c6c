/** For tests that look at every route: the table itself, without the services behind it. */

export type App = {
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  request(address: string, init: RequestInit, env: unknown, execution?: unknown): Promise<Response>
}

/** Imported by a name that the compiler does not follow: its types are the Worker's, a test's are Node's. */
const file = './routes.ts'
export const { createApp } = (await import(file)) as { createApp(services: unknown): App }

/** Anything but the log that it asks for is not there. */
export const app = createApp({ log: () => {} })

/** The desk is no browser: its calls count by their signatures, and no cookie does anything for them. */
export const isSigned = (path: string) => /^\/api\/(webhooks|media)\//.test(path)

/** `DELETE /api/saved/:slug`: those that change something, each once. */
export const changingRoutes: readonly string[] = [
  ...new Set(
    app.routes
      .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS', 'ALL'].includes(method))
      .map(({ method, path }) => `${method} ${path}`),
  ),
]

/** Method and an address of the route. */
export function addressOf(route: string): readonly [method: string, path: string] {
  const [method = '', path = ''] = route.split(' ')
  return [method, path.replace(/:\w+/g, 'fathers-in-pencil')]
}
