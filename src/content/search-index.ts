/**
 * The search index: Pagefind's, over what anybody may read of an article, and never over what stands
 * behind its lead-in.
 *
 * It is cut into parts by the articles' own order and names, never by the order of builds, so that
 * equal content gives equal files. What is published lands in the newest part; an article changed or
 * withdrawn touches the part that it stands in. A part is indexed once and kept under a name made of
 * its content: a build indexes the parts that it does not have yet, and the archive is not among them.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchEntryFilters, SearchEntryMeta, SearchParts } from '../contracts/search-index.ts'
import { searchArchivePath, searchIndexPath, searchPartsPath } from '../contracts/search-index.ts'
import { standsIn } from '../domain/article.ts'
import { categories, categorySlugs } from '../domain/category.ts'
import { tags } from '../domain/tag.ts'
import { digestOf, type Mirror, type MirroredArticle, readBody, writeWhole } from './mirror.ts'
import { moduleId } from './module-id.ts'

type Part = {
  /** Made of its content. */
  readonly name: string
  readonly isRecent: boolean
  readonly articles: readonly MirroredArticle[]
}

type SearchFile = {
  readonly file: string
  readonly key: string | undefined
  make(): Promise<Uint8Array | string>
}

/**
 * How many articles a part may have. At the least number it ends before the next article whose slug
 * is one of the marks, of which there is one in so many, and at the most it ends in any case. A part
 * of 1,000 takes half a second of CPU; every part costs a search three small requests.
 */
export const partSizes = { least: 512, most: 1536, oneIn: 512 } as const
export type PartSizes = Readonly<Record<keyof typeof partSizes, number>>

/** So many entries of the archive lie in one file; the newest lie singly, as they come one by one. */
const entriesPerFile = 8

/** What a browser loads. Pagefind brings user interfaces as well. */
const engine = /^(?:pagefind\.js|wasm\.en\.pagefind)$/
const content = /^(?:pagefind-entry\.json|pagefind\.en_\w+\.pf_meta|(?:fragment|index|filter)\/.+)$/

/** Where the parts are kept between builds. */
export const searchFolder = (state: string) => join(state, 'search')

/** Cuts slugs, given oldest first, into parts. A change in one place leaves parts elsewhere alone. */
export function cutIntoParts<Item extends { readonly slug: string }>(
  oldestFirst: readonly Item[],
  { least, most, oneIn }: PartSizes = partSizes,
): Item[][] {
  const parts: Item[][] = []
  let part: Item[] = []
  for (const item of oldestFirst) {
    const isFull = part.length >= most || (part.length >= least && isMark(item.slug, oneIn))
    if (part.length === 0 || isFull) {
      part = []
      parts.push(part)
    }
    part.push(item)
  }
  return parts
}

const isMark = (slug: string, oneIn: number) =>
  Number.parseInt(digestOf(slug).slice(0, 8), 16) % oneIn === 0

/** The index as files of the site. Indexes what is not kept from an earlier build. */
export async function searchFiles(
  state: string,
  mirror: Mirror,
  sizes?: PartSizes,
): Promise<SearchFile[]> {
  const parts = partsOf(mirror, sizes)
  const folder = searchFolder(state)
  const missing = parts.filter(({ name }) => !existsSync(join(folder, name)))
  if (missing.length > 0) await indexParts(folder, missing, state, mirror)
  removeOthers(folder, parts)
  const files = parts.flatMap(({ name, isRecent }) => {
    const path = isRecent ? searchIndexPath : searchArchivePath(name)
    return filesOf(join(folder, name))
      .filter((file) => isRecent || !engine.test(file))
      .map((file) => ({
        file: path.slice(1) + file,
        key: name,
        make: async () => readFileSync(join(folder, name, file)),
      }))
  })
  const list: SearchParts = {
    recent: parts[0]?.name ?? null,
    archive: parts.slice(1).map(({ name }) => name),
  }
  const make = async () => JSON.stringify(list)
  return [...files, { file: searchPartsPath.slice(1), key: undefined, make }]
}

/** The newest part first. */
function partsOf(mirror: Mirror, sizes?: PartSizes): Part[] {
  const oldestFirst = [...mirror.articles.values()].sort(
    (one, other) =>
      one.publishedAt.getTime() - other.publishedAt.getTime() || (one.slug < other.slug ? -1 : 1),
  )
  const code = moduleId(new URL(import.meta.url))
  return cutIntoParts(oldestFirst, sizes)
    .reverse()
    .map((articles, index) => {
      const isRecent = index === 0
      const stories = articles.map((article) =>
        [article.slug, article.digest, ...authorsOf(article, mirror)].join('\n'),
      )
      // Other code, or another Pagefind, makes other files of the same stories.
      const name = digestOf(code, mirror.pipeline, isRecent, stories)
      return { name, isRecent, articles }
    })
}

