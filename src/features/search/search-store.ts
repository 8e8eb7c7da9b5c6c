/** A search and its address. The engine loads when needed; results of outdated requests are dropped. */
import { atom, type ReadableAtom } from 'nanostores'
import type { SearchEngine, SearchHit, SearchMatches } from '../../browser/search-engine.ts'
import type { SearchFilter } from '../../contracts/site-files/search-index.ts'
import {
  buildSearchAddress,
  isEmptyRequest,
  isSameRequest,
  noFilters,
  normaliseQuery,
  parseSearchAddress,
  type SearchRequest,
} from './search-request.ts'

export type SearchResults =
  | { readonly state: 'idle' }
  | { readonly state: 'searching' }
  | { readonly state: 'found'; readonly total: number; readonly hits: readonly SearchHit[] }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly isRetrying: boolean }

export type SearchDeps = {
  readonly openEngine: () => Promise<SearchEngine>
  readonly address: {
    read(): string
    write(address: string, mode: 'push' | 'replace'): void
  }
  readonly onSelect: (selected: { query: string; slug: string; position: number }) => void
  readonly onFailure: (error: unknown) => void
}

export const pageSize = 10

/** Milliseconds after the last keystroke until the search starts. */
const typingDelay = 180

export function createSearchStore(deps: SearchDeps) {
  const { openEngine, address, onSelect, onFailure } = deps
  const $typedText = atom('')
  const $filters = atom(noFilters)
  const $results = atom<SearchResults>({ state: 'idle' })
  let engine: Promise<SearchEngine> | undefined
  let matches: SearchMatches | undefined
  /** Increases with each search, so that results of earlier searches are dropped. */
  let searchId = 0
  let currentRequest: SearchRequest = { query: '', filters: noFilters }
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the current address has a separate history entry, which it doesn't have while the reader types. */
  let isHistoryEntrySettled = true

  const buildRequest = (): SearchRequest => ({
    query: normaliseQuery($typedText.get()),
    filters: $filters.get(),
  })

  function loadEngine(): Promise<SearchEngine> {
    engine ??= openEngine().catch((error) => {
      engine = undefined
      throw error
    })
    return engine
  }

  async function runSearch(isRetry = false) {
    const ownId = ++searchId
    currentRequest = buildRequest()
    matches = undefined
    if (isEmptyRequest(currentRequest)) return $results.set({ state: 'idle' })
    if (isRetry) $results.set({ state: 'failed', isRetrying: true })
    // Earlier results stay until there are new ones.
    else if ($results.get().state !== 'found') $results.set({ state: 'searching' })
    try {
      const { result, hits } = await search(currentRequest)
      if (ownId !== searchId) return
      matches = result
      $results.set(
        result.total > 0 ? { state: 'found', total: result.total, hits } : { state: 'none' },
      )
    } catch (error) {
      if (ownId === searchId) handleFailure(error)
    }
  }

  /** Opens the index again if a newer one has replaced it. */
  async function search({ query, filters }: SearchRequest) {
    const wasOpen = engine !== undefined
    const openedEngine = loadEngine()
    const searchIn = async (current: SearchEngine) => {
      const result = await current.search(query, filters)
      return { result, hits: await result.load(0, pageSize) }
    }
    try {
      return await searchIn(await openedEngine)
    } catch (error) {
      // Another search may have opened the index again.
      if (engine === openedEngine) engine = undefined
      if (!wasOpen) throw error
      return searchIn(await loadEngine())
    }
  }

  function handleFailure(error: unknown) {
    engine = undefined
    onFailure(error)
    $results.set({ state: 'failed', isRetrying: false })
  }

  function updateSearch(mode: 'push' | 'replace') {
    clearTimeout(timer)
    const request = buildRequest()
    if (!isSameRequest(request, currentRequest)) address.write(buildSearchAddress(request), mode)
    if (!isSameRequest(request, currentRequest) || $results.get().state === 'failed')
      void runSearch()
  }

  function searchImmediately() {
    updateSearch(isHistoryEntrySettled ? 'push' : 'replace')
    isHistoryEntrySettled = true
  }

  /** Adds a history entry, because the reader may want to go back to an earlier query. */
  function changeFilters(filters: SearchRequest['filters']) {
    $filters.set(filters)
    isHistoryEntrySettled = true
    searchImmediately()
  }

  return {
    $typedText: $typedText as ReadableAtom<string>,
    $filters: $filters as ReadableAtom<SearchRequest['filters']>,
    $results: $results as ReadableAtom<SearchResults>,
    /** Called when the page opens, and when the reader goes back. */
    syncFromAddress() {
      clearTimeout(timer)
      const { query, filters } = parseSearchAddress(address.read())
      $typedText.set(query)
      $filters.set(filters)
      isHistoryEntrySettled = true
      void runSearch()
    },
    /** Called when the reader is about to search. */
    loadEngine: () => void loadEngine().catch(() => {}),
    setTypedText(text: string) {
      $typedText.set(text)
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (isSameRequest(buildRequest(), currentRequest)) return
        updateSearch(isHistoryEntrySettled ? 'push' : 'replace')
        isHistoryEntrySettled = false
      }, typingDelay)
    },
    /** Adds an entry to the browser's history. */
    submit: searchImmediately,
    setFilter: (filter: SearchFilter, value: string | null) =>
      changeFilters({ ...$filters.get(), [filter]: value }),
    clearFilters: () => changeFilters(noFilters),
    clear() {
      $typedText.set('')
      changeFilters(noFilters)
    },
    async showMore() {
      const results = $results.get()
      const ownId = searchId
      const result = matches
      if (results.state !== 'found' || !result) return
      try {
        const { length } = results.hits
        const nextHits = await result.load(length, length + pageSize)
        if (ownId !== searchId) return
        $results.set({ ...results, total: result.total, hits: [...results.hits, ...nextHits] })
      } catch (error) {
        if (ownId === searchId) handleFailure(error)
      }
    },
    retry: () => void runSearch(true),
    selectHit: ({ slug }: SearchHit, position: number) =>
      onSelect({ query: currentRequest.query, slug, position }),
  }
}

export type SearchStore = ReturnType<typeof createSearchStore>
