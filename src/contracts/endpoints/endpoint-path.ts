/** Formats endpoint paths without zod: only the compiler checks the addresses. */

import type { OptionalInput, PartInput } from './endpoint.ts'
import type { Api, ApiRoute } from './endpoints.ts'

export type Fields = Readonly<Record<string, unknown>>

/** `rest` contains the fields that the path doesn't use. */
export function resolveRoute(route: string, input: Fields = {}) {
  const [method = '', template = ''] = route.split(' ')
  const rest = { ...input }
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(input[name]))
  })
  return { method, path, rest }
}

/** Returns `?a=1&b=2`, or an empty string. */
export function formatQuery(fields: Fields): string {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(defined.map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `?${query}` : ''
}

type AddressFields<E> = PartInput<E, 'params'> & PartInput<E, 'query'>

/** The type of an endpoint's path, for page scripts that must stay small. */
export type EndpointPath<R extends ApiRoute> = R extends `${string} ${infer Path}` ? Path : never

/** Returns a path for links, forms and requests without `call`. */
export function getEndpointPath<R extends ApiRoute>(
  route: R,
  ...[fields]: OptionalInput<AddressFields<Api[R]>>
): string {
  const { path, rest } = resolveRoute(route, fields as Fields | undefined)
  return path + formatQuery(rest)
}

/** A page of the desk names the person who opened it, who may no longer be the one whose session the browser has. */
export const callerHeader = 'Desk-Person'

export const rateLimitResponse = {
  message: 'Too many attempts. Try again in a minute.',
  /** The limits' period in seconds. */
  retryAfterSeconds: 60,
} as const
