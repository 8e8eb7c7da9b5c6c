/**
 * Builds Pagefind's index of what everyone can read, never of anything after a free preview. Its parts
 * are cut by publication date and slug, and cached by content: equal content gives equal files,
 * and publishing an article changes only the newest part.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ArticleCopy,
  type ContentCopy,
  computeDigest,
  readBody,
} from '../../src/content/content-copy.ts'
import {
  getSearchArchivePath,
  type SearchEntryFilters,
  type SearchEntryMeta,
  type SearchParts,
  searchIndexPath,
  searchPartsPath,
} from '../../src/contracts/site-files/search-index.ts'
import { isListedIn } from '../../src/domain/article.ts'
import { categorySlugs } from '../../src/domain/category.ts'
import { escapeHtml } from '../../src/domain/escape-html.ts'
import { findTags } from '../../src/domain/tag.ts'
import { categories } from '../../src/publication/sections.ts'
import { writeFileAtomically } from '../shared/write-file-atomically.ts'
import { computeModuleId } from './module-id.ts'

type IndexPart = {
  readonly name: string
  readonly isRecent: boolean
  readonly articles: readonly ArticleCopy[]
}

type SearchFile = {
  readonly file: string
  readonly key: string | undefined
  createContent(): Promise<Uint8Array | string>
}

/**
 * A part has `minSize` to `maxSize` articles, and ends before one in `boundaryRate` slugs. Indexing 1,000 articles
 * takes half a second of CPU; each part costs a search three requests.
 */
const partSizes = { minSize: 512, maxSize: 1536, boundaryRate: 512 } as const
export type PartSizes = Readonly<Record<keyof typeof partSizes, number>>

/** Entries per file of the archive. New entries have a file each, because they are added one by one. */
const entriesPerFile = 8

/** Files that browsers need. Pagefind also writes user interfaces. */
const enginePattern = /^(?:pagefind\.js|wasm\.en\.pagefind)$/
const indexFilePattern =
  /^(?:pagefind-entry\.json|pagefind\.en_\w+\.pf_meta|(?:fragment|index|filter)\/.+)$/

export const searchFolder = (state: string) => join(state, 'search')

/** Cuts by content, so that a change in one place doesn't change parts elsewhere. */
export function cutAtBoundaries<Item extends { readonly slug: string }>(
  oldestFirst: readonly Item[],
  { minSize, maxSize, boundaryRate }: PartSizes = partSizes,
): Item[][] {
  const parts: Item[][] = []
  let part: Item[] = []
  for (const item of oldestFirst) {
    const isFull =
      part.length >= maxSize || (part.length >= minSize && isBoundary(item.slug, boundaryRate))
    if (part.length === 0 || isFull) {
      part = []
      parts.push(part)
    }
    part.push(item)
  }
  return parts
}

const isBoundary = (slug: string, boundaryRate: number) =>
  Number.parseInt(computeDigest(slug).slice(0, 8), 16) % boundaryRate === 0

export async function buildSearchFiles(
  state: string,
  contentCopy: ContentCopy,
  sizes?: PartSizes,
): Promise<SearchFile[]> {
  const parts = splitIntoParts(contentCopy, sizes)
  const folder = searchFolder(state)
  const missing = parts.filter(({ name }) => !existsSync(join(folder, name)))
  if (missing.length > 0) await indexParts(folder, missing, state, contentCopy)
  removeStaleParts(folder, parts)
  const files = parts.flatMap(({ name, isRecent }) => {
    const path = isRecent ? searchIndexPath : getSearchArchivePath(name)
    return listFiles(join(folder, name))
      .filter((file) => isRecent || !enginePattern.test(file))
      .map((file) => ({
        file: path.slice(1) + file,
        key: name,
        createContent: async () => readFileSync(join(folder, name, file)),
      }))
  })
  const list: SearchParts = {
    recent: parts[0]?.name ?? null,
    archive: parts.slice(1).map(({ name }) => name),
  }
  const createContent = async () => JSON.stringify(list)
  return [...files, { file: searchPartsPath.slice(1), key: undefined, createContent }]
}

function splitIntoParts(contentCopy: ContentCopy, sizes?: PartSizes): IndexPart[] {
  const oldestFirst = [...contentCopy.articles.values()].sort(
    (one, other) =>
      one.publishedAt.getTime() - other.publishedAt.getTime() || (one.slug < other.slug ? -1 : 1),
  )
  const code = computeModuleId(new URL(import.meta.url))
  return cutAtBoundaries(oldestFirst, sizes)
    .reverse()
    .map((articles, index) => {
      const isRecent = index === 0
      const articleKeys = articles.map((article) =>
        [article.slug, article.digest, ...partNames(article, contentCopy)].join('\n'),
      )
      // Changed code or another Pagefind version writes different files.
      const name = computeDigest(code, contentCopy.pipeline, isRecent, articleKeys)
      return { name, isRecent, articles }
    })
}

