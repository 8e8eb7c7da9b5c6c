/** Reads a WordPress export (WXR 1.0 to 1.2) of any size, in two passes, one post at a time. */
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { htmlToText } from '../../html-to-markdown/html-to-text.ts'
import type { ImportedItem, ImportFailure, ImportReader } from '../../items/imported-item.ts'
import { noteConversion } from '../../items/note.ts'
import { isTimeZone } from '../zoned-date.ts'
import { createAuthor, indexExport } from './wordpress-index.ts'
import { convertItem } from './wordpress-post.ts'
import { readChildText, readXmlRecords, type XmlRecord, type XmlRepair } from './xml-records.ts'

export type WordPressOptions = {
  /** The old site's time zone, such as `Europe/London`, for dates without one. */
  readonly timeZone?: string | undefined
  /** Repairs what makes the XML invalid, and yields a note for each repair. */
  readonly isRepair?: boolean
}

/** Types internal to WordPress, which are counted, not listed one by one. */
const internalTypes =
  /^(nav_menu_item|revision|customize_changeset|custom_css|oembed_cache|user_request|wp_global_styles|wp_template|wp_template_part|wp_navigation|wp_font_family|wp_font_face|acf-.*)$/

export function createWordPressReader({
  timeZone,
  isRepair = false,
}: WordPressOptions = {}): ImportReader {
  return async function* readExport(path) {
    if (timeZone !== undefined && !isTimeZone(timeZone))
      return yield fail({
        reason: `unknown time zone “${timeZone}”. Use a name such as “Asia/Colombo”.`,
      })
    const exportIndex = await indexExport(path, isRepair)
    let isExport = false
    const seenAuthors = new Set<string>()
    const counts = new Map<string, number>()
    const repairs: XmlRepair[] = []
    for await (const read of readXmlRecords(path, isRepair, (repair) => repairs.push(repair))) {
      yield* repairs.splice(0).map(noteRepair)
      if (!read.ok) return yield read
      const record = read.value
      if (record.name === 'wp:wxr_version') {
        if (!/^1\.\d+$/.test(record.text.trim())) {
          return yield fail({
            reason: `uses WXR ${record.text.trim().slice(0, 20)}; only 1.x versions are supported. Export the site in WordPress (Tools → Export).`,
          })
        }
        isExport = true
      }
      if (record.name === 'wp:author') {
        const author = exportIndex.authors.get(readChildText(record, 'wp:author_login'))
        if (author && !seenAuthors.has(author.key)) {
          seenAuthors.add(author.key)
          yield succeed({ item: 'author', author })
        }
      }
      if (record.name !== 'item') continue
      if (!isExport) {
        const reason =
          'is an RSS feed, not a WordPress export: it has no WXR version. Export the site in WordPress (Tools → Export).'
        return yield fail({ reason })
      }
      const type = readChildText(record, 'wp:post_type')
      // Pictures are imported with their posts.
      if (type === 'attachment') continue
      if (internalTypes.test(type)) {
        counts.set(type, (counts.get(type) ?? 0) + 1)
        continue
      }
      const item = convertItem(record, exportIndex, timeZone)
      if (item.item === 'post') yield* listUnlistedAuthors(item, record, seenAuthors)
      yield succeed(item)
    }
    yield* repairs.splice(0).map(noteRepair)
    if (!isExport)
      return yield fail({
        reason:
          'isn’t a WordPress export: it has no WXR version. Export the site in WordPress (Tools → Export).',
      })
    const address = exportIndex.site ?? null
    yield succeed({ item: 'site', site: { address, likelyAddress: address } })
    for (const [type, count] of counts) {
      yield succeed({
        item: 'excluded',
        sourceId: `wordpress:type:${type}`,
        title: `${count} of type ${type}`,
        reason: 'internal to WordPress',
      })
    }
  }
}

const repairs = {
  ampersand: {
    ...noteConversion('an unescaped “&” was escaped, in line {}'),
    plural: 'unescaped “&” were escaped, in lines {}',
  },
  control: {
    ...noteConversion('control characters were removed in line {}'),
    plural: 'lines had control characters, which were removed: {}',
  },
} as const

function noteRepair({ kind, line }: XmlRepair): Result<ImportedItem, ImportFailure> {
  return succeed({ item: 'note', note: { ...repairs[kind], detail: `${line}` } })
}

/** Lists authors that the export doesn't list: all of them in WXR 1.0, and guests of Co-Authors Plus. */
function* listUnlistedAuthors(
  item: Extract<ImportedItem, { item: 'post' }>,
  record: XmlRecord,
  seenAuthors: Set<string>,
) {
  for (const key of item.post.authors) {
    if (seenAuthors.has(key)) continue
    seenAuthors.add(key)
    const term = record.children.find(
      ({ name, attributes }) =>
        name === 'category' &&
        attributes.domain === 'author' &&
        attributes.nicename?.replace(/^cap-/, '') === key,
    )
    yield succeed<ImportedItem>({
      item: 'author',
      author: createAuthor(key, term ? htmlToText(term.text) : ''),
    })
  }
}
