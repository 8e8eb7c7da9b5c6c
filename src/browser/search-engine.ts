/** Loads and queries Pagefind. Throws on failures, although Pagefind itself ignores files that don't load. */
import {
  getSearchArchivePath,
  type SearchEntryFilters,
  type SearchEntryMeta,
  type SearchFilter,
  type SearchParts,
  searchIndexPath,
  searchMetaWeights,
  searchPartsPath,
} from '../contracts/site-files/search-index.ts'

export type SearchHit = {
  readonly slug: string
  readonly title: string
  readonly dek: string
  /** The title, dek and free preview. */
  readonly text: string
  /** Indexes of the matching words in `text`. */
  readonly wordPositions: readonly number[]
  readonly filters: SearchEntryFilters
}

export type SearchMatches = {
  readonly total: number
  /** Loads hits from index `from` to `to`, best first. */
  load(from: number, to: number): Promise<SearchHit[]>
}

export type SearchEngine = {
  /** An empty query returns everything that matches the filters, newest first. Throws on a failure. */
  search(
    query: string,
    filters: Readonly<Record<SearchFilter, string | null>>,
  ): Promise<SearchMatches>
}

/** Documented at pagefind.app/docs/api. */
type PagefindEntry = {
  readonly url: string
  readonly content: string
  readonly locations: readonly number[]
  readonly meta: SearchEntryMeta
  readonly filters: Partial<SearchEntryFilters>
}
type PagefindResult = { readonly id: string; data(): Promise<PagefindEntry> }
type PagefindResponse = { readonly results: readonly PagefindResult[] }
type ChosenFilters = Readonly<Record<string, string | null>>
type Pagefind = {
  preload(query: null): Promise<unknown>
  mergeIndex(path: string, options: object): Promise<void>
  search(query: string | null, options: object): Promise<PagefindResponse>
}
type PagefindModule = { createInstance(options: object): Pagefind }

/** In milliseconds. Pagefind waits for ever for some files. */
const timeout = 20_000

function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The search took too long.')), timeout)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

async function fetchParts(origin: string): Promise<SearchParts> {
  const response = await fetch(origin + searchPartsPath, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`Loading the index parts failed: ${response.status}`)
  return response.json()
}

/** Some browsers cache a failed script import, so a retry needs a different URL. */
let failedLoads = 0

async function loadModule(): Promise<PagefindModule> {
  const address = `${searchIndexPath}pagefind.js${failedLoads > 0 ? `?try=${failedLoads}` : ''}`
  try {
    return await import(/* @vite-ignore */ address)
  } catch (error) {
    failedLoads++
    throw error
  }
}

async function createEngine(
  { createInstance }: PagefindModule,
  { recent, archive }: SearchParts,
  origin: string,
): Promise<Pagefind> {
  const settings = (part: string) => ({
    metaCacheTag: part,
    mergeFilter: { part },
    ranking: { metaWeights: searchMetaWeights },
  })
  const engine = createInstance({
    ...settings(recent!),
    basePath: origin + searchIndexPath,
    // A worker would be another script, and a search takes only milliseconds.
    noWorker: true,
  })
  // Merging never settles if the engine hasn't started.
  await engine.preload(null)
  await Promise.all(
    archive.map((part) => engine.mergeIndex(origin + getSearchArchivePath(part), settings(part))),
  )
  return engine
}

function toHit({ url, content, locations, meta, filters }: PagefindEntry): SearchHit {
  const { category = [], tag = [], author = [], year = [], day = [] } = filters
  return {
    slug: url.slice(url.lastIndexOf('/') + 1),
    title: meta.title,
    dek: meta.dek,
    text: content,
    wordPositions: locations,
    filters: { category, tag, author, year, day },
  }
}

/** Sorts hits, because Pagefind sorts each part of the index separately. */
async function listNewestFirst(
  engine: Pagefind,
  chosenFilters: ChosenFilters,
  parts: readonly string[],
) {
  const answers = await Promise.all(
    parts.map((part) =>
      engine.search(null, { filters: { ...chosenFilters, part }, sort: { day: 'desc' } }),
    ),
  )
  return { results: answers.flatMap(({ results }) => results), unconfirmedWords: [] as string[] }
}

/** Also searches for each word exactly, because Pagefind answers an unknown "mango" with "man". */
async function searchWords(engine: Pagefind, query: string, filters: ChosenFilters) {
  const { results } = await engine.search(query, { filters })
  // Pagefind searches phrases in quotation marks exactly.
  const isPhrase = /^".+"$/.test(query)
  const words = isPhrase ? [] : new Set(query.replaceAll('"', ' ').split(' ').filter(Boolean))
  const unconfirmedWords: string[] = []
  let matching = results
  for (const word of words) {
    const exact = await engine.search(`"${word}"`, { filters })
    if (exact.results.length === 0) unconfirmedWords.push(...splitIntoWords(word))
    const ids = new Set(exact.results.map(({ id }) => id))
    if (ids.size > 0) matching = matching.filter(({ id }) => ids.has(id))
  }
  return { results: matching, unconfirmedWords }
}

/**
 * Removes punctuation, case and the accents of Latin letters, but not the vowel signs of Indic scripts, which are
 * combining marks too.
 */
function splitIntoWords(text: string): string[] {
  const letters = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return letters.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
}

function createMatches(
  results: readonly PagefindResult[],
  unconfirmedWords: readonly string[],
): SearchMatches {
  /** Counts up to the first hit that doesn't match. */
  let total = results.length
  return {
    get total() {
      return total
    },
    async load(from, to) {
      const entries = results.slice(from, Math.min(to, total)).map((result) => result.data())
      const loaded = await withTimeout(Promise.all(entries))
      const matching = loaded.filter(({ content, meta }) => {
        const words = splitIntoWords(`${content} ${meta.names}`)
        return unconfirmedWords.every((prefix) => words.some((word) => word.startsWith(prefix)))
      })
      if (matching.length < loaded.length) total = from + matching.length
      return matching.map(toHit)
    },
  }
}

/** Throws if the index can't be loaded. */
export async function openSearchEngine(
  origin = '',
  load: () => Promise<PagefindModule> = loadModule,
): Promise<SearchEngine> {
  const [parts, module] = await withTimeout(Promise.all([fetchParts(origin), load()]))
  const engine =
    parts.recent === null ? null : await withTimeout(createEngine(module, parts, origin))

  /** Checks that the site responds and its index hasn't changed; otherwise an empty result doesn't count. */
  async function confirmNoResults() {
    const now = await fetchParts(origin)
    if (JSON.stringify(now) !== JSON.stringify(parts)) throw new Error('The index has changed.')
  }

  return {
    async search(query, filters) {
      if (!engine) return createMatches([], [])
      const chosenFilters = Object.fromEntries(
        Object.entries(filters).filter(([, value]) => value !== null),
      )
      const { results, unconfirmedWords } = await withTimeout(
        query === ''
          ? listNewestFirst(engine, chosenFilters, [parts.recent!, ...parts.archive])
          : searchWords(engine, query, chosenFilters),
      )
      if (results.length === 0) await withTimeout(confirmNoResults())
      return createMatches(results, unconfirmedWords)
    },
  }
}
