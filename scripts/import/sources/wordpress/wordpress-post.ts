import type { Element } from 'hast'
import { parseJson } from '../../../../src/domain/parse-json.ts'
import { isLanguageTag } from '../../../../src/domain/writing-system.ts'
import { quoteForReport } from '../../html-to-markdown/conversion-losses.ts'
import { htmlToMarkdown } from '../../html-to-markdown/html-to-markdown.ts'
import { htmlToText } from '../../html-to-markdown/html-to-text.ts'
import { createElement } from '../../html-to-markdown/html-tree.ts'
import type { ImportedImage, ImportedItem, ImportedPost } from '../../items/imported-item.ts'
import {
  gatherNotes,
  hasRestrictedPart,
  type Note,
  type Noted,
  noteForEditor,
  noteLoss,
  noteUnknownStatus,
  noteUnpublished,
  removeDuplicateNotes,
  withNotes,
} from '../../items/note.ts'
import { parseExportDate } from '../zoned-date.ts'
import { listMeta, readMeta, type WordPressIndex } from './wordpress-index.ts'
import { readChildText, type XmlRecord } from './xml-records.ts'

const postKinds: Readonly<Record<string, 'article' | 'page'>> = { post: 'article', page: 'page' }

const statuses: Readonly<Record<string, ImportedPost['status']>> = {
  publish: 'published',
  future: 'scheduled',
  draft: 'draft',
  pending: 'draft',
  'auto-draft': 'draft',
  private: 'private',
}

type PostTerms = Pick<ImportedPost, 'authors' | 'categories' | 'tags' | 'language'> & {
  readonly otherTaxonomies: readonly Note[]
}

export function convertItem(
  record: XmlRecord,
  exportIndex: WordPressIndex,
  timeZone: string | undefined,
): ImportedItem {
  const id = readChildText(record, 'wp:post_id')
  const title = htmlToText(readChildText(record, 'title'))
  const slug = readChildText(record, 'wp:post_name')
  const sourceId = `wordpress:${id || slug || title.slice(0, 80)}`
  const exclude = (reason: string): ImportedItem => ({ item: 'excluded', sourceId, title, reason })

  const type = readChildText(record, 'wp:post_type') || 'post'
  const kind = Object.hasOwn(postKinds, type) ? postKinds[type]! : null
  if (!kind)
    return exclude(`has the type “${quoteForReport(type)}”; only posts and pages are imported`)
  const writtenStatus = readChildText(record, 'wp:status')
  if (writtenStatus === 'trash') return exclude('is in the trash')
  if (writtenStatus === 'inherit') return exclude('is an earlier version of another post')
  const html = record.children.find(({ name }) => name === 'content:encoded')?.text ?? ''
  if (writtenStatus === 'auto-draft' && html.trim() === '')
    return exclude('is an empty draft created by WordPress')

  const notes: Note[] = []
  const footnotes = readFootnotes(record)
  const link = readChildText(record, 'link')
  const converted = htmlToMarkdown(html, {
    dialect: 'wordpress',
    address: URL.canParse(link) && !/[?&](p|page_id|preview)=/.test(link) ? link : exportIndex.site,
    site: exportIndex.site,
    findAttachment: (number) => exportIndex.attachments.get(number),
    listAttachedImages: () => exportIndex.attachedImages.get(id) ?? [],
    footnotes: footnotes.value,
    prepare: (nodes) => [...listRecordings(record, html), ...nodes],
  })
  if (!converted.ok) return exclude(converted.failure)

  const [published, updated] = (['wp:post_date', 'wp:post_modified'] as const).map((name) =>
    parseExportDate(readChildText(record, `${name}_gmt`), readChildText(record, name), timeZone),
  ) as [Noted<Date | null>, Noted<Date | null>]
  const { otherTaxonomies, ...terms } = readTerms(record, exportIndex)
  const status = convertStatus(record, writtenStatus, hasRestrictedPart(converted.value.notes))
  const image = findFeaturedImage(record, exportIndex)
  const formerAddresses = listFormerAddresses(record, link, status.value)
  notes.push(...gatherNotes(footnotes, status, image, formerAddresses, published, updated))
  if (title === '') notes.push(noteForEditor('has no title'))
  if (readChildText(record, 'wp:is_sticky') === '1')
    notes.push(noteForEditor('was pinned to the front page'))
  notes.push(...otherTaxonomies, ...describeComments(record), ...describeCustomFields(record))
  return {
    item: 'post',
    post: {
      kind,
      sourceId,
      slug,
      title,
      dek:
        htmlToText(readChildText(record, 'excerpt:encoded')) ||
        htmlToText(readMeta(record, '_yoast_wpseo_metadesc')) ||
        null,
      body: converted.value.body,
      image: image.value,
      ...terms,
      status: status.value,
      visibility: null,
      publishedAt: published.value,
      updatedAt: updated.value,
      formerAddresses: formerAddresses.value,
      notes: removeDuplicateNotes([...notes, ...converted.value.notes]),
    },
  }
}