/** Returns the names of an article's authors and tags, which its own digest doesn't include. */
const authorNames = (article: ArticleCopy, { authors }: ContentCopy) =>
  article.authors.flatMap((slug) => authors.get(slug)?.name ?? [])
const tagNames = (article: ArticleCopy, { tags }: ContentCopy) =>
  findTags(article.tags, tags).map(({ name }) => name)
const partNames = (article: ArticleCopy, contentCopy: ContentCopy) => [
  ...authorNames(article, contentCopy),
  ...tagNames(article, contentCopy),
]

const searchableNames = (article: ArticleCopy, contentCopy: ContentCopy) => [
  ...authorNames(article, contentCopy),
  ...findCategories(article).map((slug) => categories[slug].name),
  ...tagNames(article, contentCopy),
]

const findCategories = (article: ArticleCopy) =>
  categorySlugs.filter((slug) => isListedIn(article, slug))

async function indexParts(
  folder: string,
  parts: readonly IndexPart[],
  state: string,
  contentCopy: ContentCopy,
) {
  // Pagefind is loaded on demand, because it starts a process.
  const { createIndex, close } = await import('pagefind')
  try {
    for (const { name, isRecent, articles } of parts) {
      const bundles = isRecent ? {} : { maxFragments: Math.ceil(articles.length / entriesPerFile) }
      const { index, errors } = await createIndex({
        forceLanguage: 'en',
        excludeSelectors: ['.footnote-ref'],
        ...bundles,
      })
      if (!index) throw new Error(`The search index couldn’t be started: ${errors.join(', ')}`)
      const added = articles.map((article) => {
        const { freePreview } = readBody(state, article)
        const content = renderSearchPage(
          article,
          searchableNames(article, contentCopy),
          freePreview,
        )
        return index.addHTMLFile({ url: `/${article.slug}`, content })
      })
      const problems = (await Promise.all(added)).flatMap((answer) => answer.errors)
      const { files, errors: unwritten } = await index.getFiles()
      problems.push(...unwritten)
      if (problems.length > 0)
        throw new Error(`Some pages couldn’t be added to the search index: ${problems.join(', ')}`)
      const draft = join(folder, `${name}.draft`)
      rmSync(draft, { recursive: true, force: true })
      for (const { path, content } of files) {
        if (enginePattern.test(path) || indexFilePattern.test(path))
          writeFileAtomically(join(draft, path), content)
      }
      renameSync(draft, join(folder, name))
      await index.deleteIndex()
    }
  } finally {
    await close()
  }
}

function renderSearchPage(
  article: ArticleCopy,
  names: readonly string[],
  freePreview: string,
): string {
  const day = article.publishedAt.toISOString().slice(0, 10)
  const filters: SearchEntryFilters = {
    category: findCategories(article),
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
      ([key, value]) =>
        `<meta data-pagefind-meta="${key}[content]" content="${renderText(value)}">`,
    ),
    `<meta data-pagefind-sort="day:${day}">`,
    `<h1>${renderText(article.title)}</h1><p data-pagefind-weight="3">${renderText(article.dek)}</p>`,
    `<div>${removeZeroWidthSpaces(freePreview)}</div></body></html>`,
  ].join('')
}

/** Pagefind would treat zero-width spaces as word boundaries. */
const removeZeroWidthSpaces = (text: string) => text.replaceAll('\u200b', '')

const renderText = (text: string) => escapeHtml(removeZeroWidthSpaces(text))

/** Returns sorted paths, with slashes on every system. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(join(folder, entry.name)).map((name) => `${entry.name}/${name}`)
        : [entry.name],
    )
    .sort()
}

/** Renames each part first, so that a partly removed one is never used. */
function removeStaleParts(folder: string, parts: readonly IndexPart[]) {
  if (!existsSync(folder)) return
  const names = new Set(parts.map(({ name }) => name))
  const staleFolder = join(folder, 'stale')
  rmSync(staleFolder, { recursive: true, force: true })
  for (const name of readdirSync(folder)) {
    if (names.has(name)) continue
    renameSync(join(folder, name), staleFolder)
    rmSync(staleFolder, { recursive: true })
  }
}
