import { api } from '../../src/contracts/endpoints/endpoints.ts'
import type { DocumentsQuery } from '../../src/contracts/pages/desk-page.ts'

/** Leaves out invalid parameters, such as an empty form field. */
export function parseDocumentsQuery(parameters: URLSearchParams): DocumentsQuery {
  const { query } = api['GET /api/desk/documents']
  const valid = Object.entries(query.shape).flatMap(([name, schema]) => {
    const value = parameters.get(name)?.trim()
    return value && schema.safeParse(value).success ? [[name, value]] : []
  })
  return query.parse(Object.fromEntries(valid))
}
