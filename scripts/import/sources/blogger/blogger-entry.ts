/** Reads an entry of Blogger's Atom file: a backup (2008), or Google Takeout (2018). */
import { quoteForReport } from '../../html-to-markdown/conversion-losses.ts'
import { htmlToMarkdown } from '../../html-to-markdown/html-to-markdown.ts'
import { htmlToText } from '../../html-to-markdown/html-to-text.ts'
import type { ImportedItem, ImportedPost } from '../../items/imported-item.ts'
import {
  gatherNotes,
  type Note,
  type Noted,
  noteLoss,
  noteUnknownStatus,
  removeDuplicateNotes,
  withNotes,
} from '../../items/note.ts'
import { readChildText, type XmlRecord } from '../wordpress/xml-records.ts'
import { parseUtcDate } from '../zoned-date.ts'
import { prepareBloggerHtml } from './prepare-blogger-html.ts'

const kindScheme = 'http://schemas.google.com/g/2005#kind'

export type EntryKind = 'post' | 'page' | 'comment'

const listCategories = (entry: XmlRecord) =>
  entry.children.filter(({ name }) => name === 'category').map(({ attributes }) => attributes)

/** Null for settings and templates. */
export function findEntryKind(entry: XmlRecord): EntryKind | null {
  const term = listCategories(entry).find(({ scheme }) => scheme === kindScheme)?.term ?? ''
  const kind = (readChildText(entry, 'blogger:type') || term.replace(/^.*#/, '')).toLowerCase()
  return kind === 'post' || kind === 'page' || kind === 'comment' ? kind : null
}

/** Returns the part of `tag:blogger.com,1999:blog-1.post-2` that is the same in both formats. */
export const readEntryId = (id: string) => /\.((?:post|page)-\d+)$/.exec(id.trim())?.[1] ?? id

export const findParentId = (comment: XmlRecord) =>
  readEntryId(
    readChildText(comment, 'blogger:parent') ||
      (comment.children.find(({ name }) => name === 'thr:in-reply-to')?.attributes.ref ?? ''),
  )

export function findEntryUrl(entry: XmlRecord): URL | null {
  const link = entry.children.find(
    ({ name, attributes }) => name === 'link' && attributes.rel === 'alternate',
  )
  return URL.parse(link?.attributes.href ?? '')
}

type EntryContext = {
  /** The blog's origin, if any post names it. */
  readonly site: string | undefined
  readonly comments: number
}

export function convertEntry(
  entry: XmlRecord,
  kind: 'post' | 'page',
  { site, comments }: EntryContext,
): ImportedItem {
  const sourceId = `blogger:${readEntryId(readChildText(entry, 'id'))}`
  const title = htmlToText(readChildText(entry, 'title'))
  const exclude = (reason: string): ImportedItem => ({ item: 'excluded', sourceId, title, reason })
  const writtenStatus = readChildText(entry, 'blogger:status').toUpperCase()
  if (/TRASH|DELETED/.test(writtenStatus)) return exclude('is in the trash')
  const path = findEntryUrl(entry)?.pathname ?? readChildText(entry, 'blogger:filename')
  const html = entry.children.find(({ name }) => name === 'content')?.text ?? ''
  const converted = htmlToMarkdown(html, {
    dialect: 'plain',
    site,
    address: path || '/',
    prepare: prepareBloggerHtml,
  })
  if (!converted.ok) return exclude(converted.failure)

  const status = findStatus(entry, writtenStatus)
  const published = parseUtcDate(readChildText(entry, 'published'))
  const updated = parseUtcDate(readChildText(entry, 'updated'))
  const labels = listCategories(entry).flatMap(({ scheme, term }) =>
    term && scheme !== kindScheme ? [term] : [],
  )
  const authors = listAuthors(entry)
  const plural = 'comments not imported'
  const commentNotes: Note[] =
    comments > 0 ? [{ ...noteLoss('one comment not imported'), plural, count: comments }] : []
  return {
    item: 'post',
    post: {
      kind: kind === 'page' ? 'page' : 'article',
      sourceId,
      slug: path.replace(/^.*\//, '').replace(/\.html?$/, ''),
      title,
      dek: htmlToText(readChildText(entry, 'blogger:metaDescription')) || null,
      body: converted.value.body,
      image: null,
      authors,
      // Blogger has only labels.
      categories: labels,
      tags: labels,
      status: status.value,
      visibility: null,
      publishedAt: published.value,
      updatedAt: updated.value,
      formerAddresses: status.value === 'published' && path.startsWith('/') ? [path] : [],
      notes: removeDuplicateNotes([
        ...gatherNotes(status, published, updated),
        ...commentNotes,
        ...converted.value.notes,
      ]),
    },
  }
}

const listAuthors = (entry: XmlRecord) =>
  entry.children
    .filter(({ name }) => name === 'author')
    .map((author) => htmlToText(readChildText(author, 'name')))
    .filter(Boolean)

const statuses: Readonly<Record<string, ImportedPost['status']>> = {
  LIVE: 'published',
  DRAFT: 'draft',
  SCHEDULED: 'scheduled',
}

/** The backup only marks drafts, with any prefix: `<app:control><app:draft>yes`. */
function findStatus(entry: XmlRecord, written: string): Noted<ImportedPost['status']> {
  const control = entry.children.find(({ name }) => /(?:^|:)control$/.test(name))
  const mark = control?.children.find(({ name }) => /(?:^|:)draft$/.test(name))
  if (control && mark?.text.trim().toLowerCase() !== 'no') return withNotes('draft')
  const isTakeout = readChildText(entry, 'blogger:type') !== ''
  if (written === '' && !isTakeout) return withNotes('published')
  return Object.hasOwn(statuses, written)
    ? withNotes(statuses[written]!)
    : withNotes('draft', noteUnknownStatus(quoteForReport(written) || 'none'))
}
