/**
 * A search as the reader goes along: what is asked for, what was found, and the address that keeps
 * it. The search's scripts are loaded when somebody means to search, not before. Answers that come
 * late are those of a question no longer asked, and are dropped.
 */
import { atom, type ReadableAtom } from 'nanostores'
import type { SearchAnswer, SearchEngine, SearchHit } from '../../browser/search-engine.ts'
import type { SearchFilter } from '../../contracts/search-index.ts'
import {
  isEmpty,
  isSame,
  noFilters,
  normaliseQuery,
  readSearchAddress,
  type SearchRequest,
  searchAddress,
} from './search-request.ts'

export type SearchResults =
  /** Nothing is asked for: the page shows what is new. */
  | { readonly state: 'idle' }
  | { readonly state: 'searching' }
  | { readonly state: 'found'; readonly total: number; readonly hits: readonly SearchHit[] }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly isTrying: boolean }

export type SearchDependencies = {
  readonly openEngine: () => Promise<SearchEngine>
  /** The browser's address and its history. */
  readonly address: {
    read(): string
    write(address: string, way: 'push' | 'replace'): void
  }
  readonly onSelect: (selected: { query: string; slug: string; position: number }) => void
  readonly onFailure: (error: unknown) => void
}

export type SearchStore = {
  /** What is typed, as it was typed. */
  readonly $typed: ReadableAtom<string>
  readonly $filters: ReadableAtom<SearchRequest['filters']>
  readonly $results: ReadableAtom<SearchResults>
  /** Searches for what the address says: when the page opens, and when the reader goes back. */
  followAddress(): void
  /** The reader is about to search. */
  prepare(): void
  type(text: string): void
  /** What is typed is meant: it gets its own place in the history. */
  submit(): void
  choose(filter: SearchFilter, value: string | null): void
  clearFilters(): void
  /** Takes back everything that was asked for. */
  clear(): void
  showMore(): void
  tryAgain(): void
  select(hit: SearchHit, position: number): void
}

export const hitsAtOnce = 10

/** Milliseconds without a further key, after which what is typed is searched for. */
const pauseInTyping = 180

export function createSearchStore(dependencies: SearchDependencies): SearchStore {
  const { openEngine, address, onSelect, onFailure } = dependencies
  const $typed = atom('')
  const $filters = atom(noFilters)
  const $results = atom<SearchResults>({ state: 'idle' })
  let engine: Promise<SearchEngine> | undefined
  let answer: SearchAnswer | undefined
  /** Of the question that is asked now; an answer to another is not wanted. */
  let question = 0
  let asked: SearchRequest = { query: '', filters: noFilters }
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the address is one to come back to; what is being typed is not. */
  let isSettled = true

  const requested = (): SearchRequest => ({
    query: normaliseQuery($typed.get()),
    filters: $filters.get(),
  })

  function prepare(): Promise<SearchEngine> {
    engine ??= openEngine().catch((error) => {
      // So that the next search tries again.
      engine = undefined
      throw error
    })
    return engine
  }

  async function run(isRetry = false) {
    const mine = ++question
    asked = requested()
    answer = undefined
    if (isEmpty(asked)) return $results.set({ state: 'idle' })
    if (isRetry) $results.set({ state: 'failed', isTrying: true })
    // What was found for the letters before stays until there is something new.
    else if ($results.get().state !== 'found') $results.set({ state: 'searching' })
    try {
      const { found, hits } = await look(asked)
      if (mine !== question) return
      answer = found
      $results.set(
        found.total > 0 ? { state: 'found', total: found.total, hits } : { state: 'none' },
      )
    } catch (error) {
      if (mine === question) fail(error)
    }
  }

  /** An index that was opened a while ago may have been replaced by a newer one: then looks there. */
  async function look({ query, filters }: SearchRequest) {
    const wasOpen = engine !== undefined
    const opened = prepare()
    const lookIn = async (current: SearchEngine) => {
      const found = await current.search(query, filters)
      return { found, hits: await found.load(0, hitsAtOnce) }
    }
    try {
      return await lookIn(await opened)
    } catch (error) {
      // Another question may have opened it anew already.
      if (engine === opened) engine = undefined
      if (!wasOpen) throw error
      return lookIn(await prepare())
    }
  }

  function fail(error: unknown) {
    engine = undefined
    onFailure(error)
    $results.set({ state: 'failed', isTrying: false })
  }

  function ask(way: 'push' | 'replace') {
    clearTimeout(timer)
    const request = requested()
    if (!isSame(request, asked)) address.write(searchAddress(request), way)
    if (!isSame(request, asked) || $results.get().state === 'failed') void run()
  }

  function askAtOnce() {
    ask(isSettled ? 'push' : 'replace')
    isSettled = true
  }

  return {
    $typed,
    $filters,
    $results,
    followAddress() {
      clearTimeout(timer)
      const { query, filters } = readSearchAddress(address.read())
      $typed.set(query)
      $filters.set(filters)
      isSettled = true
      void run()
    },
    prepare: () => void prepare().catch(() => {}),
    type(text) {
      $typed.set(text)
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (isSame(requested(), asked)) return
        ask(isSettled ? 'push' : 'replace')
        isSettled = false
      }, pauseInTyping)
    },
    submit: askAtOnce,
    choose(filter, value) {
      $filters.set({ ...$filters.get(), [filter]: value })
      // What was typed on the way here is worth coming back to.
      isSettled = true
      askAtOnce()
    },
    clearFilters() {
      $filters.set(noFilters)
      isSettled = true
      askAtOnce()
    },
    clear() {
      $typed.set('')
      $filters.set(noFilters)
      isSettled = true
      askAtOnce()
    },
    async showMore() {
      const results = $results.get()
      const mine = question
      const found = answer
      if (results.state !== 'found' || !found) return
      try {
        const { length } = results.hits
        const more = await found.load(length, length + hitsAtOnce)
        if (mine !== question) return
        $results.set({ ...results, total: found.total, hits: [...results.hits, ...more] })
      } catch (error) {
        if (mine === question) fail(error)
      }
    },
    tryAgain: () => void run(true),
    select: ({ slug }, position) => onSelect({ query: asked.query, slug, position }),
  }
}
