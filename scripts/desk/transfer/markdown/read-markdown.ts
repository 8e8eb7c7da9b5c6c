/**
 * Reads a folder of Markdown files: of Hugo, Jekyll, Astro or Eleventy, or of none of them. Follows
 * no link out of the folder, and runs nothing that it finds there.
 */
import { basename } from 'node:path/posix'
import { succeed } from '../../../../src/domain/result.ts'
import type { ImportedItem, ImportedPost, ImportReader } from '../../import/imported.ts'
import { readInside } from '../source-file.ts'
import { handedDownIn } from './cascade.ts'
import { decodeText } from './decoded-text.ts'
import { formerAddresses } from './former-address.ts'
import { fieldOf, listOf, textOf, unusedFields } from './front-fields.ts'
import { type FrontMatter, parseMarkdownFile } from './front-matter.ts'
import { convertBody, type HtmlConverter } from './markdown-body.ts'
import { convertHugo, convertLiquid, convertMdx } from './shortcodes.ts'
import { type SiteKind, siteKindOf } from './site-kind.ts'
import { parseSourceDate } from './source-date.ts'
import { leadPicture, linkTarget, withFiles } from './source-paths.ts'
import { standingOf, unrendered } from './standing.ts'
import { textFile, textFilesIn } from './text-files.ts'

export type MarkdownOptions = {
  /** For dates without a zone. */
  readonly zone: string
  readonly html: HtmlConverter
  readonly now?: Date
}

const longestFile = 4_000_000
/** What one document can hold (src/domain/article.ts). */
const longestBody = 900_000

export function readMarkdown({ zone, html, now = new Date() }: MarkdownOptions): ImportReader {
  return async function* readFolder(root) {
    const site = await siteKindOf(root)
    const handedDown = handedDownIn(root, site)
    for (const folder of site.folders) {
      for (const { path, leftOut } of textFilesIn(root, folder)) {
        yield succeed(
          leftOut === null
            ? await readOne(root, site, folder, path, await handedDown(path), { zone, html, now })
            : asLeftOut(path, leftOut),
        )
      }
    }
  }
}

const idOf = (path: string) => `markdown:${path}`.slice(0, 500)

function asLeftOut(path: string, reason: string, title = path): ImportedItem {
  return { item: 'left-out', sourceId: idOf(path), title, reason }
}

async function readOne(
  root: string,
  site: SiteKind,
  folder: string,
  path: string,
  handedDown: FrontMatter,
  options: Required<MarkdownOptions>,
): Promise<ImportedItem> {
  const { zone, html } = options
  const leftOut = (reason: string, title?: string) => asLeftOut(path, reason, title)
  const read = await readInside(root, path, longestFile)
  if (!read.ok) return leftOut(read.failure)
  const { text, note } = decodeText(read.value.bytes)
  const parsed = parseMarkdownFile(text)
  if (!parsed.ok) {
    const { line, reason } = parsed.failure
    return leftOut(line === undefined ? reason : `line ${line}: ${reason}`)
  }
  const { data } = parsed.value
  const title = textOf(fieldOf(data, 'title')) ?? headingOf(parsed.value.body)
  const noPage = unrendered(root, site, path, { ...handedDown, ...data })
  if (noPage) return leftOut(noPage, title ?? path)
  if (title === null && Object.keys(data).length === 0 && site.tool === 'jekyll') {
    return leftOut('has no front matter, and so is no page')
  }

  const notes = new Set<string>(note ? [note] : [])
  const name = (folder === '' ? path : path.slice(folder.length + 1)).replace(textFile, '')
  const named = /^(?:.*\/)?(\d{4}-\d{1,2}-\d{1,2})-([^/]+)$/.exec(name.replace(/\/index$/, ''))
  const { status, date, publishedAt, ...standing } = standingOf(
    { ...handedDown, ...data },
    path,
    named?.[1],
    options,
  )
  for (const each of standing.notes) notes.add(each)
  const updated = fieldOf(
    data,
    'lastmod',
    'updatedDate',
    'updated',
    'updatedAt',
    'last_modified_at',
    'modified',
    'modified_date',
  )

  const last = basename(name.replace(/\/index$/, '')) || 'index'
  const slug = textOf(fieldOf(data, 'slug')) ?? named?.[2] ?? last
  const categories = [
    ...listOf(fieldOf(data, 'categories'), site.tool === 'jekyll'),
    ...listOf(fieldOf(data, 'category')),
  ]
  const allTags = listOf(fieldOf(data, 'tags', 'tag'), site.tool === 'jekyll')
  const isMark = (tag: string) =>
    site.tool === 'eleventy' && /^(?:posts?|articles?|blog|all|nav)$/i.test(tag)
  const kind = kindOf(site, name, path, data, date !== null, allTags.some(isMark))

  const former = formerAddresses(site, { name, folder, data, slug, date, categories })
  const files = { root, path, site }
  const converted = convertTools(site, path, bodyWithoutTitle(parsed.value.body, title))
  const link = (target: string) => linkTarget(target, files, former.addresses[0] ?? `/${name}`)
  const body = convertBody(converted.body, { html, link, address: encodeURI(`/${path}`) })
  for (const each of [...converted.notes, ...body.notes, ...former.notes]) notes.add(each)
  const settled = withFiles(body.body, files)
  if (settled.length > longestBody)
    return leftOut(`its text has ${settled.length} characters, ${longestBody} fit`, title ?? path)
  for (const field of unusedFields(data)) notes.add(`${field} in its front matter is left behind`)

  const post: ImportedPost = {
    kind,
    sourceId: idOf(path),
    slug,
    title: title ?? '',
    dek: textOf(
      fieldOf(data, 'description', 'summary', 'excerpt', 'subtitle', 'dek', 'lead', 'abstract'),
    ),
    body: settled,
    image: leadPicture(data, files),
    authors: listOf(fieldOf(data, 'authors', 'author', 'byline')),
    categories,
    tags: allTags.filter((tag) => !isMark(tag)),
    status,
    visibility: visibilityOf(data),
    publishedAt,
    updatedAt: parseSourceDate(updated, zone),
    formerAddresses: former.addresses,
    notes: [...notes],
  }
  return { item: 'post', post }
}

