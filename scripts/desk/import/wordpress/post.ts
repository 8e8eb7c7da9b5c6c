/** One `<item>` of a WordPress export as a post of the neutral model, or the reason why it is none. */

import { readDate } from '../dates.ts'
import { howMany, quoted } from '../html/losses.ts'
import { htmlToMarkdown } from '../html-to-markdown.ts'
import type { ImportedItem, ImportedPicture, ImportedPost } from '../imported.ts'
import { plainText } from '../plain-text.ts'
import { metaOf, type Survey } from './survey.ts'
import { partOf, type XmlRecord } from './xml-records.ts'

const kinds: Readonly<Record<string, 'article' | 'page'>> = { post: 'article', page: 'page' }

const statuses: Readonly<Record<string, ImportedPost['status']>> = {
  publish: 'published',
  future: 'scheduled',
  draft: 'draft',
  pending: 'draft',
  'auto-draft': 'draft',
  private: 'private',
}

type Terms = Pick<ImportedPost, 'authors' | 'categories' | 'tags'> & {
  readonly others: readonly string[]
}

export function readItem(
  record: XmlRecord,
  survey: Survey,
  zone: string | undefined,
): ImportedItem {
  const id = partOf(record, 'wp:post_id')
  const title = plainText(partOf(record, 'title'))
  const slug = partOf(record, 'wp:post_name')
  const sourceId = `wordpress:${id || slug || title.slice(0, 80)}`
  const leftOut = (reason: string): ImportedItem => ({ item: 'left-out', sourceId, title, reason })

  const type = partOf(record, 'wp:post_type') || 'post'
  const kind = Object.hasOwn(kinds, type) ? kinds[type]! : null
  if (!kind) return leftOut(`is a “${quoted(type)}”; posts and pages are taken along`)
  const written = partOf(record, 'wp:status')
  if (written === 'trash') return leftOut('is in the trash')
  if (written === 'inherit') return leftOut('is an earlier version of another post')
  const html = record.children.find(({ name }) => name === 'content:encoded')?.text ?? ''
  if (written === 'auto-draft' && html.trim() === '')
    return leftOut('is an empty draft that WordPress made')

  const notes: string[] = []
  if (record.forbidden > 0) {
    notes.push(
      `${howMany(record.forbidden, 'a control character was', 'control characters were')} taken out`,
    )
  }
  const link = partOf(record, 'link')
  const converted = htmlToMarkdown(html, {
    dialect: 'wordpress',
    address: URL.canParse(link) && !/[?&](p|page_id|preview)=/.test(link) ? link : survey.site,
    site: survey.site,
    attachment: (number) => survey.attachments.get(number),
    attached: () => survey.attached.get(id) ?? [],
    footnotes: footnotesIn(record, notes),
  })
  if (!converted.ok) return leftOut(converted.failure)

  const published = readDate(
    partOf(record, 'wp:post_date_gmt'),
    partOf(record, 'wp:post_date'),
    zone,
  )
  const updated = readDate(
    partOf(record, 'wp:post_modified_gmt'),
    partOf(record, 'wp:post_modified'),
    zone,
  )
  const { others, ...terms } = termsOf(record, survey)
  const status = statusOf(record, written, notes)
  const image = featured(record, survey, notes)
  const formerAddresses = addressesOf(record, link, status, notes)
  for (const { note } of [published, updated]) if (note) notes.push(note)
  if (title === '') notes.push('it has no title')
  if (partOf(record, 'wp:is_sticky') === '1') notes.push('it was pinned to the front page')
  notes.push(...others, ...commentsOf(record), ...fieldsOf(record))
  return {
    item: 'post',
    post: {
      kind,
      sourceId,
      slug,
      title,
      dek:
        plainText(partOf(record, 'excerpt:encoded')) ||
        plainText(metaOf(record, '_yoast_wpseo_metadesc')) ||
        null,
      body: converted.value.body,
      image,
      ...terms,
      status,
      visibility: null,
      publishedAt: published.at,
      updatedAt: updated.at,
      formerAddresses,
      notes: [...new Set([...notes, ...converted.value.notes])],
    },
  }
}

function statusOf(record: XmlRecord, written: string, notes: string[]): ImportedPost['status'] {
  // Never public, whatever else is said of it.
  if (partOf(record, 'wp:post_password') !== '') return 'behind-password'
  if (written === 'pending') notes.push('it was waiting for review')
  if (Object.hasOwn(statuses, written)) return statuses[written]!
  notes.push(`its status “${quoted(written)}” is not WordPress’s own: kept as a draft`)
  return 'draft'
}

