/** Reads a folder of Markdown files. Must never follow a link out of the folder, or run anything in it. */

import { basename } from 'node:path/posix'
import { succeed } from '../../../../src/domain/result.ts'
import { isLanguageTag } from '../../../../src/domain/writing-system.ts'
import type { ImportedItem, ImportedPost, ImportReader } from '../../items/imported-item.ts'
import { type Note, noteLoss, removeDuplicateNotes } from '../../items/note.ts'
import { megabyte } from '../megabyte.ts'
import { readFileInside } from '../source-file.ts'
import { parseZonedDate, readClockTime } from '../zoned-date.ts'
import { findLeadImage, resolveFigures, resolveLinkTarget } from './asset-paths.ts'
import { convertMarkdownBody, type HtmlConverter } from './convert-markdown-body.ts'
import { decodeText } from './decode-text.ts'
import { detectSiteGenerator } from './detect-site-generator.ts'
import { resolveFormerAddresses } from './former-address.ts'
import { parseMarkdownFile } from './front-matter.ts'
import { getField, listUnusedFields, toList, toText } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'
import {
  createInheritedFrontMatterReader,
  type InheritedFrontMatterReader,
} from './inherited-front-matter.ts'
import { listCategories as listJekyllCategories } from './jekyll-site.ts'
import { findUnrenderedReason, resolvePublicationStatus } from './publication-status.ts'
import type { SiteGenerator } from './site-generator.ts'
import { catchSettingsError } from './site-settings.ts'
import { convertHugo, convertLiquid, convertMdx } from './template-tags.ts'
import { findOtherFiles, findTextFiles } from './text-files.ts'

export type MarkdownOptions = {
  /** The time zone of dates that name none. */
  readonly zone: string
  readonly html: HtmlConverter
  readonly now?: Date
}

const updateFields =
  'lastmod updatedDate updated updatedAt last_modified_at modified modified_date'.split(' ')
const maxFileBytes = 4 * megabyte
/** Characters that fit into a document (src/domain/article.ts). */
const maxBodyLength = 900_000

export function createMarkdownReader({
  zone,
  html,
  now = new Date(),
}: MarkdownOptions): ImportReader {
  return async function* readFolder(root) {
    const detected = await catchSettingsError(() => detectSiteGenerator(root))
    if (!detected.ok) return yield detected
    const generator = detected.value
    yield succeed({ item: 'site', site: { address: null, likelyAddress: generator.address } })
    for (const { path, excludedReason } of findOtherFiles(root, generator.folders))
      yield succeed(excludeFile(path, excludedReason))
    const inherited = createInheritedFrontMatterReader(root, generator)
    for (const folder of generator.folders) {
      for (const { path, excludedReason } of findTextFiles(root, folder)) {
        const reason = isHtmlText(generator, path) ? null : excludedReason
        if (reason !== null) {
          yield succeed(excludeFile(path, reason))
          continue
        }
        const options = { zone, html, now }
        const page = await catchSettingsError(() =>
          readPage(root, generator, folder, path, inherited, options),
        )
        yield page
        if (!page.ok) return
      }
    }
  }
}

const sourceIdFromPath = (path: string) => `markdown:${path}`.slice(0, 500)

function excludeFile(path: string, reason: string, title = path): ImportedItem {
  return { item: 'excluded', sourceId: sourceIdFromPath(path), title, reason }
}