/** By their names, which is what the article's own digest does not know. */
const authorsOf = (article: MirroredArticle, { authors }: Mirror) =>
  article.authors.map((slug) => authors.get(slug)!.name)

const namesOf = (article: MirroredArticle, mirror: Mirror) => [
  ...authorsOf(article, mirror),
  ...categoriesOf(article).map((slug) => categories[slug].name),
  ...article.tags.map((tag) => tags[tag]),
]

const categoriesOf = (article: MirroredArticle) =>
  categorySlugs.filter((slug) => standsIn(article, slug))

async function indexParts(folder: string, parts: readonly Part[], state: string, mirror: Mirror) {
  // Loaded where something is to be indexed: Pagefind runs in a process of its own.
  const { createIndex, close } = await import('pagefind')
  try {
    for (const { name, isRecent, articles } of parts) {
      const bundles = isRecent ? {} : { maxFragments: Math.ceil(articles.length / entriesPerFile) }
      const { index, errors } = await createIndex({
        forceLanguage: 'en',
        excludeSelectors: ['.footnote-ref'],
        ...bundles,
      })
      if (!index) throw new Error(`The search index could not be begun: ${errors.join(', ')}`)
      const added = articles.map((article) =>
        index.addHTMLFile({
          url: `/${article.slug}`,
          content: searchPage(article, namesOf(article, mirror), readBody(state, article).leadIn),
        }),
      )
      const problems = (await Promise.all(added)).flatMap((answer) => answer.errors)
      const { files, errors: unwritten } = await index.getFiles()
      problems.push(...unwritten)
      if (problems.length > 0) throw new Error(`Not all can be searched: ${problems.join(', ')}`)
      const draft = join(folder, `${name}.draft`)
      rmSync(draft, { recursive: true, force: true })
      for (const { path, content: bytes } of files) {
        if (engine.test(path) || content.test(path)) writeWhole(join(draft, path), bytes)
      }
      renameSync(draft, join(folder, name))
      await index.deleteIndex()
    }
  } finally {
    await close()
  }
}

/** An article as Pagefind takes it: a page of what may be found, and of what narrows a search. */
function searchPage(article: MirroredArticle, names: readonly string[], leadIn: string): string {
  const day = article.publishedAt.toISOString().slice(0, 10)
  const filters: SearchEntryFilters = {
    category: categoriesOf(article),
    tag: article.tags,
    author: article.authors,
    year: [day.slice(0, 4)],
    day: [day],
  }
  const meta: Omit<SearchEntryMeta, 'title'> = { dek: article.dek, names: names.join('. ') }
  return [
    '<html><body>',
    ...Object.entries(filters).flatMap(([key, values]) =>
      values.map((value) => `<meta data-pagefind-filter="${key}:${value}">`),
    ),
    ...Object.entries(meta).map(
      ([key, value]) => `<meta data-pagefind-meta="${key}[content]" content="${escaped(value)}">`,
    ),
    `<meta data-pagefind-sort="day:${day}">`,
    `<h1>${escaped(article.title)}</h1><p data-pagefind-weight="3">${escaped(article.dek)}</p>`,
    `<div>${leadIn.replaceAll('\u200b', '')}</div></body></html>`,
  ].join('')
}

/** Without the space of no width, at which Pagefind would count words instead. */
function escaped(text: string): string {
  return text
    .replaceAll('\u200b', '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
}

/** Files below a folder of the index, with slashes, in the same order every time. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(join(folder, entry.name)).map((name) => `${entry.name}/${name}`)
        : [entry.name],
    )
    .sort()
}

/** Each loses its name first: what was removed by half must not be taken for a part of that name. */
function removeOthers(folder: string, parts: readonly Part[]) {
  if (!existsSync(folder)) return
  const names = new Set(parts.map(({ name }) => name))
  const leaving = join(folder, 'leaving')
  rmSync(leaving, { recursive: true, force: true })
  for (const name of readdirSync(folder)) {
    if (names.has(name)) continue
    renameSync(join(folder, name), leaving)
    rmSync(leaving, { recursive: true })
  }
}