function convertStatus(
  record: XmlRecord,
  written: string,
  isRestricted: boolean,
): Noted<ImportedPost['status']> {
  // A password-protected post must never become public, whatever its status.
  if (readChildText(record, 'wp:post_password') !== '') return withNotes('password-protected')
  if (!Object.hasOwn(statuses, written))
    return withNotes('draft', noteUnknownStatus(quoteForReport(written)))
  const status = statuses[written]!
  if (isRestricted && (status === 'published' || status === 'scheduled'))
    return withNotes('draft', noteUnpublished('a part that only some readers could see'))
  return written === 'pending'
    ? withNotes(status, noteForEditor('was waiting for review'))
    : withNotes(status)
}

function readTerms(record: XmlRecord, exportIndex: WordPressIndex): PostTerms {
  const authors: string[] = []
  const categories: string[] = []
  const tags: string[] = []
  const otherTaxonomies: Note[] = []
  let language: string | undefined
  for (const term of record.children) {
    if (term.name !== 'category') continue
    const { domain = 'category', nicename = '' } = term.attributes
    const name = nicename || htmlToText(term.text)
    // WXR 1.0 writes each term twice, the first time without its slug.
    const isDuplicate =
      nicename === '' && record.children.some((other) => isSameTerm(other, term.text))
    if (name === '' || isDuplicate) continue
    // Terms of the plugin Co-Authors Plus.
    if (domain === 'author') authors.push(name.replace(/^cap-/, ''))
    else if (domain === 'category') categories.push(name)
    // Terms of the plugin Polylang.
    else if (domain === 'language' && isLanguageTag(nicename)) language = nicename
    else if (domain === 'post_tag' || domain === 'tag') tags.push(name)
    else {
      const detail = quoteForReport(htmlToText(term.text) || name)
      otherTaxonomies.push(noteLoss(`${quoteForReport(domain)} “{}” not imported`, detail))
    }
  }
  const primary = exportIndex.categories.get(readMeta(record, '_yoast_wpseo_primary_category'))
  categories.sort((one, other) => Number(other === primary) - Number(one === primary))
  const creator = readChildText(record, 'dc:creator')
  if (authors.length === 0 && creator) authors.push(creator)
  return {
    authors: [...new Set(authors)],
    categories: [...new Set(categories)],
    tags: [...new Set(tags)],
    language,
    otherTaxonomies,
  }
}

function isSameTerm({ name, attributes, text }: XmlRecord, words: string): boolean {
  return name === 'category' && Boolean(attributes.nicename) && text === words
}