function termsOf(record: XmlRecord, survey: Survey): Terms {
  const authors: string[] = []
  const categories: string[] = []
  const tags: string[] = []
  const others: string[] = []
  for (const term of record.children) {
    if (term.name !== 'category') continue
    const { domain = 'category', nicename = '' } = term.attributes
    const name = nicename || plainText(term.text)
    // WXR 1.0 writes each term twice, the first time without its slug.
    const again = nicename === '' && record.children.some((other) => isTerm(other, term.text))
    if (name === '' || again) continue
    // As the plugin Co-Authors Plus names those who wrote together.
    if (domain === 'author') authors.push(name.replace(/^cap-/, ''))
    else if (domain === 'category') categories.push(name)
    else if (domain === 'post_tag' || domain === 'tag') tags.push(name)
    else
      others.push(`its ${quoted(domain)} “${quoted(plainText(term.text) || name)}” was left behind`)
  }
  const primary = survey.categories.get(metaOf(record, '_yoast_wpseo_primary_category'))
  categories.sort((one, other) => Number(other === primary) - Number(one === primary))
  const creator = partOf(record, 'dc:creator')
  const written = authors.length > 0 ? authors : creator ? [creator] : []
  const once = (names: string[]) => [...new Set(names)]
  return { authors: once(written), categories: once(categories), tags: once(tags), others }
}

function isTerm({ name, attributes, text }: XmlRecord, words: string): boolean {
  return name === 'category' && Boolean(attributes.nicename) && text === words
}

function featured(record: XmlRecord, survey: Survey, notes: string[]): ImportedPicture | null {
  const id = metaOf(record, '_thumbnail_id')
  if (id === '' || id === '0' || id === '-1') return null
  const attachment = survey.attachments.get(id)
  if (!attachment) {
    notes.push(`its featured picture (number ${quoted(id)}) is not in the export`)
    return null
  }
  if (!attachment.alt) notes.push('its featured picture has no alternative text')
  return attachment
}

/** WordPress's own footnotes lie beside the text, as JSON. */
function footnotesIn(record: XmlRecord, notes: string[]): ReadonlyMap<string, string> {
  const json = metaOf(record, 'footnotes')
  if (json === '') return new Map()
  try {
    const list: unknown = JSON.parse(json)
    const pairs = (Array.isArray(list) ? list : []).flatMap((entry): [string, string][] =>
      typeof entry?.id === 'string' && typeof entry?.content === 'string'
        ? [[entry.id, entry.content]]
        : [],
    )
    return new Map(pairs)
  } catch {
    notes.push('its footnotes could not be read')
    return new Map()
  }
}

function addressesOf(record: XmlRecord, link: string, status: string, notes: string[]): string[] {
  if (status !== 'published' || !URL.canParse(link)) return []
  const { pathname, search } = new URL(link)
  const paths = search === '' && pathname !== '/' ? [pathname] : []
  if (search !== '') notes.push(`its address ${quoted(pathname + search)} cannot be redirected`)
  const oldSlugs = record.children
    .filter((meta) => meta.name === 'wp:postmeta' && partOf(meta, 'wp:meta_key') === '_wp_old_slug')
    .map((meta) => partOf(meta, 'wp:meta_value'))
  for (const old of oldSlugs) {
    if (old !== '' && paths[0]) paths.push(withLastPart(paths[0], old))
  }
  return [...new Set(paths)]
}

function withLastPart(path: string, part: string): string {
  const end = path.endsWith('/') ? path.length - 1 : path.length
  return path.slice(0, path.lastIndexOf('/', end - 1) + 1) + part + path.slice(end)
}

function commentsOf(record: XmlRecord): string[] {
  const comments = record.children.filter(
    (child) =>
      child.name === 'wp:comment' && !/^(spam|trash)$/.test(partOf(child, 'wp:comment_approved')),
  )
  return comments.length > 0
    ? [`${howMany(comments.length, 'one comment', 'comments')} left behind`]
    : []
}

/** Fields that an editor or a theme gave the post; those with an underscore are machinery. */
function fieldsOf(record: XmlRecord): string[] {
  const keys = record.children
    .filter(({ name }) => name === 'wp:postmeta')
    .map((meta) => partOf(meta, 'wp:meta_key'))
    .filter((key) => key !== '' && !key.startsWith('_') && key !== 'footnotes')
  const names = [...new Set(keys)].slice(0, 10).map(quoted)
  return names.length > 0 ? [`its own fields were left behind: ${names.join(', ')}`] : []
}