async function readPage(
  root: string,
  generator: SiteGenerator,
  folder: string,
  path: string,
  inherited: InheritedFrontMatterReader,
  options: Required<MarkdownOptions>,
): Promise<ImportedItem> {
  const { zone, html } = options
  const exclude = (reason: string, title?: string) => excludeFile(path, reason, title)
  const read = await readFileInside(root, path, maxFileBytes)
  if (!read.ok) return exclude(read.failure)
  const { text, note } = decodeText(read.value.bytes)
  const parsed = parseMarkdownFile(text)
  if (!parsed.ok) {
    return { ...exclude(parsed.failure.reason), ...parsed.failure }
  }
  const own = parsed.value.data
  const data = await inherited(path, own)
  const title = toText(getField(data, 'title')) ?? findHeading(parsed.value.body)
  const unrenderedReason = findUnrenderedReason(root, generator, path, data)
  if (unrenderedReason) return exclude(unrenderedReason, title ?? path)
  const isHtml = isHtmlText(generator, path)
  const needsFrontMatter = isHtml || (generator.needsFrontMatter && !isJekyllPost(path))
  if (!parsed.value.hasFrontMatter && needsFrontMatter)
    return exclude('it has no front matter, so it isn’t a page')

  const notes: Note[] = note ? [note] : []
  const name = (folder === '' ? path : path.slice(folder.length + 1)).replace(/\.\w+$/, '')
  const datedName = /^(?:.*\/)?(\d{4}-\d{1,2}-\d{1,2})-([^/]+)$/.exec(name.replace(/\/index$/, ''))
  const { status, date, publishedAt, ...visibility } = resolvePublicationStatus(
    data,
    path,
    datedName?.[1] ?? readAddressDate(data),
    options,
    generator,
  )
  notes.push(...visibility.notes)
  const updated = getField(data, ...updateFields)

  const fileName = basename(name.replace(/\/index$/, '')) || 'index'
  const slug = toText(getField(data, 'slug')) ?? datedName?.[2] ?? fileName
  const categories =
    generator.tool === 'jekyll'
      ? listJekyllCategories(data, name)
      : [
          ...toList(getField(data, 'categories', 'taxonomies.categories')),
          ...toList(getField(data, 'category')),
        ]
  const tagsField = getField(data, 'tags', 'tag', 'taxonomies.tags')
  const allTags = toList(tagsField, generator.tool === 'jekyll')
  const isCollectionTag = (tag: string) =>
    generator.tool === 'eleventy' && /^(?:posts?|articles?|blog|all|nav)$/i.test(tag)
  const hasCollectionTag = allTags.some(isCollectionTag)
  const pageReason = findPageReason(generator, name, path, data, date !== null, hasCollectionTag)

  const clock = readClockTime(visibility.dateField, generator.dateZone)
  const former = resolveFormerAddresses(generator, { path, name, folder, data, title, clock })
  const files = { root, path, site: generator }
  const converted = convertTemplateTags(generator, path, parsed.value.body, title)
  const resolveLink = (target: string) =>
    resolveLinkTarget(target, files, former.addresses[0] ?? `/${name}`)
  const body = convertMarkdownBody(stripTitle(converted.body, title), {
    html,
    resolveLink,
    address: encodeURI(`/${path}`),
    isHtml,
  })
  notes.push(...converted.notes, ...body.notes, ...former.notes)
  const bodyText = resolveFigures(body.body, files)
  if (bodyText.length > maxBodyLength)
    return exclude(
      `the text is longer than ${maxBodyLength.toLocaleString('en-GB')} characters`,
      title ?? path,
    )
  for (const field of listUnusedFields(own))
    notes.push(noteLoss('front matter field {} not imported', field))

  const post: ImportedPost = {
    kind: pageReason === null ? 'article' : 'page',
    ...(pageReason === null ? {} : { pageReason }),
    sourceId: sourceIdFromPath(path),
    slug,
    title: title ?? '',
    dek: toText(
      getField(data, 'description', 'summary', 'excerpt', 'subtitle', 'dek', 'lead', 'abstract'),
    ),
    language: readLanguage(data),
    body: bodyText,
    image: findLeadImage(data, files),
    authors: readAuthors(data, generator),
    categories,
    tags: allTags.filter((tag) => !isCollectionTag(tag)),
    status,
    visibility: readVisibility(data),
    publishedAt,
    updatedAt: parseZonedDate(updated, zone),
    formerAddresses: former.addresses,
    notes: removeDuplicateNotes(notes),
  }
  return { item: 'post', post }
}