function findFeaturedImage(
  record: XmlRecord,
  exportIndex: WordPressIndex,
): Noted<ImportedImage | null> {
  const id = readMeta(record, '_thumbnail_id')
  if (id === '' || id === '0' || id === '-1') return withNotes(null)
  const attachment = exportIndex.attachments.get(id)
  const finding = 'lead picture (number {}) not found in the export'
  return attachment ? withNotes(attachment) : withNotes(null, noteLoss(finding, quoteForReport(id)))
}

/** WordPress stores its footnotes apart from the text, as JSON. */
function readFootnotes(record: XmlRecord): Noted<ReadonlyMap<string, string>> {
  const json = readMeta(record, 'footnotes')
  if (json === '') return withNotes(new Map())
  const list = parseJson(json)
  if (list === undefined)
    return withNotes(new Map(), noteLoss('footnotes not imported: they can’t be read'))
  const pairs = (Array.isArray(list) ? list : []).flatMap((entry): [string, string][] =>
    typeof entry?.id === 'string' && typeof entry?.content === 'string'
      ? [[entry.id, entry.content]]
      : [],
  )
  return withNotes(new Map(pairs))
}

/** WordPress's own field, and Seriously Simple Podcasting's. */
const recordingFields = new Set(['enclosure', 'audio_file'])

/** The maximum number of files. Only hostile posts have more. */
const maxRecordings = 20

/** Lists a podcast's files. WordPress also records every link to a recording in the text. */
function listRecordings(record: XmlRecord, html: string): Element[] {
  const enclosures = listMeta(record).filter(({ key }) => recordingFields.has(key))
  const shown = new Set<string>()
  return enclosures.slice(0, maxRecordings).flatMap(({ key, value }) => {
    const [src = '', , type = ''] = value.split(/\r?\n/).map((line) => line.trim())
    const kind = key === 'audio_file' ? 'audio' : /^(audio|video)\//.exec(type)?.[1]
    const isShown = html.includes(src) || html.includes(src.replaceAll('&', '&amp;'))
    if (src === '' || shown.has(src)) return []
    shown.add(src)
    return kind && !isShown ? [createElement('div', [createElement(kind, [], { src })])] : []
  })
}

function listFormerAddresses(record: XmlRecord, link: string, status: string): Noted<string[]> {
  if (status !== 'published' || !URL.canParse(link)) return withNotes([])
  const { pathname, search } = new URL(link)
  const paths = search === '' && pathname !== '/' ? [pathname] : []
  for (const { key, value } of listMeta(record)) {
    if (key === '_wp_old_slug' && value !== '' && paths[0])
      paths.push(replaceLastSegment(paths[0], value))
  }
  const addresses = [...new Set(paths)]
  if (search === '') return withNotes(addresses)
  const address = quoteForReport(pathname + search)
  return withNotes(addresses, noteLoss('address {} can’t be redirected', address))
}

function replaceLastSegment(path: string, part: string): string {
  const end = path.endsWith('/') ? path.length - 1 : path.length
  return path.slice(0, path.lastIndexOf('/', end - 1) + 1) + part + path.slice(end)
}

function describeComments(record: XmlRecord): Note[] {
  const isShown = (comment: XmlRecord) =>
    !/^(spam|trash)$/.test(readChildText(comment, 'wp:comment_approved'))
  const { length } = record.children.filter(({ name }) => name === 'wp:comment').filter(isShown)
  const plural = 'comments not imported'
  return length > 0 ? [{ ...noteLoss('one comment not imported'), plural, count: length }] : []
}

/** Reports custom fields of editors and themes; names with an underscore are internal. */
function describeCustomFields(record: XmlRecord): Note[] {
  const keys = listMeta(record)
    .map(({ key }) => key)
    .filter(
      (key) =>
        key !== '' && !key.startsWith('_') && key !== 'footnotes' && !recordingFields.has(key),
    )
  const names = [...new Set(keys)].slice(0, 10).map(quoteForReport)
  return names.length > 0 ? [noteLoss('custom fields not imported: {}', names.join(', '))] : []
}
