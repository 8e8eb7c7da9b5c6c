/**
 * What a reader asks for, and how it stands in the address. Whatever is typed or written into an
 * address becomes a request that can be searched for, or none; nothing of it can do harm.
 */
import { type SearchFilter, searchFilters } from '../../contracts/search-index.ts'

export const searchPath = '/search'

/** In characters, as readers count them. */
export const longestQuery = 200

export type SearchRequest = {
  readonly query: string
  readonly filters: Readonly<Record<SearchFilter, string | null>>
}

export const noFilters: SearchRequest['filters'] = {
  category: null,
  tag: null,
  author: null,
  year: null,
}

/** Slugs and years; all else was never ours. */
const filterValue = /^[\w-]{1,120}$/

/** One line of text, without what cannot be seen or written down. */
export function normaliseQuery(typed: string): string {
  // Cut twice: a text of any length is looked at no further than it matters.
  const line = typed
    .slice(0, longestQuery * 20)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return [...line].slice(0, longestQuery).join('').trim()
}

/** Whether there is anything to look for; otherwise the page shows what is new. */
export function isEmpty({ query, filters }: SearchRequest): boolean {
  return query === '' && searchFilters.every((filter) => filters[filter] === null)
}

export function isSame(one: SearchRequest, other: SearchRequest): boolean {
  return searchAddress(one) === searchAddress(other)
}

/** Reads the part of an address from its question mark on. */
export function readSearchAddress(search: string): SearchRequest {
  const parameters = new URLSearchParams(search)
  const filters = { ...noFilters } as Record<SearchFilter, string | null>
  for (const filter of searchFilters) {
    const value = parameters.get(filter)
    if (value !== null && filterValue.test(value)) filters[filter] = value
  }
  return { query: normaliseQuery(parameters.get('q') ?? ''), filters }
}

export function searchAddress({ query, filters }: SearchRequest): string {
  const parameters = new URLSearchParams()
  if (query) parameters.set('q', query)
  for (const filter of searchFilters) {
    const value = filters[filter]
    if (value !== null) parameters.set(filter, value)
  }
  return parameters.size > 0 ? `${searchPath}?${parameters}` : searchPath
}
