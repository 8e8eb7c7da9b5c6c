/**
 * The search in the browser: loads Pagefind, merges the parts of its index, and asks it. It never
 * takes "could not look" for "there is nothing": Pagefind itself passes over files that do not come.
 */
import {
  type SearchEntryFilters,
  type SearchEntryMeta,
  type SearchFilter,
  type SearchParts,
  searchArchivePath,
  searchIndexPath,
  searchMetaWeights,
  searchPartsPath,
} from '../contracts/search-index.ts'

/** An article that was found. */
export type SearchHit = {
  readonly slug: string
  readonly title: string
  readonly dek: string
  /** Title, dek and lead-in as one text. */
  readonly text: string
  /** Numbers of the words of the text that were looked for. */
  readonly places: readonly number[]
  readonly filters: SearchEntryFilters
}

export type SearchAnswer = {
  readonly total: number
  /** The hits from one number up to another, best first. */
  load(from: number, to: number): Promise<SearchHit[]>
}

export type SearchEngine = {
  /** With an empty query: all that the filters let through, newest first. Throws where it cannot look. */
  search(
    query: string,
    filters: Readonly<Record<SearchFilter, string | null>>,
  ): Promise<SearchAnswer>
}

/** The part of Pagefind's interface that is used (pagefind.app/docs/api). */
type PagefindEntry = {
  readonly url: string
  readonly content: string
  readonly locations: readonly number[]
  readonly meta: SearchEntryMeta
  readonly filters: Partial<SearchEntryFilters>
}
type PagefindResult = { readonly id: string; data(): Promise<PagefindEntry> }
type PagefindAnswer = { readonly results: readonly PagefindResult[] }
type Chosen = Readonly<Record<string, string | null>>
type Pagefind = {
  preload(query: null): Promise<unknown>
  mergeIndex(path: string, options: object): Promise<void>
  search(query: string | null, options: object): Promise<PagefindAnswer>
}
type PagefindModule = { createInstance(options: object): Pagefind }

/** Milliseconds: Pagefind waits for ever for some files that do not come. */
const patience = 20_000

function within<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The search took too long.')), patience)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

async function fetchParts(origin: string): Promise<SearchParts> {
  const response = await fetch(origin + searchPartsPath, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`The list of the index's parts: ${response.status}`)
  return response.json()
}

/** Some browsers remember that a script could not be loaded, so that a further try needs another address. */
let tries = 0

async function loadModule(): Promise<PagefindModule> {
  const address = `${searchIndexPath}pagefind.js${tries > 0 ? `?try=${tries}` : ''}`
  try {
    return await import(/* @vite-ignore */ address)
  } catch (error) {
    tries++
    throw error
  }
}

async function openParts(
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
    // One script less to load. What a search takes is a few milliseconds.
    noWorker: true,
  })
  // Merging waits for ever for an engine that has not come to life.
  await engine.preload(null)
  await Promise.all(
    archive.map((part) => engine.mergeIndex(origin + searchArchivePath(part), settings(part))),
  )
  return engine
}

function hitOf({ url, content, locations, meta, filters }: PagefindEntry): SearchHit {
  const { category = [], tag = [], author = [], year = [], day = [] } = filters
  return {
    slug: url.slice(url.lastIndexOf('/') + 1),
    title: meta.title,
    dek: meta.dek,
    text: content,
    places: locations,
    filters: { category, tag, author, year, day },
  }
}

/** Pagefind sorts each part by itself, so the parts are asked one after the other. */
async function newestFirst(engine: Pagefind, chosen: Chosen, parts: readonly string[]) {
  const answers = await Promise.all(
    parts.map((part) =>
      engine.search(null, { filters: { ...chosen, part }, sort: { day: 'desc' } }),
    ),
  )
  return { results: answers.flatMap(({ results }) => results), unsure: [] }
}

/**
 * Pagefind takes a word that a part does not have for the nearest shorter one: “mango” for “man”.
 * So each word is also asked for exactly as it is. Where the publication has it, only articles that
 * have it count; where it has not, it may be the beginning of a word, and the hits have to show it.
 */
async function resultsFor(engine: Pagefind, query: string, filters: Chosen) {
  const { results } = await engine.search(query, { filters })
  // Pagefind does the same with a phrase in quotation marks of its own accord.
  const isPhrase = /^".+"$/.test(query)
  const words = isPhrase ? [] : new Set(query.replaceAll('"', ' ').split(' ').filter(Boolean))
  const unsure: string[] = []
  let meant = results
  for (const word of words) {
    const exact = await engine.search(`"${word}"`, { filters })
    if (exact.results.length === 0) unsure.push(...lettersOf(word))
    const ids = new Set(exact.results.map(({ id }) => id))
    if (ids.size > 0) meant = meant.filter(({ id }) => ids.has(id))
  }
  return { results: meant, unsure }
}

/** Words without accents, signs and case. */
function lettersOf(text: string): string[] {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return letters.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}

function found(results: readonly PagefindResult[], unsure: readonly string[]): SearchAnswer {
  /** Once a hit turns out not to be meant, those after it are not counted on either. */
  let total = results.length
  return {
    get total() {
      return total
    },
    async load(from, to) {
      const entries = results.slice(from, Math.min(to, total)).map((result) => result.data())
      const loaded = await within(Promise.all(entries))
      const meant = loaded.filter(({ content, meta }) => {
        const words = lettersOf(`${content} ${meta.names}`)
        return unsure.every((start) => words.some((word) => word.startsWith(start)))
      })
      if (meant.length < loaded.length) total = from + meant.length
      return meant.map(hitOf)
    },
  }
}

/** Throws where the index cannot be had. Pages search their own site; tests are none. */
export async function openSearchEngine(
  origin = '',
  load: () => Promise<PagefindModule> = loadModule,
): Promise<SearchEngine> {
  const [parts, module] = await within(Promise.all([fetchParts(origin), load()]))
  const engine = parts.recent === null ? null : await within(openParts(module, parts, origin))

  /** An answer without results is believed where the site answers and its index is still the same. */
  async function confirmNothing() {
    const now = await fetchParts(origin)
    if (JSON.stringify(now) !== JSON.stringify(parts)) throw new Error('The index has changed.')
  }

  return {
    async search(query, filters) {
      if (!engine) return found([], [])
      const chosen = Object.fromEntries(
        Object.entries(filters).filter(([, value]) => value !== null),
      )
      const { results, unsure } = await within(
        query === ''
          ? newestFirst(engine, chosen, [parts.recent!, ...parts.archive])
          : resultsFor(engine, query, chosen),
      )
      if (results.length === 0) await within(confirmNothing())
      return found(results, unsure)
    },
  }
}
