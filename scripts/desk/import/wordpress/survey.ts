/**
 * What has to be known before the first post of a WordPress export can be read, because it may stand
 * after it: pictures by their numbers, the site's address, the terms. A few hundred bytes for each.
 */
import type { Attachment } from '../html/conversion.ts'
import type { ImportedAuthor } from '../imported.ts'
import { plainText } from '../plain-text.ts'
import { partOf, type XmlRecord, xmlRecords } from './xml-records.ts'

export type Survey = {
  readonly site: string | undefined
  readonly attachments: ReadonlyMap<string, Attachment>
  /** By the number of the post to which they were uploaded, in the order of the export. */
  readonly attached: ReadonlyMap<string, readonly Attachment[]>
  /** Slugs of categories by their number. */
  readonly categories: ReadonlyMap<string, string>
  /** Authors by the name under which they sign in. */
  readonly authors: ReadonlyMap<string, ImportedAuthor>
}

/** Reads as far as the file is sound; what is wrong with it is said by whoever reads it next. */
export async function surveyExport(path: string): Promise<Survey> {
  const attachments = new Map<string, Attachment>()
  const attached = new Map<string, Attachment[]>()
  const categories = new Map<string, string>()
  const authors = new Map<string, ImportedAuthor>()
  let site: string | undefined
  for await (const read of xmlRecords(path)) {
    if (!read.ok) break
    const record = read.value
    if (record.name === 'wp:base_blog_url' || (record.name === 'link' && site === undefined)) {
      if (URL.canParse(record.text.trim())) site = record.text.trim()
    }
    if (record.name === 'wp:category') {
      categories.set(partOf(record, 'wp:term_id'), partOf(record, 'wp:category_nicename'))
    }
    if (record.name === 'wp:author') {
      const author = authorOf(partOf(record, 'wp:author_login'), nameIn(record))
      if (author.key) authors.set(author.key, author)
    }
    if (record.name === 'item' && partOf(record, 'wp:post_type') === 'attachment') {
      const attachment = attachmentIn(record)
      if (!attachment) continue
      attachments.set(partOf(record, 'wp:post_id'), attachment)
      const parent = partOf(record, 'wp:post_parent')
      if (!parent || parent === '0') continue
      const siblings = attached.get(parent)
      if (siblings) siblings.push(attachment)
      else attached.set(parent, [attachment])
    }
  }
  return { site, attachments, attached, categories, authors }
}

function nameIn(author: XmlRecord): string {
  const parts = [partOf(author, 'wp:author_first_name'), partOf(author, 'wp:author_last_name')]
  return plainText(partOf(author, 'wp:author_display_name')) || plainText(parts.join(' ').trim())
}

/** An author as far as an export knows one: it has neither biographies nor portraits. */
export function authorOf(key: string, name: string): ImportedAuthor {
  const slug = key
    .toLowerCase()
    .replace(/[\s@.+]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const formerAddresses = /^[a-z0-9-]+$/.test(slug) ? [`/author/${slug}/`] : []
  return { key, name: name || key, slug, bio: null, portrait: null, formerAddresses }
}

export function metaOf(record: XmlRecord, key: string): string {
  for (const meta of record.children) {
    if (meta.name === 'wp:postmeta' && partOf(meta, 'wp:meta_key') === key)
      return partOf(meta, 'wp:meta_value')
  }
  return ''
}

/** Pictures only: other files stay where they are, and texts link to them. */
function attachmentIn(record: XmlRecord): Attachment | null {
  const src = partOf(record, 'wp:attachment_url') || partOf(record, 'guid')
  if (
    !/^https?:\/\//.test(src) ||
    !/\.(jpe?g|png|gif|webp|avif|bmp|tiff?|heic|svg)(\?|$)/i.test(src)
  )
    return null
  return {
    src,
    alt: plainText(metaOf(record, '_wp_attachment_image_alt')) || null,
    caption: plainText(partOf(record, 'excerpt:encoded')) || null,
    credit: plainText(metaOf(record, '_media_credit')) || null,
  }
}
