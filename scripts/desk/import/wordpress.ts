/**
 * Reads an export of WordPress (WXR 1.0 to 1.2), post by post: the file is read twice and never held
 * as a whole, so it may be of any size.
 */
import { fail, succeed } from '../../../src/domain/result.ts'
import { isZone } from './dates.ts'
import type { ImportedItem, ImportReader } from './imported.ts'
import { plainText } from './plain-text.ts'
import { readItem } from './wordpress/post.ts'
import { authorOf, surveyExport } from './wordpress/survey.ts'
import { partOf, type XmlRecord, xmlRecords } from './wordpress/xml-records.ts'

export type WordPressOptions = {
  /** Of the old site, such as `Europe/London`: for dates that the export has without one. */
  readonly zone?: string | undefined
}

/** Parts of WordPress itself, which no editor wrote: counted, not listed one by one. */
const machinery =
  /^(nav_menu_item|revision|customize_changeset|custom_css|oembed_cache|user_request|wp_global_styles|wp_template|wp_template_part|wp_navigation|wp_font_family|wp_font_face|acf-.*)$/

export function readWordPress({ zone }: WordPressOptions = {}): ImportReader {
  return async function* readExport(path) {
    if (zone !== undefined && !isZone(zone))
      return yield fail({ reason: `there is no time zone “${zone}”` })
    const survey = await surveyExport(path)
    let isExport = false
    const known = new Set<string>()
    const counts = new Map<string, number>()
    for await (const read of xmlRecords(path)) {
      if (!read.ok) return yield read
      const record = read.value
      if (record.name === 'wp:wxr_version') {
        if (!/^1\.\d+$/.test(record.text.trim())) {
          return yield fail({
            reason: `is of version ${record.text.trim().slice(0, 20)}; 1.0, 1.1 and 1.2 are read`,
          })
        }
        isExport = true
      }
      if (record.name === 'wp:author') {
        const author = survey.authors.get(partOf(record, 'wp:author_login'))
        if (author && !known.has(author.key)) {
          known.add(author.key)
          yield succeed({ item: 'author', author })
        }
      }
      if (record.name !== 'item') continue
      if (!isExport)
        return yield fail({
          reason: 'is an RSS feed and not an export of WordPress: it names no version of WXR',
        })
      const type = partOf(record, 'wp:post_type')
      // Pictures come with the posts in which they stand.
      if (type === 'attachment') continue
      if (machinery.test(type)) {
        counts.set(type, (counts.get(type) ?? 0) + 1)
        continue
      }
      const item = readItem(record, survey, zone)
      if (item.item === 'post') yield* authorsOf(item, record, known)
      yield succeed(item)
    }
    if (!isExport)
      return yield fail({ reason: 'is not an export of WordPress: it names no version of WXR' })
    for (const [type, count] of counts) {
      yield succeed({
        item: 'left-out',
        sourceId: `wordpress:type:${type}`,
        title: `${count} of type ${type}`,
        reason: 'is a part of WordPress, not of the publication',
      })
    }
  }
}

/** Authors that stand in no list of the export: in 1.0 all of them, and guests of Co-Authors Plus. */
function* authorsOf(
  item: Extract<ImportedItem, { item: 'post' }>,
  record: XmlRecord,
  known: Set<string>,
) {
  for (const key of item.post.authors) {
    if (known.has(key)) continue
    known.add(key)
    const term = record.children.find(
      ({ name, attributes }) =>
        name === 'category' &&
        attributes.domain === 'author' &&
        attributes.nicename?.replace(/^cap-/, '') === key,
    )
    yield succeed<ImportedItem>({
      item: 'author',
      author: authorOf(key, term ? plainText(term.text) : ''),
    })
  }
}
