/** A search as the address describes it. Any input becomes a valid request. */
import { type SearchFilter, searchFilters } from '../../contracts/site-files/search-index.ts'

export const searchPath = '/search'

/** In code points. */
export const maxQueryLength = 200

export type SearchRequest = {
  readonly query: string
  readonly filters: Readonly<Record<SearchFilter, string | null>>
}

export type FilterOption = {
  readonly value: string
  readonly name: string
  readonly accentColour?: string
}

/** The filters' options, from the page because the index has no labels. */
export type FilterOptions = Readonly<Record<SearchFilter, readonly FilterOption[]>>

export const noFilters: SearchRequest['filters'] = {
  category: null,
  tag: null,
  author: null,
  year: null,
}

/** Matches slugs and years. */
const filterValuePattern = /^[\w-]{1,120}$/

/** Returns one line, without invisible or invalid characters. */
export function normaliseQuery(input: string): string {
  // The text is cut twice, so that long input isn't processed in full.
  const cleaned = input
    .slice(0, maxQueryLength * 20)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return [...cleaned].slice(0, maxQueryLength).join('').trim()
}

/** Without a query and filters, the page shows the latest stories. */
export function isEmptyRequest({ query, filters }: SearchRequest): boolean {
  return query === '' && searchFilters.every((filter) => filters[filter] === null)
}

export function isSameRequest(one: SearchRequest, other: SearchRequest): boolean {
  return buildSearchAddress(one) === buildSearchAddress(other)
}

/** `search` begins with the question mark. */
export function parseSearchAddress(search: string): SearchRequest {
  const parameters = new URLSearchParams(search)
  const filters = { ...noFilters } as Record<SearchFilter, string | null>
  for (const filter of searchFilters) {
    const value = parameters.get(filter)
    if (value !== null && filterValuePattern.test(value)) filters[filter] = value
  }
  return { query: normaliseQuery(parameters.get('q') ?? ''), filters }
}

export function buildSearchAddress({ query, filters }: SearchRequest): string {
  const parameters = new URLSearchParams()
  if (query) parameters.set('q', query)
  for (const filter of searchFilters) {
    const value = filters[filter]
    if (value !== null) parameters.set(filter, value)
  }
  return parameters.size > 0 ? `${searchPath}?${parameters}` : searchPath
}
