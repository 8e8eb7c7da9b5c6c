/** Indexes an export first, because posts may refer to later parts of the file. */
import { htmlToText } from '../../html-to-markdown/html-to-text.ts'
import type { ImportedAuthor, ImportedImage } from '../../items/imported-item.ts'
import { readChildText, readXmlRecords, type XmlRecord } from './xml-records.ts'

export type WordPressIndex = {
  /** The blog's own address, even in a network of blogs. */
  readonly site: string | undefined
  readonly attachments: ReadonlyMap<string, ImportedImage>
  /** Pictures by the id of the post that they were uploaded to, in order. */
  readonly attachedImages: ReadonlyMap<string, readonly ImportedImage[]>
  /** Slugs by id. */
  readonly categories: ReadonlyMap<string, string>
  /** Keyed by login. */
  readonly authors: ReadonlyMap<string, ImportedAuthor>
}

/** Stops at an error of the file, which the next reader reports. */
export async function indexExport(path: string, isRepair: boolean): Promise<WordPressIndex> {
  const attachments = new Map<string, ImportedImage>()
  const attachedImages = new Map<string, ImportedImage[]>()
  const categories = new Map<string, string>()
  const authors = new Map<string, ImportedAuthor>()
  let site: string | undefined
  for await (const read of readXmlRecords(path, isRepair)) {
    if (!read.ok) break
    const record = read.value
    if (record.name === 'wp:base_blog_url' || (record.name === 'link' && site === undefined)) {
      if (URL.canParse(record.text.trim())) site = record.text.trim()
    }
    if (record.name === 'wp:category') {
      categories.set(
        readChildText(record, 'wp:term_id'),
        readChildText(record, 'wp:category_nicename'),
      )
    }
    if (record.name === 'wp:author') {
      const author = createAuthor(readChildText(record, 'wp:author_login'), readAuthorName(record))
      if (author.key) authors.set(author.key, author)
    }
    if (record.name === 'item' && readChildText(record, 'wp:post_type') === 'attachment') {
      const attachment = readAttachment(record)
      if (!attachment) continue
      attachments.set(readChildText(record, 'wp:post_id'), attachment)
      const parent = readChildText(record, 'wp:post_parent')
      if (!parent || parent === '0') continue
      const siblings = attachedImages.get(parent)
      if (siblings) siblings.push(attachment)
      else attachedImages.set(parent, [attachment])
    }
  }
  return { site, attachments, attachedImages, categories, authors }
}

function readAuthorName(author: XmlRecord): string {
  const read = (part: string) => readChildText(author, `wp:author_${part}`)
  const fullName = `${read('first_name')} ${read('last_name')}`
  return htmlToText(read('display_name')) || htmlToText(fullName.trim())
}

/** Exports contain neither biographies nor portraits. */
export function createAuthor(key: string, name: string): ImportedAuthor {
  const slug = key
    .toLowerCase()
    .replace(/[\s@.+]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
  const formerAddresses = /^[a-z0-9-]+$/.test(slug) ? [`/author/${slug}/`] : []
  return { key, name: name || key, slug, bio: null, portrait: null, formerAddresses }
}

export function listMeta(record: XmlRecord): { readonly key: string; readonly value: string }[] {
  return record.children
    .filter(({ name }) => name === 'wp:postmeta')
    .map((meta) => ({
      key: readChildText(meta, 'wp:meta_key'),
      value: readChildText(meta, 'wp:meta_value'),
    }))
}

export const readMeta = (record: XmlRecord, key: string): string =>
  listMeta(record).find((meta) => meta.key === key)?.value ?? ''

/** Returns null for files that aren't pictures; texts link to those on the old site. */
function readAttachment(record: XmlRecord): ImportedImage | null {
  const src = readChildText(record, 'wp:attachment_url') || readChildText(record, 'guid')
  if (
    !/^https?:\/\//.test(src) ||
    !/\.(jpe?g|png|gif|webp|avif|bmp|tiff?|heic|svg)(\?|$)/i.test(src)
  )
    return null
  return {
    src,
    alt: htmlToText(readMeta(record, '_wp_attachment_image_alt')) || null,
    caption: htmlToText(readChildText(record, 'excerpt:encoded')) || null,
    credit: htmlToText(readMeta(record, '_media_credit')) || null,
  }
}
