import type { Endpoint } from '../../src/contracts/endpoints/endpoint.ts'
import { resolveRoute } from '../../src/contracts/endpoints/endpoint-path.ts'
import { api } from '../../src/contracts/endpoints/endpoints.ts'

export type App = {
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  request(
    address: string | Request,
    init: RequestInit | undefined,
    env: unknown,
    execution?: unknown,
  ): Promise<Response>
}

/**
 * The path is in a variable, so that the compiler doesn't follow it: this file needs the Worker's types, but tests have
 * Node's.
 */
const file = '../app/routes.ts'
export const { createApp } = (await import(file)) as { createApp(services: unknown): App }

export const app = createApp({ log: () => {} })

export const endpoints: readonly Endpoint[] = Object.values(api)

export function createExampleRequest({ route, example = {}, query }: Endpoint) {
  const { path, rest } = resolveRoute(route, example as Readonly<Record<string, unknown>>)
  const parameters = query?.safeParse(rest).data as Record<string, unknown> | undefined
  for (const name in parameters) delete rest[name]
  const search = new URLSearchParams(
    Object.entries(parameters ?? {}).map(([name, value]) => [name, String(value)]),
  )
  return { path: search.size > 0 ? `${path}?${search}` : path, body: rest }
}