/** The words of a heading of the first level; null for any other line. */
function titleIn(line: string): string | null {
  const bare = line.trim()
  if (!/^#[ \t]/.test(bare)) return null
  let end = bare.length
  while (bare[end - 1] === '#') end--
  // Signs at its end close it, unless they belong to its last word.
  const isClosed = /\s/.test(bare[end - 1] ?? '')
  return bare.slice(1, isClosed ? end : undefined).trim() || null
}

/** A title that is said in the text alone. */
function headingOf(body: string): string | null {
  for (const line of body.slice(0, 2000).split('\n')) {
    const title = titleIn(line)
    if (title !== null) return title
  }
  return null
}

/** The text without its title over it, which stands there already. */
function bodyWithoutTitle(body: string, title: string | null): string {
  const start = body.length - body.trimStart().length
  const end = body.indexOf('\n', start)
  return end >= 0 && title !== null && titleIn(body.slice(start, end)) === title
    ? body.slice(end + 1)
    : body
}

function kindOf(
  site: SiteKind,
  name: string,
  path: string,
  data: FrontMatter,
  hasDate: boolean,
  isMarked: boolean,
): ImportedPost['kind'] {
  const said = textOf(fieldOf(data, 'type')) ?? textOf(fieldOf(data, 'layout')) ?? ''
  if (/^pages?$/i.test(basename(said, '.astro').replace(/\.\w+$/, ''))) return 'page'
  if (/(?:^|\/)_(?:posts|drafts)\//.test(path) || isMarked) return 'article'
  if (/^(?:post|article|blog)/i.test(said)) return 'article'
  if (site.tool === 'hugo' && !name.replace(/\/index$/, '').includes('/')) return 'page'
  if (/(?:^|\/)(?:pages?)\//.test(path)) return 'page'
  return hasDate ? 'article' : 'page'
}

function visibilityOf(data: FrontMatter): ImportedPost['visibility'] {
  const said = textOf(fieldOf(data, 'access', 'visibility'))
  return said === 'public' || said === 'metered' || said === 'members' ? said : null
}

function convertTools(site: SiteKind, path: string, body: string) {
  if (site.tool === 'hugo') return convertHugo(body)
  if (site.tool === 'jekyll' || site.tool === 'eleventy') return convertLiquid(body)
  if (path.endsWith('.mdx')) return convertMdx(body)
  return { body, notes: new Set<string>() }
}