/** Returns the text of a first-level heading; null for any other line. */
function parseTitleHeading(line: string): string | null {
  const bare = line.trim()
  if (!/^#[ \t]/.test(bare)) return null
  let end = bare.length
  while (bare[end - 1] === '#') end--
  // The trailing #s close the heading, unless they belong to its last word.
  const isClosed = /\s/.test(bare[end - 1] ?? '')
  return bare.slice(1, isClosed ? end : undefined).trim() || null
}

function findHeading(body: string): string | null {
  for (const line of body.slice(0, 2000).split('\n')) {
    const title = parseTitleHeading(line)
    if (title !== null) return title
  }
  return null
}

function stripTitle(body: string, title: string | null): string {
  const start = body.length - body.trimStart().length
  const end = body.indexOf('\n', start)
  if (end < 0 || title === null) return body
  const line = body.slice(start, end)
  const rest = body.slice(end + 1)
  if (parseTitleHeading(line) === title) return rest
  const underline = /^=+[ \t]*(?:\n|$)/.exec(rest)
  return underline && line.trim() === title ? rest.slice(underline[0].length) : body
}

/** Returns why a text is a page; null for an article. */
function findPageReason(
  generator: SiteGenerator,
  name: string,
  path: string,
  data: FrontMatter,
  hasDate: boolean,
  hasCollectionTag: boolean,
): string | null {
  const declared = toText(getField(data, 'type')) ?? toText(getField(data, 'layout')) ?? ''
  if (/^pages?$/i.test(basename(declared, '.astro').replace(/\.\w+$/, '')))
    return 'its type or layout is “page”'
  if (isJekyllPost(path) || hasCollectionTag) return null
  if (/^(?:post|article|blog)/i.test(declared)) return null
  if (generator.tool === 'pelican' && !/(?:^|\/)pages\//.test(path)) return null
  if (generator.tool === 'hugo' && !name.replace(/\/index$/, '').includes('/'))
    return 'it is in no section'
  if (/(?:^|\/)(?:pages?)\//.test(path)) return 'it is in a folder for pages'
  return hasDate ? null : 'it has no date'
}

/** Reads the date in an old address such as 2024/01/02/salt, the only date that some texts have. */
function readAddressDate(data: FrontMatter): string | undefined {
  const address = toText(getField(data, 'path', 'permalink', 'url')) ?? ''
  return /(?:^|\/)(\d{4}\/\d{2}\/\d{2})\//.exec(address)?.[1]
}

/** Other HTML files are mostly lists and templates. */
const isHtmlText = ({ tool }: SiteGenerator, path: string) =>
  /\.html?$/i.test(path) &&
  (tool === 'hugo' || (/^(?:jekyll|hexo)$/.test(tool) && isJekyllPost(path)))

const isJekyllPost = (path: string) => /(?:^|\/)_(?:posts|drafts)\//.test(path)

function readAuthors(data: FrontMatter, { authors }: SiteGenerator): readonly string[] {
  const named = toList(getField(data, 'authors', 'author', 'byline'))
  return named.length > 0 ? named : authors
}

/** Accepts locales such as `ur_PK` too. */
function readLanguage(data: FrontMatter): ImportedPost['language'] {
  const tag = toText(getField(data, 'language', 'lang', 'locale'))?.replaceAll('_', '-')
  return tag && isLanguageTag(tag) ? tag : undefined
}

/** Returns the strictest visibility, if several fields state one. */
function readVisibility(data: FrontMatter): ImportedPost['visibility'] {
  const declared = ['access', 'visibility'].map((name) =>
    toText(getField(data, name))?.toLowerCase(),
  )
  return (['members', 'metered', 'public'] as const).find((each) => declared.includes(each)) ?? null
}

function convertTemplateTags(
  generator: SiteGenerator,
  path: string,
  body: string,
  title: string | null,
) {
  if (generator.tool === 'hugo') return convertHugo(body)
  if (generator.tool === 'jekyll' || generator.tool === 'eleventy' || generator.tool === 'hexo')
    return convertLiquid(body, title, generator.tool === 'hexo')
  if (path.endsWith('.mdx')) return convertMdx(body)
  return { body, notes: [] }
}
