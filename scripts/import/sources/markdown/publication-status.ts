import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { basename, dirname, extname } from 'node:path/posix'
import type { ImportedPost } from '../../items/imported-item.ts'
import { type Note, noteConversion, noteForEditor, noteUnpublished } from '../../items/note.ts'
import { parseZonedDate } from '../zoned-date.ts'
import { getField } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'
import type { SiteGenerator } from './site-generator.ts'
import { isFalse, isTrue, listVisibilityDates, readVisibilityFields } from './visibility-fields.ts'

export type PublicationStatus = {
  readonly status: ImportedPost['status']
  /** The date in the old address. */
  readonly date: Date | null
  /** The date as it is written in the file. */
  readonly dateField: unknown
  readonly publishedAt: Date | null
  readonly notes: readonly Note[]
}

/** `fileNameDate` is the date in the file's name; `zone` is for dates without one. */
export function resolvePublicationStatus(
  data: FrontMatter,
  path: string,
  fileNameDate: string | undefined,
  { zone, now }: { readonly zone: string; readonly now: Date },
  { tool, dateFields }: Pick<SiteGenerator, 'tool' | 'dateFields'>,
): PublicationStatus {
  const notes: Note[] = []
  const parseDate = (value: unknown, label: string) => {
    const date = parseZonedDate(value, zone)
    if (value !== undefined && !date)
      notes.push(noteForEditor(`${label} isn’t valid: {}`, String(value).slice(0, 60)))
    return date
  }
  const publishDates = listVisibilityDates(data, 'publish', dateFields?.publishDate)
  const publishDateField = getField(data, ...publishDateFields) ?? publishDates[0]?.[1]
  const dateField =
    getField(fileDates.has(String(getField(data, 'date'))) ? {} : data, 'date') ??
    publishDateField ??
    getField(data, ...fallbackDateFields) ??
    fileNameDate
  const date = parseDate(dateField, 'date')
  const visibleDates = publishDates.map(([name, value]) =>
    value === dateField ? date : parseDate(value, name),
  )
  const visibleFrom = visibleDates.reduce(
    (last, each) => (each !== null && (last === null || each > last) ? each : last),
    null,
  )
  // Beside a date, a publishing date only decides whether readers can see the text yet. In Hugo it may also be earlier.
  const isLater = visibleFrom !== null && visibleFrom > now
  const isEarlier = tool === 'hugo' && date !== null && date > now
  const publishedAt = isLater || isEarlier ? (visibleFrom ?? date) : date

  const visibility = readVisibilityFields(data)
  let status = visibility.value
  notes.push(...visibility.notes)
  const unpublish = (reason: string, detail?: string) => {
    if (status === 'published') notes.push(noteUnpublished(reason, detail))
    status = 'draft'
  }
  if (unpublishedFolder.test(path) && status === 'published') status = 'draft'
  if (visibleDates.includes(null)) unpublish('published without a date')
  // An unreadable date may be in the future.
  if (dateField !== undefined && !date) unpublish('date isn’t valid')
  for (const [, expiryField] of listVisibilityDates(data, 'expiry', dateFields?.expiryDate)) {
    const endsAt = parseZonedDate(expiryField, zone)
    if (!endsAt) unpublish('expiryDate isn’t valid', String(expiryField).slice(0, 60))
    else if (endsAt <= now) {
      // The source no longer shows an expired text either.
      status = 'draft'
      notes.push(noteConversion('expired on {}: imported as a draft', formatDay(endsAt)))
    } else notes.push(noteForEditor(willExpire, formatDay(endsAt)))
  }
  return { status, date, dateField, publishedAt, notes }
}

const willExpire = 'set to expire on {}: not imported, because articles don’t expire here'

const publishDateFields =
  'publishDate publish_date pubDate publishOn publish_on embargo goLive'.split(' ')

/** Eleventy's words for file dates, which a copy doesn't have. */
const fileDates = new Set(['Last Modified', 'Created', 'git Last Modified', 'git Created'])

const fallbackDateFields = ['publishedAt', 'published_at', 'created']

const formatDay = (date: Date) => date.toISOString().slice(0, 10)

/** Matches folders whose names say that their texts aren't public, even if the generator renders them. */
const unpublishedFolder = /(?:^|\/)[_.]?(?:drafts?|unpublished|private)\//i

/** Returns why a file wasn't a page of the old site; null if it was. */
export function findUnrenderedReason(
  root: string,
  { tool, findSkipReason, textExtensions }: SiteGenerator,
  path: string,
  data: FrontMatter,
): string | null {
  if (/(?:^|\/)_index\.\w+$/.test(path)) return 'it introduces a list of pages'
  const extension = extname(path).slice(1).toLowerCase()
  if (!textExtensions.includes(extension)) return `its generator doesn’t render .${extension} files`
  if (tool === 'pelican' && !isPelicanPage(path) && !hasPelicanDate(data, path))
    return 'it has no date, so it isn’t an article'
  if (tool === 'eleventy' && getField(data, 'pagination') !== undefined)
    return 'it lists other pages'
  if (isFalse(getField(data, 'permalink')) || isFalse(getField(data, 'eleventyComputed.permalink')))
    return 'permalink is false'
  if (tool === 'zola' && isFalse(getField(data, 'render'))) return 'render is false'
  if (isTrue(getField(data, 'headless'))) return 'headless is true'
  const render = getField(data, 'build.render', '_build.render')
  if (isFalse(render) || render === 'never' || render === 'link') return `build.render is ${render}`
  if (tool === 'hugo' && isInBundle(root, path)) return 'it is part of its folder’s page'
  return findSkipReason(path)
}

const isPelicanPage = (path: string) => /(?:^|\/)pages\//.test(path)
const hasPelicanDate = (data: FrontMatter, path: string) =>
  getField(data, 'date') !== undefined || /^\d{4}-\d{2}-\d{2}/.test(basename(path))

/** Returns whether a file is in a Hugo page's own folder: everything below that folder belongs to the page. */
function isInBundle(root: string, path: string): boolean {
  const page = /^index\./.test(basename(path)) ? dirname(path) : path
  const hasIndex = (folder: string) =>
    ['md', 'markdown', 'html'].some((end) => existsSync(join(root, folder, `index.${end}`)))
  // The content folder itself isn't a bundle.
  for (let folder = dirname(page); folder.includes('/'); folder = dirname(folder))
    if (hasIndex(folder)) return true
  return false
}
