/** Whether readers of the old site could see a file's text, and since when. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { basename, dirname } from 'node:path/posix'
import type { ImportedPost } from '../../import/imported.ts'
import { fieldOf, textOf } from './front-fields.ts'
import type { FrontMatter } from './front-matter.ts'
import type { SiteKind } from './site-kind.ts'
import { parseSourceDate } from './source-date.ts'

export type Standing = {
  readonly status: ImportedPost['status']
  /** What it is dated, which its old address is made of. */
  readonly date: Date | null
  /** When readers could see it first. */
  readonly publishedAt: Date | null
  readonly notes: readonly string[]
}

/** `named` is the date in the file's name; `zone` is for dates without one. */
export function standingOf(
  data: FrontMatter,
  path: string,
  named: string | undefined,
  { zone, now }: { readonly zone: string; readonly now: Date },
): Standing {
  const notes: string[] = []
  const read = (value: unknown, what: string) => {
    const date = parseSourceDate(value, zone)
    if (value !== undefined && !date)
      notes.push(`its ${what} ${String(value).slice(0, 60)} is none`)
    return date
  }
  const published = fieldOf(data, 'published')
  const publishedOn = typeof published === 'string' ? published : undefined
  const shown = fieldOf(data, 'publishDate', 'publish_date', 'pubDate') ?? publishedOn
  const given = fieldOf(data, 'date') ?? shown ?? fieldOf(data, ...otherDates) ?? named
  const date = read(given, 'date')
  const shownAt = given === shown ? date : read(shown, 'publishDate')
  // Beside a date of its own, the date of publishing says nothing but whether readers see it yet.
  const isToCome = [date, shownAt].some((each) => each !== null && each > now)
  const publishedAt = isToCome ? (shownAt ?? date) : date

  let status = statusOf(data, path)
  const keepAsDraft = (note: string) => {
    status = 'draft'
    notes.push(`${note}: kept as a draft`)
  }
  if (shown !== undefined && !shownAt && status === 'published')
    keepAsDraft('it was published at no time that is known')
  const ends = fieldOf(data, 'expiryDate', 'unpublishDate')
  if (ends !== undefined) {
    const endsAt = parseSourceDate(ends, zone)
    if (!endsAt) keepAsDraft(`its expiryDate ${String(ends).slice(0, 60)} is none`)
    else if (endsAt <= now) keepAsDraft(`it expired on ${dayOf(endsAt)}`)
    else notes.push(`it was to expire on ${dayOf(endsAt)}, and nothing does so by itself here`)
  }
  return { status, date, publishedAt, notes }
}

const otherDates = ['publishedAt', 'published_at', 'created']

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** Tools take more for yes and no than YAML 1.2 has. */
const isTrue = (value: unknown) => /^(?:true|t|yes|y|on|1)$/i.test(String(value))
const isFalse = (value: unknown) => /^(?:false|f|no|n|off|0)$/i.test(String(value))

function statusOf(data: FrontMatter, path: string): ImportedPost['status'] {
  if (isTrue(fieldOf(data, 'draft')) || isFalse(fieldOf(data, 'published'))) return 'draft'
  if (/(?:^|\/)_drafts\//.test(path)) return 'draft'
  const status = textOf(fieldOf(data, 'status'))
  if (status === null || status === 'published') return 'published'
  return status === 'private' ? 'private' : 'draft'
}

/** Why the old site made no page of a file; null where it made one. */
export function unrendered(
  root: string,
  { tool, passesOver }: SiteKind,
  path: string,
  data: FrontMatter,
): string | null {
  if (/(?:^|\/)_index\.\w+$/.test(path)) return 'is the text over a list of pages'
  if (fieldOf(data, 'permalink') === false) return 'is no page of its own: permalink is false'
  if (isTrue(fieldOf(data, 'headless'))) return 'is no page of its own: headless is true'
  const render = fieldOf(data, 'build.render', '_build.render')
  if (isFalse(render) || render === 'never' || render === 'link')
    return `is no page of its own: build.render is ${render}`
  if (tool === 'hugo' && isInBundle(root, path)) return 'belongs to the page of its folder'
  return passesOver(path)
}

/** Hugo takes what lies below a page’s own folder for a part of that page. */
function isInBundle(root: string, path: string): boolean {
  if (/^index\./.test(basename(path))) return isInBundleAt(root, dirname(dirname(path)))
  return isInBundleAt(root, dirname(path))
}

function isInBundleAt(root: string, folder: string): boolean {
  // The folder of all texts is no page's.
  if (!folder.includes('/')) return false
  if (['md', 'markdown', 'html'].some((end) => existsSync(join(root, folder, `index.${end}`))))
    return true
  return isInBundleAt(root, dirname(folder))
}
