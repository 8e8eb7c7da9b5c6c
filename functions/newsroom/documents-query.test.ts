import { expect, it } from 'vitest'
import { parseDocumentsQuery } from './documents-query.ts'

it.each([
  ['', { collection: 'articles' }],
  ['search=&state=&category=', { collection: 'articles' }],
  ['search=+rain+&state=draft', { collection: 'articles', search: 'rain', state: 'draft' }],
  ['collection=tags&state=nothing', { collection: 'tags' }],
  ['collection=users&after=x&other=1&__proto__=1', { collection: 'articles', after: 'x' }],
  [`search=${'x'.repeat(101)}&needs=alt`, { collection: 'articles', needs: 'alt' }],
])('the list of “%s” has only the valid parameters', (parameters, query) =>
  expect(parseDocumentsQuery(new URLSearchParams(parameters))).toEqual(query),
)
